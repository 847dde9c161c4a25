"""The cave on a screen: as much of it as fits, what can be pointed at now, a cursor, and a card that would be laid."""

from collections.abc import Callable, Collection, Iterator, Mapping

from client.games import board_window
from client.games.board_window import MARGIN, Frame, extents, fits, whole, window_lines
from client.games.cave.pictures.board import BoardPicture, lying_rows
from client.games.cave.pictures.cards import SPACE, TUNNEL
from client.games.cave.pictures.layout import LARGE, OVERVIEW, SMALL, Size, Spot, layout
from client.games.game import Drawn
from client.games.lately import Lately
from client.games.pointing import Laid, Position, Preview, bracketed, marked, overlaid, pointed
from client.render.charset import BOX, Charset
from client.render.spans import Line, Picture, Span, cropped, text_of
from engine.cave.board import Border, Space, cell_of, number_of
from engine.cave.view import View
from engine.grid.cells import SIDES, Cell, xy
from engine.records import record

_AROUND = 2
"""Cells that are seen around the place where something happened last, if there is room."""
_OPEN = "*"
"""On a space or border that can be pointed at."""


@record
class Look:
    centre: tuple[float, float] | None = None
    """The cell in the middle; None: wherever everything is seen best."""
    cursor: Cell | None = None
    space: Space | None = None
    """The space that is pointed at, in place of a cell."""
    border: Border | None = None
    """The border that is pointed at, in place of a cell."""
    lit: Mapping[Cell, int] | None = None
    spaces: Collection[Space] = ()
    """Those that are lit."""
    borders: Collection[Border] = ()
    preview: Preview | None = None
    last: Cell | None = None
    """Where something happened last, which is to be seen."""
    acted: Cell | None = None
    """Where the last act happened, which is marked."""
    fresh: Collection[Cell] = ()
    """Cards that were laid since this seat acted."""
    covered: Collection[Cell] = ()
    """Goals that are drawn face down still."""
    size: Size | None = None
    """None: the largest tiles with which everything fits, else small ones."""


def everything(view: View) -> Frame[Size]:
    return whole(extents(view), SMALL)


def frame(view: View, look: Look, width: int, height: int) -> Frame[Size]:
    """Where not all is seen at once, the place where something happened last is."""
    shown = extents(view)
    size = look.size or (LARGE if fits(shown.all, LARGE, width, height) else SMALL)
    cursor, last = look.cursor, look.last
    return board_window.frame(
        shown, size, width, height, centre=look.centre, cursor=cursor, last=last, around_last=_AROUND
    )


def map_picture(view: View, look: Look, charset: Charset, width: int, height: int) -> Picture[int]:
    """The lines of the window; what is pointed at is a character of a cell, in one number: see `pointed_at`."""
    seen = frame(view, look, width, height)
    lines = overlaid(list(_lines(view, look, seen, charset)), _cursor(view, look, seen, charset))

    def at(column: int, row: int) -> int | None:
        cell = seen.cell_at(column, row)
        if cell is None:
            return None
        return (cell << 8) + (row % seen.size.height << 4) + (column - MARGIN) % seen.size.width

    return Picture(cropped(lines, width, height), at)


def pointed_at(thing: int) -> tuple[Cell, Spot]:
    """The cell that was pointed at, and the character of its tile."""
    return thing >> 8, (thing >> 4 & 15, thing & 15)


def board_lines(view: View, charset: Charset) -> list[str]:
    """The whole cave with its goals, and every empty cell where some card could lie."""
    return [text_of(line) for line in _lines(view, Look(), everything(view), charset)]


def whole_board(view: View, lately: Lately) -> Drawn:
    seen, look = whole(extents(view), LARGE), Look(acted=lately.at)
    return Drawn(seen.left, seen.top, tuple(_lines(view, look, seen, BOX)), (LARGE.width, LARGE.height))


def _lines(view: View, look: Look, seen: Frame[Size], charset: Charset) -> Iterator[Line]:
    board = BoardPicture(view, charset, seen.size)

    def tile(at: Cell) -> list[Line]:
        hidden_by_cursor = seen.size is OVERVIEW and at == look.cursor and look.preview is None
        shown = board.under_cursor(at) if hidden_by_cursor else board.tile(at, covered=at in look.covered)
        shown = marked(shown, charset, seen.size, last=at == look.acted, fresh=at in look.fresh)
        shown = overlaid(shown, _lit_spots(view, at, look, seen.size))
        preview = look.preview if at == look.cursor else None
        laid = None
        if preview is not None:
            laid = Laid(lying_rows(view, preview.face, charset, seen.size, turned=preview.turned), preview.legal)
        taken = at in view.state.board.charts or at in view.state.board.network.hidden
        shown = pointed(shown, charset, seen.size, taken=taken, lit=(look.lit or {}).get(at, 0), laid=laid)
        if at != look.cursor or (seen.size is not OVERVIEW and (look.space, look.border) != (None, None)):
            return shown
        return bracketed(shown, charset, refused=preview is not None and not preview.legal)

    return window_lines(seen, tile, extents(view), charset)


# spaces and borders


def _lit_spots(view: View, at: Cell, look: Look, size: Size) -> dict[Position, Callable[[Span], Span]]:
    if size is OVERVIEW:
        return {}
    spots = [spot_of(view, where, size) for where in look.spaces if cell_of(where) == at]
    spots += [spot for where in look.borders for cell, spot in border_spots(view, where, size) if cell == at]
    return dict.fromkeys(spots, _lit)


def _lit(below: Span) -> Span:
    """What stands there is still seen."""
    return Span(below.text if below.text.isalnum() and below.text not in (SPACE, TUNNEL) else _OPEN, "lit")


def spot_of(view: View, where: Space, size: Size) -> Spot:
    """Where a space is drawn on its tile; a goal that lies face down is one space."""
    chart = view.state.board.charts.get(cell_of(where))
    return size.middle if chart is None else layout(chart, size)[number_of(where)][0]


def border_spots(view: View, where: Border, size: Size) -> list[tuple[Cell, Spot]]:
    """Where a cobweb is drawn: on each card that has it at its edge."""
    at, edge = where >> 1, where & 1
    sides = (at, edge), (at + SIDES[edge][1], edge + 2)
    return [(cell, size.webs[side]) for cell, side in sides if cell in view.state.board.charts]


def _cursor(view: View, look: Look, seen: Frame[Size], charset: Charset) -> dict[Position, Callable[[Span], Span]]:
    """Brackets around a space, where they hide nothing, or in place of a border."""
    left, right = charset.cursor
    if seen.size is OVERVIEW:
        return {}
    if look.space is not None:
        row, column = _position(seen, cell_of(look.space), spot_of(view, look.space, seen.size))
        return {
            (row, column - 1): lambda below: _beside(below, left, charset),
            (row, column): lambda below: Span(below.text, "cursor"),
            (row, column + 1): lambda below: _beside(below, right, charset),
        }
    if look.border is None:
        return {}
    cell, spot = border_spots(view, look.border, seen.size)[0]
    if look.border & 1:  # between a cell and what lies to its right
        cell, spot = look.border >> 1, seen.size.webs[1]
    row, column = _position(seen, cell, spot)
    return {(row, column): lambda _: Span(left, "cursor"), (row, column + 1): lambda _: Span(right, "cursor")}


def _beside(below: Span, bracket: str, charset: Charset) -> Span:
    hides_nothing = below.text in (" ", charset.rock, charset.across, charset.rail, "/", "\\")
    return Span(bracket, "cursor") if hides_nothing else below


def _position(seen: Frame[Size], at: Cell, spot: Spot) -> Position:
    (x, y), (row, column) = xy(at), spot
    return (seen.top - y) * seen.size.height + row, MARGIN + (x - seen.left) * seen.size.width + column
