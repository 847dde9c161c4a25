"""Rule: a player may always pass, which is to discard one, two or three cards and to draw as many (B4, HB21)."""

from itertools import combinations

from engine.errors import Illegal, Reason
from engine.machine import Rule, Stage
from engine.mine.rules.turn.passing import ACTS, CHANCES, CardsPassed, Pass, by_chance, passed
from engine.mine.rules.turn.turn import require_held
from engine.mine.state import State
from engine.slots import Seat

ONE_TO_THREE_CARDS = Reason("pass/one-to-three-cards", "B4")

MOST = 3


def decide(state: State, act: Pass) -> tuple[object, ...]:
    """Up to three different cards of the player's own, in whatever order they are named."""
    require_held(state, act.seat, act.slots)
    if not 1 <= len(act.slots) <= MOST or len(set(act.slots)) < len(act.slots):
        raise Illegal(ONE_TO_THREE_CARDS)
    return (CardsPassed(act.seat, tuple(sorted(act.slots))),)


def offer(state: State, seat: Seat, acts: list[object]) -> None:
    """Every set of cards once: single cards, then pairs, then threes."""
    hand = state.hands[seat]
    for size in range(1, MOST + 1):
        for slots in combinations(hand, size):
            acts.append(Pass(seat, slots))


RULE = Rule(
    inputs={Pass: decide},
    events={CardsPassed: passed},
    stages={"pass-by-chance": Stage(follow=by_chance)},
    acts=ACTS,
    chances=CHANCES,
    reasons=(ONE_TO_THREE_CARDS,),
)
