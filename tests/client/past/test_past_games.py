"""My games: what is kept, what is told of it, and how a player has fared."""

import csv
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from client.commands import games as command
from client.main import main
from client.net.drawer import Drawer, Ended, Source
from client.past import game as past
from client.past.game import known, worked_out
from client.past.games import Kept, NotDeleted, PastGames, named
from client.past.record import Share, fared
from client.past.sharing import form_of, share
from client.profile.keyfile import KeyFile
from client.profile.profile import Profile
from client.replay.opened import NoReplay
from client.words.past import about_lines, day_of, kept_line, role_name
from protocol.host.selfplay import SelfPlay, from_seed
from tests.client.replay.games import ME, cut, my_game

NOW = 1_800_000_000.0
RULES = ("base", "cave", "saboteur2")


def drawer_log(table: str) -> Path:
    """In the profile of the command."""
    return Drawer.of(Profile("default"), ME).log(bytes.fromhex(table))


def tid_of(game: SelfPlay) -> bytes:
    return game.host.follower.setting.tid


@pytest.fixture
def drawer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drawer:
    """With a game by each rules, and one that was not finished."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    profile = Profile("default")
    KeyFile.of(profile).put(from_seed(b"me")("person 0"))
    found = Drawer.of(profile, ME)
    found.folder.mkdir(parents=True)
    for number, rules in enumerate(RULES):
        found.log(tid_of(my_game(rules, number))).write_bytes(my_game(rules, number).host.file)
    found.log(tid_of(my_game("base", 9))).write_bytes(cut(my_game("base", 9)))
    return found


@pytest.fixture
def games(drawer: Drawer) -> PastGames:
    return PastGames(drawer, ME)


@pytest.fixture
def every(games: PastGames) -> dict[str, Kept]:
    """By the rules; the one that is not finished, by nothing."""
    found = [games.work_out(kept) for kept in games.all()]
    return {one.game.rules if one.game.is_finished else "": one for one in found if one.game is not None}


def test_a_game_is_told_by_its_log(every: dict[str, Kept]) -> None:
    assert set(every) == {*RULES, ""}
    assert any(one.game.winners for one in every.values() if one.game is not None)
    for number, rules in enumerate(RULES):
        game, follower = every[rules].game, my_game(rules, number).host.follower
        assert game is not None
        assert (game.verdict, game.end, game.own, game.bots) == ("VERIFIED", "finished", 0, (2,))
        assert game.players == ("Player_1", "Player_2", "Ann")
        assert game.entries == follower.chain.last
        assert game.won == (0 in game.winners)
        assert len(game.roles) == follower.state.round
        assert all(game.roles)
    base = every["base"].game
    assert base is not None
    assert [sum(got) for got in zip(*base.rounds, strict=True)] == list(base.scores)
    unfinished = every[""].game
    assert unfinished is not None
    assert (unfinished.verdict, unfinished.won, unfinished.nuggets, unfinished.scores) == ("UNPROVEN", None, None, ())


def test_what_was_worked_out_is_kept_and_a_list_opens_without_reading_a_log(games: PastGames, every: object) -> None:
    with patch.object(past, "opened", side_effect=AssertionError("a log was read")):
        assert all(kept.game is not None for kept in games.all())


def test_a_log_that_has_grown_is_read_again(games: PastGames, drawer: Drawer, every: dict[str, Kept]) -> None:
    whole, log = my_game("base", 9), every[""].log
    log.write_bytes(whole.host.file)
    assert known(log) is None
    game = worked_out(log, ME)
    assert (game.verdict, game.is_finished) == ("VERIFIED", True)
    assert known(log) == game


@pytest.mark.parametrize("content", [b"", b"{", b'{"format": 1}', b"[]", b"\xff" * 100])
def test_a_damaged_row_is_worked_out_again(content: bytes, every: dict[str, Kept]) -> None:
    log = every["base"].log
    log.with_suffix(past.ENDING).write_bytes(content)
    assert known(log) is None
    assert worked_out(log, ME) == every["base"].game


def test_a_log_that_cannot_be_read_is_listed_too(games: PastGames, drawer: Drawer) -> None:
    drawer.log(bytes(32)).write_bytes(b"nothing")
    kept = games.work_out(next(one for one in games.all() if one.table == "00" * 32))
    assert kept.game is not None
    assert kept.game.verdict == "UNREADABLE"
    assert kept_line(kept, NOW).endswith("cannot be read  UNREADABLE")
    assert "Unreadable: this is not a log of the game." in list(about_lines(kept, NOW))
    assert known(kept.log) == kept.game


def test_a_log_that_is_closed_to_this_person_is_read_when_it_is_open(
    games: PastGames, every: dict[str, Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = every["base"]
    kept.log.with_suffix(past.ENDING).unlink()
    with monkeypatch.context() as closed:
        closed.setattr("os.access", lambda path, mode: False)
        closed.setattr(past, "opened", lambda *_: (_ for _ in ()).throw(NoReplay("cannot be read: Permission denied")))
        now = games.work_out(kept)
    assert "Cannot be read: Permission denied." in list(about_lines(now, NOW))
    assert known(kept.log) is None
    assert games.work_out(kept).game == kept.game


def test_a_folder_that_cannot_be_looked_into_is_no_empty_list(said: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", closed)
    for run in (said(), (main(("replay", "1", "--plain")), None)):
        assert run[0] == 2
    assert "cannot be read: Permission denied" in said()[1]


def test_evidence_and_empty_files_are_no_games(games: PastGames, drawer: Drawer) -> None:
    before = games.all()
    log = before[0].log
    log.with_name(f"{log.stem}.evidence-1.umlog").write_bytes(b"evidence")
    drawer.log(b"\x01" * 32).write_bytes(b"")
    assert [kept.log for kept in games.all()] == [kept.log for kept in before]


def test_a_game_is_called_by_its_number_or_its_place(games: PastGames) -> None:
    every = games.all()
    assert named(every, "1") == every[0]
    assert named(every, every[2].table[:8].upper()) == every[2]
    assert [named(every, name) for name in ("0", "5", "", every[0].table[:3] + "x", "zzzz")] == [None] * 5


def test_wins_are_counted_by_rules_and_role(every: dict[str, Kept]) -> None:
    known_games = [kept.game for kept in every.values() if kept.game is not None]
    told = fared(known_games)
    assert (told.games, told.finished.of) == (4, 3)
    assert told.finished.won == sum(bool(game.won) for game in known_games)
    assert {rules: share.of for rules, share in told.by_rules.items()} == dict.fromkeys(RULES, 1)
    base = next(game for game in known_games if game.rules == "base" and game.is_finished)
    gained = [got[0] > 0 for got in base.rounds]
    for role in set(base.roles):
        won = [gain for gain, one in zip(gained, base.roles, strict=True) if one == role]
        assert told.by_role["base", role] == Share(sum(won), len(won))
    assert sum(share.of for (rules, _role), share in told.by_role.items() if rules == "cave") == 1
    assert fared([]).finished == Share(0, 0)


def test_roles_have_the_names_of_their_game() -> None:
    assert role_name("base", 3, "digger") == "gold-digger"
    assert role_name("saboteur2", 3, "blue-digger") == "blue gold-digger"
    assert role_name("cave", 0, "loyal") == "loyal"
    assert role_name("no-such-rules", 3, "wizard") == "wizard"


def test_a_date_says_where_it_comes_from(games: PastGames, drawer: Drawer, every: dict[str, Kept]) -> None:
    told = {
        Source.SEEN: ("2026-", "base, 2026-"),
        Source.SERVER: ("2026-", "by the server's clock"),
        Source.HEARD: ("by 2026-", "over by 2026-"),
        Source.FILE: ("file 2026-", "base, file of 2026-"),
    }
    for source, (short, long) in told.items():
        kept = replace(every["base"], ended=Ended(at=int(NOW) - 30_000_000, source=source))
        assert kept_line(kept, NOW)[10:].startswith(short)
        lines = list(about_lines(kept, NOW))
        assert long in lines[0]
        assert any("When it ended is not known" in line for line in lines) is (source is Source.FILE)
    assert not any("When it ended" in line for line in about_lines(every[""], NOW)), "it has not ended"


def test_the_latest_stands_first_whatever_became_of_the_files(games: PastGames, drawer: Drawer, every: object) -> None:
    first, *others = games.all()
    for place, kept in enumerate(others):
        drawer.keep_ended(bytes.fromhex(kept.table), Ended(at=int(NOW) + place, source=Source.SEEN))
    assert [kept.table for kept in games.all()] == [kept.table for kept in [*reversed(others), first]]


def test_a_time_that_no_calendar_has_is_told_all_the_same(every: dict[str, Kept]) -> None:
    kept = replace(every["base"], ended=Ended(at=2**53 - 1, source=Source.SERVER))
    assert "an unknown time" in kept_line(kept, NOW)
    assert "an unknown time" in next(about_lines(kept, NOW))
    assert day_of(kept.ended) == ""


def test_an_open_game_is_not_deleted_and_any_other_is(games: PastGames, drawer: Drawer, every: dict[str, Kept]) -> None:
    open_, over = every[""], every["base"]
    drawer.mark_open(bytes.fromhex(open_.table), bytes(32))
    with pytest.raises(NotDeleted):
        games.delete(open_)
    drawer.keep_ended(bytes.fromhex(over.table), Ended(at=1, source=Source.SEEN))
    games.delete(over)
    assert over.log not in [kept.log for kept in games.all()]
    assert [path.name for path in drawer.folder.glob(f"{over.table}*")] == []
    assert open_.log.exists()


# the command


@pytest.fixture
def said(drawer: Drawer, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> tuple[int, str]:
        try:
            code = main(("games", *arguments))
        except SystemExit as left:
            code = int(left.code or 0)
        out, err = capsys.readouterr()
        return code, out + err

    return run


def test_the_command_lists_games_and_the_record(said: Any) -> None:
    code, text = said()
    assert code == 0
    lines = text.splitlines()
    assert lines[0].split() == ["game", "when", "rules", "#", "result", "verdict"]
    assert [line.split()[0] for line in lines[1:5]] == ["1", "2", "3", "4"]
    assert sum("VERIFIED" in line for line in lines) == 3
    assert any("games won" in line and " of 3" in line for line in lines)
    assert any("gold-digger (base)" in line or "saboteur (base)" in line for line in lines)
    assert max(map(len, lines[:6])) <= 80


def test_the_command_writes_json_and_a_table(said: Any, tmp_path: Path) -> None:
    told = json.loads(said("--json")[1])
    assert sorted(game["rules"] for game in told["games"] if game["won"] is not None) == sorted(RULES)
    assert told["record"]["games"] == 4
    assert {game["date_from"] for game in told["games"]} == {"file"}
    rows = list(csv.DictReader(StringIO(said("--csv", "-")[1])))
    assert len(rows) == 4
    assert set(rows[0]) == set(command._COLUMNS)
    assert said("--csv", str(tmp_path / "games.csv"))[0] == 0
    assert (tmp_path / "games.csv").read_text("utf-8").startswith("game,played_at,")


def test_the_command_tells_exports_and_deletes_one(said: Any, tmp_path: Path) -> None:
    name = next(line.split()[1] for line in said()[1].splitlines() if "VERIFIED" in line and "base" in line)
    code, text = said(name)
    assert code == 0
    assert "Player_1 (you)" in text
    assert "Ann (bot)" in text
    copy = tmp_path / "copy.umlog"
    assert said(name, "--export", str(copy))[0] == 0
    assert copy.read_bytes() == my_game("base", 0).host.file
    assert said(name, "--export", str(copy))[0] == 2, "nothing is written over"
    assert said(name, "--delete")[0] == 1, "there is no person to ask"
    assert said(name, "--delete", "--yes")[0] == 0
    assert said(name)[0] == 2
    assert said("--delete")[0] == said("--share")[0] == 2


def test_a_game_is_shared_under_a_name_that_says_what_it_is(
    said: Any, drawer: Drawer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = my_game("base", 0)
    number = tid_of(whole).hex()[:8]
    drawer.keep_ended(tid_of(whole), Ended(at=1_800_000_000, source=Source.SEEN))
    code, text = said(number, "--share")
    assert code == 0
    file = tmp_path / f"undermine-base-2027-01-15-{number}.umlog"
    assert file.read_bytes() == whole.host.file
    assert f"{file.name}: written." in text
    assert "It shows every card and role, who did what, all names and what was said. Your key is not in it." in text
    assert main(("audit", file.name)) == 0
    code, text = said(number, "--share")
    assert (code, "is there already" in text) == (2, True)
    (tmp_path / "folder").mkdir()
    assert said(number, "--share", "folder")[0] == 0
    assert (tmp_path / "folder" / file.name).exists()


@pytest.mark.parametrize(("ending", "begin"), [(".html", "<!doctype html>"), (".MD", "# base: ")])
def test_what_is_shared_as_a_page_or_a_story_shows_nothing_of_the_players_own(
    said: Any, tmp_path: Path, ending: str, begin: str
) -> None:
    half = tid_of(my_game("base", 9)).hex()
    target = tmp_path / f"game{ending}"
    code, text = said(half, "--share", str(target))
    assert code == 0
    assert "what was never revealed stays hidden" in text
    shared = target.read_text("utf-8")
    assert shared.lower().startswith(begin)
    assert "You see what all saw" in shared
    bare = tmp_path / f"bare{ending}"
    share(Kept(drawer_log(half), Ended(at=0, source=Source.FILE), None), bare, form_of(bare))
    assert bare.read_text("utf-8") == shared


def test_a_log_that_is_not_verified_says_so_when_it_is_shared(said: Any, tmp_path: Path) -> None:
    code, text = said(tid_of(my_game("base", 9)).hex(), "--share", str(tmp_path / "x.umlog"))
    assert (code, "Here it is UNPROVEN." in text) == (0, True)
    drawer_log("ab" * 32).write_bytes(b"nothing")
    code, text = said("abababab", "--share", str(tmp_path / "y.umlog"))
    assert (code, "Here it is UNREADABLE." in text, "what it shows is not known" in text) == (0, True, True)
    code, text = said("abababab", "--share", str(tmp_path / "y.html"))
    assert (code, "this is not a log of the game" in text) == (2, True)
    assert not (tmp_path / "y.html").exists()


def test_a_profile_without_games_is_told_how_to_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert main(("games",)) == 0
    assert "You have played no game on this computer yet" in capsys.readouterr().out


def test_a_game_of_the_list_is_replayed_by_its_place(said: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with patch("sys.stdin", StringIO("end\n")):
        assert main(("replay", "1", "--plain")) == 0
    assert "of" in capsys.readouterr().out
