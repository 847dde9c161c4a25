"""Change of Direction, the card of 2020: from now to the end of the round turns go the other way round (C5, HC5).

What follows the order of play follows it here too: who is next, and which way gold is passed.
"""

from dataclasses import replace
from typing import Annotated, Any

from engine.acts import ActRow
from engine.fields import Value
from engine.machine import Rule
from engine.mine.book import Book
from engine.mine.cards.championship import DIRECTION
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot


class DirectionState(State):
    """A state in which turns may go round either way."""

    counter_clockwise: Annotated[bool, Value(first=False)]
    """Every round begins clockwise."""


@record
class ChangeDirection:
    """Let turns go the other way round."""

    seat: Seat
    slot: Slot
    face: Face


@record
class DirectionChanged:
    """Turns go the other way round until the round ends, or until they are turned again."""

    seat: Seat
    slot: Slot
    face: Face


def decide(state: DirectionState, act: ChangeDirection) -> tuple[object, ...]:
    """Always, also with two players (HC13)."""
    require(state, act.seat, act.slot, act.face, "direction")
    return (DirectionChanged(act.seat, act.slot, act.face),)


def changed(state: DirectionState, event: DirectionChanged) -> None:
    """The next player is already the one on the other side."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.counter_clockwise = not state.counter_clockwise


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """There is nothing to choose."""
    acts.append(ChangeDirection(seat, slot, face))


def amend(book: Book) -> Book:
    """The order of play is looked up in the state."""
    clockwise = book.clockwise
    back = tuple((first, *reversed(others)) for first, *others in clockwise)

    def order(state: DirectionState, seat: Seat) -> tuple[Seat, ...]:
        return back[seat] if state.counter_clockwise else clockwise[seat]

    return replace(book, order=order)


def worth(player: Any, act: ChangeDirection) -> float:
    """A friend is next instead of a foe."""
    order = player.state.book.order(player.state, player.seat)
    return float(player.idle + _WEIGHT * (player.likes(order[-1]) - player.likes(order[1])))


_WEIGHT = 3.0

RULE = Rule(
    inputs={ChangeDirection: decide},
    events={DirectionChanged: changed},
    offers={"direction": offer},
    acts=(ActRow(ChangeDirection, "change-direction", kind="direction"),),
    fields=DirectionState,
)
MODULE = Module(
    name="direction",
    rev=1,
    rule="C5",
    meaning="One card that turns the order of play round until the round ends. Gold is then passed the other way too.",
    card_sets=CARD_SET_NAMES,
    rules=(RULE,),
    deck=(DIRECTION,),
    amends=amend,
    worth={ChangeDirection: worth},
    kept={"direction": 1.1},
)
