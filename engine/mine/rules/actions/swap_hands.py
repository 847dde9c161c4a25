"""Rule: Swap Hands exchanges two whole hands; then the other player draws a card, not the one who played it (B6.7).

Both hands are renewed as they change owners: each player knows the set that the other received, and not which card
is which (HB19).
"""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import HandsSwapped, HandTaken, SwapHands, exchange, next_taken, renew_hand
from engine.machine import Rule, Stage
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.slots import Face, Seat, Slot

__all__ = ["RULE", "HandTaken", "HandsSwapped", "SwapHands"]

OWN_HAND = Reason("swap-hands/own-hand", "B6.7")


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
    exchange(state, event.seat, event.target)
    state.stage = "swap-hands" if state.swapping else "finish-turn"


def taken(state: State, event: HandTaken) -> None:
    """The turn ends when both hands are taken up."""
    renew_hand(state, event, then="finish-turn")


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every other player, clockwise."""
    for target in state.book.clockwise[seat][1:]:
        acts.append(SwapHands(seat, slot, face, target))


RULE = Rule(
    inputs={SwapHands: decide},
    events={HandsSwapped: swapped, HandTaken: taken},
    offers={"swap-hands": offer},
    stages={"swap-hands": Stage(follow=next_taken)},
    acts=(ActRow(SwapHands, "swap-hands", card="swap-hands"),),
    reasons=(NO_SUCH_SEAT, OWN_HAND),
)
