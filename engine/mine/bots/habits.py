"""What the modules of a table add to the way a bot plays."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.bots.mind import Worth
from engine.grid.cells import SIDES, Cell, Edges
from engine.records import record
from engine.slots import Face

Note = Callable[[Any, Any, Any], None]
"""(memory, event, view): what is made of an event."""


@record
class Habits:
    """Empty at a table without modules."""

    kept: Mapping[str, float]
    """By kind of card: how much it would be missed."""
    lures: tuple[Callable[[Any], Mapping[Cell, float]], ...]
    """(player): what it is worth to reach the cards on these cells."""
    notes: Mapping[type, Note]
    """By type of event."""
    worth: Mapping[type, Worth]
    """By type of act, those of the card set included."""
    misses: Callable[[Any, Face], float]
    """(player, face): how much the player would miss a card."""


NONE = Habits({}, (), {}, {}, lambda player, face: 0.0)


def lured(lures: Mapping[Cell, float], at: Cell, live: Edges) -> float:
    """What a card is worth that leads from that cell to these sides, for what it reaches there."""
    worth = 0.0
    for side, step, _ in SIDES:
        if live & side:
            worth += lures.get(at + step, 0.0)
    return worth


def all_lures(habits: Habits, player: Any) -> dict[Cell, float]:
    """What may be reached, and what that is worth to the player."""
    found: dict[Cell, float] = {}
    for lures in habits.lures:
        for at, worth in lures(player).items():
            found[at] = found.get(at, 0.0) + worth
    return found


def live_edges(groups: tuple[Edges, ...], outlets: Edges) -> Edges:
    """The sides to which a card leads on, if it is joined to the start on these."""
    live = 0
    for group in groups:
        if group & outlets:
            live |= group
    return live
