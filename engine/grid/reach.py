"""What of a network is reachable from its roots.

For every face-up card a reach keeps its *outlets*: the open edges that belong to a group reachable from a root (0.7).
It tells the empty cells beside them, since a card may have to meet one (A4.5); no other object sets these bits.
Laying a card spreads what is reachable from there; only the removal of a card asks for a search from the roots.

The *roots* are the start, and every card that is joined to it wherever it lies (0.6).
"""

from collections.abc import Collection

from engine.grid.cells import SIDES, Cell, Edges
from engine.grid.fitting import OUTLETS
from engine.grid.network import Network


class Reach:
    """The reachable edges by cell, and the hidden cards that they face."""

    __slots__ = ("_network", "outlets", "reached", "roots")

    def __init__(self, network: Network) -> None:
        self._network = network
        self.outlets: dict[Cell, Edges] = dict.fromkeys(network.edges, 0)
        self.reached: list[Cell] = []
        """Hidden cards that an outlet faces (0.8), in the order they were reached."""
        self.roots: list[Cell] = []
        """In the order they were laid."""

    def copy(self, network: Network) -> "Reach":
        """The same over a copy of the network; it can be changed without changing this one."""
        twin = Reach.__new__(Reach)
        twin._network = network
        twin.outlets = self.outlets.copy()
        twin.reached = self.reached.copy()
        twin.roots = self.roots.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reach) and (self.outlets, self.reached, self.roots) == (
            other.outlets,
            other.reached,
            other.roots,
        )

    def hidden(self, at: Cell) -> None:
        """Follow a card that was laid face down."""
        if self.entries(at):
            self.reached.append(at)

    def laid(self, at: Cell, entries: Edges) -> None:
        """Follow a card that was laid face up; ``entries`` are those that its cell had before."""
        if at in self.reached:
            self.reached.remove(at)
        self.outlets[at] = 0
        if entries:
            self._spread([(at, group) for group in self._network.groups[at] if group & entries])

    def root_laid(self, at: Cell, entries: Edges) -> None:
        """Follow a card that was laid face up and is joined to the start wherever it lies (0.6)."""
        self.laid(at, entries)
        self.roots.append(at)
        self._spread([(at, group) for group in self._network.groups[at]])

    def removed(self, at: Cell) -> None:
        """Follow a card that was taken away; what hung on it is no longer reachable (HA10)."""
        if at in self.roots:
            self.roots.remove(at)
        self._search()

    def watching(self, at: Cell) -> "WatchingReach":
        """The same, which also tells when a tunnel leads to the card that lies face up on a cell."""
        twin = WatchingReach(self._network)
        twin.outlets, twin.reached, twin.roots = self.outlets, self.reached, self.roots
        twin.watched = [at]
        return twin

    def entries(self, at: Cell) -> Edges:
        """The sides of a cell that an outlet of a neighbour faces."""
        seen = self._network.sides.get(at)
        if seen is not None:
            return seen & OUTLETS
        outlets, found = self.outlets, 0
        for side, step, back in SIDES:
            if outlets.get(at + step, 0) & back:
                found |= side
        return found

    def leads_to(self, goal: Cell, shut: Collection[Cell]) -> bool:
        """Whether a tunnel leads from a root to the card on a cell without using a card on a shut cell (HB3)."""
        groups_of = self._network.groups
        seen: set[tuple[Cell, Edges]] = set()
        found = [(at, group) for at in self.roots for group in groups_of[at]]
        while found:
            node = at, group = found.pop()
            if node in seen or at in shut:
                continue
            if at == goal:
                return True
            seen.add(node)
            for side, step, back in SIDES:
                if group & side:
                    found += [(at + step, joined) for joined in groups_of.get(at + step, ()) if joined & back]
        return False

    def _spread(self, found: list[tuple[Cell, Edges]]) -> None:
        """Mark groups as reachable, and what is joined to them."""
        network, outlets = self._network, self.outlets
        edges_of, groups_of, hidden = network.edges, network.groups, network.hidden
        sides, fits, table = network.sides, network.fits, network.fit_table
        network.found.clear()
        while found:
            at, group = found.pop()
            known = outlets[at]
            if known & group == group:
                continue
            outlets[at] = known | group
            for side, step, back in SIDES:
                if not group & side:
                    continue
                near = at + step
                edges = edges_of.get(near)
                if edges is None:
                    if near not in hidden:
                        seen = sides[near] = sides[near] | back
                        fits[near] = table[seen]
                    elif near not in self.reached:
                        self.reached.append(near)
                elif edges & back and not outlets[near] & back:
                    for joined in groups_of[near]:
                        if joined & back:
                            found.append((near, joined))

    def _search(self) -> None:
        """Find again, from the roots, what is reachable."""
        network = self._network
        network.clear_outlets()
        self.outlets = dict.fromkeys(network.edges, 0)
        self.reached = []
        self._spread([(at, group) for at in self.roots for group in network.groups[at]])


class WatchingReach(Reach):
    """A reach that counts some cards that lie face up among what is reached, as long as it watches them."""

    __slots__ = ("watched",)

    def __init__(self, network: Network) -> None:
        super().__init__(network)
        self.watched: list[Cell] = []

    def copy(self, network: Network) -> "WatchingReach":
        """The same over a copy of the network; it can be changed without changing this one."""
        twin = super().copy(network).watching(0)
        twin.watched = self.watched.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, WatchingReach) and self.watched == other.watched

    def laid(self, at: Cell, entries: Edges) -> None:
        """Follow a card that was laid face up."""
        super().laid(at, entries)
        self._look()

    def root_laid(self, at: Cell, entries: Edges) -> None:
        """Follow a card that was laid face up and is joined to the start wherever it lies (0.6)."""
        super().root_laid(at, entries)
        self._look()

    def removed(self, at: Cell) -> None:
        """Follow a card that was taken away."""
        super().removed(at)
        self._look()

    def leave(self, at: Cell) -> None:
        """The card has been reached, and is watched no more."""
        self.watched.remove(at)
        self.reached.remove(at)

    def _look(self) -> None:
        self.reached += [at for at in self.watched if self.outlets.get(at) and at not in self.reached]
