"""Rule: a player looks through some cards, keeps one of them, and the others go on the discard pile (C3, D5.5).

Which place the kept card had is public, what it shows is not: a rule that lets known cards be looked through renews
them first (HD18).
"""

from bisect import insort
from collections.abc import Sequence
from typing import Annotated, cast

from engine.acts import SLOT, ActRow, Field
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.events import ChanceCalled
from engine.fields import Value, Zone
from engine.machine import Rule, Stage
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat, Slot
from engine.wants import Act, Want

CARD_NOT_OFFERED = Reason("keep/not-offered", "C3")


class KeepState(State):
    """A state in which the active player may look through cards."""

    looked_through: Annotated[list[Slot], Zone()]
    """What one card is kept of."""
    put_under: Annotated[int, Value(0)]
    """How many cards of the discard pile the others go under."""
    kept_then: Annotated[str, Value("finish-turn")]
    """The stage that comes after it."""


@record
class KeepCard:
    """Keep this card of those that are looked through."""

    seat: Seat
    slot: Slot


@record
class CardKept:
    """A seat kept a card unseen by the others; the rest was discarded unseen, in ascending order (HA17)."""

    seat: Seat
    slot: Slot
    rest: tuple[Slot, ...]
    by_clock: bool = False


def look_through(state: KeepState, slots: Sequence[Slot], *, then: str = "finish-turn", under: int = 0) -> None:
    """Let the active player look through these cards, which lie nowhere else any more; for the `evolve` of an event.

    The others go on the discard pile, below the ``under`` cards on top of it; then a stage follows.
    """
    state.looked_through = list(slots)
    state.put_under = under
    state.kept_then = then
    state.owed.append((state.active, tuple(slots)))
    state.stage = "keep-one" if len(slots) > 1 else "keep-only"


def decide(state: KeepState, act: KeepCard) -> tuple[object, ...]:
    """Any of them."""
    if state.stage != "keep-one":
        raise Illegal(NOT_WANTED)
    if act.seat != state.active:
        raise Illegal(NOT_YOUR_TURN)
    if act.slot not in state.looked_through:
        raise Illegal(CARD_NOT_OFFERED)
    return _keep(state, act.slot)


def _keep(state: KeepState, kept: Slot, *, by_clock: bool = False) -> tuple[object, ...]:
    rest = sorted(slot for slot in state.looked_through if slot != kept)
    return (CardKept(state.active, kept, tuple(rest), by_clock),)


def kept(state: KeepState, event: CardKept) -> None:
    """One goes to the hand, the others where the rule that began it says."""
    insort(state.hands[event.seat], event.slot)
    at = len(state.discard) - state.put_under
    state.discard[at:at] = event.rest
    state.looked_through = []
    state.stage = state.kept_then


def keep_only(state: KeepState) -> tuple[object, ...]:
    """One card alone is kept without a question."""
    return _keep(state, state.looked_through[0])


def keep_by_chance(state: KeepState) -> tuple[object, ...]:
    """HA25: uniformly random."""
    return _keep(state, state.looked_through[state.number], by_clock=True)


def choices(view: View) -> list[object]:
    """Each of the cards, as they lie."""
    state = cast(KeepState, view.state)
    return [KeepCard(view.seat, slot) for slot in state.looked_through] if view.seat == state.active else []


def time_up(state: KeepState, seat: Seat) -> tuple[object, ...]:
    """HA25: a pick among cards that only the player sees is left to chance."""
    return (ChanceCalled("keep-by-chance", seat, len(state.looked_through)),)


def wants(state: State) -> tuple[Want, ...]:
    """The active player keeps a card."""
    return (Act((state.active,), must=True, what="keep"),)


RULE = Rule(
    inputs={KeepCard: decide},
    events={CardKept: kept},
    stages={
        "keep-one": Stage(wants=wants, choices=choices, time_up=time_up),
        "keep-only": Stage(follow=keep_only),
        "keep-by-chance": Stage(follow=keep_by_chance),
    },
    acts=(ActRow(KeepCard, "keep", (Field("slot", SLOT, zone="looked-through"),)),),
    chances={"keep-by-chance": 5},
    reasons=(NOT_WANTED, NOT_YOUR_TURN, CARD_NOT_OFFERED),
    fields=KeepState,
)
