"""The mine's front door: its first state, its views, and the book of rules behind a table."""

from functools import cache

from engine.bots.mind import Mind
from engine.mine.book import Book
from engine.mine.bots import MINDS
from engine.mine.cards.card import Card
from engine.mine.flags import FLAGS, PRESETS
from engine.mine.modules import PARTS
from engine.mine.sets import base, saboteur2
from engine.mine.state import State
from engine.mine.view import View
from engine.notebook import Notebook
from engine.rules import Rules
from engine.slots import Seat

__all__ = ["FLAGS", "NAME", "PARTS", "PRESETS", "book", "mind", "setup", "view"]

NAME = "mine"
CARD_SETS = {"base": base, "saboteur2": saboteur2}
ALL_CARDS: tuple[Card, ...] = tuple(dict.fromkeys((*base.CARDS, *saboteur2.CARDS)))
"""Every kind of card that any table of the mine may see."""


def setup(rules: Rules, seats: int) -> State:
    """The first state; it wants a deal."""
    return State(book(rules, seats))


def view(state: State, seat: Seat | None, notebook: Notebook) -> View:
    """What that seat sees."""
    return View(state, seat, notebook)


def mind(rules: Rules) -> Mind:
    """How a bot plays these cards."""
    return MINDS[rules.card_set]


@cache
def book(rules: Rules, seats: int) -> Book:
    """Flags and rules resolved into tables, once for all tables that play so."""
    resolved: Book = CARD_SETS[rules.card_set].book(rules, seats)
    return resolved
