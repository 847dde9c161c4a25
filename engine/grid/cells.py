"""Cells, edges and groups of joined edges.  Pure geometry.

An edge mask has a bit for each side: N 1, E 2, S 4, W 8.  A card is a tuple of *groups*, masks of edges that are
joined inside it (0.4).
"""

from collections.abc import Iterable
from typing import TypeAlias

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


def beside(cells: Iterable[Cell]) -> frozenset[Cell]:
    """The cells that share a side with one of these."""
    return frozenset(at + step for at in cells for _, step, _ in SIDES)


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
