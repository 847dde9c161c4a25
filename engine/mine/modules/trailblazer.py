"""Trailblazer, the card of 2022: two path cards in one turn, one after the other (C7, HC7).

Between them the table waits: the path cards are placed as ever, may be vetoed, and reach goals.
"""

from dataclasses import replace
from typing import Annotated, Any, cast

from engine.acts import ActRow
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.fields import Value
from engine.machine import Rule, Stage
from engine.mine.book import Book
from engine.mine.cards.championship import TRAILBLAZER
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.rules.placing.place_path import TOOLS_BROKEN
from engine.mine.rules.placing.place_path_when_free import PATH_IMPRISONED
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Face, Seat, Slot
from engine.wants import Act, Want

TOO_FEW_CARDS = Reason("trailblazer/too-few-cards", "HC7")
NO_PLACE = Reason("trailblazer/no-place", "HC7")

TRAIL = "trail"
_MOST = 2
_PATHS = ("path", "ladder")


class TrailState(State):
    """A state in which a trail may be under way."""

    trail: Annotated[int, Value(0)]
    """How many path cards it has."""


@record
class BlazeTrail:
    """Place up to two path cards."""

    seat: Seat
    slot: Slot
    face: Face


@record
class EndTrail:
    """Place no more."""

    seat: Seat


@record
class TrailBegan:
    """The player may place two path cards, one after the other."""

    seat: Seat
    slot: Slot
    face: Face


@record
class TrailWentOn:
    """A path card of the trail lies there, and all that it reached is dealt with."""

    seat: Seat


@record
class TrailEnded:
    """The draw follows, of as many cards as the trail has."""

    seat: Seat
    cards: int
    by_clock: bool = False


def decide(state: State, act: BlazeTrail) -> tuple[object, ...]:
    """What all can see must allow a path card; what the hand holds is the player's own affair."""
    require(state, act.seat, act.slot, act.face, "trailblazer")
    if reason := _refusal(state, act.seat):
        raise Illegal(reason)
    return (TrailBegan(act.seat, act.slot, act.face),)


def _refusal(state: State, seat: Seat) -> Reason | None:
    if len(state.hands[seat]) <= _MOST:
        return TOO_FEW_CARDS
    if state.broken[seat]:
        return TOOLS_BROKEN
    if state.imprisoned[seat]:
        return PATH_IMPRISONED
    return None if state.board.noted("any-place", lambda: _has_place(state)) else NO_PLACE


def _has_place(state: State) -> bool:
    """Whether any path card of the deck could lie anywhere."""
    book, network = state.book, state.board.network
    faces = sorted(face for face, kind in book.kinds.items() if kind in _PATHS)
    for face in faces:
        for edges in (edges for edges in book.masks[face] if edges >= 0):
            ladder = face in book.ladders
            if network.joining_places(edges, state.beside_goals()) if ladder else network.places(edges):
                return True
    return False


def began(state: TrailState, event: TrailBegan) -> None:
    """The first wait."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.trail = 0
    state.after_change = "trail-goes-on"
    state.stage = TRAIL


def go_on(state: TrailState) -> tuple[object, ...]:
    """To the next card, or to the draw."""
    ends = state.trail + 1 == _MOST or not state.hands[state.active]
    return (TrailWentOn(state.active), *((TrailEnded(state.active, state.trail + 1),) if ends else ()))


def went_on(state: TrailState, event: TrailWentOn) -> None:
    """The next wait."""
    state.trail += 1
    state.stage = TRAIL


def decide_end(state: TrailState, act: EndTrail) -> tuple[object, ...]:
    """Before each of the cards."""
    if state.stage != TRAIL:
        raise Illegal(NOT_WANTED)
    if act.seat != state.active:
        raise Illegal(NOT_YOUR_TURN)
    return (TrailEnded(act.seat, state.trail),)


def ended(state: State, event: TrailEnded) -> None:
    """As many as were placed (C7)."""
    state.draws = event.cards
    state.after_change = state.stage = "finish-turn"


def choices(view: View) -> list[object]:
    """Each path card wherever it may lie; or no more."""
    state, seat = view.state, view.seat
    if seat is None or seat != state.active:
        return []
    acts: list[object] = []
    for slot, face in view.hand():
        if face is not None and state.book.kinds[face] in _PATHS:
            state.book.offers[face](state, seat, slot, face, acts)
    return [*acts, EndTrail(seat)]


def time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no more."""
    return (TrailEnded(seat, cast(TrailState, state).trail, by_clock=True),)


def wants(state: State) -> tuple[Want, ...]:
    """The active player goes on or stops."""
    return (Act((state.active,), must=False, what="trail"),)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """There is nothing to choose before it begins."""
    if _refusal(state, seat) is None:
        acts.append(BlazeTrail(seat, slot, face))


def amend(book: Book) -> Book:
    """Path cards are placed on a trail too."""
    return replace(book, placing_stages=book.placing_stages | {TRAIL})


RULE = Rule(
    inputs={BlazeTrail: decide, EndTrail: decide_end},
    events={TrailBegan: began, TrailWentOn: went_on, TrailEnded: ended},
    offers={"trailblazer": offer},
    stages={
        TRAIL: Stage(wants=wants, choices=choices, time_up=time_up),
        "trail-goes-on": Stage(follow=go_on),
    },
    acts=(ActRow(BlazeTrail, "blaze-trail", kind="trailblazer"), ActRow(EndTrail, "end-trail", word="now")),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, TOO_FEW_CARDS, TOOLS_BROKEN, PATH_IMPRISONED, NO_PLACE),
    fields=TrailState,
)


def worth(player: Any, act: BlazeTrail) -> float:
    """A turn gained for a card of the hand: with two good path cards near the end, or with more at any time."""
    best = sorted((max(found) for found in _laying(player).values()), reverse=True)
    good = [worth for worth in best if worth > _GOOD]
    late = 0.0 if player.near or len(good) > _MOST else 2 * player.idle
    return good[0] + _GAINED - late if len(good) >= _MOST else -1.0


def _laying(player: Any) -> dict[Slot, list[float]]:
    """By path card in hand: what it is worth wherever it may lie."""
    state, seat = player.state, player.seat
    acts: list[Any] = []
    for slot, face in player.view.hand():
        if state.book.kinds.get(face) in _PATHS:
            state.book.offers[face](state, seat, slot, face, acts)
    found: dict[Slot, list[float]] = {}
    for each in acts:
        found.setdefault(each.slot, []).append(player.worth_of(each))
    return found


_GOOD = 3.0
"""A card worth that much is laid for a purpose."""
_GAINED = 4.0

MODULE = Module(
    name="trailblazer",
    rev=1,
    rule="C7",
    meaning="One card that lets its player place two path cards in one turn. As many cards are drawn as were placed.",
    card_sets=CARD_SET_NAMES,
    rules=(RULE,),
    deck=(TRAILBLAZER,),
    amends=amend,
    worth={BlazeTrail: worth, EndTrail: lambda player, act: 0.0},
    kept={"trailblazer": 3.5},
)
