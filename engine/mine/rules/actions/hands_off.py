"""Rule: Hands Off takes away a Theft that lies in front of any player (B6.2)."""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import require_seat
from engine.machine import Rule
from engine.mine.in_front import lying_before, take_away
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

NO_THEFT_THERE = Reason("hands-off/no-theft", "B6.2")


@record
class StopTheft:
    """Take the Theft away that lies in front of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class TheftStopped:
    """A Theft is gone; both cards are discarded."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat
    removed: Slot


def decide(state: State, act: StopTheft) -> tuple[object, ...]:
    """Any player's Theft, one's own included."""
    require(state, act.seat, act.slot, act.face, "hands-off")
    require_seat(state, act.target)
    removed = lying_before(state, act.target, "theft")
    if removed is None:
        raise Illegal(NO_THEFT_THERE)
    return (TheftStopped(act.seat, act.slot, act.face, act.target, removed),)


def stopped(state: State, event: TheftStopped) -> None:
    """The Theft goes on the discard pile first, then Hands Off (HA17)."""
    leave_hand(state, event.seat, event.slot, event.face)
    take_away(state, event.target, event.removed)
    state.discard += (event.removed, event.slot)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """The seats with a Theft, clockwise from the player."""
    if state.thefts:
        for target in state.book.clockwise[seat]:
            if target in state.thefts:
                acts.append(StopTheft(seat, slot, face, target))


RULE = Rule(
    inputs={StopTheft: decide},
    events={TheftStopped: stopped},
    offers={"hands-off": offer},
    acts=(ActRow(StopTheft, "hands-off", card="hands-off"),),
    reasons=(NO_SUCH_SEAT, NO_THEFT_THERE),
)
