"""Rule: the first dwarf on a goal turns it up, so that it continues the tunnel the dwarf came by (F8.4, HF10, HF12)."""

from engine.cave.cards.card import VEIN
from engine.cave.flow import meet_monsters
from engine.cave.state import State
from engine.grid.cells import Cell
from engine.machine import Rule, Stage
from engine.records import record
from engine.slots import Face, Slot


@record
class GoalRevealed:
    """The goal lies face up and is part of the network."""

    cell: Cell
    slot: Slot
    face: Face
    turned: int


def turn_up(state: State) -> tuple[object, ...]:
    """It is turned by 180 degrees if only that continues the tunnel; other sides need not fit."""
    at = state.revealing
    assert at is not None
    slot = state.goals[at]
    face = state.faces[slot]
    return (GoalRevealed(at, slot, face, best_turn(state, at, face)),)


def best_turn(state: State, at: Cell, face: Face) -> int:
    """An edge that is open toward the dwarf first, then the most matching edges; upright if both ways are as good."""
    upright, turned = state.book.masks[face]
    ways = {0: upright} if turned < 0 else {0: upright, 180: turned}
    return max(ways, key=lambda way: (ways[way] & state.entry != 0, state.board.network.matches(at, ways[way])))


def revealed(state: State, event: GoalRevealed) -> None:
    """The dwarf is on the first space and goes no further; monsters that stood there are with it (HF10)."""
    at, way = event.cell, event.turned == 180
    standing = state.dwarfs[state.active]
    groups, chart = state.book.groups[event.face][way], state.book.charts[event.face][way]
    state.board.lay(at, event.slot, groups, chart, event.turned)
    first = state.board.entrance(at, state.entry)
    state.monsters = [first if there == standing else there for there in state.monsters]
    state.dwarfs[state.active] = first
    if chart.symbol == VEIN:
        state.veins.add(at)
    state.revealing = None
    state.moves = 0
    meet_monsters(state, state.active)


RULE = Rule(events={GoalRevealed: revealed}, stages={"turn-goal": Stage(follow=turn_up)})
