"""The board as lines: every cell a tile, columns and rows named by their coordinates."""

from collections.abc import Iterable

from client.games.mine.names import CARD
from client.games.mine.pictures.cards import mark, path
from client.games.mine.pictures.tiles import HEIGHT, SMALL, WIDTH, Size, empty, framed
from client.render.charset import Charset
from engine.grid.cells import START, Cell, cell, xy
from engine.mine.cards.base import START as START_CARD
from engine.mine.view import View

_MARGIN = 4


def board_lines(view: View, charset: Charset) -> list[str]:
    """The whole network, the goals, and every empty cell where some card could lie."""
    columns, rows = extent(view)
    lines = []
    for y in reversed(rows):
        tiles = [tile(view, cell(x, y), charset) for x in columns]
        for part in range(HEIGHT):
            label = f"{y:>{_MARGIN - 1}} " if part == HEIGHT // 2 else " " * _MARGIN
            lines.append((label + "".join(tile[part] for tile in tiles)).rstrip())
    lines.append((" " * _MARGIN + "".join(f"{x:^{WIDTH}}" for x in columns)).rstrip())
    return lines


def extent(view: View) -> tuple[range, range]:
    """Columns and rows of everything that lies there, and of every empty cell where some card could lie."""
    network = view.state.board.network
    free = (at for at, fits in network.fits.items() if fits)
    return _around((*network.slots, *network.hidden, *free))


def cards_extent(view: View) -> tuple[range, range]:
    """The same without empty cells."""
    network = view.state.board.network
    return _around((*network.slots, *network.hidden))


def goals_extent(view: View) -> tuple[range, range]:
    """Where everybody wants to go."""
    return _around(view.state.goals)


def _around(cells: Iterable[Cell]) -> tuple[range, range]:
    xs, ys = zip(*map(xy, cells), strict=True)
    return range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)


def tile(view: View, at: Cell, charset: Charset, size: Size = SMALL) -> list[str]:
    """What lies on a cell, as this seat knows it."""
    network = view.state.board.network
    if at in network.hidden:
        return framed(_goal_mark(view, at), charset, size)
    if at in network.slots:
        card = START_CARD if at == START else CARD[view.state.faces[network.slots[at]]]
        return path(card, network.groups[at], charset, size)
    return empty(charset, free=bool(network.fits.get(at)), size=size)


def _goal_mark(view: View, at: Cell) -> str:
    """A question mark; what only this seat knows stands in brackets, as long as it is a secret."""
    known = view.goal(at)
    if known is None:
        return "?"
    sign = mark(CARD[known])
    return sign if view.state.goals[at] in view.state.faces else f"({sign})"
