"""Rule: a map shows a goal, or a cover together with its chest (D5.4); a chest may ban maps (X2, HD15)."""

from engine.errors import Illegal, Reason
from engine.grid.cells import Cell
from engine.machine import Rule
from engine.mine.modules.chests.state import ChestState
from engine.mine.rules.actions import read_map
from engine.mine.rules.actions.read_map import GOAL_FACE_UP, NO_GOAL_THERE, MapRead, ReadMap
from engine.mine.rules.turn.turn import leave_hand, require
from engine.records import record
from engine.slots import Face, Seat, Slot

MAPS_ARE_BANNED = Reason("map/banned", "HD15")


@record
class ChestLookedAt:
    """The seat looks at a cover and its chest: where is public, what it saw is not."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell


def decide(state: ChestState, act: ReadMap) -> tuple[object, ...]:
    """A goal or a cover that lies face down, as long as no chest bans it."""
    require(state, act.seat, act.slot, act.face, "map")
    if act.cell not in state.goals and act.cell not in state.covers:
        raise Illegal(NO_GOAL_THERE)
    if act.cell not in state.board.network.hidden:
        raise Illegal(GOAL_FACE_UP)
    if act.cell not in _shown(state):
        raise Illegal(MAPS_ARE_BANNED)
    looks = ChestLookedAt if act.cell in state.covers else MapRead
    return (looks(act.seat, act.slot, act.face, act.cell),)


def _shown(state: ChestState) -> list[Cell]:
    """What a map can show, by x, then y."""
    goals = () if state.map_ban else state.goals.keys() & state.board.network.hidden.keys()
    covers = () if state.map_ban and state.book.map_ban_on_all else state.covers
    return sorted((*goals, *covers))


def looked_at(state: ChestState, event: ChestLookedAt) -> None:
    """Both are shown to the player alone and stay where they are."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.owed.append((event.seat, (state.covers[event.cell], state.chests[event.cell])))


def offer(state: ChestState, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Everything that it can show."""
    acts += [ReadMap(seat, slot, face, at) for at in _shown(state)]


RULE = Rule(
    inputs={ReadMap: decide},
    events={**read_map.RULE.events, ChestLookedAt: looked_at},
    offers={"map": offer},
    acts=read_map.RULE.acts,
    reasons=(*read_map.RULE.reasons, MAPS_ARE_BANNED),
)
