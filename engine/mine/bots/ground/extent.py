"""Cells as bits of one integer: a part of the grid, column after column, so that a step is a shift.

What is shifted out of a column lands in the margin of the next one.  Margins are out of sight, and so no way leads
around the edge.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TypeAlias

from engine.grid.cells import EAST, NORTH, SOUTH, WEST, Cell, Edges, cell, xy

Mask: TypeAlias = int
"""A set of cells."""

_FIRST_COLUMN, _LAST_COLUMN, _LOWEST_ROW, _HIGHEST_ROW = -2, 11, -5, 5
"""A tunnel might sensibly lead over the cells between these, both included."""
_MARGIN = 2
"""For a card out of sight, and for the cells beside it."""


class Extent:
    """A rectangle of cells; the order of the bits is that of the cells."""

    __slots__ = ("_cells", "all", "bits", "height", "inner", "sight")

    def __init__(self, columns: range, rows: range) -> None:
        self.height = len(rows)
        """How far a step to the east shifts; a step to the north shifts by one."""
        self._cells = [cell(x, y) for x in columns for y in rows]
        self.bits: dict[Cell, Mask] = {at: 1 << number for number, at in enumerate(self._cells)}
        self.all: Mask = (1 << len(self._cells)) - 1
        self.inner = frozenset(cell(x, y) for x in columns[1:-1] for y in rows[1:-1])
        """The cells that have all four neighbours in the extent."""
        self.sight = self.mask(filter(in_sight, self._cells))

    def mask(self, cells: Iterable[Cell]) -> Mask:
        """These cells together."""
        found = 0
        for at in cells:
            found |= self.bits[at]
        return found

    def lowest(self, mask: Mask) -> Cell:
        """The first cell of a mask that has one."""
        return self._cells[(mask & -mask).bit_length() - 1]

    def cells(self, mask: Mask) -> list[Cell]:
        """The cells of a mask."""
        found = []
        while mask:
            found.append(self.lowest(mask))
            mask &= mask - 1
        return found

    def around(self, mask: Mask) -> Mask:
        """The cells one step away."""
        height = self.height
        return mask << 1 | mask >> 1 | mask << height | mask >> height

    def faced(self, bit: Mask, edges: Edges) -> Mask:
        """The cells that these edges of a card open on."""
        found = 0
        if edges & NORTH:
            found |= bit << 1
        if edges & EAST:
            found |= bit << self.height
        if edges & SOUTH:
            found |= bit >> 1
        if edges & WEST:
            found |= bit >> self.height
        return found


def in_sight(at: Cell) -> bool:
    """Whether a tunnel might sensibly lead over the cell."""
    x, y = xy(at)
    return _FIRST_COLUMN <= x <= _LAST_COLUMN and _LOWEST_ROW <= y <= _HIGHEST_ROW


def extent(cells: Collection[Cell]) -> Extent:
    """One that shows all these cells and their neighbours."""
    usual = _extent(_FIRST_COLUMN, _LAST_COLUMN, _LOWEST_ROW, _HIGHEST_ROW)
    if usual.inner.issuperset(cells):
        return usual
    xs, ys = zip(*map(xy, cells), strict=True)
    return _extent(min(_FIRST_COLUMN, *xs), max(_LAST_COLUMN, *xs), min(_LOWEST_ROW, *ys), max(_HIGHEST_ROW, *ys))


@lru_cache(maxsize=64)
def _extent(west: int, east: int, south: int, north: int) -> Extent:
    return Extent(range(west - _MARGIN, east + _MARGIN + 1), range(south - _MARGIN, north + _MARGIN + 1))
