"""Rule: in a turn a player uses exactly one card, then draws one (A3)."""

from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal
from engine.hands import (
    NOT_HELD,
    WRONG_KIND,
    CardDrawn,
    SeatSkipped,
    TurnBegan,
    drawn,
    offered,
    pass_by_chance,
    require,
    require_card,
    require_held,
    skipped,
)
from engine.machine import Rule, Stage
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.state import State
from engine.mine.view import View
from engine.slots import Face, Seat, Slot
from engine.wants import Want

__all__ = [
    "NOT_HELD",
    "RULE",
    "WRONG_KIND",
    "CardDrawn",
    "SeatSkipped",
    "TurnBegan",
    "leave_hand",
    "require",
    "require_held",
]


def require_path(state: State, seat: Seat, slot: Slot, face: Face, kind: str) -> None:
    """A path card may be placed in a turn, or in a play of several cards."""
    if state.stage not in state.book.placing_stages:
        raise Illegal(NOT_WANTED)
    require_card(state, seat, slot, face, kind)


def leave_hand(state: State, seat: Seat, slot: Slot, face: Face) -> None:
    """A card was shown and left the hand; the turn goes on with the draw."""
    state.hands[seat].remove(slot)
    state.faces[slot] = face
    state.last_used = seat
    state.draws = 1
    state.stage = "finish-turn"


def began(state: State, event: TurnBegan) -> None:
    """The next player is to play."""
    state.active = state.drawer = event.seat
    state.draws = 0
    state.stage = "turn"


def finish(state: State) -> tuple[object, ...]:
    """Draw (A3.2), unless the pile is empty (A3.3); then the next player with cards (A3.4)."""
    order = state.book.order(state, state.active)
    after = order[1]
    if not (state.draws and state.pile):
        return (TurnBegan(after),) if state.hands[after] else _past_empty_hands(state, order)
    draw = CardDrawn(state.drawer, state.pile[-1])
    # nearly always the last draw, and a next player who has cards: nothing comes between
    return (draw, TurnBegan(after)) if state.draws == 1 and state.hands[after] else (draw,)


def _past_empty_hands(state: State, order: tuple[Seat, ...]) -> tuple[object, ...]:
    events: list[object] = []
    for seat in (*order[1:], order[0]):
        if state.hands[seat]:
            return (*events, TurnBegan(seat))
        events.append(SeatSkipped(seat))
    return (RoundEnded(treasure=False, finisher=None),)  # A8.1, HA16


def choices(view: View) -> list[object]:
    """What each card in hand offers, by slot; then passing, which is always allowed (A6.1)."""
    state, seat = view.state, view.seat
    if seat is None or seat != state.active:
        return []
    acts = offered(view)
    state.book.offer_passes(state, seat, acts)
    return acts


def wants(state: State) -> tuple[Want, ...]:
    """The player must use a card."""
    return state.book.turn_wants[state.active]


RULE = Rule(
    events={TurnBegan: began, SeatSkipped: skipped, CardDrawn: drawn},
    stages={
        "turn": Stage(wants=wants, choices=choices, time_up=pass_by_chance),
        "finish-turn": Stage(follow=finish),
    },
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NOT_HELD, WRONG_KIND),
)
