"""The board as lines, every cell a tile, and board and hand in words for a player who hears or reads line by line."""

from client.games.mine.names import CARD, card_name, goal_card, hidden_mark, hidden_name, lying_name
from client.games.mine.pictures.cards import SMALL, Size, mark, path
from client.games.mine.words.words import Sign, parts_of
from client.games.naming import SIDE_WORDS, cell_name, from_left
from client.i18n import _
from client.render.charset import Charset
from client.render.tiles import empty, framed
from engine.grid.cells import START, Cell, half_turned
from engine.mine.cards.base import START as START_CARD
from engine.mine.view import View


def tile(view: View, at: Cell, charset: Charset, size: Size = SMALL) -> list[str]:
    """What lies on a cell, as this seat knows it; what it alone knows stands in brackets."""
    network = view.state.board.network
    if at in network.hidden:
        slot = view.state.goals.get(at, network.hidden[at])
        known = view.face(slot)
        sign = mark(CARD[known]) if known is not None and at in view.state.goals else hidden_mark(view.state, slot)
        secret = known is not None and slot not in view.state.faces
        return framed(f"({sign})" if secret else sign, charset, size)
    if at in network.slots:
        card = START_CARD if at == START else CARD[view.state.faces[network.slots[at]]]
        return path(card, network.groups[at], charset, size)
    if spot := _spot(view, at).letters:
        return empty(spot, size)
    return empty(charset.free if network.fits.get(at) else "", size)


def face_down(view: View, at: Cell, charset: Charset, size: Size) -> list[str]:
    """A goal as it lay before it was turned up."""
    return framed(hidden_mark(view.state, view.state.goals[at]), charset, size)


def board_words(view: View) -> list[str]:
    """Every card that lies there, the goals, and where the mine can go on."""
    network = view.state.board.network
    there = sorted((*network.slots, *network.hidden), key=from_left)
    free = sorted((at for at, fits in network.fits.items() if fits), key=from_left)
    return [
        _("The mine from left to right, each cell by its x,y:"),
        *(f"  {cell_name(at)} {_lying(view, at)}" for at in there),
        _("Open spots: {cells}.", cells="; ".join(map(cell_name, free))),
        *(_("{cell}: {what}", cell=cell_name(at), what=spot) for at in free if (spot := _spot(view, at).name)),
    ]


def _spot(view: View, at: Cell) -> Sign:
    """What stands on an empty cell."""
    found = parts_of(view.state.book.rules) if view.state.book.is_blocked(view.state, at) else ()
    return next((sign for words in found if words.spot and (sign := words.spot(view, at))), Sign("", ""))


def cell_words(view: View, at: Cell) -> str:
    """What lies or stands on a cell; empty if nothing does."""
    network = view.state.board.network
    return _lying(view, at) if at in network.slots or at in network.hidden else _spot(view, at).name


def hand_words(view: View) -> list[str]:
    return [f"  {number} {card_name(face)}" for number, (_slot, face) in enumerate(view.hand(), start=1)]


def _lying(view: View, at: Cell) -> str:
    network = view.state.board.network
    if at in network.hidden:
        slot = view.state.goals.get(at, network.hidden[at])
        known, thing = view.face(slot), hidden_name(view.state, slot)
        if known is None:
            return thing
        if at in view.state.goals:
            return _("{thing}; secret: it is {card}", thing=thing, card=goal_card(known))
        return _("{thing}; secret: on it lies {card}", thing=thing, card=card_name(known))
    if at == START:
        return _("the start, open on all sides")
    face = view.state.faces[network.slots[at]]
    if at in view.state.goals:
        return _("a goal, face up: {card}, open {sides}", card=goal_card(face), sides=_open(network.groups[at]))
    own, lies = CARD[face].groups, network.groups[at]
    return lying_name(face, 180 if lies != own and lies == half_turned(own) else 0)


def _open(groups: tuple[int, ...]) -> str:
    """To which sides a tunnel leads, and which of them are joined."""
    return _(" and separately ").join(
        ", ".join(side for bit, side in SIDE_WORDS.items() if group & bit) for group in groups if group
    )
