"""How far the tunnel is from a goal, at a glance: a search over empty cells from its open ends.

An empty cell costs one card, and more where it touches several cards, since fewer cards fit there; tunnels that
lie there already cost nothing, cut off or not.  Which cards are left is not asked: it is no proof.
"""

from functools import lru_cache, partial
from heapq import heappop, heappush

from engine.grid import SIDES, Board, Cell, Edges, xy

CARD = 2
"""Distances are counted in half cards."""
FAR = 60
_COST = (2, 2, 3, 5, 7)
"""By number of sides that touch a card."""
_WEST, _EAST, _SOUTH, _NORTH = -2, 11, -5, 5


def distance(board: Board, goal: Cell) -> int:
    """Half cards from the network as it is to the goal; `FAR` if there is no way."""
    return _distance(_Frozen(board), goal)


class _Frozen:
    """A board as a key: several bots look at the same one, and each would search again."""

    __slots__ = ("_key", "board")

    def __init__(self, board: Board) -> None:
        self.board = board
        self._key = (frozenset(board.groups.items()), frozenset(board.hidden))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self._key == other._key


@lru_cache(maxsize=256)
def _distance(frozen: _Frozen, goal: Cell) -> int:
    """A* from the open ends of the network; where cut-off tunnels could shorten the way, the estimate is none."""
    board = frozen.board
    if board.outlets(goal):
        return 0
    estimate = _nothing if _has_cut_off(board) else partial(_at_least, goal)
    best: dict[Cell, int] = {}
    passed: set[tuple[Cell, Edges]] = set()
    edge: list[tuple[int, int, Cell, Edges]] = []

    def reach(near: Cell, needed: int) -> None:
        needed += _COST[(board.sides.get(near, 0) >> 8).bit_count()]
        if needed < best.get(near, FAR):
            best[near] = needed
            heappush(edge, (needed + estimate(near), needed, near, 15))

    for near, seen in board.sides.items():
        if seen & 15:
            reach(near, 0)
    while edge:
        _, needed, at, ways = heappop(edge)
        for side, step, back in SIDES:
            if not ways & side:
                continue
            near = at + step
            if near == goal:
                return needed
            if near in board.edges:
                for group in board.groups[near]:
                    if group & back and not board.reach[near] & group and (near, group) not in passed:
                        passed.add((near, group))
                        heappush(edge, (needed, needed, near, group & ~back))
            elif near not in board.hidden and _in_sight(near):
                reach(near, needed)
    return FAR


def _has_cut_off(board: Board) -> bool:
    return any(
        group.bit_count() > 1 and not board.reach[at] & group for at, groups in board.groups.items() for group in groups
    )


def _nothing(at: Cell) -> int:
    return 0


@lru_cache(maxsize=8192)
def _at_least(goal: Cell, at: Cell) -> int:
    (x, y), (u, v) = xy(goal), xy(at)
    return CARD * (abs(x - u) + abs(y - v) - 1)


@lru_cache(maxsize=4096)
def _in_sight(at: Cell) -> bool:
    x, y = xy(at)
    return _WEST <= x <= _EAST and _SOUTH <= y <= _NORTH
