"""Rule: a play that may be stopped is announced with its targets, waits, and then takes effect or not (HC4).

Only a table with a card that reacts has this rule: at every other one an act takes effect at once.  While a play waits,
nothing of it has happened but that its card is shown: no cost is paid, no card is looked at, nothing lies on the grid.
"""

from bisect import insort
from collections.abc import Callable
from typing import Annotated, Any

from engine.fields import Value, Zone
from engine.machine import Decide, Rule, Stage
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

ANNOUNCED = "announced"
"""The stage of a play that waits; the rule that may stop it says what is waited for."""
TAKE_EFFECT = "take-effect"


class PendingState(State):
    """A state in which a play can wait."""

    pending: Annotated[list[Slot], Zone()]
    """The card of the play that waits."""
    announced: Annotated[tuple[object, ...], Value(())]
    """What follows if the play is not stopped."""


@record
class PlayAnnounced:
    """A card is shown, with all that its player chose; ``follows`` happens unless the play is stopped."""

    seat: Seat
    slot: Slot
    face: Face
    act: object
    follows: tuple[object, ...]


@record
class PlayTookEffect:
    """The play was not stopped."""

    seat: Seat
    slot: Slot


def announcing(decide: Decide, opens: Callable[[Any], bool]) -> Decide:
    """Decide on an act as ever, and wait before it takes effect if ``opens`` says that it could be stopped now."""

    def announced(state: Any, act: Any) -> tuple[object, ...]:
        follows = decide(state, act)
        return (PlayAnnounced(act.seat, act.slot, act.face, act, follows),) if opens(state) else follows

    return announced


def announced(state: PendingState, event: PlayAnnounced) -> None:
    """The card leaves the hand, and lies there for all to see."""
    state.hands[event.seat].remove(event.slot)
    state.faces[event.slot] = event.face
    state.pending.append(event.slot)
    state.announced = event.follows
    state.stage = ANNOUNCED


def let_through(state: PendingState) -> tuple[object, ...]:
    """Now it happens."""
    return (PlayTookEffect(state.active, state.pending[0]), *state.announced)


def took_effect(state: PendingState, event: PlayTookEffect) -> None:
    """The player takes the card up again and plays it."""
    insort(state.hands[event.seat], take_pending(state))


def take_pending(state: PendingState) -> Slot:
    """Nothing waits any more; where the card goes is said by what ended the wait."""
    state.announced = ()
    return state.pending.pop()


RULE = Rule(
    events={PlayAnnounced: announced, PlayTookEffect: took_effect},
    stages={TAKE_EFFECT: Stage(follow=let_through)},
    fields=PendingState,
)
