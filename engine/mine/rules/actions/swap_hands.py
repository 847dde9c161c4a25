"""Rule: Swap Hands exchanges two whole hands; then the other player draws a card, not the one who played it (B6.7).

Both hands are renewed as they change owners: each player knows the set that the other received, and not which card
is which (HB19).
"""

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Reason
from engine.hands import (
    HandsSwapped,
    HandTaken,
    SwapHands,
    exchange,
    next_taken,
    offer_swaps,
    renew_hand,
    require_other,
)
from engine.machine import Rule, Stage
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State

__all__ = ["RULE", "HandTaken", "HandsSwapped", "SwapHands"]

OWN_HAND = Reason("swap-hands/own-hand", "B6.7")


def decide(state: State, act: SwapHands) -> tuple[object, ...]:
    """Another player; either hand may be empty (HB19)."""
    require(state, act.seat, act.slot, act.face, "swap-hands")
    require_other(state, act.seat, act.target, OWN_HAND)
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


RULE = Rule(
    inputs={SwapHands: decide},
    events={HandsSwapped: swapped, HandTaken: taken},
    offers={"swap-hands": offer_swaps},
    stages={"swap-hands": Stage(follow=next_taken)},
    acts=(ActRow(SwapHands, "swap-hands", card="swap-hands"),),
    reasons=(NO_SUCH_SEAT, OWN_HAND),
)
