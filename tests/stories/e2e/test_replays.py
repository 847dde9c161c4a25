"""A replay in a real terminal: keys, clicks, other sizes, and the terminal as it was afterwards."""

from pathlib import Path

import pytest

from tests.stories.e2e.home import Home

FROZEN = Path(__file__).parents[1] / "frozen" / "logs" / "base.umlog"

pytestmark = pytest.mark.long


def test_a_game_is_gone_through_by_keys_and_mouse(home: Home) -> None:
    game = home.start("replay", str(FROZEN))
    game.wait_for("Replay", "VERIFIED", "R1 T1")
    game.press("t", "9", "enter")
    game.wait_for("R1 T9")
    game.press("e", "3")
    game.wait_for("as Ann")
    game.press("right")
    game.press("space")
    game.wait_for("R1 T10")
    x, y = game.place("R1 T10")
    game.press("space")
    game.click(x + 70, y)
    game.wait_for("R3 ")
    game.resize(120, 35)
    game.wait_for("as Ann", "Round 3 of 3")
    game.press("q")
    assert game.exit_code() == 0
    assert not game.left_behind()
    assert not home.data.exists(), "to look back makes no key"


def test_a_file_that_is_no_game_is_told_before_the_terminal_is_taken(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "no.umlog"
    file.write_bytes(b"nothing")
    game = home.start("replay", str(file))
    game.wait_for("this is not a log of the game")
    assert game.exit_code() == 2


def test_a_player_without_games_is_told_so_and_a_file_is_shown_all_the_same(home: Home) -> None:
    played = home.start("selfplay", "--players", "3", "--out", str(home.folder / "game.umlog"))
    assert played.exit_code() == 0
    menu = home.start("menu", "--name", "Mira")
    menu.wait_for("My games")
    menu.press("7")
    menu.wait_for("you have played none on this computer yet")
    menu.press("q")
    menu.wait_for("Play with bots")
    menu.press("q")
    assert menu.exit_code() == 0
    assert not menu.left_behind()
    listed = home.start("games")
    listed.wait_for("You have played no game on this computer yet")
    assert listed.exit_code() == 0
    again = home.start("replay", str(home.folder / "game.umlog"))
    again.wait_for("Replay", "what all saw")
    again.press("q")
    assert again.exit_code() == 0


def test_exports_and_an_audit_are_written_from_a_terminal(home: Home, tmp_path: Path) -> None:
    page, story, board, judged = (tmp_path / name for name in ("a.html", "a.md", "a.svg", "b.html"))
    files = ("--html", str(page), "--markdown", str(story), "--svg", str(board))
    written = home.start("export", str(FROZEN), *files)
    assert written.exit_code() == 0
    assert "You see all cards." in page.read_text("utf-8")
    assert story.read_text("utf-8").startswith("# base: ")
    assert board.read_text("utf-8").startswith("<svg ")
    audited = home.start("audit", str(FROZEN), "--html", str(judged), size=(60, 20))
    assert audited.exit_code() == 0
    assert "What was checked" in judged.read_text("utf-8")
    narrow = home.start("audit", str(FROZEN), size=(60, 40))
    narrow.wait_for("This does not prove:")
    assert narrow.exit_code() == 0
