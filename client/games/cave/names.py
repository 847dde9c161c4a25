"""What cards, clans, goals, spaces and monsters of the cave are called."""

from client.games.cave.words.cards import LEVELS, LOYALTIES, MEANINGS, OTHERS, path_name
from client.games.game import Identity
from client.games.naming import SIDE_WORDS, cell_name
from client.i18n import _
from engine.cave.board import NOWHERE, Board, Border, Space, cell_of, number_of
from engine.cave.cards.card import EXIT, LADDER, LAIR, VEIN, Card
from engine.cave.cards.chart import Chart
from engine.cave.cards.table import CARDS, SIDES
from engine.cave.state import State
from engine.grid.cells import SIDES as EDGES
from engine.grid.cells import Cell, Edges, xy
from engine.slots import Face, Seat, Slot

CARD: dict[Face, Card] = {card.number: card for card in CARDS}
"""By face: the row of the card."""
MONSTERS = (_("Rat"), _("Crawler"), _("Goblin"))
"""By number of a monster, in the order in which they attack."""
CLANS = {"blue": _("blue"), "yellow": _("yellow")}
SYMBOLS = {LADDER: _("ladder"), LAIR: _("lair"), VEIN: _("gold vein"), EXIT: _("exit")}
_CORNERS = {
    (-1, 1): _("upper-left"),
    (1, 1): _("upper-right"),
    (-1, -1): _("lower-left"),
    (1, -1): _("lower-right"),
}
_INNER = {"end": _("end"), "tunnel": _("tunnel")}
"""By name of a space of a chart that lies at no edge; all others lie in the middle."""


# cards


def card_name(face: Face | None) -> str:
    """A card whose opening has not arrived is a question mark."""
    return "?" if face is None else lying_name(face, 0)


def lying_name(face: Face, turned: int) -> str:
    """A path card as it lies: turned, it may have another name."""
    card = CARD[face]
    return path_name(card.key, turned) if card.kind == "path" else OTHERS[card.key]


def card_meaning(face: Face) -> str:
    """What an action card does; empty for a path card, which shows it."""
    card = CARD[face]
    return MEANINGS.get(card.monster or card.kind, "")


def level_name(state: State, slot: Slot) -> str:
    """I, II or III: the back of a card, which all players see; empty if it has none."""
    name = next(pile.name for pile in state.book.piles if pile.number == state.pile_of[slot])
    return LEVELS[int(name[-1])] if name.startswith("level-") else ""


# clans


def clan_name(state: State, seat: Seat) -> str:
    """The clan of a seat, which its back shows."""
    return CLANS[SIDES[state.clan(seat)]]


def side_name(side: int) -> str:
    return CLANS[SIDES[side]]


def loyalty(face: Face) -> str:
    """As in “Ann is a blue saboteur, who works for yellow”."""
    return LOYALTIES[CARD[face].key]


def identity_of(face: Face) -> Identity:
    """The letter is that of the side which the dwarf works for, be it the other clan's."""
    card = CARD[face]
    side, name = CLANS[card.works_for], OTHERS[card.key]
    own = LOYALTIES[card.key].split(",")[0]
    aim = _("get gold for {side} out of the cave", side=side)
    return Identity(side[:1].upper(), name.upper(), f"badge-{card.works_for}", own.replace(name, name.upper()), aim)


# places


def goal_name(at: Cell) -> str:
    """A goal by its corner, as in “the upper-left goal”; it can be typed."""
    x, y = xy(at)
    return _CORNERS[(x > 0) - (x < 0), (y > 0) - (y < 0)]


def goal_card(face: Face) -> str:
    """What a goal shows, as in “the goal is the exit”."""
    return {EXIT: _("the exit"), LAIR: _("a lair"), LADDER: _("a ladder"), VEIN: _("a gold vein")}[CARD[face].symbol]


def space_word(board: Board, where: Space) -> str:
    """Which space of its card, in one word that can be typed; empty if the card has no other."""
    chart = board.charts.get(cell_of(where))
    if chart is None or len(chart.edges) == 1:
        return ""
    number = number_of(where)
    if chart.edges[number]:
        return edges_words(chart.edges[number])
    word = _INNER.get(chart.names[number], _("middle"))
    alike = [other for other, edges in enumerate(chart.edges) if not edges and chart.names[other] not in _INNER]
    return f"{word}-{edges_words(_around(chart, number))}" if len(alike) > 1 and number in alike else word


def space_name(board: Board, where: Space) -> str:
    """As in “3,0 (up)”."""
    word, cell = space_word(board, where), cell_name(cell_of(where))
    return f"{cell} ({word})" if word else cell


def edges_words(edges: Edges) -> str:
    """The sides of a card, as in “up-left”."""
    return "-".join(word for edge, word in SIDE_WORDS.items() if edges & edge)


def border_name(where: Border) -> str:
    """The place between two cells where a cobweb lies."""
    at = where >> 1
    _side, step, _back = EDGES[where & 1]
    return _("between {one} and {other}", one=cell_name(at), other=cell_name(at + step))


def symbol_name(board: Board, where: Space) -> str:
    """What a space shows; empty for most."""
    chart = board.charts.get(cell_of(where))
    return SYMBOLS[chart.symbol] if chart is not None and chart.marked == number_of(where) else ""


def _around(chart: Chart, number: int) -> Edges:
    edges = 0
    for other in chart.near[number]:
        edges |= chart.edges[other]
    return edges


# figures


def monster_name(monster: int) -> str:
    return MONSTERS[monster]


def dwarfs_at(state: State, where: Space) -> list[Seat]:
    """The seats whose dwarfs stand there."""
    return [seat for seat, there in enumerate(state.dwarfs) if there == where != NOWHERE]


def monsters_at(state: State, where: Space) -> list[int]:
    return [monster for monster, there in enumerate(state.monsters) if there == where != NOWHERE]
