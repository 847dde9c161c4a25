"""The board and the hand in words: for whoever hears them, or reads them a line at a time."""

from client.games.mine.names import CARD, card_name, cell_name, goal_card, lying_name
from client.i18n import _
from engine.grid.cells import START, Cell, half_turned, xy
from engine.mine.view import View

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
    ]


def hand_words(view: View) -> list[str]:
    """One card a line."""
    names = ("?" if face is None else card_name(face) for _slot, face in view.hand())
    return [f"  {number} {name}" for number, name in enumerate(names, start=1)]


def _from_left(at: Cell) -> tuple[int, int]:
    x, y = xy(at)
    return x, -y


def _lying(view: View, at: Cell) -> str:
    network = view.state.board.network
    if at in network.hidden:
        known = view.goal(at)
        if known is None:
            return _("a goal, face down")
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
