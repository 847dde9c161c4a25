"""Rule: Swap Hands exchanges two whole hands; then the other player draws a card, not the one who played it (B6.7).

Both hands are renewed as they change owners: each player knows the set that the other received, and not which card
is which (HB19).
"""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.machine import Rule, Stage
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

OWN_HAND = Reason("swap-hands/own-hand", "B6.7")


@record
class SwapHands:
    """Exchange the rest of one's hand with the hand of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class HandsSwapped:
    """Two hands changed owners."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class HandTaken:
    """A seat takes up the hand that was another's, and sees it in a new order."""

    seat: Seat
    slots: tuple[Slot, ...]


def decide(state: State, act: SwapHands) -> tuple[object, ...]:
    """Another player; either hand may be empty (HB19)."""
    require(state, act.seat, act.slot, act.face, "swap-hands")
    if not 0 <= act.target < state.book.seats:
        raise Illegal(NO_SUCH_SEAT)
    if act.target == act.seat:
        raise Illegal(OWN_HAND)
    return (HandsSwapped(act.seat, act.slot, act.face, act.target),)


def swapped(state: State, event: HandsSwapped) -> None:
    """The other player will draw; before that both look at what they have now."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    hands, one, other = state.hands, event.seat, event.target
    hands[one], hands[other] = hands[other], hands[one]
    state.drawer = other
    state.swapping = tuple(seat for seat in (one, other) if hands[seat])
    state.stage = _next_stage(state)


def _next_stage(state: State) -> str:
    return "swap-hands" if state.swapping else "finish-turn"


def take_up(state: State) -> tuple[object, ...]:
    """One hand after the other; an empty one needs no renewal."""
    seat = state.swapping[0]
    return (HandTaken(seat, tuple(state.hands[seat])),)


def taken(state: State, event: HandTaken) -> None:
    """New slots, which only their owner sees."""
    state.swapping = state.swapping[1:]
    state.renew(event.slots, then=_next_stage(state), show_to=event.seat)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every other player, clockwise."""
    for target in state.book.clockwise[seat][1:]:
        acts.append(SwapHands(seat, slot, face, target))


RULE = Rule(
    inputs={SwapHands: decide},
    events={HandsSwapped: swapped, HandTaken: taken},
    offers={"swap-hands": offer},
    stages={"swap-hands": Stage(follow=take_up)},
    acts=(ActRow(SwapHands, "swap-hands", card="swap-hands"),),
    reasons=(NO_SUCH_SEAT, OWN_HAND),
)
