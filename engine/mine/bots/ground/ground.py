"""What a bot has to know of a board to see how far the gold is, as masks of cells.

The ground of a board is worked out once, and all bots share it.  A card is tried by changing a few bits.
"""

from typing import TypeAlias

from engine.grid.cells import Cell, Edges, Groups
from engine.grid.fitting import OUTLETS
from engine.mine.board import Board
from engine.mine.bots.ground.extent import Extent, Mask, extent
from engine.mine.bots.ground.tunnels import cut_off
from engine.records import record

Touched: TypeAlias = tuple[Mask, Mask, Mask, Mask, Mask]
"""The empty cells, by the number of their sides that touch a card."""


@record
class Ground:
    """Masks of cells, as the extent has them."""

    extent: Extent
    touched: Touched
    ends: Mask
    """The empty cells that an outlet faces: there the tunnel goes on."""
    goals: Mask
    """The cards that lie face down."""
    reached: Mask
    """Those of them that an outlet faces."""
    tunnels: tuple[Mask, ...]
    """For every tunnel that is cut off: the cells that it opens on."""

    def taken(self, at: Cell) -> "Ground":
        """As if a card lay there that leads nowhere."""
        return self.with_card(at, (), 0)

    def with_card(self, at: Cell, groups: Groups, entries: Edges) -> "Ground":
        """As if a card lay there, joined to the start on these sides; no tunnel that is cut off may open on it."""
        shown, bit = self.extent, self.extent.bits[at]
        touched = _with_card(self.touched, bit, shown.around(bit))
        faced, tunnels = 0, self.tunnels
        for group in groups:
            if group & entries:
                faced |= shown.faced(bit, group)
            elif group & group - 1:  # a single edge leads nowhere
                tunnels = (*tunnels, shown.faced(bit, group))
        _, one, two, three, four = touched
        ends = self.ends & ~bit | faced & (one | two | three | four)
        return Ground(shown, touched, ends, self.goals, self.reached | faced & self.goals, tunnels)

    def cleared(self, at: Cell, entries: Edges) -> "Ground":
        """As if the card there were gone, and what hangs on it still joined to the start: no ground is better."""
        shown, bit = self.extent, self.extent.bits[at]
        ends = self.ends | bit if entries else self.ends
        touched = _without_card(self.touched, bit, shown.around(bit), self.goals)
        return Ground(shown, touched, ends, self.goals, self.reached, self.tunnels)

    def beyond(self, cells: Mask) -> Mask:
        """One step on from these cells, and out of every tunnel that opens on one of them."""
        found = self.extent.around(cells)
        for tunnel in self.tunnels:
            if tunnel & cells:
                found |= tunnel
        return found

    def is_beside_tunnel(self, at: Cell) -> bool:
        """Whether a tunnel that is cut off opens on the cell."""
        bit = self.extent.bits[at]
        return any(tunnel & bit for tunnel in self.tunnels)


def ground(board: Board) -> Ground:
    """That of the board as it lies."""
    return board.noted("ground", lambda: _measured(board))


def _measured(board: Board) -> Ground:
    network = board.network
    shown = extent((*network.sides, *network.edges, *network.hidden))
    bits = shown.bits
    touched, ends = [0] * 5, 0
    for at, seen in network.sides.items():
        bit = bits[at]
        touched[(seen >> 8).bit_count()] |= bit
        if seen & OUTLETS:
            ends |= bit
    goals, cards = shown.mask(network.hidden), shown.mask(network.edges)
    _, one, two, three, four = touched
    none = shown.all & ~(one | two | three | four | goals | cards)
    reached = shown.mask(board.reach.reached)
    tunnels = tuple(dict.fromkeys(cut_off(board, bits).values()))
    return Ground(shown, (none, one, two, three, four), ends, goals, reached, tunnels)


def _with_card(touched: Touched, bit: Mask, around: Mask) -> Touched:
    """A card takes a cell, and touches those around it."""
    none, one, two, three, four = touched
    others = ~(bit | around)
    return (
        none & others,
        one & others | none & around,
        two & others | one & around,
        three & others | two & around,
        four & others | three & around,
    )


def _without_card(touched: Touched, bit: Mask, around: Mask, goals: Mask) -> Touched:
    """A card leaves a cell, and no longer touches those around it."""
    none, one, two, three, four = touched
    cards = (around & ~(none | one | two | three | four | goals)).bit_count()
    others = ~around
    left = [
        none | one & around,
        one & others | two & around,
        two & others | three & around,
        three & others | four & around,
        four & others,
    ]
    left[cards] |= bit
    return left[0], left[1], left[2], left[3], left[4]
