"""How far every empty cell is from a goal: one search from the goal back to the open ends of the network.

The survey tells how far the network is.  Whoever has six cards and twenty cells for them asks that for every pair, and
doors make three networks out of one; the way back from the goal is the same for all of them and is found once.
"""

from functools import lru_cache
from heapq import heappop, heappush

from engine.grid.cells import SIDES, Cell, Edges
from engine.mine.board import Board
from engine.mine.bots.survey import COST, FAR, Frozen, in_sight

_EMPTY = 0
"""Stands for the group of a cell on which no card lies."""
_EVERY_WAY = 15


class Field:
    """Half cards to one goal, from whatever is not farther from it than the network."""

    __slots__ = ("cells", "nearest", "network", "tunnels")

    def __init__(self) -> None:
        self.network = FAR
        """From the network; 0 if it has reached the goal."""
        self.nearest: Cell | None = None
        """The cell that such a way begins with."""
        self.cells: dict[Cell, int] = {}
        """By empty cell: with the card that it costs."""
        self.tunnels: dict[tuple[Cell, Edges], int] = {}
        """By cell and group of a tunnel that was cut off."""

    def beyond(self, board: Board, near: Cell, back: Edges) -> int:
        """From an open edge that faces a cell; ``back`` is the side of the cell that it faces."""
        groups = board.network.groups.get(near)
        if groups is None:
            return self.cells.get(near, FAR)
        return min((self.tunnels.get((near, group), FAR) for group in groups if group & back), default=FAR)


def field(board: Board, goal: Cell, taken: Cell | None = None) -> Field:
    """Measured from the goal; no way leads over the cell that is ``taken``, as if a card lay there already."""
    return _field(Frozen(board), goal, taken)


@lru_cache(maxsize=256)
def _field(frozen: Frozen, goal: Cell, taken: Cell | None) -> Field:
    return _Flood(frozen.board, goal, taken).run()


class _Flood:
    """Dijkstra's search; it ends where the first outlet is found, since nothing beyond is nearer."""

    def __init__(self, board: Board, goal: Cell, taken: Cell | None) -> None:
        self._board = board
        self._goal = goal
        self._taken = taken
        self._beside_taken = () if taken is None else tuple(taken + step for _, step, _ in SIDES)
        self._field = Field()
        self._edge: list[tuple[int, Cell, Edges]] = []

    def run(self) -> Field:
        """Everything that is nearer to the goal than the network."""
        self._leave(self._goal, _EVERY_WAY, 0)
        while self._edge:
            cost, at, group = heappop(self._edge)
            if cost > self._field.network:
                break
            if group or cost == self._field.cells[at]:
                self._leave(at, group or _EVERY_WAY, cost)
        return self._field

    def _leave(self, at: Cell, ways: Edges, cost: int) -> None:
        groups_of, reach, hidden = self._board.network.groups, self._board.reach.outlets, self._board.network.hidden
        for side, step, back in SIDES:
            if not ways & side:
                continue
            near = at + step
            groups = groups_of.get(near)
            if groups is None:
                if near not in hidden and near != self._taken:
                    self._reach(near, cost)
            elif reach[near] & back:
                self._arrive(at, cost)
            else:
                self._enter(near, [group for group in groups if group & back], cost)

    def _arrive(self, at: Cell, cost: int) -> None:
        if cost < self._field.network:
            self._field.network = cost
            self._field.nearest = at

    def _reach(self, near: Cell, cost: int) -> None:
        """An empty cell costs a card, and more where fewer cards fit."""
        seen = self._board.network.sides.get(near, 0)
        if not seen & 15 and not in_sight(near):
            return
        cost += COST[(seen >> 8).bit_count() + (near in self._beside_taken)]
        if cost < self._field.cells.get(near, FAR):
            self._field.cells[near] = cost
            heappush(self._edge, (cost, near, _EMPTY))

    def _enter(self, near: Cell, groups: list[Edges], cost: int) -> None:
        """A tunnel that was cut off costs nothing."""
        for group in groups:
            if cost < self._field.tunnels.get((near, group), FAR):
                self._field.tunnels[near, group] = cost
                heappush(self._edge, (cost, near, group))
