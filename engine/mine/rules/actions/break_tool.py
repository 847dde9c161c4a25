"""Rule: a broken tool lies in front of a player, who may then place no path card (A5.1)."""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import require_seat
from engine.machine import Rule
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

OWN_TOOL = Reason("break/own-tool", "A5.1")
ALREADY_BROKEN = Reason("break/already-broken", "A5.1")


@record
class BreakTool:
    """Lay this broken tool in front of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class ToolBroken:
    """A broken tool lies in front of a seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


def decide(state: State, act: BreakTool) -> tuple[object, ...]:
    """Another player, who has no broken tool of that kind."""
    require(state, act.seat, act.slot, act.face, "break")
    require_seat(state, act.target)
    if act.target not in state.book.break_targets[act.seat]:
        raise Illegal(OWN_TOOL)
    if state.broken[act.target] & state.book.tools[act.face]:
        raise Illegal(ALREADY_BROKEN)
    return (ToolBroken(act.seat, act.slot, act.face, act.target),)


def broken(state: State, event: ToolBroken) -> None:
    """The card stays there until it is repaired."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.front[event.target].append(event.slot)
    state.broken[event.target] |= state.book.tools[event.face]


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """The seats whose tool of that kind is whole, clockwise."""
    tool = state.book.tools[face]
    for target in state.book.break_targets[seat]:
        if not state.broken[target] & tool:
            acts.append(BreakTool(seat, slot, face, target))


RULE = Rule(
    inputs={BreakTool: decide},
    events={ToolBroken: broken},
    offers={"break": offer},
    acts=(ActRow(BreakTool, "break", kind="break"),),
    reasons=(NO_SUCH_SEAT, OWN_TOOL, ALREADY_BROKEN),
)
