"""Rule: Card Swap exchanges two whole hands; at the end of the turn the other player draws (F6.4, HF32).

Both hands are renewed as they change owners: both players know both sets, and not which card is which.
"""

from engine.acts import ActRow
from engine.cave.flow import begin_walk, leave_hand
from engine.cave.state import State
from engine.errors import NO_SUCH_SEAT, Reason
from engine.hands import (
    HandsSwapped,
    HandTaken,
    SwapHands,
    exchange,
    next_taken,
    offer_swaps,
    renew_hand,
    require,
    require_other,
)
from engine.machine import Rule, Stage

OWN_CARDS = Reason("card-swap/own-cards", "F6.4")


def decide(state: State, act: SwapHands) -> tuple[object, ...]:
    """Another player; either hand may be empty."""
    require(state, act.seat, act.slot, act.face, "card-swap")
    require_other(state, act.seat, act.target, OWN_CARDS)
    return (HandsSwapped(act.seat, act.slot, act.face, act.target),)


def swapped(state: State, event: HandsSwapped) -> None:
    """Before the dwarf moves, both look at what they have now."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    exchange(state, event.seat, event.target)
    begin_walk(state)
    if state.swapping:
        state.stage = "swap-hands"


def taken(state: State, event: HandTaken) -> None:
    """Then comes the dwarf."""
    begin_walk(state)
    renew_hand(state, event, then=state.stage)


RULE = Rule(
    inputs={SwapHands: decide},
    events={HandsSwapped: swapped, HandTaken: taken},
    offers={"card-swap": offer_swaps},
    stages={"swap-hands": Stage(follow=next_taken)},
    acts=(ActRow(SwapHands, "swap-hands", card="card-swap"),),
    reasons=(NO_SUCH_SEAT, OWN_CARDS),
)
