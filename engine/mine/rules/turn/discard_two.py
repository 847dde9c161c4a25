"""Rule: two cards discarded face down take away an action card from in front of their player (B4, B4.3, HB20)."""

from itertools import combinations

from engine.acts import SLOT, ActRow, Field
from engine.errors import Illegal, Reason
from engine.machine import Rule
from engine.mine.in_front import take_away
from engine.mine.rules.turn.turn import require_held
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat, Slot

TWO_CARDS_ONLY = Reason("discard-two/two-cards-only", "B4")
NOT_BEFORE_YOU = Reason("discard-two/not-before-you", "HB20")


@record
class DiscardTwo:
    """Discard these two cards unseen, and with them this card in front of oneself."""

    seat: Seat
    slots: tuple[Slot, ...]
    removed: Slot


@record
class TwoDiscarded:
    """A card in front of a seat is gone for two from its hand, which stay hidden."""

    seat: Seat
    slots: tuple[Slot, ...]
    removed: Slot


def decide(state: State, act: DiscardTwo) -> tuple[object, ...]:
    """Two cards of the player's own, and any action card before that player: a tool, a Prison, even a Theft."""
    require_held(state, act.seat, act.slots)
    if len(act.slots) != 2 or act.slots[0] == act.slots[1]:
        raise Illegal(TWO_CARDS_ONLY)
    if act.removed not in state.front[act.seat]:
        raise Illegal(NOT_BEFORE_YOU)
    return (TwoDiscarded(act.seat, tuple(sorted(act.slots)), act.removed),)


def discarded(state: State, event: TwoDiscarded) -> None:
    """The card it hit goes on the pile first, then the set in ascending order (HA17); one card is drawn for two."""
    take_away(state, event.seat, event.removed)
    hand = state.hands[event.seat]
    for slot in event.slots:
        hand.remove(slot)
    state.discard += (event.removed, *event.slots)
    state.last_used = event.seat
    state.draws = 1
    state.stage = "finish-turn"


def offer(state: State, seat: Seat, acts: list[object]) -> None:
    """For every card in front, as they were laid, every pair from the hand."""
    for removed in state.front[seat]:
        for slots in combinations(state.hands[seat], 2):
            acts.append(DiscardTwo(seat, slots, removed))


RULE = Rule(
    inputs={DiscardTwo: decide},
    events={TwoDiscarded: discarded},
    acts=(ActRow(DiscardTwo, "discard-two", (Field("removed", SLOT, key="remove", says="for {}", zone="front"),)),),
    reasons=(TWO_CARDS_ONLY, NOT_BEFORE_YOU),
)
