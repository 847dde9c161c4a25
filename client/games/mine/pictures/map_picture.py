"""The mine on a screen: as much of it as fits, a cursor, lit places, and the card that would be laid there."""

from collections.abc import Collection, Iterator, Mapping

from client.games import board_window
from client.games.board_window import Frame, extents, fits, whole, window_lines
from client.games.game import Drawn
from client.games.lately import Lately
from client.games.mine.names import CARD
from client.games.mine.pictures.board import face_down, tile
from client.games.mine.pictures.cards import LARGE, MEDIUM, SMALL, TINY, Size, path, styled_row
from client.games.pointing import Laid, Preview, bracketed, marked, pointed
from client.render.charset import BOX, Charset
from client.render.spans import Line, Picture, cropped, text_of
from engine.grid.cells import Cell, half_turned
from engine.mine.view import View
from engine.records import record


@record
class Look:
    centre: tuple[float, float] | None = None
    """The cell in the middle; None: wherever everything is seen best."""
    cursor: Cell | None = None
    lit: Mapping[Cell, int] | None = None
    preview: Preview | None = None
    last: Cell | None = None
    """Where the last act happened."""
    fresh: Collection[Cell] = ()
    """Cards that were laid since this seat acted."""
    covered: Collection[Cell] = ()
    """Goals that are drawn face down still."""
    reach: Collection[Cell] | None = None
    """Where the player could lay a card; None: wherever any card could lie."""
    size: Size | None = None
    """None: the largest tiles with which everything fits, else small ones, or lines if even the cards do not fit."""


def everything(view: View) -> Frame[Size]:
    return whole(extents(view), SMALL)


def frame(view: View, look: Look, charset: Charset, width: int, height: int) -> Frame[Size]:
    """Lines in place of small tiles where these would not show all that matters; else the last act is followed."""
    shown = extents(view, look.reach)
    usual = SMALL if not charset.overview or fits(shown.needed, SMALL, width, height) else TINY
    size = look.size or next((size for size in (LARGE, MEDIUM) if fits(shown.all, size, width, height)), usual)
    last = next(reversed(view.state.board.network.slots)) if look.last is None else look.last
    return board_window.frame(
        shown, size, width, height, centre=look.centre, cursor=look.cursor, last=last, around_last=1
    )


def map_picture(view: View, look: Look, charset: Charset, width: int, height: int) -> Picture[Cell]:
    """The lines of the window; every cell that is seen can be pointed at."""
    seen = frame(view, look, charset, width, height)
    return Picture(cropped(_lines(view, look, seen, charset), width, height), seen.cell_at)


def board_lines(view: View, charset: Charset) -> list[str]:
    """The whole network, the goals, and every empty cell where some card could lie."""
    return [text_of(line) for line in _lines(view, Look(), everything(view), charset)]


def whole_board(view: View, lately: Lately) -> Drawn:
    seen, look = whole(extents(view), LARGE), Look(last=lately.at)
    return Drawn(seen.left, seen.top, tuple(_lines(view, look, seen, BOX)), (LARGE.width, LARGE.height))


def _lines(view: View, look: Look, seen: Frame[Size], charset: Charset) -> Iterator[Line]:
    return window_lines(seen, lambda at: _styled(view, at, look, charset, seen.size), extents(view), charset)


def _tile(view: View, at: Cell, look: Look, charset: Charset, size: Size) -> list[str]:
    return (
        face_down(view, at, charset, size)
        if at in look.covered and at in view.state.goals
        else tile(view, at, charset, size)
    )


def _styled(view: View, at: Cell, look: Look, charset: Charset, size: Size) -> list[Line]:
    preview = look.preview if at == look.cursor else None
    network = view.state.board.network
    ground = "goal" if at in network.hidden else "floor" if at in network.slots else "free"
    shown = [styled_row(row, charset, ground) for row in _tile(view, at, look, charset, size)]
    shown = marked(shown, charset, size, last=at == look.last, fresh=at in look.fresh)
    laid = None
    if preview is not None:
        card = CARD[preview.face]
        groups = half_turned(card.groups) if preview.turned else card.groups
        laid = Laid(tuple(path(card, groups, charset, size)), preview.legal)
    taken = at in network.slots or at in network.hidden
    shown = pointed(shown, charset, size, taken=taken, lit=(look.lit or {}).get(at, 0), laid=laid)
    if at != look.cursor:
        return shown
    return bracketed(shown, charset, refused=preview is not None and not preview.legal)
