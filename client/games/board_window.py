"""The window over a board: which cells are seen through it, what is drawn of them, and how a player moves it."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from math import floor
from typing import Generic, TypeVar

from client.games.game import View
from client.render.charset import Charset
from client.render.spans import Line, Span, joined
from client.render.tiles import Size
from engine.grid.cells import Cell, cell, xy
from engine.records import record

_Size = TypeVar("_Size", bound=Size)

MARGIN = 4
"""Characters for the numbers of the rows."""
_LABEL = 1
Extent = tuple[range, range]
"""Columns and rows."""


def _around(cells: Iterable[Cell]) -> Extent:
    """The smallest extent with all of these."""
    xs, ys = zip(*map(xy, cells), strict=True)
    return range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)


@record
class Extents:
    """Of all, with every empty cell where some card could lie; of all that lies there; of the goals, once they do."""

    all: Extent
    cards: Extent
    goals: Extent
    needed: Extent
    """What has to be in sight: every card, and every row that can be laid in."""

    def nearest(self, at: Cell) -> Cell:
        """That cell if it belongs to the board, else the nearest one that does."""
        return _nearest(self.all, at)


def _nearest(extent: Extent, at: Cell) -> Cell:
    (columns, rows), (x, y) = extent, xy(at)
    return cell(min(max(x, columns[0]), columns[-1]), min(max(y, rows[0]), rows[-1]))


def extents(view: View, reach: Collection[Cell] | None = None) -> Extents:
    """Of any game that has a network and goals; ``reach``: where a card can be laid; None: wherever one could lie."""
    network = view.state.board.network
    lying = {*network.slots, *network.hidden}
    free = {at for at, fits in network.fits.items() if fits}
    cards = _around(lying)
    needed = cards[0], _around(lying.union(free if reach is None else reach))[1]
    return Extents(_around(lying | free), cards, _around(view.state.goals or lying), needed)


@dataclass(frozen=True, slots=True)
class Frame(Generic[_Size]):
    """Which cells are seen: the upper left one, how many, and how far from the corner they are drawn."""

    left: int
    top: int
    columns: int
    rows: int
    size: _Size

    def cell_at(self, column: int, row: int) -> Cell | None:
        x, y = (column - MARGIN) // self.size.width, row // self.size.height
        if not (0 <= x < self.columns and 0 <= y < self.rows):
            return None
        return cell(self.left + x, self.top - y)

    def nearest(self, at: Cell) -> Cell:
        columns, rows = range(self.left, self.left + self.columns), range(self.top - self.rows + 1, self.top + 1)
        return _nearest((columns, rows), at)


def whole(extents: Extents, size: _Size) -> Frame[_Size]:
    """All of the board, however large the window."""
    columns, rows = extents.all
    return Frame(columns[0], rows[-1], len(columns), len(rows), size)


def fits(extent: Extent, size: Size, width: int, height: int) -> bool:
    """Whether all of it is seen at once."""
    columns, rows = extent
    return len(columns) * size.width <= width - MARGIN and len(rows) * size.height <= height - _LABEL


def frame(
    extents: Extents,
    size: _Size,
    width: int,
    height: int,
    *,
    centre: tuple[float, float] | None = None,
    cursor: Cell | None = None,
    last: Cell | None = None,
    around_last: int = 0,
) -> Frame[_Size]:
    """What is seen with tiles of this size: around the centre, if there is one, else as much as possible.

    Where not all can be seen at once, the cell where something happened last is, with so many cells around it; and
    before all the cursor.
    """
    columns, rows = extents.all
    wide, high = max(1, (width - MARGIN) // size.width), max(1, (height - _LABEL) // size.height)
    middle = centre or ((columns[0] + columns[-1]) / 2, (rows[0] + rows[-1]) / 2)
    left, top = floor(middle[0] - wide / 2 + 1), floor(middle[1] + high / 2)
    if centre is None:
        wanted = extents.all, extents.cards, extents.goals
        left = _shifted(left, wide, [columns for columns, _rows in wanted])
        top = -_shifted(-top, high, [range(-rows[-1], 1 - rows[0]) for _columns, rows in wanted])
        if last is not None:
            corner = _with(last, around_last, (left, top), (wide, high))
            left = left if len(extents.needed[0]) <= wide else corner[0]
            top = top if len(extents.needed[1]) <= high else corner[1]
        if cursor is not None:
            left, top = _with(cursor, 0, (left, top), (wide, high))
    return Frame(left, top, wide, high, size)


def _shifted(first: int, size: int, wanted: Iterable[range]) -> int:
    """A window of this size, moved so that the first of these that has room in it is seen whole."""
    for one in wanted:
        if len(one) <= size:
            return min(max(first, one[-1] - size + 1), one[0])
    return first


def _with(at: Cell, aside: int, corner: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """The upper left cell of a window moved as little as needed to see a cell, and so many beside it."""
    (x, y), (left, top), (wide, high) = xy(at), corner, room
    right, down = min(aside, (wide - 1) // 2), min(aside, (high - 1) // 2)
    return min(max(left, x + right - wide + 1), x - right), max(min(top, y - down + high - 1), y + down)


def window_lines(
    seen: Frame[_Size], tile: Callable[[Cell], list[Line]], extents: Extents, charset: Charset
) -> Iterator[Line]:
    """The tiles row by row, with the numbers of rows and columns beside and below them."""
    columns, size = range(seen.left, seen.left + seen.columns), seen.size
    for y in range(seen.top, seen.top - seen.rows, -1):
        row = [tile(cell(x, y)) for x in columns]
        for part in range(size.height):
            label = f"{y:>{MARGIN - 1}} " if part == size.height // 2 else " " * MARGIN
            yield joined((Span(label, "quiet"), *(span for one in row for span in one[part])))
    numbers = "".join(f"{x if len(str(x)) < size.width else '':^{size.width}}" for x in columns)
    yield Span(f"{_beyond(seen, extents.cards, charset):{MARGIN}}"), Span(numbers, "quiet")


def _beyond(seen: Frame[_Size], cards: Extent, charset: Charset) -> str:
    """Arrows to the sides on which cards lie outside of the window."""
    columns, rows = cards
    sides = (
        (columns[0] < seen.left, charset.toward[0]),
        (rows[-1] > seen.top, charset.upright),
        (rows[0] <= seen.top - seen.rows, charset.upside_down),
        (columns[-1] >= seen.left + seen.columns, charset.toward[1]),
    )
    return "".join(arrow for there, arrow in sides if there)


class BoardWindow(Generic[_Size]):
    """How a player looks at a board on a screen: how large, around which cell, with tiles of which size."""

    def __init__(self) -> None:
        self.width = self.height = 0
        """Columns and rows in which the board was drawn last."""
        self.centre: tuple[float, float] | None = None
        """The cell in the middle; None: wherever everything is seen best."""
        self.size: _Size | None = None
        """None: the tiles that fit best."""

    def draw(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    @property
    def drawn(self) -> bool:
        return self.width > 0

    def again(self) -> None:
        """As it was in the beginning."""
        self.centre = self.size = None

    def follow(self, cursor: Cell, seen: Frame[_Size] | None) -> None:
        """A window that was moved goes along with the cursor."""
        if seen is not None and self.centre is not None:
            (x, y), (u, v) = xy(cursor), xy(seen.nearest(cursor))
            self.centre = self.centre[0] + x - u, self.centre[1] + y - v

    def pan(self, right: int, up: int, seen: Frame[_Size], board: Extent) -> None:
        """Not beyond the board."""
        columns, rows = board
        x, y = seen.left + (seen.columns - 1) / 2 + right, seen.top - (seen.rows - 1) / 2 + up
        self.centre = min(max(x, columns[0]), columns[-1]), min(max(y, rows[0]), rows[-1])
