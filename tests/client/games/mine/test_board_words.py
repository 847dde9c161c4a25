"""The board in words says what the picture shows."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from client.games.mine.pictures.board import board_words, hand_words
from client.games.naming import cell_name
from client.profile.person import charset_of
from engine.grid.cells import xy
from engine.mine.rules.placing.goals import TREASURE
from tests.client.games.mine.games_in_progress import TABLES, at_play
from tests.client.lines.rooms import laid, position
from tests.client.screen.local_table import laid_out
from tests.support.mine_words import TURNED


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_every_cell_has_one_line_and_every_card_of_the_hand_too(rules: str, seats: int) -> None:
    turned = set()
    for view, _want in at_play(rules, seats, "words", every=7):
        board = view.state.board
        lines = board_words(view)
        [at] = [at for at, line in enumerate(lines) if line.startswith("Open spots: ")]
        heading, *cells, free = lines[: at + 1]
        assert all(re.fullmatch(r"-?\d+,-?\d+: toll collector \d(, \d)?", line) for line in lines[at + 1 :])
        there = sorted((*board.network.slots, *board.network.hidden), key=lambda at: (xy(at)[0], -xy(at)[1]))
        assert [line.split()[0] for line in cells] == [cell_name(at) for at in there]
        assert heading.endswith("x,y:")
        assert {cell_name(at) for at, fits in board.network.fits.items() if fits} == set(
            free.partition(": ")[2].rstrip(".").split("; ")
        )
        assert len(hand_words(view)) == len(view.hand())
        turned |= {name for line in cells if (name := line.split(maxsplit=1)[1]) in TURNED.values()}
    assert turned


def test_cards_are_told_as_they_lie_and_a_secret_is_called_one(tmp_path: Path) -> None:
    lying = laid((1, 0, "tee-short", 180), (1, 1, "curve-right", 180), (2, 0, "curve-left", 0))
    view = laid_out(position(["map"], board=lying), tmp_path).view
    view.notebook.show([(view.state.goals[at], TREASURE) for at in list(view.state.goals)[:1]])
    assert board_words(view) == [
        "The mine from left to right, each cell by its x,y:",
        "  0,0 the start, open on all sides",
        "  1,1 curve down and left",
        "  1,0 junction up, right and left",
        "  2,0 curve up and left",
        "  8,2 a goal, face down; secret: it is the treasure",
        "  8,0 a goal, face down",
        "  8,-2 a goal, face down",
        "Open spots: -1,0; 0,1; 0,-1; 2,1.",
    ]


@pytest.mark.parametrize(("locale", "plain"), [("C", True), ("POSIX", True), ("C.UTF-8", False), ("", False)])
def test_who_has_named_the_locale_c_gets_ascii(locale: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.profile.person.sys", SimpleNamespace(stdout=SimpleNamespace(encoding="utf-8")))
    for name in ("LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", locale)
    assert charset_of(ascii_only=False).tick.isascii() == plain
    assert not charset_of(ascii_only=False, box=True).tick.isascii()
