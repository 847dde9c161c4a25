"""Rule: what a player pays during the game, also against gold cards whose worth is secret (HD9, HD17).

Every gold card is worth at least one nugget: as long as the public nuggets and one for each gold card come to one or
more, a player can pay.  The payment is booked against the total, which is why the public nuggets may fall below zero.
A gold card that its owner turned up counts what it shows.  A dragon that finds gold cards and nothing sure leaves a
note, which is worked off as soon as the cards prove that there was something.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, TypeAlias

from engine.acts import SLOT, ActRow, Field
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.fields import Value
from engine.machine import Rule, Stage
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat, Slot
from engine.wants import Act

Note: TypeAlias = tuple[Seat, int, int]
"""A seat, its public nuggets and the number of its gold cards when the dragon came."""

NOT_YOUR_GOLD = Reason("gold/not-hidden", "HD17")
NO_NEED_OF_GOLD = Reason("gold/no-need", "HD17")


class PayingState(State):
    """What a table keeps where players pay."""

    notes: Annotated[list[Note], Value(list, lasts=True)]
    """What dragons may still take, in the order of play."""
    showing: Annotated[Slot, Value(-1)]
    """The gold card that is being turned up."""
    paying_in: Annotated[str, Value("")]
    """Where the table goes on when a gold card was turned up."""


@record
class TurnUpGold:
    """Turn up a gold card of one's own, to show that one can pay."""

    seat: Seat
    slot: Slot


@record
class GoldShown:
    """A gold card of a seat is turned up for all to see."""

    seat: Seat
    slot: Slot


@record
class GoldProved:
    """It lies open, and the seat owns what it shows."""

    seat: Seat
    slot: Slot
    nuggets: int


@record
class NuggetNoted:
    """A dragon cannot tell whether the gold cards of a seat are worth more than was paid against them."""

    seat: Seat
    nuggets: int
    cards: int


@record
class NoteWorkedOff:
    """The seat had something when the dragon came, and pays now; ``number`` counts the notes from 0."""

    seat: Seat
    number: int


def sure(state: State, seat: Seat) -> int:
    """What the seat owns at least, as far as all can see (HD17)."""
    return state.nuggets[seat] + sum(_at_least(state, slot) for slot in state.gold[seat])


def _at_least(state: State, slot: Slot) -> int:
    return state.book.worth[state.faces[slot]] if slot in state.faces else 1


def hidden_gold(state: State, seat: Seat) -> list[Slot]:
    """The gold cards of a seat that lie face down."""
    return [slot for slot in state.gold[seat] if slot not in state.faces]


def turn_ups(state: State, seat: Seat) -> list[object]:
    """The gold cards that the seat may turn up in the present wait."""
    return [TurnUpGold(seat, slot) for slot in hidden_gold(state, seat)] if _needs_gold(state, seat) else []


def _needs_gold(state: State, seat: Seat) -> bool:
    """Only a seat that may have to pay more than is sure: no card is shown for nothing (HA24)."""
    due = state.book.dues.get(state.stage)
    return due is not None and due.most(state, seat) > sure(state, seat)


def decide(state: State, act: TurnUpGold) -> tuple[object, ...]:
    """A card of the seat's own that lies face down, in a wait in which the seat may have to pay."""
    if state.stage not in state.book.dues:
        raise Illegal(NOT_WANTED)
    if not any(act.seat in want.seats for want in state.book.stages[state.stage].wants(state) if isinstance(want, Act)):
        raise Illegal(NOT_YOUR_TURN)
    if act.slot not in hidden_gold(state, act.seat):
        raise Illegal(NOT_YOUR_GOLD)
    if not _needs_gold(state, act.seat):
        raise Illegal(NO_NEED_OF_GOLD)
    return (GoldShown(act.seat, act.slot),)


def shown(state: PayingState, event: GoldShown) -> None:
    """The wait goes on when the face is there."""
    state.showing = event.slot
    state.paying_in = state.book.dues[state.stage].then
    state.open_to_all((event.slot,), then="gold-shown")


def prove(state: PayingState) -> tuple[object, ...]:
    """The card may prove that an earlier dragon takes something."""
    seat = next(seat for seat, held in enumerate(state.gold) if state.showing in held)
    nuggets = state.book.worth[state.faces[state.showing]]
    return (GoldProved(seat, state.showing, nuggets), *work_off(state))


def proved(state: PayingState, event: GoldProved) -> None:
    """Back to where the card was turned up."""
    state.stage = state.paying_in


def note(state: PayingState, event: NuggetNoted) -> None:
    """What the seat had then is kept, since gold that comes later does not count."""
    state.notes.append((event.seat, event.nuggets, event.cards))


def work_off(state: PayingState) -> tuple[object, ...]:
    """The notes that are proved by now, the first of them first; each leaves less for the next of its seat."""
    left = list(state.notes)
    events: list[object] = []
    while (number := next((number for number, of in enumerate(left) if _is_proved(state, *of)), None)) is not None:
        events.append(NoteWorkedOff(left[number][0], number))
        left = _after(left, number)
    return tuple(events)


def _is_proved(state: State, seat: Seat, nuggets: int, cards: int) -> bool:
    return nuggets + sum(_at_least(state, slot) for slot in state.gold[seat][:cards]) > 0


def _after(notes: list[Note], number: int) -> list[Note]:
    """The notes without one that was worked off: the later ones of its seat find a nugget less."""
    seat = notes[number][0]
    later = [(of, nuggets - (of == seat), cards) for of, nuggets, cards in notes[number + 1 :]]
    return [*notes[:number], *later]


def worked_off(state: PayingState, event: NoteWorkedOff) -> None:
    """The bank has it."""
    state.notes = _after(state.notes, event.number)
    state.nuggets[event.seat] -= 1


def counting(stage: Stage) -> Stage:
    """Before the nuggets are counted, with all gold cards open, what dragons may still take is taken (A11.1)."""
    count = stage.follow
    assert count is not None
    return replace(stage, follow=lambda state: work_off(state) or count(state))


RULE = Rule(
    inputs={TurnUpGold: decide},
    events={GoldShown: shown, GoldProved: proved, NuggetNoted: note, NoteWorkedOff: worked_off},
    stages={"gold-shown": Stage(follow=prove)},
    acts=(ActRow(TurnUpGold, "show-gold", (Field("slot", SLOT, zone="own-gold"),)),),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NOT_YOUR_GOLD, NO_NEED_OF_GOLD),
    fields=PayingState,
    around_stages={"count-gold": counting, "end-game": counting},
)

WORTH: dict[type, Callable[[Any, Any], float]] = {TurnUpGold: lambda player, act: -1.0}
"""To a bot: it shows nothing that it need not show."""
