"""Rule: a Theft lies in front of its own player, who may take a nugget when the round is over (B6.1, B6.8)."""

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.machine import Rule
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

THEFT_LIES_ALREADY = Reason("theft/lies-already", "B6.8")


@record
class LayTheft:
    """Lay this Theft in front of oneself."""

    seat: Seat
    slot: Slot
    face: Face


@record
class TheftLaid:
    """A Theft lies in front of the seat that played it."""

    seat: Seat
    slot: Slot
    face: Face


def decide(state: State, act: LayTheft) -> tuple[object, ...]:
    """No second one; from a prison it may be laid all the same (HB17)."""
    require(state, act.seat, act.slot, act.face, "theft")
    if act.seat in state.thefts:
        raise Illegal(THEFT_LIES_ALREADY)
    return (TheftLaid(act.seat, act.slot, act.face),)


def laid(state: State, event: TheftLaid) -> None:
    """Whoever laid the last one steals first (B11.1)."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.front[event.seat].append(event.slot)
    state.thefts.append(event.seat)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """There is one way to lay it."""
    if seat not in state.thefts:
        acts.append(LayTheft(seat, slot, face))


RULE = Rule(
    inputs={LayTheft: decide},
    events={TheftLaid: laid},
    offers={"theft": offer},
    acts=(ActRow(LayTheft, "lay", kind="theft"),),
    reasons=(THEFT_LIES_ALREADY,),
)
