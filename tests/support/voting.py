"""A rule that no game has, with a question to several seats at once: for the tests of log and clock."""

from collections.abc import Callable
from dataclasses import replace

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, NOT_WANTED, Illegal
from engine.machine import Stage
from engine.mine.book import Book
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat
from engine.wants import Want


@record
class Vote:
    """For the seat that should begin."""

    seat: Seat
    target: Seat


@record
class VoteOpened:
    """All seats are asked at once."""


@record
class VoteCast:
    """One has answered."""

    seat: Seat
    target: Seat


def voting(wants: Callable[[tuple[Seat, ...]], Want]) -> Callable[[Book], Book]:
    """A rule that the game does not have: all seats say twice who should get a nugget, then play begins."""

    def opened(state: State, event: VoteOpened) -> None:
        state.winners = ()
        state.draws = 1
        state.stage = "vote"

    def decide(state: State, act: Vote) -> tuple[object, ...]:
        if state.stage != "vote" or act.seat in state.winners:
            raise Illegal(NOT_WANTED)
        if act.target >= 3:
            raise Illegal(NO_SUCH_SEAT)
        return (VoteCast(act.seat, act.target),)

    def cast(state: State, event: VoteCast) -> None:
        state.winners = tuple(sorted((*state.winners, event.seat)))
        state.nuggets[event.target] += 10
        if len(state.winners) == 3:
            state.winners = ()
            state.stage = "vote" if state.draws else "begin-play"
            state.draws = 0

    def time_up(state: State, seat: Seat) -> tuple[object, ...]:
        return (VoteCast(seat, seat),)

    def asked(state: State) -> tuple[Want, ...]:
        return (wants(tuple(seat for seat in range(3) if seat not in state.winners)),)

    def change(book: Book) -> Book:
        stages = {
            "begin-play": book.stages["begin-round"],
            "begin-round": Stage(follow=lambda state: (VoteOpened(),)),
            "vote": Stage(wants=asked, time_up=time_up),
        }
        return replace(
            book,
            decide={**book.decide, Vote: decide},
            evolve={**book.evolve, VoteOpened: opened, VoteCast: cast},
            stages={**book.stages, **stages},
            acts={**book.acts, Vote: ActRow(Vote, "vote")},
        )

    return change
