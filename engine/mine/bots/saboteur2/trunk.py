"""The cards that a way hangs on: those between the start and the open end that is nearest to the gold."""

from engine.grid.cells import SIDES, Cell, Edges
from engine.mine.board import Board


def trunk(board: Board, ends: list[Cell]) -> set[Cell]:
    """One way from the start to each of these empty cells, by cell; the start and ladders included."""
    came: dict[tuple[Cell, Edges], tuple[Cell, Edges] | None] = {}
    edge: list[tuple[Cell, Edges]] = []
    for root in board.reach.roots:
        for group in board.network.groups[root]:
            came[root, group] = None
            edge.append((root, group))
    wanted, cells = set(ends), set[Cell]()
    for node in edge:  # it grows meanwhile
        at, group = node
        for side, step, back in SIDES:
            if not group & side:
                continue
            near = at + step
            if near in wanted:
                wanted.discard(near)
                cells |= _back(came, node)
            for joined in board.network.groups.get(near, ()):
                if joined & back and (near, joined) not in came:
                    came[near, joined] = node
                    edge.append((near, joined))
    return cells


def _back(came: dict[tuple[Cell, Edges], tuple[Cell, Edges] | None], node: tuple[Cell, Edges]) -> set[Cell]:
    cells = set[Cell]()
    step: tuple[Cell, Edges] | None = node
    while step is not None:
        cells.add(step[0])
        step = came[step]
    return cells
