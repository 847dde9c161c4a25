"""The keys of a position of the mine, and how each is read."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.machine import Book
from engine.mine.book import mine_book
from engine.mine.cards.base import GOLD
from engine.mine.cards.card import TOOLS
from engine.mine.scenario.position import Position, arrange
from engine.mine.scenario.words import CARDS
from engine.scenario.keys import between, list_of, one_of
from engine.scenario.laid import cards_of_pile, laid, read_turned
from engine.scenario.vocabulary import Key
from engine.tabletop import Tabletop

_CARDS = list_of(CARDS.read)
_GOLD = list_of(one_of({card.key: card.number for card in GOLD}))


def _seat(book: Book) -> Callable[[Any], int]:
    return between(0, book.seats - 1)


def _any(read: Callable[[Any], Any]) -> Key:
    """A key that is read alike at every table."""
    return Key(lambda book: read)


KEYS: Mapping[str, Key] = {
    "round": Key(lambda book: between(1, book.rounds)),
    "turn": Key(_seat),
    "board": _any(list_of(laid(CARDS))),
    "goals": Key(cards_of_pile("goals", CARDS)),
    "face-up": _any(list_of(read_turned)),
    "roles": Key(cards_of_pile("roles", CARDS)),
    "undealt": Key(cards_of_pile("roles", CARDS)),
    "roles-aside": Key(cards_of_pile("roles", CARDS)),
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
