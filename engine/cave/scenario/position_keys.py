"""The keys of a position of the cave, and how each is read."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.cave.board import Border, Space
from engine.cave.cards.table import DECK, MONSTERS
from engine.cave.scenario.position import Named, Position, arrange
from engine.cave.scenario.words import CARDS, read_border, read_space
from engine.machine import Book
from engine.scenario.keys import between, list_of, one_line, one_of, shown, table_of
from engine.scenario.laid import cards_of_pile, laid, read_turned
from engine.scenario.vocabulary import Key
from engine.scenario.words import read_cell
from engine.slots import Seat
from engine.tabletop import Tabletop

_LEVELED = re.compile(r"(?P<card>\S+)(?: (?P<level>[123]))?")
_WEB = re.compile(r"(?P<border>\S+ \S+) side (?P<side>[12]) of (?P<seat>[0-7])")
_MONSTER = re.compile(r"(?P<space>\S+ \S+) of (?P<seat>[0-7])")
_DECK = one_of({card.key: card.number for card in DECK})


def _read_named(value: Any) -> Named:
    match = _LEVELED.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a card and perhaps its level, such as "rat 2", found {shown(value)}')
    return Named(_DECK(match["card"]), int(match["level"] or 0))


def _read_web(value: Any) -> tuple[Border, int, Seat]:
    match = _WEB.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a cobweb such as "1,0 N side 2 of 3", found {shown(value)}')
    return read_border(match["border"]), int(match["side"]), int(match["seat"])


def _read_monster(value: Any) -> tuple[Space, Seat]:
    match = _MONSTER.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a space and a seat, such as "1,0 2 of 3", found {shown(value)}')
    return read_space(match["space"]), int(match["seat"])


def _seat(book: Book) -> Callable[[Any], int]:
    return between(0, book.seats - 1)


def _clans(book: Book) -> Callable[[Any], list[int]]:
    """Clan cards of the table."""
    there = {CARDS.keys[face]: face for pile in book.piles if pile.opens == "round" for face in pile.faces}
    return list_of(one_of(there))


def _by_seat(read: Callable[[Any], Any]) -> Callable[[Book], Callable[[Any], dict[int, Any]]]:
    """A table whose names are seats."""

    def reader(book: Book) -> Callable[[Any], dict[int, Any]]:
        names = {str(seat): str(seat) for seat in range(book.seats)}
        table = table_of(one_of(names), read)
        return lambda value: {int(seat): item for seat, item in table(value).items()}

    return reader


def _any(read: Callable[[Any], Any]) -> Key:
    """A key that is read alike at every table."""
    return Key(lambda book: read)


_SEATS = Key(lambda book: list_of(_seat(book)))
_NAMED = list_of(_read_named)

KEYS: Mapping[str, Key] = {
    "turn": Key(_seat),
    "board": _any(list_of(laid(CARDS))),
    "goals": Key(cards_of_pile("goals", CARDS)),
    "face-up": _any(list_of(read_turned)),
    "clans": Key(_clans),
    "undealt": Key(_clans),
    "open": _SEATS,
    "hands": _any(list_of(_NAMED)),
    "pile": _any(_NAMED),
    "discard": _any(_NAMED),
    "removed": _any(_NAMED),
    "boots": _SEATS,
    "axes": _SEATS,
    "dwarfs": Key(_by_seat(read_space)),
    "out": _SEATS,
    "lying": _SEATS,
    "nuggets": _any(list_of(between(0, 99))),
    "webs": _any(list_of(_read_web)),
    "monsters": _any(table_of(one_of({name: name for name in MONSTERS}), _read_monster)),
    "mined": _any(list_of(read_cell)),
}


def arrange_values(table: Tabletop, values: Mapping[str, Any]) -> None:
    """Bring a fresh table to the position that these keys give."""
    arrange(table, Position(**{key.replace("-", "_"): value for key, value in values.items()}))
