"""Rule: Card Swap exchanges two whole hands; at the end of the turn the other player draws (F6.4, HF32).

Both hands are renewed as they change owners: both players know both sets, and not which card is which.
"""

from engine.acts import ActRow
from engine.cave.flow import begin_walk, leave_hand
from engine.cave.playing import require
from engine.cave.state import State
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.hands import HandsSwapped, HandTaken, SwapHands, exchange, next_taken, renew_hand
from engine.machine import Rule, Stage
from engine.slots import Face, Seat, Slot

OWN_CARDS = Reason("card-swap/own-cards", "F6.4")


def decide(state: State, act: SwapHands) -> tuple[object, ...]:
    """Another player; either hand may be empty."""
    require(state, act.seat, act.slot, act.face, "card-swap")
    if not 0 <= act.target < state.book.seats:
        raise Illegal(NO_SUCH_SEAT)
    if act.target == act.seat:
        raise Illegal(OWN_CARDS)
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


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every other player, clockwise."""
    acts += [SwapHands(seat, slot, face, target) for target in state.book.clockwise[seat][1:]]


RULE = Rule(
    inputs={SwapHands: decide},
    events={HandsSwapped: swapped, HandTaken: taken},
    offers={"card-swap": offer},
    stages={"swap-hands": Stage(follow=next_taken)},
    acts=(ActRow(SwapHands, "swap-hands", card="card-swap"),),
    reasons=(NO_SUCH_SEAT, OWN_CARDS),
)
