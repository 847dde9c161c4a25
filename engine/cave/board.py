"""The grid of the cave: a network of cards, the spaces on them, and which spaces are one move apart.

A space is one number: eight for each cell, and the number of the space on its card.  A goal that lies face down is one
space (HF10).  A *border* is where two cells touch, and it is one number too; a cobweb lies on one.
"""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from engine.cave.cards.card import EXIT, LADDER, LAIR
from engine.cave.cards.chart import Chart
from engine.grid.cells import SIDES, START, Cell, Edges, Groups
from engine.grid.fitting import join_table
from engine.grid.network import Network
from engine.slots import Slot

Space: TypeAlias = int
Border: TypeAlias = int

NOWHERE: Space = 1 << 24
"""Where a figure is that is in no space of the cave."""
FREE: Border = 1 << 24
"""The border of neighbours between which no cobweb can lie."""
_BITS = 3


def space(at: Cell, number: int) -> Space:
    """The space with that number on the card in a cell."""
    return (at << _BITS) + number


def cell_of(where: Space) -> Cell:
    """The cell of a space."""
    return where >> _BITS


def number_of(where: Space) -> int:
    """The number of a space on its card."""
    return where & 7


def border(at: Cell, edge: int) -> Border:
    """The border of a cell at an edge, counted N, E, S, W: that of the neighbour on the other side too."""
    _, step, _ = SIDES[edge]
    return 2 * at + edge if edge < 2 else 2 * (at + step) + edge - 2


class Board:
    """Changes go through the board, which keeps network and spaces in step."""

    __slots__ = ("_near", "_steps", "charts", "exit", "ladders", "lairs", "network")

    def __init__(self, start: Slot, groups: Groups, chart: Chart) -> None:
        self.network = Network(join_table())
        self.charts: dict[Cell, Chart] = {}
        """By face-up card: its spaces as it lies."""
        self.ladders: frozenset[Space] = frozenset()
        self.lairs: frozenset[Space] = frozenset()
        self.exit: Space = NOWHERE
        self._near: dict[Space, tuple[tuple[Space, Border], ...]] = {}
        """What `near` has answered since the last change; copies share it."""
        self._steps: dict[Space, list[Space]] = {}
        """The same for `steps`, where no cobweb lies."""
        self.lay(START, start, groups, chart, 0)

    def copy(self) -> "Board":
        """A board that can be changed without changing this one."""
        twin = Board.__new__(Board)
        twin.network = self.network.copy()
        twin.charts = self.charts.copy()
        twin.ladders, twin.lairs, twin.exit = self.ladders, self.lairs, self.exit
        twin._near, twin._steps = self._near, self._steps
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.network, self.charts) == (other.network, other.charts)

    def hide(self, at: Cell, slot: Slot) -> None:
        """Lay a goal face down."""
        self._near, self._steps = {}, {}
        self.network.hide(at, slot)

    def lay(self, at: Cell, slot: Slot, groups: Groups, chart: Chart, turned: int) -> None:
        """Lay a card face up, on an empty cell or in place of the goal that lies face down there."""
        self._near, self._steps = {}, {}
        self.network.lay(at, slot, groups, turned)
        self.charts[at] = chart
        if chart.symbol == LADDER:
            self.ladders |= {space(at, chart.marked)}
        elif chart.symbol == LAIR:
            self.lairs |= {space(at, chart.marked)}
        elif chart.symbol == EXIT:
            self.exit = space(at, chart.marked)

    def remove(self, at: Cell) -> None:
        """Take a face-up card away."""
        self._near, self._steps = {}, {}
        self.network.remove(at)
        marked = {space(at, self.charts.pop(at).marked)}
        self.ladders -= marked
        self.lairs -= marked

    def replace_slots(self, successor: Mapping[Slot, Slot]) -> None:
        """No card on the grid is ever renewed."""

    def near(self, where: Space) -> tuple[tuple[Space, Border], ...]:
        """The spaces that are one move away, each with the border that is crossed; in ascending order (F8, HF2)."""
        found = self._near.get(where)
        if found is None:
            found = self._near[where] = tuple(sorted(self._look_around(where)))
        return found

    def steps(self, where: Space, webs: Collection[Border]) -> list[Space]:
        """The spaces to which a figure can move from there: a cobweb bars the border on which it lies (F6.5)."""
        if webs:
            return list(dict.fromkeys(there for there, crossed in self.near(where) if crossed not in webs))
        found = self._steps.get(where)
        if found is None:
            found = self._steps[where] = list(dict.fromkeys(there for there, _ in self.near(where)))
        return found

    def marked(self, symbol: str, at: Cell) -> Space:
        """The space with that symbol on a card, `NOWHERE` if the card has none."""
        chart = self.charts.get(at)
        return space(at, chart.marked) if chart is not None and chart.symbol == symbol else NOWHERE

    def open_edge(self, at: Cell, edge: int) -> bool:
        """Whether a face-up card shows a tunnel at that edge."""
        return self.network.edges.get(at, 0) >> edge & 1 == 1

    def is_join(self, at: Cell, edge: int) -> bool:
        """Whether the tunnel at that edge is continued by one of another card."""
        _, step, _ = SIDES[edge]
        return self.open_edge(at, edge) and self.open_edge(at + step, (edge + 2) % 4)

    def meets_rock(self, at: Cell, edge: int) -> bool:
        """Whether the card on the other side shows rock there."""
        _, step, _ = SIDES[edge]
        return at + step in self.charts and not self.open_edge(at + step, (edge + 2) % 4)

    def edges_at(self, where: Space) -> Edges:
        """The edges at which a space lies."""
        chart = self.charts.get(cell_of(where))
        return 0 if chart is None else chart.edges[number_of(where)]

    def entrance(self, at: Cell, side: Edges) -> Space:
        """The space at an open edge of the card there."""
        return space(at, self.charts[at].at(side))

    def _look_around(self, where: Space) -> set[tuple[Space, Border]]:
        at = cell_of(where)
        if at in self.network.hidden:
            return self._across(at, 15)
        chart = self.charts[at]
        found = {(space(at, other), FREE) for other in chart.near[number_of(where)]}
        found |= self._across(at, chart.edges[number_of(where)])
        if where in self.ladders:
            found |= {(other, FREE) for other in self.ladders if other != where}
        return found

    def _across(self, at: Cell, edges: Edges) -> set[tuple[Space, Border]]:
        """What lies behind these open edges."""
        network, found = self.network, set[tuple[Space, Border]]()
        for number, (side, step, back) in enumerate(SIDES):
            near = at + step
            if not edges & side:
                continue
            if near in network.hidden:
                found.add((space(near, 0), border(at, number)))
            elif network.edges.get(near, 0) & back:
                found.add((self.entrance(near, back), border(at, number)))
        return found
