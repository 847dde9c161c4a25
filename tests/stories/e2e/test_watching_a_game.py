"""A game is watched in a terminal: at a real server, by the link that its players are told."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server import programs
from tests.server.programs import Program, line
from tests.stories.e2e.home import ROOT, Home

program = programs.program  # the fixture; pytest finds it by this name

OPENING = "open base 3 watched pace 0.4 break 0\nbot random\nbot random\nready\nlink\nstart\n"
MANY = 400
"""Cards that are discarded: more than three rounds have."""


@contextmanager
def playing(home: Home, link: str, said: Path) -> Iterator["subprocess.Popen[str]"]:
    """A player without a terminal, who answers when asked."""
    command = [sys.executable, "-m", "client.main", "join", link, "--plain", "--name", "Mira"]
    with said.open("w") as out:
        player = subprocess.Popen(command, cwd=ROOT, env=home.environ, stdin=subprocess.PIPE, stdout=out, text=True)
    assert player.stdin is not None
    with player.stdin as typed:
        typed.write(OPENING + "pass 1\n" * MANY)
    try:
        yield player
    finally:
        player.kill()
        player.wait()


@pytest.mark.long
def test_a_game_is_watched_to_its_end_and_audited(home: Home, friend: Home, program: Program) -> None:
    link = line(program.start(UNDERMINE_SERVER_SPECTATOR_DELAY_SECONDS="2")).strip()
    terminal = home.start("watch", link, "--verify", "--name", "Eva")
    terminal.wait_for("No table can be watched here now.")
    with playing(friend, link, program.folder / "said.txt") as player:
        terminal.wait_for("1 table can be watched")
        terminal.press("enter")
        terminal.wait_for("WATCHING", "What you see here happened 2 seconds ago.")
        for key in ("1", "d", "enter", "space", "t", "g"):
            terminal.press(key)
        terminal.press("v")
        terminal.wait_for("The phrase of this table")
        terminal.press("escape")
        terminal.wait_for("The game is over: ", "fair game ✓ (VERIFIED)", seconds=180)
        terminal.press("escape", "ctrl+q")
        assert terminal.exit_code() == 0
        assert "VERIFIED: " in terminal.behind()
        assert terminal.left_behind() == []
        assert player.wait(60) == 0
    said = (program.folder / "said.txt").read_text()
    assert f"Others can watch this table: undermine watch {link} --table " in said
    [log] = Path(home.data).rglob("watched/*.umlog")
    [played] = (one for one in Path(friend.data).rglob("*.umlog") if "-" not in one.stem)
    shorter, longer = sorted((played.read_bytes(), log.read_bytes()), key=len)
    assert longer.startswith(shorter)
