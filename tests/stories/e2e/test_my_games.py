"""My games in the whole program: played at a server in a process of its own, kept, lost, fetched, seen again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.wire.invite import Invite
from tests.stories.e2e.home import Home
from tests.support.loopback import ServerProcess


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    made = ServerProcess(folder)
    made.begin()
    yield made
    made.kill()


def played(home: Home, at: Invite, games: int = 1) -> list[Path]:
    """The logs of games that are over."""
    table = ("--open", "base", "--players", "3", "--bots-of-server", "2")
    run = home.run("bot", "--join", str(at), *table, "--name", "Mira", "--games", str(games), "--json")
    assert run.returncode == 0, run.stderr
    told = map(json.loads, run.stdout.splitlines())
    logs = [Path(one["log"]) for one in told if one["event"] == "ended"]
    assert len(logs) == games, run.stdout
    return logs


def lose(log: Path) -> bytes:
    """All that stands here of a game."""
    data = log.read_bytes()
    for path in log.parent.glob(f"{log.stem}*"):
        path.unlink()
    return data


@pytest.mark.long
def test_a_lost_log_is_fetched_from_a_real_server_byte_for_byte(home: Home, server: ServerProcess) -> None:
    log, other = played(home, server.invite, 2)
    data = lose(log)
    fetch = home.run("games", "--fetch", str(server.invite))
    assert fetch.returncode == 0, fetch.stderr
    assert f"{log.stem[:8]}: fetched to {log}" in fetch.stdout
    assert "VERIFIED: every signature holds" in fetch.stdout
    assert log.read_bytes() == data
    assert home.run("audit", str(log)).returncode == 0

    again = home.run("games", "--fetch", str(server.invite), "--json")
    assert (again.returncode, "has all of your games" in again.stderr) == (0, True)
    dated = {game["log"]: game["date_from"] for game in json.loads(again.stdout)["games"]}
    assert dated == {str(log): "server", str(other): "seen"}
    server.kill()
    away = home.run("games", "--fetch", str(server.invite))
    assert (away.returncode, "The server cannot be reached." in away.stderr) == (1, True)
    assert log.stem[:8] in away.stdout, "what is here is listed all the same"


@pytest.mark.long
def test_a_kept_game_is_replayed_and_a_lost_one_fetched_shared_and_deleted(home: Home, server: ServerProcess) -> None:
    lost, kept = played(home, server.invite, 2)
    data = lose(lost)
    menu = home.start("menu", "--name", "Mira")
    menu.wait_for("My games")
    menu.press("7")
    menu.wait_for("My games: 1", f"> {kept.stem[:8]}  today", "VERIFIED", "Mira (you)")
    menu.press("r")
    menu.wait_for("How you have fared", "games won")
    menu.press("enter")
    menu.wait_for(lambda seen: "How you have fared" not in seen)
    menu.press("enter")
    menu.wait_for("Replay", "as Mira", "R1 T1")
    menu.press("right")
    menu.press("q")
    menu.wait_for("My games: 1")

    menu.press("f")
    menu.wait_for("Address or invite link of the server")
    menu.press(*str(server.invite))
    menu.press("enter")
    menu.wait_for("Not on this computer", "1 game", lost.stem[:8], "not here")
    menu.press("down", "enter")
    menu.wait_for(f"{lost.stem[:8]}: fetched.", "My games: 2", lambda seen: "not read yet" not in seen)
    assert lost.read_bytes() == data
    menu.wait_for(f"> {lost.stem[:8]}")
    menu.press("enter")
    menu.wait_for("Replay", "as Mira")
    menu.press("q")
    menu.wait_for("My games: 2")

    menu.press("s")
    menu.wait_for(f"Share game {lost.stem[:8]} with others", "Your key is not in it.")
    menu.press("1")
    menu.wait_for("OK (Enter)")
    menu.press("enter")
    menu.wait_for(": written.")
    [shared] = home.folder.glob(f"undermine-base-*-{lost.stem[:8]}.umlog")
    assert shared.read_bytes() == data
    menu.press("d")
    menu.wait_for(f"Delete game {lost.stem[:8]} from this computer?")
    menu.press("2")
    menu.wait_for("Deleted.", "My games: 1")
    assert not lost.exists()
    menu.press("q")
    menu.wait_for("Play with bots")
    menu.press("q")
    assert menu.exit_code() == 0
    assert not menu.left_behind()
