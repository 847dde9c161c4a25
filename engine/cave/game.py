"""The cave's front door: its first state, its views, and the book of rules behind a table.

Bots and scenarios are loaded when they are asked for: a player's program needs neither at a server.
"""

from functools import cache
from typing import TYPE_CHECKING

from engine.bots.mind import Mind
from engine.cave import resolving
from engine.cave.book import Book
from engine.cave.cards.chart import chains_of
from engine.cave.cards.table import CARDS as ALL_CARDS
from engine.cave.flags import EVENINGS, FLAGS, GROUPS, PARTS, PRESETS
from engine.cave.resolving import RULES
from engine.cave.state import State
from engine.cave.view import View
from engine.grid.cells import xy
from engine.notebook import Notebook
from engine.resolving import card_row, pile_row
from engine.rules import Rules
from engine.slots import Seat

if TYPE_CHECKING:
    from engine.scenario.vocabulary import Vocabulary

__all__ = [
    "ALL_CARDS",
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

NAME = "cave"
REV, CARDS_REV = 1, 1
"""They rise when a legality or an outcome changes: by a rule, or by a row of the card table."""


def seats(rules: Rules) -> range:
    """How many can play."""
    return resolving.SEATS


def view(state: State, seat: Seat | None, notebook: Notebook) -> View:
    """What that seat sees."""
    return View(state, seat, notebook)


def revs(rules: Rules) -> tuple[tuple[str, int], ...]:
    """The rules and the cards: there is nothing to switch on."""
    return ((NAME, REV), ("cave-cards", CARDS_REV))


def tables(book: Book) -> object:
    """Every card and pile of a table with so many seats, the spaces of the cards, and where things lie."""
    dealt = {face for pile in book.piles for face in pile.faces}
    lie = [card for card in book.cards if card.number in dealt or card.number == book.start]
    return {
        "cards": [card_row(card) | ({"spaces": list(chains_of(card))} if card.tunnels else {}) for card in lie],
        "goals": [list(xy(at)) for at in book.goal_cells],
        "hand": list(book.dealt),
        "moves": list(book.monster_moves),
        "piles": [pile_row(pile) for pile in book.piles],
        "removed": book.removed,
    }


def mind(rules: Rules) -> Mind:
    """How a bot plays these cards."""
    from engine.cave.bots import MIND  # noqa: PLC0415  # a client never needs them

    return MIND


def vocabulary() -> "Vocabulary":
    """What its scenarios are written with."""
    from engine.cave.scenario.vocabulary import SCENARIO  # noqa: PLC0415

    return SCENARIO


@cache
def book(rules: Rules, seats: int) -> Book:
    """Flags and rules resolved into tables, once for all tables that play so."""
    return resolving.book(rules, seats)
