"""How far the tunnel is from a goal, at a glance: a search over empty cells from its open ends.

An empty cell costs one card, and more where it touches several cards, since fewer cards fit there; tunnels that
lie there already cost nothing, cut off or not.  Which cards are left is not asked: it is no proof.
"""

from functools import lru_cache, partial
from heapq import heappop, heappush

from engine.grid.cells import SIDES, Cell, Edges, xy
from engine.mine.board import Board

CARD = 2
"""Distances are counted in half cards."""
FAR = 60
COST = (2, 2, 3, 5, 7)
"""By number of sides that touch a card."""
_WEST, _EAST, _SOUTH, _NORTH = -2, 11, -5, 5


def distance(board: Board, goal: Cell) -> int:
    """Half cards from the network as it is to the goal; `FAR` if there is no way."""
    return _distance(Frozen(board), goal)


class Frozen:
    """A board as a key: several bots look at the same one, and each would search again.

    What is reachable follows from the cards and the roots, so that these are enough.
    """

    __slots__ = ("_key", "board")

    def __init__(self, board: Board) -> None:
        self.board = board
        self._key = (frozenset(board.network.groups.items()), frozenset(board.network.hidden), tuple(board.reach.roots))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and self._key == other._key


@lru_cache(maxsize=256)
def _distance(frozen: Frozen, goal: Cell) -> int:
    return 0 if frozen.board.reach.entries(goal) else _Search(frozen.board, goal).needed()


class _Search:
    """A* from the open ends of the network; where cut-off tunnels could shorten the way, the estimate is none."""

    def __init__(self, board: Board, goal: Cell) -> None:
        self._board = board
        self._goal = goal
        self._estimate = _nothing if _has_cut_off(board) else partial(_at_least, goal)
        self._best: dict[Cell, int] = {}
        self._passed: set[tuple[Cell, Edges]] = set()
        self._edge: list[tuple[int, int, Cell, Edges]] = []

    def needed(self) -> int:
        """The cost of the cheapest way."""
        for at, seen in self._board.network.sides.items():
            if seen & 15:
                self._reach(at, 0)
        while self._edge:
            _, needed, at, ways = heappop(self._edge)
            for side, step, back in SIDES:
                if ways & side:
                    if at + step == self._goal:
                        return needed
                    self._step(at + step, back, needed)
        return FAR

    def _step(self, near: Cell, back: Edges, needed: int) -> None:
        board = self._board
        if near in board.network.edges:
            self._enter(near, back, needed)
        elif near not in board.network.hidden and in_sight(near):
            self._reach(near, needed)

    def _reach(self, at: Cell, needed: int) -> None:
        """An empty cell costs a card."""
        needed += COST[(self._board.network.sides.get(at, 0) >> 8).bit_count()]
        if needed < self._best.get(at, FAR):
            self._best[at] = needed
            heappush(self._edge, (needed + self._estimate(at), needed, at, 15))

    def _enter(self, at: Cell, back: Edges, needed: int) -> None:
        """A tunnel that was cut off costs nothing."""
        for group in self._board.network.groups[at]:
            if group & back and not self._board.reach.outlets[at] & group and (at, group) not in self._passed:
                self._passed.add((at, group))
                heappush(self._edge, (needed, needed, at, group & ~back))


def _has_cut_off(board: Board) -> bool:
    return any(
        group.bit_count() > 1 and not board.reach.outlets[at] & group
        for at, groups in board.network.groups.items()
        for group in groups
    )


def _nothing(at: Cell) -> int:
    return 0


@lru_cache(maxsize=8192)
def _at_least(goal: Cell, at: Cell) -> int:
    (x, y), (u, v) = xy(goal), xy(at)
    return CARD * (abs(x - u) + abs(y - v) - 1)


@lru_cache(maxsize=4096)
def in_sight(at: Cell) -> bool:
    """Whether a tunnel might sensibly lead over the cell."""
    x, y = xy(at)
    return _WEST <= x <= _EAST and _SOUTH <= y <= _NORTH
