"""Hands, draw pile and discard pile, and what a turn does with them, whichever game is played."""

from bisect import insort
from typing import Annotated, Any

from engine.errors import NO_SUCH_SEAT, NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.events import ChanceCalled
from engine.fields import Value, Zone, declare
from engine.records import record
from engine.slots import Face, Seat, Slot
from engine.table import Table
from engine.wants import Act, Want

NOT_HELD = Reason("card/not-held", "A3.1")
WRONG_KIND = Reason("card/wrong-kind", "A3.1")


@declare
class Hands(Table):
    """The part of a state that a turn with cards needs."""

    active: Annotated[Seat, Value(-1)]
    """Whose turn it is."""
    hands: Annotated[list[list[Slot]], Zone(by_seat=True)]
    """By seat, in ascending order."""
    pile: Annotated[list[Slot], Zone()]
    """The draw pile; the top is the last."""
    discard: Annotated[list[Slot], Zone()]
    """The discard pile, face down; the top is the last (HA17)."""
    drawer: Annotated[Seat, Value(-1)]
    """Who draws when the turn ends: the active player, unless a card says otherwise."""
    draws: Annotated[int, Value(0)]
    """How many cards are still drawn this turn."""
    swapping: Annotated[tuple[Seat, ...], Value(())]
    """Whose new hand has still to be renewed after a swap (HB19)."""


@record
class TurnBegan:
    """It is this seat's turn."""

    seat: Seat


@record
class SeatSkipped:
    """The seat has no card in hand and is passed over (A3.4)."""

    seat: Seat


@record
class CardDrawn:
    """The seat drew the top card of the pile."""

    seat: Seat
    slot: Slot


@record
class SwapHands:
    """Exchange the rest of one's hand with the hand of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class HandsSwapped:
    """Two hands changed owners."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class HandTaken:
    """A seat takes up the hand that was another's, and sees it in a new order."""

    seat: Seat
    slots: tuple[Slot, ...]


def require_turn(state: Hands, seat: Seat) -> None:
    """What holds for everything that is done in a turn (A3.1)."""
    if state.stage != "turn":
        raise Illegal(NOT_WANTED)
    if seat != state.active:
        raise Illegal(NOT_YOUR_TURN)


def require_held(state: Hands, seat: Seat, slots: tuple[Slot, ...]) -> None:
    """What holds for cards that are discarded unseen in a turn (A3.1)."""
    require_turn(state, seat)
    hand = state.hands[seat]
    for slot in slots:
        if slot not in hand:
            raise Illegal(NOT_HELD)


def require_card(state: Hands, seat: Seat, slot: Slot, face: Face, kind: str) -> None:
    """The seat whose turn it is shows a card of its hand, and it is of that kind."""
    if seat != state.active:
        raise Illegal(NOT_YOUR_TURN)
    if slot not in state.hands[seat]:
        raise Illegal(NOT_HELD)
    if state.book.kinds.get(face) != kind:
        raise Illegal(WRONG_KIND)


def require(state: Hands, seat: Seat, slot: Slot, face: Face, kind: str) -> None:
    """What holds for every card that is played in a turn (A3.1, F4.1)."""
    if state.stage != "turn":
        raise Illegal(NOT_WANTED)
    require_card(state, seat, slot, face, kind)


def require_seat(state: Hands, target: Seat) -> None:
    """There is such a seat at the table."""
    if not 0 <= target < state.book.seats:
        raise Illegal(NO_SUCH_SEAT)


def require_other(state: Hands, seat: Seat, target: Seat, own: Reason) -> None:
    """There is such a seat, and it is not the player's own."""
    require_seat(state, target)
    if target == seat:
        raise Illegal(own)


def turn_want(seat: Seat) -> tuple[Want, ...]:
    """A card must be used; made once for each seat, when the table is set up."""
    return (Act((seat,), must=True, what="turn"),)


def offered(view: Any) -> list[Any]:
    """What each card of the view's seat offers, by slot; a card whose face is still to come offers nothing."""
    acts: list[Any] = []
    state, seat = view.state, view.seat
    offers, shown = state.book.offers, view.notebook.shown
    for slot in state.hands[seat]:
        face = shown.get(slot)
        if face is not None:
            offers[face](state, seat, slot, face, acts)
    return acts


def pass_by_chance(state: Hands, seat: Seat) -> tuple[object, ...]:
    """HA25: when the time is up one card is discarded, whichever chance names."""
    return (ChanceCalled("pass-by-chance", seat, len(state.hands[seat])),)


def skipped(state: Hands, event: SeatSkipped) -> None:
    """Nothing is lost: the seat simply had nothing to play."""


def drawn(state: Hands, event: CardDrawn) -> None:
    """Only the owner may look at it; a renewed hand may hold higher numbers than the pile."""
    insort(state.hands[event.seat], state.pile.pop())
    state.owed.append((event.seat, (event.slot,)))
    state.draws -= 1


def offer_swaps(state: Hands, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every other player, clockwise; either hand may be empty."""
    acts += [SwapHands(seat, slot, face, target) for target in state.book.clockwise[seat][1:]]


def exchange(state: Hands, one: Seat, other: Seat) -> None:
    """Two hands change owners; the other player will draw, and before that both look at what they have now."""
    hands = state.hands
    hands[one], hands[other] = hands[other], hands[one]
    state.drawer = other
    state.swapping = tuple(seat for seat in (one, other) if hands[seat])


def next_taken(state: Hands) -> tuple[object, ...]:
    """One hand after the other; an empty one needs no renewal."""
    seat = state.swapping[0]
    return (HandTaken(seat, tuple(state.hands[seat])),)


def renew_hand(state: Hands, event: HandTaken, then: str) -> None:
    """New slots, which only their owner sees; ``then`` is the stage that follows the last hand."""
    state.swapping = state.swapping[1:]
    state.renew(event.slots, then="swap-hands" if state.swapping else then, show_to=event.seat)
