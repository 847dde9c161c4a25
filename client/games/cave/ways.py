"""Where a figure can go from a space, what a way is called there, and what a step costs or brings about."""

from client.games.cave.names import (
    dwarfs_at,
    goal_name,
    monster_name,
    monsters_at,
    space_name,
    space_word,
    symbol_name,
)
from client.games.naming import SIDE_WORDS, cell_name
from client.i18n import _
from client.words.people import People
from engine.cave.board import FREE, NOWHERE, Space, cell_of, number_of
from engine.cave.cards.card import LAIR, VEIN
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.state import NO_MONSTER, State
from engine.grid.cells import SIDES
from engine.records import record
from engine.slots import Seat

COMMAND = 16
"""Columns for a command in a list of what can be done."""


@record
class Way:
    """One space beside another, and how a player calls it from there."""

    to: Space
    word: str
    """A side, or a space of the same card; empty for what needs its cell, such as another ladder."""
    barred: bool
    """A cobweb lies between."""


def ways_from(state: State, where: Space) -> list[Way]:
    """All of them, in the order in which the rules list them; a way that a cobweb bars is one too."""
    if where == NOWHERE:
        return []
    found: dict[Space, Way] = {}
    for to, border in state.board.near(where):
        barred = border in state.webs
        if to not in found or (found[to].barred and not barred):
            found[to] = Way(to, _word(state, where, to, by_ladder=border == FREE), barred)
    return list(found.values())


def _word(state: State, where: Space, to: Space, *, by_ladder: bool) -> str:
    at, there = cell_of(where), cell_of(to)
    if at == there:
        return space_word(state.board, to)
    if by_ladder:
        return ""
    return next((SIDE_WORDS[side] for side, step, _back in SIDES if at + step == there), "")


def mover(state: State) -> Space:
    """Where the figure stands that moves now, or would: a monster on its way, else the active dwarf."""
    if state.prowler != NO_MONSTER:
        return state.monsters[state.prowler]
    return state.dwarfs[state.active]


def way_command(way: Way, state: State) -> str:
    """What is typed behind “step”."""
    return way.word or place_command(way.to, state)


def place_command(to: Space, state: State) -> str:
    """The same wherever the figure stands: a cell, and the space of its card if it has several."""
    return f"{cell_name(cell_of(to))} {space_word(state.board, to)}".rstrip()


def dwarf_step(state: State, seat: Seat, where: Space, to: Space) -> list[str]:
    """What the step would cost the seat, and what it would bring about, in a few words each."""
    at, board = cell_of(to), state.board
    chart = board.charts.get(at)
    if chart is None:
        return [_("reveals the {goal} goal, and stops there", goal=goal_name(at))]
    notes = []
    if number_of(to) in chart.wood and cell_of(where) != at:
        notes.append(_("the bridge costs a random card") if state.hands[seat] else _("the bridge is free"))
    if number_of(to) == chart.tunnel:
        notes.append(_("the tunnel costs a nugget") if state.nuggets[seat] else _("the tunnel is free"))
    notes += [_("the {monster} attacks", monster=monster_name(monster)) for monster in monsters_at(state, to)]
    if at in state.veins and board.marked(VEIN, at) == to:
        notes.append(_("a nugget lies there; taking it shows your clan card"))
    if to == board.exit:
        notes.append(_("the way out"))
    return notes


def monster_step(state: State, to: Space, people: People) -> list[str]:
    """Whom the monster would attack there."""
    met = dwarfs_at(state, to)
    return [_("attacks {names}", names=", ".join(map(people.name, met)))] if met else []


def lair_notes(state: State, act: UnleashMonster, people: People) -> list[str]:
    """Whom a monster attacks as soon as it comes in; one that is in play already only starts from where it stands."""
    comes_in = state.monsters[state.book.monsters[act.face]] == NOWHERE and state.book.attacks_from_lairs
    return monster_step(state, state.board.marked(LAIR, act.cell), people) if comes_in else []


def step_notes(state: State, to: Space, people: People) -> list[str]:
    """The same for the figure that moves now."""
    if state.prowler != NO_MONSTER:
        return monster_step(state, to, people)
    return dwarf_step(state, state.active, state.dwarfs[state.active], to)


def way_lines(state: State, people: People) -> list[str]:
    """What the figure that moves now can do next: a command for each way, and what it costs."""
    ways = ways_from(state, mover(state)) if state.moves else []
    return [f"  {f'step {way_command(way, state)}':{COMMAND}} {_told(state, way, people)}" for way in ways]


def _told(state: State, way: Way, people: People) -> str:
    if way.barred:
        return _("{space}: a cobweb bars the way", space=space_name(state.board, way.to))
    symbol = symbol_name(state.board, way.to)
    space = space_name(state.board, way.to)
    there = _("{space}, {symbol}", space=space, symbol=symbol) if symbol else space
    notes = step_notes(state, way.to, people)
    return _("{space}: {notes}", space=there, notes="; ".join(notes)) if notes else there


def open_ways(state: State, seat: Seat) -> str:
    """Where a dwarf could go from where it stands, and what the next step would cost; in one line."""
    where = state.dwarfs[seat]
    ways = ways_from(state, where)
    return "; ".join(_in_brief(state, way, dwarf_step(state, seat, where, way.to)) for way in ways)


def ways_in_brief(state: State, people: People) -> list[str]:
    """The ways of the figure that moves now; those on which something happens come first."""
    ways = [(way, step_notes(state, way.to, people)) for way in ways_from(state, mover(state))] if state.moves else []
    told = sorted(ways, key=lambda each: not (each[1] or each[0].barred))
    return [_in_brief(state, way, notes) for way, notes in told]


def _in_brief(state: State, way: Way, notes: list[str]) -> str:
    space = space_name(state.board, way.to)
    place = space
    if not way.word:
        place = _("ladder to {space}", space=space)
    elif way.word in SIDE_WORDS.values():
        place = _("{word} to {space}", word=way.word, space=space)
    told = [_("a cobweb bars it")] if way.barred else notes
    return _("{space}: {notes}", space=place, notes=", ".join(told)) if told else place
