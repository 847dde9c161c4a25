"""A rule that no game has, for the tests of windows: a seat with a certain card may stop another from drawing."""

from collections.abc import Callable
from dataclasses import replace

from engine.acts import ActRow
from engine.errors import Illegal
from engine.machine import Stage
from engine.mine.book import Book
from engine.mine.rules.turn.turn import NOT_HELD, WRONG_KIND
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Face, Seat, Slot
from engine.waits import require_window
from engine.wants import Want, Window

STOP = 13
"""A path card that can also be used as the reaction."""


@record
class StopDraw:
    """The reaction: the active player draws nothing."""

    seat: Seat
    slot: Slot
    face: Face


@record
class CardUsed:
    """All others may react."""


@record
class DrawStopped:
    """One has reacted."""

    seat: Seat
    slot: Slot
    face: Face


@record
class AllSilent:
    """The window closed by itself."""


def others(state: State) -> tuple[Seat, ...]:
    """The seats that a window asks: all but the active one that hold a card."""
    return tuple(seat for seat in range(state.book.seats) if seat != state.active and state.hands[seat])


def reacting(card: Face = STOP) -> Callable[[Book], Book]:
    """After each card that is used a window opens, before anything is drawn."""

    def used(state: State, event: CardUsed) -> None:
        state.stage = "reaction" if others(state) else "draw"

    def decide(state: State, act: StopDraw) -> tuple[object, ...]:
        require_window(state, act.seat)
        if act.slot not in state.hands[act.seat]:
            raise Illegal(NOT_HELD)
        if act.face != card:
            raise Illegal(WRONG_KIND)
        return (DrawStopped(act.seat, act.slot, act.face),)

    def stopped(state: State, event: DrawStopped) -> None:
        state.hands[event.seat].remove(event.slot)
        state.faces[event.slot] = event.face
        state.discard.append(event.slot)
        state.draws = 0
        state.stage = "draw"

    def silent(state: State, event: AllSilent) -> None:
        state.stage = "draw"

    def wants(state: State) -> tuple[Want, ...]:
        return (Window(others(state), "stop"),)

    def choices(view: View) -> list[object]:
        if view.seat is None or view.seat not in others(view.state):
            return []
        return [StopDraw(view.seat, slot, card) for slot, face in view.hand() if face == card]

    def change(book: Book) -> Book:
        stages = {
            "finish-turn": Stage(follow=lambda state: (CardUsed(),)),
            "reaction": Stage(wants=wants, choices=choices, time_up=lambda state, seat: (AllSilent(),)),
            "draw": book.stages["finish-turn"],
        }
        return replace(
            book,
            decide={**book.decide, StopDraw: decide},
            evolve={**book.evolve, CardUsed: used, DrawStopped: stopped, AllSilent: silent},
            stages={**book.stages, **stages},
            acts={**book.acts, StopDraw: ActRow(StopDraw, "stop")},
        )

    return change
