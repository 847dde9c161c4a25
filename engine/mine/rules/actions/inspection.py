"""Rule: an Inspection lets its player look at the role of another player (B6.5, HB25)."""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Reason
from engine.hands import require_other
from engine.machine import Rule
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

OWN_ROLE = Reason("inspection/own-role", "B6.5")


@record
class InspectRole:
    """Look at the role of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class RoleInspected:
    """The seat looks at a role: whose is public, what it saw is not."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


def decide(state: State, act: InspectRole) -> tuple[object, ...]:
    """Another player: one's own role is known (G32)."""
    require(state, act.seat, act.slot, act.face, "inspection")
    require_other(state, act.seat, act.target, OWN_ROLE)
    return (RoleInspected(act.seat, act.slot, act.face, act.target),)


def inspected(state: State, event: RoleInspected) -> None:
    """The role is shown to the player alone and stays where it is."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.owed.append((event.seat, (state.roles[event.target],)))


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every other player, clockwise."""
    for target in state.book.clockwise[seat][1:]:
        acts.append(InspectRole(seat, slot, face, target))


RULE = Rule(
    inputs={InspectRole: decide},
    events={RoleInspected: inspected},
    offers={"inspection": offer},
    acts=(ActRow(InspectRole, "inspection", card="inspection"),),
    reasons=(NO_SUCH_SEAT, OWN_ROLE),
)
