"""The cave and the hand in words, for a player who hears or reads line by line."""

from client.games.cave.names import (
    card_name,
    dwarfs_at,
    edges_words,
    goal_card,
    goal_name,
    level_name,
    lying_name,
    monster_name,
    monsters_at,
    space_name,
    space_word,
)
from client.games.cave.ways import mover, open_ways, way_lines
from client.games.naming import SIDE_WORDS, cell_name, from_left
from client.i18n import _, plural
from client.words.people import People
from engine.cave.board import NOWHERE, border, space
from engine.cave.state import NO_MONSTER, State
from engine.cave.view import View
from engine.grid.cells import START, Cell
from engine.slots import Face, Seat, Slot


def board_words(view: View, people: People) -> list[str]:
    """Every card that lies there with the figures on it, where the cave can go on, and the ways of every dwarf."""
    network = view.state.board.network
    there = sorted((*network.edges, *network.hidden), key=from_left)
    free = sorted((at for at, fits in network.fits.items() if fits), key=from_left)
    return [
        _("The cave from left to right, each cell by its x,y:"),
        *(f"  {cell_name(at)} {cell_words(view, at, people)}" for at in there),
        _("Open spots: {cells}.", cells="; ".join(map(cell_name, free))),
        *_dwarfs(view.state, people),
    ]


def cell_words(view: View, at: Cell, people: People) -> str:
    """What lies on a cell, the figures and the gold on it, and the cobwebs around it; empty if nothing does."""
    state = view.state
    if at in state.board.network.hidden:
        return "; ".join((_hidden(view, at), *_figures(state, at, people), *_webs(state, at)))
    if at not in state.board.charts:
        return ""
    gold = [_("a nugget on it")] if at in state.veins else []
    return "; ".join((_lying(state, at), *gold, *_figures(state, at, people), *_webs(state, at)))


def _hidden(view: View, at: Cell) -> str:
    face, goal = view.goal(at), goal_name(at)
    if face is None:
        return _("the {goal} goal, face down", goal=goal)
    return _("the {goal} goal, face down; secret: it is {card}", goal=goal, card=goal_card(face))


def _lying(state: State, at: Cell) -> str:
    """The card as it lies, and where its symbol is if it has several spaces."""
    if at == START:
        return _("the start, open on all sides; ladder")
    board = state.board
    face, chart = state.faces[board.network.slots[at]], board.charts[at]
    word = space_word(board, space(at, chart.marked)) if chart.symbol else ""
    place = _(" ({space})", space=word) if word else ""
    if at in state.goals:
        sides = edges_words(board.network.edges[at])
        return _("a goal, face up: {card}{place}, open {sides}", card=goal_card(face), place=place, sides=sides)
    return f"{lying_name(face, board.network.turned[at])}{place}"


def _figures(state: State, at: Cell, people: People) -> list[str]:
    """Who stands on which of its spaces."""
    chart = state.board.charts.get(at)
    told = []
    for number in range(len(chart.edges) if chart else 1):
        where = space(at, number)
        there = [people.name(seat) for seat in dwarfs_at(state, where)]
        there += [_("the {monster}", monster=monster_name(monster)) for monster in monsters_at(state, where)]
        if there:
            word = space_word(state.board, where)
            names = ", ".join(there)
            told.append(_("{space}: {names}", space=word, names=names) if word else _("here: {names}", names=names))
    return told


def _webs(state: State, at: Cell) -> list[str]:
    told = []
    for edge, side in enumerate(SIDE_WORDS.values()):
        web = state.webs.get(border(at, edge))
        if web is not None:
            told.append(
                plural("cobweb {side} for {count} round", "cobweb {side} for {count} rounds", web.side, side=side)
            )
    return told


def _dwarfs(state: State, people: People) -> list[str]:
    """Where every dwarf could go, and what the next step would cost; those for whom all is the same in one line."""
    told: dict[str, list[str]] = {}
    for seat in range(len(people)) if state.clans else ():
        if state.dwarfs[seat] != NOWHERE:
            told.setdefault(_ways_of(state, seat), []).append(people.name(seat))
    return [_("{names} at {ways}.", names=", ".join(names), ways=ways) for ways, names in told.items()]


def _ways_of(state: State, seat: Seat) -> str:
    place, ways = space_name(state.board, state.dwarfs[seat]), open_ways(state, seat)
    if not ways:
        return _("{space}: no way is open", space=place)
    return _("{space}, ways: {ways}", space=place, ways=ways)


# the hand, and the way of a figure


def hand_words(view: View) -> list[str]:
    return [f"  {number} {held_name(view.state, *held)}" for number, held in enumerate(view.hand(), start=1)]


def held_name(state: State, slot: Slot, face: Face | None) -> str:
    """A card in a hand: an action card with the level of its back, which the others see."""
    name = card_name(face)
    if face is not None and face in state.book.charts:  # a path card has its level in its name
        return name
    return _("{card}, level {level}", card=name, level=level_name(state, slot))


def way_words(view: View, people: People) -> list[str]:
    """Where the figure that moves stands, how far it can go, and what each step costs or brings about."""
    state = view.state
    monster = state.prowler
    figure = _("Your dwarf") if monster == NO_MONSTER else _("The {monster}", monster=monster_name(monster))
    line = _(
        "{figure} is at {space}. Moves left: {left}.",
        figure=figure,
        space=space_name(state.board, mover(state)),
        left=state.moves,
    )
    return [line, *way_lines(state, people)]
