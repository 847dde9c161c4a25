"""Rule: instead of playing a card, a player may discard one or two unseen, and draws as many (F7, F4.3)."""

from functools import lru_cache
from itertools import combinations

from engine.acts import ActRow
from engine.cave.flow import begin_walk
from engine.cave.state import State
from engine.errors import Illegal, Reason
from engine.hands import require_held
from engine.machine import Rule, Stage
from engine.records import record
from engine.slots import Seat, Slot

ONE_OR_TWO_CARDS = Reason("discard/one-or-two-cards", "F7")

MOST = 2


@record
class Discard:
    """Discard these cards unseen."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class CardsDiscarded:
    """The seat laid cards on the discard pile, face down."""

    seat: Seat
    slots: tuple[Slot, ...]
    by_clock: bool = False


def decide(state: State, act: Discard) -> tuple[object, ...]:
    """One or two different cards of the player's own, in whatever order they are named."""
    require_held(state, act.seat, act.slots)
    if not 1 <= len(act.slots) <= MOST or len(set(act.slots)) < len(act.slots):
        raise Illegal(ONE_OR_TWO_CARDS)
    return (CardsDiscarded(act.seat, tuple(sorted(act.slots))),)


def discarded(state: State, event: CardsDiscarded) -> None:
    """A set goes on the pile in ascending order, and as many cards are drawn; the clock moves no dwarf (HA25)."""
    hand = state.hands[event.seat]
    for slot in event.slots:
        hand.remove(slot)
        state.discard.append(slot)
    state.draws = len(event.slots)
    if event.by_clock:
        state.stage = "finish-turn"
    else:
        begin_walk(state)


def offer_discards(state: State, seat: Seat, acts: list[object]) -> None:
    """Every set of cards once: single cards, then pairs."""
    acts += _discards_of(seat, tuple(state.hands[seat]))


@lru_cache(maxsize=4096)
def _discards_of(seat: Seat, hand: tuple[Slot, ...]) -> list[Discard]:
    """Made once for a hand: it is looked at several times before it changes."""
    return [Discard(seat, slots) for size in range(1, MOST + 1) for slots in combinations(hand, size)]


def by_chance(state: State) -> tuple[object, ...]:
    """HA25: the slots are counted in ascending order."""
    return (CardsDiscarded(state.active, (state.hands[state.active][state.number],), by_clock=True),)


RULE = Rule(
    inputs={Discard: decide},
    events={CardsDiscarded: discarded},
    stages={"pass-by-chance": Stage(follow=by_chance)},
    acts=(ActRow(Discard, "discard"),),
    chances={"pass-by-chance": 2},
    reasons=(ONE_OR_TWO_CARDS,),
)
