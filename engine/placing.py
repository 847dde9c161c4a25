"""A path card is laid on a cell of the grid, whichever game is played."""

from collections.abc import Callable
from typing import TypeAlias

from engine.errors import Reason
from engine.grid.cells import Cell, Edges
from engine.grid.network import Network
from engine.records import record
from engine.slots import Face, Seat, Slot

Misfit: TypeAlias = Callable[[Network, Cell, Edges, int], Reason | None]
"""(network, cell, open edges, turned): why a card cannot lie so, None if it can."""


@record
class PlacePath:
    """Lay this card on that cell; ``turned`` is in degrees, and only 0 and 180 lie upright (0.3, HF25)."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    turned: int


@record
class PathPlaced:
    """A path card lies on a cell."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    turned: int


def first_broken(*, taken: Reason, alone: Reason, mismatch: Reason, crosswise: Reason) -> Misfit:
    """What looks for the first thing that is wrong with a placement, and names it as the game does.

    A card that lies face down takes its cell, and sets no other condition.
    """

    def misfit(network: Network, at: Cell, edges: Edges, turned: int) -> Reason | None:
        if at in network.edges or at in network.hidden:
            return taken
        if not network.touches(at):
            return alone
        if network.mismatches(at, edges):
            return mismatch
        return crosswise if turned not in (0, 180) else None

    return misfit
