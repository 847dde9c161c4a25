"""The board as lines, every cell a tile, and board and hand in words for a player who hears or reads line by line."""

from collections.abc import Iterable

from client.games.mine.names import CARD, card_name, cell_name, goal_card, hidden_mark, hidden_name, lying_name
from client.games.mine.pictures.cards import BLOCKED_MARK, HEIGHT, SMALL, WIDTH, Size, empty, framed, mark, path
from client.i18n import _
from client.render.charset import Charset
from engine.grid.cells import START, Cell, cell, half_turned, xy
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
    if _is_blocked(view, at):
        return empty(charset, free=True, size=size, sign=BLOCKED_MARK)
    return empty(charset, free=bool(network.fits.get(at)), size=size)


def _goal_mark(view: View, at: Cell) -> str:
    """A question mark; what only this seat knows stands in brackets, as long as it is a secret."""
    known = view.goal(at) if at in view.state.goals else None
    if known is None:
        return hidden_mark(view.state, view.state.board.network.hidden[at])
    sign = mark(CARD[known])
    return sign if view.state.goals[at] in view.state.faces else f"({sign})"


_SIDES = ((1, _("up")), (2, _("right")), (4, _("down")), (8, _("left")))


def board_words(view: View) -> list[str]:
    """Every card that lies there, the goals, and where the mine can go on."""
    network = view.state.board.network
    there = sorted((*network.slots, *network.hidden), key=_from_left)
    free = sorted((at for at, fits in network.fits.items() if fits), key=_from_left)
    return [
        _("The mine from left to right, each cell by its x,y:"),
        *(f"  {cell_name(at)} {_lying(view, at)}" for at in there),
        _("Some card could lie at: {cells}.", cells="; ".join(map(cell_name, free))),
        *(_("A toll collector blocks {cell}.", cell=cell_name(at)) for at in free if _is_blocked(view, at)),
    ]


def _is_blocked(view: View, at: Cell) -> bool:
    return view.state.book.is_blocked(view.state, at)


def hand_words(view: View) -> list[str]:
    return [f"  {number} {card_name(face)}" for number, (_slot, face) in enumerate(view.hand(), start=1)]


def _from_left(at: Cell) -> tuple[int, int]:
    x, y = xy(at)
    return x, -y


def _lying(view: View, at: Cell) -> str:
    network = view.state.board.network
    if at in network.hidden:
        known = view.goal(at) if at in view.state.goals else None
        if known is None:
            return hidden_name(view.state, network.hidden[at])
        return _("a goal, face down; secret: it is {card}", card=goal_card(known))
    if at == START:
        return _("the start, open on all sides")
    face = view.state.faces[network.slots[at]]
    if at in view.state.goals:
        return _("a goal, face up: {card}, open {sides}", card=goal_card(face), sides=_open(network.groups[at]))
    own, lies = CARD[face].groups, network.groups[at]
    return lying_name(face, 180 if lies != own and lies == half_turned(own) else 0)


def _open(groups: tuple[int, ...]) -> str:
    """To which sides a tunnel leads, and which of them are joined."""
    return _(" and apart from that ").join(
        ", ".join(side for bit, side in _SIDES if group & bit) for group in groups if group
    )
