"""Rule: saboteurs who win are paid in gold cards, which are turned up one by one until all are paid exactly (A9.5).

Every seat sees every card that is turned up, so none learns more of the pile than another.  Cards that were turned up
and not needed go back, and the pile is shuffled.
"""

from engine.events import RoundClosed
from engine.machine import Rule, Stage
from engine.mine.rules.round.round_end import from_bank
from engine.mine.scoring import exact_shares, saboteurs
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat, Slot


@record
class GoldTurned:
    """The next card of the gold pile is turned up for all to see."""

    slot: Slot


@record
class GoldPaid:
    """A seat is paid these cards, which lie face up."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class GoldShuffled:
    """What is left of the gold pile is shuffled, because cards of it were seen (A10.2)."""

    slots: tuple[Slot, ...]


def pay(state: State) -> tuple[object, ...]:
    """One more card, until those that lie open are enough; the bank pays if the whole pile is not."""
    faces, pile = state.faces, state.gold_pile
    seen = [slot for slot in pile if slot in faces]
    paid = _paid(state, seen)
    if not paid and len(seen) < len(pile):
        return (GoldTurned(pile[len(seen)]),)
    spent = {slot for event in paid for slot in event.slots}
    events: tuple[object, ...] = paid or from_bank(state)
    if len(spent) < len(seen):
        return (*events, GoldShuffled(tuple(slot for slot in pile if slot not in spent)))
    return (*events, *close(state))


def _paid(state: State, seen: list[Slot]) -> tuple[GoldPaid, ...]:
    """What each winner gets of these cards; nothing if they cannot be divided exactly."""
    winners = saboteurs(state)
    worths = {slot: state.book.worth[state.faces[slot]] for slot in seen}
    shares = exact_shares(worths.values(), state.book.saboteur_pay[len(winners)], len(winners))
    left = {nuggets: [slot for slot in seen if worths[slot] == nuggets] for nuggets in worths.values()}
    return tuple(
        GoldPaid(seat, tuple(left[nuggets].pop(0) for nuggets in share))
        for seat, share in zip(winners, shares, strict=bool(shares))
    )


def close(state: State) -> tuple[object, ...]:
    """Everything is divided."""
    return (RoundClosed(state.round, state.book.next_starter(state)),)


def turned(state: State, event: GoldTurned) -> None:
    """The pay waits for the face."""
    state.open_to_all((event.slot,), then="pay-gold")


def paid(state: State, event: GoldPaid) -> None:
    """The cards leave the pile and stay known to all."""
    state.gold[event.seat] += event.slots
    state.gold_pile = [slot for slot in state.gold_pile if slot not in event.slots]


def shuffled(state: State, event: GoldShuffled) -> None:
    """New slots for the whole pile: where the seen cards lie is not known any more."""
    state.renew(event.slots, then="close-round")


RULE = Rule(
    events={GoldTurned: turned, GoldPaid: paid, GoldShuffled: shuffled},
    stages={"pay-gold": Stage(follow=pay), "close-round": Stage(follow=close)},
)
