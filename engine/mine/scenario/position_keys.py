"""The keys of a position of the mine, and how each is read."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.machine import Book
from engine.mine.book import mine_book
from engine.mine.cards.base import GOLD
from engine.mine.cards.card import TOOLS
from engine.mine.scenario.position import Position, arrange
from engine.mine.scenario.words import CARDS
from engine.scenario.keys import between, list_of, one_line, one_of, shown
from engine.scenario.vocabulary import Key
from engine.scenario.words import read_cell
from engine.tabletop import Tabletop

_LAID = re.compile(r"(?P<at>\S+) (?P<card>\S+)(?: (?P<turned>0|180))?")
_TURNED = re.compile(r"(?P<at>\S+)(?: (?P<turned>0|180))?")
_CARDS = list_of(CARDS.read)
_GOLD = list_of(one_of({card.key: card.number for card in GOLD}))


def _read_laid(value: Any) -> tuple[int, int, int]:
    match = _LAID.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a cell, a card and perhaps 180, such as "3,0 curve-left 180", found {shown(value)}')
    return read_cell(match["at"]), CARDS.read(match["card"]), int(match["turned"] or 0)


def _read_turned(value: Any) -> tuple[int, int]:
    match = _TURNED.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected the cell of a goal and perhaps 180, such as "8,0 180", found {shown(value)}')
    return read_cell(match["at"]), int(match["turned"] or 0)


def _seat(book: Book) -> Callable[[Any], int]:
    return between(0, book.seats - 1)


def _of_pile(name: str) -> Callable[[Book], Callable[[Any], list[int]]]:
    """Cards of a pile of the table."""

    def reader(book: Book) -> Callable[[Any], list[int]]:
        faces = next(pile.faces for pile in book.piles if pile.name == name)
        return list_of(one_of({CARDS.keys[face]: face for face in faces}))

    return reader


def _any(read: Callable[[Any], Any]) -> Key:
    """A key that is read alike at every table."""
    return Key(lambda book: read)


KEYS: Mapping[str, Key] = {
    "round": Key(lambda book: between(1, book.rounds)),
    "turn": Key(_seat),
    "board": _any(list_of(_read_laid)),
    "goals": Key(_of_pile("goals")),
    "face-up": _any(list_of(_read_turned)),
    "roles": Key(_of_pile("roles")),
    "undealt": Key(_of_pile("roles")),
    "roles-aside": Key(_of_pile("roles")),
    "hands": _any(list_of(_CARDS)),
    "pile": _any(_CARDS),
    "discard": _any(_CARDS),
    "set-aside": _any(_CARDS),
    "broken": _any(list_of(list_of(one_of({tool: tool for tool in TOOLS})))),
    "prison": Key(lambda book: list_of(_seat(book))),
    "theft": Key(lambda book: list_of(_seat(book))),
    "gold": _any(list_of(_GOLD)),
    "gold-pile": _any(_GOLD),
    "nuggets": Key(lambda book: list_of(between(-99 if mine_book(book).dues else 0, 99))),
    "last-path": Key(_seat),
    "last-used": Key(_seat),
}


def arrange_values(table: Tabletop, values: Mapping[str, Any]) -> None:
    """Bring a fresh table to the position that these keys give."""
    arrange(table, Position(**{key.replace("-", "_"): value for key, value in values.items()}))
