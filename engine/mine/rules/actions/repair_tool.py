"""Rule: a repair card takes one matching broken tool away from in front of any player (A5.2 to A5.4)."""

from engine.acts import ActRow, Field, Integer
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import require_seat
from engine.machine import Rule
from engine.mine.cards.card import TOOLS
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

OTHER_TOOL = Reason("repair/other-tool", "A5.2")
NEITHER_TOOL = Reason("repair/neither-tool", "A5.3")
NOTHING_BROKEN = Reason("repair/nothing-broken", "A5.4")

_SINGLE_TOOLS = tuple(TOOLS.values())


@record
class RepairTool:
    """Mend this tool of that seat; a card that shows two tools mends one of them."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat
    tool: int


@record
class ToolRepaired:
    """A broken tool was mended; both cards are discarded."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat
    mended: Slot


def decide(state: State, act: RepairTool) -> tuple[object, ...]:
    """The card must show the tool, and the tool must be broken: a repair prevents nothing."""
    require(state, act.seat, act.slot, act.face, "repair")
    require_seat(state, act.target)
    shown = state.book.tools[act.face]
    if act.tool not in _SINGLE_TOOLS or not act.tool & shown:
        raise Illegal(OTHER_TOOL if shown in _SINGLE_TOOLS else NEITHER_TOOL)
    if not state.broken[act.target] & act.tool:
        raise Illegal(NOTHING_BROKEN)
    return (ToolRepaired(act.seat, act.slot, act.face, act.target, _broken_slot(state, act)),)


def _broken_slot(state: State, act: RepairTool) -> Slot:
    tools, faces = state.book.tools, state.faces
    return next(slot for slot in state.front[act.target] if tools.get(faces[slot], 0) & act.tool)


def repaired(state: State, event: ToolRepaired) -> None:
    """The mended tool goes on the discard pile first, then the repair (HA17)."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.front[event.target].remove(event.mended)
    state.broken[event.target] &= ~state.book.tools[state.faces[event.mended]]
    state.discard += (event.mended, event.slot)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every broken tool that the card mends, clockwise from the player."""
    shown = state.book.tools[face]
    for target in state.book.clockwise[seat]:
        matching = state.broken[target] & shown
        if matching:
            for tool in _SINGLE_TOOLS:
                if matching & tool:
                    acts.append(RepairTool(seat, slot, face, target, tool))


RULE = Rule(
    inputs={RepairTool: decide},
    events={ToolRepaired: repaired},
    offers={"repair": offer},
    acts=(ActRow(RepairTool, "repair", (Field("tool", Integer(1, 255), words=tuple(TOOLS.items())),), kind="repair"),),
    reasons=(NO_SUCH_SEAT, OTHER_TOOL, NEITHER_TOOL, NOTHING_BROKEN),
)
