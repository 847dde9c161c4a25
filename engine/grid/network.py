"""The network: what lies where, and which sides touch.

For every empty cell beside a face-up card the network keeps ``sides``, twelve bits, and ``fits``, sixteen bits looked
up from it: bit *e* is set if a card with edge mask *e* may lie there (A4.2, A4.3, A4.5).  Laying a card renews its
four neighbours, nothing else.

Of ``sides`` the network sets what touches and what is open.  The outlets, its lowest four bits, are those of a
`Reach`; without one they stay zero, and a fit table that asks for none serves.
"""

from collections.abc import Collection
from typing import Any

from engine.grid.cells import SIDES, Cell, Edges, Groups
from engine.grid.fitting import OUTLETS, join_table
from engine.slots import Slot

_ORDERED = 16
"""Beside the answers for sixteen edge masks: the cells that a card may lie on, in their order, and what fits there."""


class Network:
    """The cards on the grid, by cell."""

    __slots__ = ("edges", "fit_table", "fits", "found", "groups", "hidden", "sides", "slots", "turned")

    def __init__(self, fit_table: tuple[int, ...]) -> None:
        self.fit_table = fit_table
        self.found: dict[int, list[Any]] = {}
        """What `places` and `joining_places` have answered since the last change: cells."""
        self.slots: dict[Cell, Slot] = {}
        self.turned: dict[Cell, int] = {}
        self.edges: dict[Cell, Edges] = {}
        """By face-up card: its open edges."""
        self.groups: dict[Cell, Groups] = {}
        self.sides: dict[Cell, int] = {}
        self.fits: dict[Cell, int] = {}
        self.hidden: dict[Cell, Slot] = {}
        """Cards that lie face down on the grid; they are no part of the network (0.5)."""

    def copy(self) -> "Network":
        """A network that can be changed without changing this one."""
        twin = Network.__new__(Network)
        twin.fit_table = self.fit_table
        twin.found = self.found.copy()
        twin.slots = self.slots.copy()
        twin.turned = self.turned.copy()
        twin.edges = self.edges.copy()
        twin.groups = self.groups.copy()
        twin.sides = self.sides.copy()
        twin.fits = self.fits.copy()
        twin.hidden = self.hidden.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and all(
            getattr(self, name) == getattr(other, name)
            for name in ("slots", "turned", "edges", "groups", "fits", "hidden")
        )

    def places(self, edges: Edges) -> list[Cell]:
        """The cells where a card with these edges may lie, by x, then y."""
        found = self.found
        cells = found.get(edges)
        if cells is None:
            ordered = found.get(_ORDERED) or found.setdefault(_ORDERED, sorted(self.fits.items()))
            bit = 1 << edges
            cells = found[edges] = [at for at, fits in ordered if fits & bit]
        return cells

    def joining_places(self, edges: Edges, barred: Collection[Cell]) -> list[Cell]:
        """The cells where a card with these edges joins any card, reachable or not, but no barred cell (HB13)."""
        key = -edges  # beside the answers of `places`; a card has at least one open edge
        cells = self.found.get(key)
        if cells is None:
            bit, table = 1 << edges, join_table()
            fitting = (at for at, seen in self.sides.items() if table[seen] & bit and at not in barred)
            cells = self.found[key] = sorted(fitting)
        return cells

    def hide(self, at: Cell, slot: Slot) -> None:
        """Lay a card face down: nothing may be placed there, and it sets no edge condition (A4.7)."""
        self.found.clear()
        self.sides.pop(at, None)
        self.fits.pop(at, None)
        self.hidden[at] = slot

    def lay(self, at: Cell, slot: Slot, groups: Groups, turned: int) -> None:
        """Add a face-up card, on an empty cell or in place of the hidden card there."""
        self.found.clear()
        edges = 0
        for group in groups:
            edges |= group
        self.slots[at] = slot
        self.turned[at] = turned
        self.groups[at] = groups
        self.edges[at] = edges
        sides, fits, table, taken, hidden = self.sides, self.fits, self.fit_table, self.edges, self.hidden
        if at in hidden:
            del hidden[at]
        elif at in sides:
            del sides[at], fits[at]
        for side, step, back in SIDES:
            near = at + step
            if near not in taken and near not in hidden:
                seen = sides.get(near, 0) | back << 8
                if edges & side:
                    seen |= back << 4
                sides[near] = seen
                fits[near] = table[seen]

    def remove(self, at: Cell) -> None:
        """Take a face-up card away; what hung on it stays."""
        self.found.clear()
        del self.slots[at], self.turned[at], self.edges[at], self.groups[at]
        for _, step, _ in SIDES:
            near = at + step
            if near not in self.edges and near not in self.hidden:
                self._measure(near)
        self._measure(at)

    def take_hidden(self, at: Cell) -> Slot:
        """Take a face-down card away: a card may lie there now."""
        self.found.clear()
        slot = self.hidden.pop(at)
        self._measure(at)
        return slot

    def clear_outlets(self) -> None:
        """Forget all outlets."""
        self.found.clear()
        for at, seen in self.sides.items():
            self.sides[at] = seen & ~OUTLETS
            self.fits[at] = self.fit_table[seen & ~OUTLETS]

    def matches(self, at: Cell, edges: Edges) -> int:
        """How many sides of a card with these edges would match a card of the network beside the cell."""
        return sum(
            (edges & side != 0) == (self.edges[at + step] & back != 0)
            for side, step, back in SIDES
            if at + step in self.edges
        )

    def touches(self, at: Cell) -> bool:
        """Whether the empty cell shares a full side with a card of the network (A4.2)."""
        return at in self.sides

    def mismatches(self, at: Cell, edges: Edges) -> bool:
        """Whether an edge would meet a card of the network that shows the opposite (A4.3)."""
        sides = self.sides.get(at, 0)
        return edges & sides >> 8 != sides >> 4 & 15

    def joins(self, at: Cell, edges: Edges) -> bool:
        """Whether a card with these edges matches and meets a tunnel there, reachable or not (HB13)."""
        return join_table()[self.sides.get(at, 0)] >> edges & 1 == 1

    def _measure(self, at: Cell) -> None:
        """Look at the four neighbours of an empty cell again; its outlets are set again by the reach."""
        seen = 0
        for side, step, back in SIDES:
            edges = self.edges.get(at + step)
            if edges is not None:
                seen |= side << 8 | (side << 4 if edges & back else 0)
        if seen:
            self.sides[at] = seen
            self.fits[at] = self.fit_table[seen]
        else:
            self.sides.pop(at, None)
            self.fits.pop(at, None)
