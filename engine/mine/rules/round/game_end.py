"""Rule: after the last round the gold is turned up and counted; most nuggets win (A10, A11)."""

from engine.events import RoundClosed
from engine.machine import OVER, Rule, Stage
from engine.mine.scoring import totals
from engine.mine.state import State
from engine.records import record
from engine.slots import Seat, Slot


@record
class GoldTurnedUp:
    """The game is over: the gold cards of all seats are opened (A11.1)."""

    slots: tuple[Slot, ...]


@record
class GameEnded:
    """The nuggets of every seat, and who has most; ties share the victory."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def closed(state: State, event: RoundClosed) -> None:
    """Another round, or the count."""
    state.starter = event.starter
    state.stage = "deal" if event.round < state.book.rounds else "count-gold"


def turn_up(state: State) -> tuple[object, ...]:
    """Gold cards that lie face down; with none there is nothing to wait for."""
    slots = sorted(slot for held in state.gold for slot in held if slot not in state.faces)
    return (GoldTurnedUp(tuple(slots)),) if slots else count(state)


def turned_up(state: State, event: GoldTurnedUp) -> None:
    """The count waits for the faces."""
    state.open_to_all(event.slots, then="end-game")


def count(state: State) -> tuple[object, ...]:
    """Most nuggets win."""
    scores = totals(state)
    return (GameEnded(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores))),)


def ended(state: State, event: GameEnded) -> None:
    """Nothing is wanted any more."""
    state.winners = event.winners
    state.stage = OVER


RULE = Rule(
    events={RoundClosed: closed, GoldTurnedUp: turned_up, GameEnded: ended},
    stages={
        "count-gold": Stage(follow=turn_up),
        "end-game": Stage(follow=count),
    },
)
