"""Doors have the colour of their team where a terminal shows colours; the letter alone says the same."""

import re
import sys

import pytest

from client.games.mine.names import CARD
from client.games.mine.pictures.cards import path, picture
from client.profile.person import coloured
from client.render.charset import ASCII, BOX, Charset, painted
from engine.grid.cells import half_turned
from engine.mine.cards.card import Card

DOORS = [card for card in CARD.values() if card.door]
CODES = {"blue": "\x1b[1;34m", "green": "\x1b[1;32m"}


def bare(lines: list[str]) -> list[str]:
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


@pytest.mark.parametrize("charset", [BOX, ASCII], ids=["box", "ascii"])
@pytest.mark.parametrize("card", DOORS, ids=lambda card: card.key)
def test_a_door_has_its_colour_and_its_letter(card: Card, charset: Charset) -> None:
    for groups in (card.groups, half_turned(card.groups)):
        with_colours, plain = path(card, groups, painted(charset)), path(card, groups, charset)
        assert bare(with_colours) == plain
        assert "\x1b" not in "".join(plain)
        assert f"{CODES[card.door]}{card.door[0].upper()}\x1b[0m" in with_colours[1]


@pytest.mark.parametrize("charset", [BOX, ASCII], ids=["box", "ascii"])
def test_nothing_else_is_painted(charset: Charset) -> None:
    for face, card in CARD.items():
        if not card.door and card.kind not in {"role", "gold"}:
            assert picture(face, painted(charset)) == picture(face, charset)


@pytest.mark.parametrize(
    ("terminal", "environ", "expected"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (True, {}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_where_colours_are_shown(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, environ: dict[str, str], expected: bool
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert (coloured(BOX) == painted(BOX)) is expected
    assert (coloured(BOX) == BOX) is not expected
