"""The cave as tiles: what lies on every cell, who stands on which of its spaces, and where cobwebs are."""

from collections.abc import Mapping, Sequence

from client.games.cave.names import CARD
from client.games.cave.pictures.cards import SYMBOLS, Tile, path, rows, space_sign
from client.games.cave.pictures.figures import figures, squeezed
from client.games.cave.pictures.layout import OVERVIEW, SMALL, Size, Spot, layout
from client.games.cave.pictures.overview import overview
from client.render.charset import Charset
from client.render.spans import Line, Span
from client.render.tiles import empty, framed
from engine.cave.board import Space, border, space
from engine.cave.cards.chart import Chart
from engine.cave.view import View
from engine.grid.cells import Cell
from engine.slots import Face

Figures = Mapping[Space, list[Span]]


def lying_rows(view: View, face: Face, charset: Charset, size: Size, *, turned: bool) -> tuple[str, ...]:
    """A path card as it would lie."""
    book = view.state.book
    chart, groups = book.charts[face][turned], book.groups[face][turned]
    if size is OVERVIEW:
        return (
            "".join(
                sign.text
                for sign in overview(
                    chart, groups, charset, _symbol(chart, chart.marked, mined=False) if chart.symbol else None, []
                )
            ),
        )
    tile = path(chart, groups, charset, size)
    return tuple("".join(span.text for span in line) for line in rows(size, tile.__getitem__))


class BoardPicture:
    """One board, as one seat sees it; every cell is a tile of one size."""

    def __init__(self, view: View, charset: Charset, size: Size = SMALL) -> None:
        self._view = view
        self._charset = charset
        self._size = size
        self._figures: Figures = figures(view)

    def tile(self, at: Cell, *, covered: bool = False) -> list[Line]:
        """What lies on a cell, as this seat knows it; what it alone knows stands in brackets.

        ``covered``: a goal as it lay before it was turned up.
        """
        board = self._view.state.board
        if at in board.network.hidden:
            return self._goal(at, covered=covered)
        if at in board.charts:
            return self._card(at, board.charts[at])
        sign = self._charset.free if board.network.fits.get(at) else ""
        return [(Span(row, "free"),) for row in empty(sign, self._size)]

    def _goal(self, at: Cell, *, covered: bool) -> list[Line]:
        known = None if covered else self._view.goal(at)
        sign = "?" if known is None else f"({SYMBOLS[CARD[known].symbol]})"
        standing = "".join(figure.text for figure in self._figures.get(space(at, 0), ()))
        if self._size is OVERVIEW:
            sign = standing[:1] + sign.strip("()") if standing else sign
        elif standing:
            sign = f"{sign} {standing}" if known is None else sign + standing
        style = "goal" if known is None else "secret"
        return [(Span(row, style),) for row in framed(sign, self._charset, self._size)]

    def _card(self, at: Cell, chart: Chart) -> list[Line]:
        if self._size is OVERVIEW:
            return [self._overview(at, chart)]
        mined = at not in self._view.state.veins
        groups = self._view.state.board.network.groups[at]
        webs = self._webs(at)
        tile: Tile = path(chart, groups, self._charset, self._size, mined=mined)
        for number, place in enumerate(layout(chart, self._size)):
            if standing := self._figures.get(space(at, number)):
                symbol = _symbol(chart, number, mined=mined)
                tile |= _standing(standing, symbol, [spot for spot in place if spot not in webs])
        return rows(self._size, (tile | webs).__getitem__)

    def _overview(self, at: Cell, chart: Chart) -> Line:
        symbol, standing = self._signs(at, chart)
        return overview(chart, self._view.state.board.network.groups[at], self._charset, symbol, standing)

    def _signs(self, at: Cell, chart: Chart) -> tuple[Span | None, list[Span]]:
        """In the overview: the symbol of a card, and who stands on it, in one sign at most."""
        there = [figure for number in range(len(chart.names)) for figure in self._figures.get(space(at, number), ())]
        symbol = _symbol(chart, chart.marked, mined=at not in self._view.state.veins) if chart.symbol else None
        return symbol, squeezed(there, None, 1)

    def under_cursor(self, at: Cell) -> list[Line]:
        """In the overview, where the cursor hides both sides of a card: who stands there, or the symbol, is between."""
        chart = self._view.state.board.charts.get(at)
        if chart is None:
            return self.tile(at)
        symbol, standing = self._signs(at, chart)
        [line] = self.tile(at)
        middle = standing[0] if standing else symbol
        return [line] if middle is None else [(Span(" "), middle, Span(" "))]

    def _webs(self, at: Cell) -> Tile:
        """The age of every cobweb at an edge of the card; on a join, both cards show it."""
        webs = self._view.state.webs
        found = ((self._size.webs[edge], webs.get(border(at, edge))) for edge in range(4))
        return {spot: Span(str(web.side), "web") for spot, web in found if web is not None}


def _symbol(chart: Chart, number: int, *, mined: bool) -> Span | None:
    sign = space_sign(chart, number, mined=mined)
    return sign if sign.text in SYMBOLS.values() else None


def _standing(figures: Sequence[Span], symbol: Span | None, place: Sequence[Spot]) -> Tile:
    """Figures on a space, from left to right, with its symbol where there is room."""
    signs = squeezed(figures, symbol, len(place))
    return dict(zip(sorted(place[: len(signs)], key=lambda spot: spot[1]), signs, strict=True))
