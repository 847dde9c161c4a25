"""The mine on a screen: as much of it as fits, a cursor, lit places, and the card that would be laid there."""

from collections.abc import Iterable, Mapping
from math import floor

from client.games.mine.names import CARD
from client.games.mine.pictures.board import cards_extent, extent, goals_extent, tile
from client.games.mine.pictures.cards import LARGE, MEDIUM, SMALL, Size, path, styled_row
from client.render.charset import Charset
from client.render.spans import Line, Picture, Span, cropped, joined
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
    """None: the largest tiles with which everything fits, else small ones."""


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


def frame(view: View, look: Look, width: int, height: int) -> Frame:
    columns, rows = extent(view)
    size = look.size or _best_size(len(columns), len(rows), width, height)
    wide, high = max(1, (width - MARGIN) // size.width), max(1, (height - _LABEL) // size.height)
    middle = look.centre or ((columns[0] + columns[-1]) / 2, (rows[0] + rows[-1]) / 2)
    left, top = floor(middle[0] - wide / 2 + 1), floor(middle[1] + high / 2)
    if look.centre is None:
        (goal_columns, goal_rows), (card_columns, card_rows) = goals_extent(view), cards_extent(view)
        left = _shifted(left, wide, (columns, card_columns, goal_columns))
        top = -_shifted(-top, high, tuple(range(-rows[-1], 1 - rows[0]) for rows in (rows, card_rows, goal_rows)))
        if look.cursor is not None:
            x, y = xy(look.cursor)
            left, top = min(max(left, x - wide + 1), x), max(min(top, y + high - 1), y)
    return Frame(left, top, wide, high, size)


def _shifted(first: int, size: int, wanted: Iterable[range]) -> int:
    """A window of this size, moved so that the first of these that has room in it is seen whole."""
    for one in wanted:
        if len(one) <= size:
            return min(max(first, one[-1] - size + 1), one[0])
    return first


def _best_size(columns: int, rows: int, width: int, height: int) -> Size:
    for size in (LARGE, MEDIUM):
        if columns * size.width + MARGIN <= width and rows * size.height + _LABEL <= height:
            return size
    return SMALL


def map_picture(view: View, look: Look, charset: Charset, width: int, height: int) -> Picture[Cell]:
    """The lines of the window; every cell that is seen can be pointed at."""
    seen = frame(view, look, width, height)
    lines: list[Line] = []
    beyond = _beyond(view, seen, charset)
    for y in range(seen.top, seen.top - seen.rows, -1):
        row = [_styled(view, cell(x, y), look, charset, seen.size) for x in range(seen.left, seen.left + seen.columns)]
        for part in range(seen.size.height):
            label = f"{y:>{MARGIN - 1}} " if part == seen.size.height // 2 else " " * MARGIN
            lines.append(joined((Span(label, "quiet"), *(span for one in row for span in one[part]))))
    numbers = "".join(f"{x:^{seen.size.width}}" for x in range(seen.left, seen.left + seen.columns))
    lines.append((Span(f"{beyond:{MARGIN}}", "plain"), Span(numbers, "quiet")))
    return Picture(cropped(lines, width, height), seen.cell_at)


def _beyond(view: View, seen: Frame, charset: Charset) -> str:
    """Arrows to the sides on which cards lie outside of the window."""
    columns, rows = cards_extent(view)
    sides = (
        (columns[0] < seen.left, charset.toward[0]),
        (rows[-1] > seen.top, charset.upright),
        (rows[0] <= seen.top - seen.rows, charset.upside_down),
        (columns[-1] >= seen.left + seen.columns, charset.toward[1]),
    )
    return "".join(arrow for there, arrow in sides if there)


def _styled(view: View, at: Cell, look: Look, charset: Charset, size: Size) -> list[Line]:
    preview = look.preview if at == look.cursor else None
    lit = (look.lit or {}).get(at, 0)
    network = view.state.board.network
    taken = at in network.slots or at in network.hidden
    if preview is not None and not taken:
        card = CARD[preview.face]
        groups = half_turned(card.groups) if preview.turned else card.groups
        style = "good" if preview.legal else "bad"
        lines: list[Line] = [(Span(row, style),) for row in path(card, groups, charset, size)]
    elif lit:
        rows = _cornered(tile(view, at, charset, size), charset) if taken else _lit_tile(lit, charset, size)
        lines = [(Span(row, "lit"),) for row in rows]
    else:
        hidden = at in network.hidden
        lines = [styled_row(row, charset, hidden=hidden) for row in tile(view, at, charset, size)]
    if at != look.cursor:
        return lines
    refused = preview is not None and not preview.legal
    return _with_cursor(lines, (REFUSED, REFUSED) if refused else charset.cursor, size)


def _lit_tile(lit: int, charset: Charset, size: Size) -> list[str]:
    mark = {UPRIGHT: charset.upright, TURNED: charset.upside_down, UPRIGHT | TURNED: charset.either}[lit]
    top_left, top_right, bottom_left, bottom_right = charset.corner
    gap = " " * (size.width - 2)
    rows = [" " * size.width] * size.height
    rows[0], rows[-1] = f"{top_left}{gap}{top_right}", f"{bottom_left}{gap}{bottom_right}"
    rows[size.height // 2] = mark.center(size.width)
    return rows


def _cornered(rows: list[str], charset: Charset) -> list[str]:
    """What lies on a lit cell, with signs in its corners, where no card shows anything."""
    first, *between, last = rows
    return [f"{charset.either}{first[1:-1]}{charset.either}", *between, f"{charset.either}{last[1:-1]}{charset.either}"]


def _with_cursor(lines: list[Line], brackets: tuple[str, str], size: Size) -> list[Line]:
    """Brackets left and right of the middle: the cursor is seen without colours too."""
    middle = size.height // 2
    text = "".join(span.text for span in lines[middle])
    style = lines[middle][0].style if len(lines[middle]) == 1 else "plain"
    inner = _cut(lines[middle], 1, size.width - 1) if style == "plain" else (Span(text[1:-1], style),)
    left, right = brackets
    lines = list(lines)
    lines[middle] = (Span(left, "cursor"), *inner, Span(right, "cursor"))
    return lines


def _cut(line: Line, first: int, last: int) -> Line:
    kept, at = [], 0
    for span in line:
        text = span.text[max(0, first - at) : max(0, last - at)]
        at += len(span.text)
        if text:
            kept.append(Span(text, span.style))
    return tuple(kept)
