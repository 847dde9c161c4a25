"""The mine on a screen: as much of it as fits, a cursor, lit places, and the card that would be laid there."""

from collections.abc import Iterable, Iterator, Mapping
from math import floor

from client.games.mine.names import CARD
from client.games.mine.pictures.board import extents, tile
from client.games.mine.pictures.cards import LARGE, MEDIUM, SMALL, TINY, Size, empty, path, styled_row
from client.render.charset import Charset
from client.render.spans import Line, Picture, Span, cropped, joined, text_of
from engine.grid.cells import Cell, cell, half_turned, xy
from engine.mine.view import View
from engine.records import record
from engine.slots import Face

MARGIN = 4
"""Characters for the numbers of the rows."""
_LABEL = 1
UPRIGHT, TURNED = 1, 2
"""Bits: how a card may lie on a cell."""
REFUSED = "!"
"""Left and right of a card that may not lie where it is shown."""


@record
class Preview:
    face: Face
    turned: bool
    legal: bool


@record
class Look:
    centre: tuple[float, float] | None = None
    """The cell in the middle; None: wherever everything is seen best."""
    cursor: Cell | None = None
    lit: Mapping[Cell, int] | None = None
    preview: Preview | None = None
    size: Size | None = None
    """None: the largest tiles with which everything fits, else small ones, or lines if even the cards do not fit."""


@record
class Frame:
    """Which cells are seen: the upper left one, how many, and how far from the corner they are drawn."""

    left: int
    top: int
    columns: int
    rows: int
    size: Size

    def cell_at(self, column: int, row: int) -> Cell | None:
        x, y = (column - MARGIN) // self.size.width, row // self.size.height
        if not (0 <= x < self.columns and 0 <= y < self.rows):
            return None
        return cell(self.left + x, self.top - y)

    def nearest(self, at: Cell) -> Cell:
        x, y = xy(at)
        right, bottom = self.left + self.columns - 1, self.top - self.rows + 1
        return cell(min(max(x, self.left), right), max(min(y, self.top), bottom))


def everything(view: View) -> Frame:
    columns, rows = extents(view)[0]
    return Frame(columns[0], rows[-1], len(columns), len(rows), SMALL)


def frame(view: View, look: Look, charset: Charset, width: int, height: int) -> Frame:
    """Where not even all goals can be seen at once, the card that was laid last is, and before all the cursor."""
    (columns, rows), (card_columns, card_rows), (goal_columns, goal_rows) = extents(view)
    room = width - MARGIN, height - _LABEL

    def fits(size: Size, columns: range, rows: range) -> bool:
        return len(columns) * size.width <= room[0] and len(rows) * size.height <= room[1]

    usual = SMALL if not charset.overview or fits(SMALL, card_columns, card_rows) else TINY
    size = look.size or next((size for size in (LARGE, MEDIUM) if fits(size, columns, rows)), usual)
    wide, high = max(1, room[0] // size.width), max(1, room[1] // size.height)
    middle = look.centre or ((columns[0] + columns[-1]) / 2, (rows[0] + rows[-1]) / 2)
    left, top = floor(middle[0] - wide / 2 + 1), floor(middle[1] + high / 2)
    if look.centre is None:
        left = _shifted(left, wide, (columns, card_columns, goal_columns))
        top = -_shifted(-top, high, tuple(range(-rows[-1], 1 - rows[0]) for rows in (rows, card_rows, goal_rows)))
        followed = None if fits(size, goal_columns, goal_rows) else next(reversed(view.state.board.network.slots))
        for at in (followed, look.cursor):
            if at is not None:
                x, y = xy(at)
                left, top = min(max(left, x - wide + 1), x), max(min(top, y + high - 1), y)
    return Frame(left, top, wide, high, size)


def _shifted(first: int, size: int, wanted: Iterable[range]) -> int:
    """A window of this size, moved so that the first of these that has room in it is seen whole."""
    for one in wanted:
        if len(one) <= size:
            return min(max(first, one[-1] - size + 1), one[0])
    return first


def map_picture(view: View, look: Look, charset: Charset, width: int, height: int) -> Picture[Cell]:
    """The lines of the window; every cell that is seen can be pointed at."""
    seen = frame(view, look, charset, width, height)
    return Picture(cropped(_lines(view, look, seen, charset), width, height), seen.cell_at)


def board_lines(view: View, charset: Charset) -> list[str]:
    """The whole network, the goals, and every empty cell where some card could lie."""
    return [text_of(line) for line in _lines(view, Look(), everything(view), charset)]


def _lines(view: View, look: Look, seen: Frame, charset: Charset) -> Iterator[Line]:
    columns, size = range(seen.left, seen.left + seen.columns), seen.size
    for y in range(seen.top, seen.top - seen.rows, -1):
        row = [_styled(view, cell(x, y), look, charset, size) for x in columns]
        for part in range(size.height):
            label = f"{y:>{MARGIN - 1}} " if part == size.height // 2 else " " * MARGIN
            yield joined((Span(label, "quiet"), *(span for one in row for span in one[part])))
    numbers = "".join(f"{x if len(str(x)) < size.width else '':^{size.width}}" for x in columns)
    yield Span(f"{_beyond(view, seen, charset):{MARGIN}}"), Span(numbers, "quiet")


def _beyond(view: View, seen: Frame, charset: Charset) -> str:
    """Arrows to the sides on which cards lie outside of the window."""
    columns, rows = extents(view)[1]
    sides = (
        (columns[0] < seen.left, charset.toward[0]),
        (rows[-1] > seen.top, charset.upright),
        (rows[0] <= seen.top - seen.rows, charset.upside_down),
        (columns[-1] >= seen.left + seen.columns, charset.toward[1]),
    )
    return "".join(arrow for there, arrow in sides if there)


def _styled(view: View, at: Cell, look: Look, charset: Charset, size: Size) -> list[Line]:
    preview = look.preview if at == look.cursor else None
    network = view.state.board.network
    taken = at in network.slots or at in network.hidden
    if preview is not None and not taken:
        card = CARD[preview.face]
        rows = path(card, half_turned(card.groups) if preview.turned else card.groups, charset, size)
        style = "good" if preview.legal else "bad"
    elif lit := (look.lit or {}).get(at, 0):
        rows, style = _lit_tile(tile(view, at, charset, size) if taken else None, lit, charset, size), "lit"
    else:
        rows, style = tile(view, at, charset, size), ""
    hidden = at in network.hidden
    lines = [(Span(row, style),) if style else styled_row(row, charset, hidden=hidden) for row in rows]
    if at == look.cursor:  # brackets, left and right of the middle, are seen without colours too
        left, right = (REFUSED, REFUSED) if preview is not None and not preview.legal else charset.cursor
        middle = lines[size.height // 2]
        inner = [Span(char, span.style) for span in middle for char in span.text][1:-1]
        lines[size.height // 2] = joined((Span(left, "cursor"), *inner, Span(right, "cursor")))
    return lines


def _lit_tile(lying: list[str] | None, lit: int, charset: Charset, size: Size) -> list[str]:
    """What lies there, with signs in its corners, where no card shows anything; or an empty cell in a frame."""
    corner = (charset.either,) * 4 if lying else charset.corner
    mark = {UPRIGHT: charset.upright, TURNED: charset.upside_down, UPRIGHT | TURNED: charset.either}[lit]
    if size is TINY:
        return [f"{charset.either}{lying[0][1]}{charset.either}"] if lying else empty(mark, size)
    first, *between, last = lying or empty(mark, size)
    return [f"{corner[0]}{first[1:-1]}{corner[1]}", *between, f"{corner[2]}{last[1:-1]}{corner[3]}"]
