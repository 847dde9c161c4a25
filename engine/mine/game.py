"""The mine's front door: its first state, its views, and the book of rules behind a table.

Bots and scenarios are loaded when they are asked for: a player's program needs neither at a server.
"""

from functools import cache
from typing import TYPE_CHECKING

from engine.bots.mind import Mind
from engine.grid.cells import xy
from engine.mine.book import Book
from engine.mine.flags import EVENINGS, FLAGS, PRESETS
from engine.mine.modules import GROUPS, PARTS, switched_on
from engine.mine.sets.catalogue import ALL_CARDS, CARD_SETS, RULES
from engine.mine.sets.resolving import amended
from engine.mine.state import State
from engine.mine.view import View
from engine.notebook import Notebook
from engine.resolving import card_row, pile_row
from engine.rules import Rules
from engine.slots import Seat

if TYPE_CHECKING:
    from engine.scenario.vocabulary import Vocabulary

__all__ = [
    "ALL_CARDS",
    "CARD_SETS",
    "EVENINGS",
    "FLAGS",
    "GROUPS",
    "NAME",
    "PARTS",
    "PRESETS",
    "RULES",
    "book",
    "mind",
    "revs",
    "seats",
    "tables",
    "view",
    "vocabulary",
]

NAME = "mine"
REV = 1
"""Rises when a legality or an outcome changes that every table of the mine may meet."""


def seats(rules: Rules) -> range:
    """How many can play with these cards."""
    allowed: range = CARD_SETS[rules.card_set].SEATS
    for module in switched_on(rules):
        if module.seats:
            allowed = range(max(allowed[0], module.seats[0]), min(allowed[-1], module.seats[-1]) + 1)
    return allowed


def view(state: State, seat: Seat | None, notebook: Notebook) -> View:
    """What that seat sees."""
    return View(state, seat, notebook)


def revs(rules: Rules) -> tuple[tuple[str, int], ...]:
    """The core of the mine, the card set, and what is switched on beside it."""
    parts = ((PARTS[name].name, PARTS[name].rev) for name in (*rules.modules, *rules.variants))
    return ((NAME, REV), (rules.card_set, CARD_SETS[rules.card_set].REV), *parts)


def tables(book: Book) -> object:
    """Every card and pile of a table with so many seats, and where things lie."""
    dealt = {face for pile in book.piles for face in pile.faces}
    laid_out = {name: list(PARTS[name].cells.get(layout, ())) for name, layout in book.rules.layouts}
    return {
        "aside": book.set_aside,
        "cards": [card_row(card) for card in book.cards if card.number in dealt or card.kind == "start"],
        "goals": [list(xy(at)) for at in book.goal_cells],
        "hand": book.hand_size,
        "piles": [pile_row(pile) for pile in book.piles],
    } | ({"layouts": laid_out} if laid_out else {})


def mind(rules: Rules) -> Mind:
    """How a bot plays these cards."""
    from engine.mine.bots import MINDS  # noqa: PLC0415  # a client never needs them

    return _mind_with_modules(rules) if rules.modules or rules.variants else MINDS[rules.card_set]


@cache
def _mind_with_modules(rules: Rules) -> Mind:
    from engine.mine.bots import MINDS  # noqa: PLC0415
    from engine.mine.bots.company import with_modules  # noqa: PLC0415

    return with_modules(MINDS[rules.card_set], switched_on(rules))


def vocabulary() -> "Vocabulary":
    """What its scenarios are written with."""
    from engine.mine.scenario.vocabulary import SCENARIO  # noqa: PLC0415

    return SCENARIO


@cache
def book(rules: Rules, seats: int) -> Book:
    """Flags and rules resolved into tables, once for all tables that play so."""
    of_card_set: Book = CARD_SETS[rules.card_set].book(rules, seats)
    return amended(of_card_set)
