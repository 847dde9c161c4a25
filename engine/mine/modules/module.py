"""What a module or a variant of the mine brings to a table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from engine.bots.mind import Worth
from engine.grid.cells import Cell
from engine.machine import Rule
from engine.mine.cards.card import Card
from engine.rules import Part
from engine.slots import Pile

if TYPE_CHECKING:
    from engine.mine.book import Book
    from engine.mine.sets.resolving import Box  # which knows the modules


@dataclass(frozen=True, slots=True, kw_only=True)
class Module(Part):
    """Rules and cards that a table switches on by name; what it does not bring stays as it is."""

    rules: tuple[Rule, ...] = ()
    exchanges: Mapping[ModuleType, ModuleType] = field(default_factory=dict)
    """By rule of a card set: the one that stands in its place."""
    deck: tuple[Card, ...] = ()
    """Cards that are shuffled into the deck."""
    cards: tuple[Card, ...] = ()
    """All other cards that it brings."""
    piles: tuple[Pile, ...] = ()
    """Piles of its own, dealt after those of the card set; their numbers are its own."""
    cells: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """By layout: where its things lie on the grid."""
    repacks: "Callable[[Box, int], Box] | None" = None
    """(box, seats): what is dealt and which rules hold in place of those of the card set."""
    amends: "Callable[[Book], Book] | None" = None
    """What the resolved rules of a table look up in place of what the card set says."""
    worth: Mapping[type, Worth] = field(default_factory=dict)
    """By type of act: what it is worth to a bot."""
    sways: Mapping[type, Worth] = field(default_factory=dict)
    """By type of act of another rule: what it is worth beside what that rule's bot says."""
    lures: Callable[[Any], Mapping[Cell, float]] | None = None
    """(player): what it is worth to a bot to reach the cards on these cells."""
    kept: Mapping[str, float] = field(default_factory=dict)
    """By kind of card: how much a bot would miss it."""
    notes: Mapping[type, Callable[[Any, Any, Any], None]] = field(default_factory=dict)
    """By type of event: (memory, event, view), what a bot makes of it."""
