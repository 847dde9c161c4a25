"""Rule: a map lets its player look at one goal that lies face down (A5.6)."""

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell
from engine.machine import Rule
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

NO_GOAL_THERE = Reason("map/no-goal", "A5.6")
GOAL_FACE_UP = Reason("map/goal-face-up", "A5.6")


@record
class ReadMap:
    """Look at the goal on that cell."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell


@record
class MapRead:
    """The seat looks at a goal: where is public, what it saw is not (HA13)."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell


def decide(state: State, act: ReadMap) -> tuple[object, ...]:
    """A goal, and one that lies face down."""
    require(state, act.seat, act.slot, act.face, "map")
    if act.cell not in state.goals:
        raise Illegal(NO_GOAL_THERE)
    if act.cell not in state.board.network.hidden:
        raise Illegal(GOAL_FACE_UP)
    return (MapRead(act.seat, act.slot, act.face, act.cell),)


def read(state: State, event: MapRead) -> None:
    """The goal is shown to the player alone and stays where it is."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.owed.append((event.seat, (state.goals[event.cell],)))


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every goal that lies face down, by x, then y."""
    for at in sorted(state.goals):
        if at in state.board.network.hidden:
            acts.append(ReadMap(seat, slot, face, at))


RULE = Rule(
    inputs={ReadMap: decide},
    events={MapRead: read},
    offers={"map": offer},
    acts=(ActRow(ReadMap, "map", card="map"),),
    reasons=(NO_GOAL_THERE, GOAL_FACE_UP),
)
