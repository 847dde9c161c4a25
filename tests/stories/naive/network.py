"""The tunnels on the board, and what they join to the start.  No move is judged here."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from tests.stories.naive.cards import LADDERS, OPENINGS, OPPOSITE, SHAPES, Group

Cell: TypeAlias = tuple[int, int]
Node: TypeAlias = tuple[Cell, Group]
Outlet: TypeAlias = tuple[Cell, str]  # a cell and one of its edges

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
START: Cell = (0, 0)


class Laid(NamedTuple):
    """A path card on the board; ``card`` is its place in the dealt order, for tunnel cards only."""

    key: str
    turned: int = 0
    card: int = -1


Board: TypeAlias = dict[Cell, Laid]  # the network: face-up cards only (0.5)


def beside(cell: Cell, edge: str) -> Cell:
    return cell[0] + STEP[edge][0], cell[1] + STEP[edge][1]


def neighbours(board: Board, cell: Cell) -> Iterator[tuple[str, bool]]:
    """Each edge of the cell that touches a network card, and whether that card is open there."""
    for edge in STEP:
        if (other := board.get(beside(cell, edge))) is not None:
            yield edge, OPPOSITE[edge] in OPENINGS[other.key, other.turned]


def linked(board: Board, node: Node) -> Iterator[Node]:
    """The nodes next door that the node is joined to, open edge to open edge (0.6, HA7)."""
    cell, group = node
    for edge in group:
        there = beside(cell, edge)
        if (other := board.get(there)) is not None:
            for facing in SHAPES[other.key, other.turned]:
                if OPPOSITE[edge] in facing:
                    yield there, facing


def reachable(board: Board) -> set[Node]:
    """Every node that an unbroken tunnel joins to the start (0.7, HA3, HA4), or to a ladder (0.6)."""
    ladders = {cell: laid for cell, laid in board.items() if laid.key in LADDERS}
    roots = [(cell, group) for cell, laid in ladders.items() for group in SHAPES[laid.key, laid.turned]]
    found = {(START, frozenset("NESW")), *roots}
    queue = deque(found)
    while queue:
        for node in linked(board, queue.popleft()):
            if node not in found:
                found.add(node)
                queue.append(node)
    return found


def outlets(board: Board) -> set[Outlet]:
    """The open edges that belong to reachable nodes (0.7)."""
    return {(cell, edge) for cell, group in reachable(board) for edge in group}


def faced_from(cell: Cell, ends: set[Outlet]) -> set[str]:
    """The edges of the cell that an outlet faces."""
    return {edge for edge in STEP if (beside(cell, edge), OPPOSITE[edge]) in ends}
