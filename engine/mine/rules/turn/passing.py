"""Rule: a player may always pass, which is to discard one card face down (A6)."""

from functools import cache

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.machine import Rule, Stage
from engine.mine.rules.turn.turn import require_held
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat, Slot

ONE_CARD_ONLY = Reason("pass/one-card-only", "A6.1")


@record
class Pass:
    """Discard these cards unseen."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class CardsPassed:
    """The seat laid cards on the discard pile, face down."""

    seat: Seat
    slots: tuple[Slot, ...]
    by_clock: bool = False


def decide(state: State, act: Pass) -> tuple[object, ...]:
    """Exactly one card, and it must be the player's own."""
    require_held(state, act.seat, act.slots)
    if len(act.slots) != 1:
        raise Illegal(ONE_CARD_ONLY)
    return (CardsPassed(act.seat, act.slots),)


def passed(state: State, event: CardsPassed) -> None:
    """A set goes on the pile in ascending order (HA17), and as many cards are drawn."""
    hand = state.hands[event.seat]
    for slot in event.slots:
        hand.remove(slot)
        state.discard.append(slot)
    state.last_used = event.seat
    state.draws = len(event.slots)
    state.stage = "finish-turn"


def offer(state: State, seat: Seat, acts: list[object]) -> None:
    """One pass for each card in hand."""
    for slot in state.hands[seat]:
        acts.append(_pass_of(seat, slot))


@cache
def _pass_of(seat: Seat, slot: Slot) -> Pass:
    """Made once: a card stays in a hand for many turns, and there are few seats and slots."""
    return Pass(seat, (slot,))


def by_chance(state: State) -> tuple[object, ...]:
    """HA25: the slots are counted in ascending order."""
    return (CardsPassed(state.active, (state.hands[state.active][state.number],), by_clock=True),)


ACTS = (ActRow(Pass, "pass"),)
CHANCES = {"pass-by-chance": 2}
RULE = Rule(
    inputs={Pass: decide},
    events={CardsPassed: passed},
    stages={"pass-by-chance": Stage(follow=by_chance)},
    acts=ACTS,
    chances=CHANCES,
    reasons=(ONE_CARD_ONLY,),
)
