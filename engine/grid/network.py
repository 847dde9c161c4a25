"""The grid: cells, edges, groups of joined edges, and what is reachable from the start.  Pure geometry.

Theory of operation.  An edge mask has a bit for each side: N 1, E 2, S 4, W 8.  A card is a tuple of *groups*,
masks of edges that are joined inside it (0.4).  For every card of the network the board keeps

* ``edges``: its open edges,
* ``reach``: those of them that belong to a group reachable from the start (0.7), its outlets.

For every empty cell beside the network it keeps ``sides``, twelve bits that say which sides touch a card, which of
those show a tunnel, and which of those are outlets; and ``fits``, sixteen bits looked up from it: bit *e* is set if a
card with edge mask *e* may lie there (A4.2, A4.3, A4.5).  Laying a card renews its four neighbours and whatever
becomes reachable through it; only the removal of a card asks for a search over the whole network.

What is reachable spreads from the *roots*: the start, and every card that is joined to it wherever it lies (0.6).
"""

from collections.abc import Collection, Iterable
from functools import cache
from typing import TypeAlias

from engine.slots import Slot

Cell: TypeAlias = int
Edges: TypeAlias = int
Groups: TypeAlias = tuple[Edges, ...]

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_LETTERS = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
_COLUMN = 256

SIDES = ((NORTH, 1, SOUTH), (EAST, _COLUMN, WEST), (SOUTH, -1, NORTH), (WEST, -_COLUMN, EAST))
"""Each side with the step to the neighbouring cell and the neighbour's edge that faces it."""


def cell(x: int, y: int) -> Cell:
    """One number for a cell; numbers are ordered by x, then y."""
    return x * _COLUMN + y


def xy(at: Cell) -> tuple[int, int]:
    """The coordinates of a cell."""
    y = (at + _COLUMN // 2) % _COLUMN - _COLUMN // 2
    return (at - y) // _COLUMN, y


START = cell(0, 0)


def mask(letters: str) -> Edges:
    """The edge mask of some letters of NESW."""
    return sum(_LETTERS[letter] for letter in letters)


def letters(edges: Edges) -> str:
    """The letters of an edge mask, in the order NESW."""
    return "".join(letter for letter, bit in _LETTERS.items() if edges & bit)


def quarter_turned(edges: Edges, quarters: int) -> Edges:
    """The edges after that many quarter turns clockwise."""
    quarters %= 4
    return (edges << quarters | edges >> 4 - quarters) & 15


def half_turned(groups: Groups) -> Groups:
    """The groups of a card that was turned by 180 degrees (0.3)."""
    return tuple(quarter_turned(group, 2) for group in groups)


def is_symmetric(groups: Groups) -> bool:
    """Whether turning the card by 180 degrees changes nothing."""
    return set(half_turned(groups)) == set(groups)


@cache
def fit_table(*, must_connect: bool) -> tuple[int, ...]:
    """For every value of ``sides`` the edge masks that fit, as bits: A4.2, A4.3 and, if asked for, A4.5."""
    return tuple(
        sum(
            1 << edges
            for edges in range(16)
            if touched and edges & touched == opened and (edges & reached or not must_connect)
        )
        for touched in range(16)
        for opened in range(16)
        for reached in range(16)
    )


@cache
def join_table() -> tuple[int, ...]:
    """For every value of ``sides`` the edge masks that match and meet a tunnel, reachable or not, as bits (HB13)."""
    return tuple(
        sum(1 << edges for edges in range(16) if opened and edges & touched == opened)
        for touched in range(16)
        for opened in range(16)
        for _ in range(16)
    )


def beside(cells: Iterable[Cell]) -> frozenset[Cell]:
    """The cells that share a side with one of these."""
    return frozenset(at + step for at in cells for _, step, _ in SIDES)


class Board:
    """The cards on the grid, by cell."""

    __slots__ = (
        "edges",
        "fit_table",
        "fits",
        "found",
        "groups",
        "hidden",
        "reach",
        "reached",
        "roots",
        "sides",
        "slots",
        "turned",
    )

    def __init__(self, fit_table: tuple[int, ...], start: Slot, groups: Groups) -> None:
        self.fit_table = fit_table
        self.found: dict[int, list[Cell]] = {}
        """What `places` and `root_places` have answered since the last change."""
        self.slots: dict[Cell, Slot] = {}
        self.turned: dict[Cell, int] = {}
        self.edges: dict[Cell, Edges] = {}
        self.groups: dict[Cell, Groups] = {}
        self.reach: dict[Cell, Edges] = {}
        self.sides: dict[Cell, int] = {}
        self.fits: dict[Cell, int] = {}
        self.hidden: dict[Cell, Slot] = {}
        """Cards that lie face down on the grid; they are no part of the network (0.5)."""
        self.reached: list[Cell] = []
        """Hidden cards that an outlet faces (0.8), in the order they were reached."""
        self.roots = [START]
        """The start and what is joined to it wherever it lies (0.6), in the order they were laid."""
        self._put(START, start, groups, 0)
        self._spread([(START, self.edges[START])])

    def copy(self) -> "Board":
        """A board that can be changed without changing this one."""
        twin = Board.__new__(Board)
        twin.fit_table = self.fit_table
        twin.found = self.found.copy()
        twin.slots = self.slots.copy()
        twin.turned = self.turned.copy()
        twin.edges = self.edges.copy()
        twin.groups = self.groups.copy()
        twin.reach = self.reach.copy()
        twin.sides = self.sides.copy()
        twin.fits = self.fits.copy()
        twin.hidden = self.hidden.copy()
        twin.reached = self.reached.copy()
        twin.roots = self.roots.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and all(
            getattr(self, name) == getattr(other, name)
            for name in ("slots", "turned", "edges", "groups", "reach", "fits", "hidden", "reached", "roots")
        )

    def places(self, edges: Edges) -> list[Cell]:
        """The cells where a card with these edges may lie, by x, then y."""
        cells = self.found.get(edges)
        if cells is None:
            bit = 1 << edges
            cells = self.found[edges] = sorted(at for at, fits in self.fits.items() if fits & bit)
        return cells

    def root_places(self, edges: Edges, barred: Collection[Cell]) -> list[Cell]:
        """The cells where a new root with these edges may lie: joined to any card, and on no barred cell (HB13)."""
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
        if self.outlets(at):
            self.reached.append(at)

    def lay(self, at: Cell, slot: Slot, groups: Groups, turned: int) -> None:
        """Add a face-up card to the network, on an empty cell or in place of the hidden card there."""
        if at in self.hidden:
            del self.hidden[at]
            if at in self.reached:
                self.reached.remove(at)
        self._put(at, slot, groups, turned)
        outlets = self.outlets(at)
        if outlets:
            self._spread([(at, group) for group in groups if group & outlets])

    def lay_root(self, at: Cell, slot: Slot, groups: Groups, turned: int) -> None:
        """Add a face-up card that is joined to the start wherever it lies (0.6)."""
        self.lay(at, slot, groups, turned)
        self.roots.append(at)
        self._spread([(at, group) for group in groups])

    def remove(self, at: Cell) -> None:
        """Take a face-up card away; what hung on it stays and is no longer reachable (HA10)."""
        self.found.clear()
        if at in self.roots:
            self.roots.remove(at)
        del self.slots[at], self.turned[at], self.edges[at], self.groups[at]
        for near in self._around(at):
            if near not in self.edges and near not in self.hidden:
                self._measure(near)
        self._measure(at)
        self._search()

    def outlets(self, at: Cell) -> Edges:
        """The sides of a cell that an outlet of a neighbour faces."""
        reach = self.reach
        return sum(side for side, step, back in SIDES if reach.get(at + step, 0) & back)

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

    def leads_to(self, goal: Cell, shut: Collection[Cell]) -> bool:
        """Whether a tunnel leads from a root to the card on a cell without using a card on a shut cell (HB3)."""
        seen: set[tuple[Cell, Edges]] = set()
        found = [(at, group) for at in self.roots for group in self.groups[at]]
        while found:
            node = at, group = found.pop()
            if node in seen or at in shut:
                continue
            if at == goal:
                return True
            seen.add(node)
            for side, step, back in SIDES:
                if group & side:
                    found += [(at + step, joined) for joined in self.groups.get(at + step, ()) if joined & back]
        return False

    def _put(self, at: Cell, slot: Slot, groups: Groups, turned: int) -> None:
        """Enter the card and tell its empty neighbours that they touch it."""
        self.found.clear()
        edges = 0
        for group in groups:
            edges |= group
        self.slots[at] = slot
        self.turned[at] = turned
        self.groups[at] = groups
        self.edges[at] = edges
        self.reach[at] = 0
        sides, fits, table, taken, hidden = self.sides, self.fits, self.fit_table, self.edges, self.hidden
        if at in sides:
            del sides[at], fits[at]
        for side, step, back in SIDES:
            near = at + step
            if near not in taken and near not in hidden:
                seen = sides.get(near, 0) | back << 8
                if edges & side:
                    seen |= back << 4
                sides[near] = seen
                fits[near] = table[seen]

    def _spread(self, found: list[tuple[Cell, Edges]]) -> None:
        """Mark groups as reachable, and what is joined to them."""
        reach, edges_of, groups_of, hidden = self.reach, self.edges, self.groups, self.hidden
        while found:
            at, group = found.pop()
            known = reach[at]
            if known & group == group:
                continue
            reach[at] = known | group
            for side, step, back in SIDES:
                if not group & side:
                    continue
                near = at + step
                edges = edges_of.get(near)
                if edges is None:
                    if near not in hidden:
                        seen = self.sides[near] = self.sides[near] | back
                        self.fits[near] = self.fit_table[seen]
                    elif near not in self.reached:
                        self.reached.append(near)
                elif edges & back and not reach[near] & back:
                    for joined in groups_of[near]:
                        if joined & back:
                            found.append((near, joined))

    def _search(self) -> None:
        """Find again, from the roots, what is reachable."""
        self.reach = dict.fromkeys(self.edges, 0)
        self.reached = []
        for at, seen in self.sides.items():
            self.sides[at] = seen & ~15
            self.fits[at] = self.fit_table[seen & ~15]
        self._spread([(at, group) for at in self.roots for group in self.groups[at]])

    def _measure(self, at: Cell) -> None:
        """Look at the four neighbours of an empty cell again."""
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

    @staticmethod
    def _around(at: Cell) -> Iterable[Cell]:
        return (at + step for _, step, _ in SIDES)
