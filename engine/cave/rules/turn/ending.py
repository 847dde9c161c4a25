"""Rule: the game ends when a side is complete, all cards are used or all agree; the nuggets saved decide (F9, F10)."""

from engine.cave.scoring import side_values, winning_side
from engine.cave.state import State
from engine.events import RoundClosed
from engine.machine import OVER, Rule, Stage
from engine.records import record
from engine.slots import Seat


@record
class CaveClosed:
    """Nothing more is played: a side is complete ("side"), all cards are used ("exhausted"), or all agreed ("vote")."""

    why: str


@record
class GameEnded:
    """What each side is worth, the nuggets that each seat saved, and the players of the winning side."""

    values: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def closed(state: State, event: CaveClosed) -> None:
    """All clan cards are turned up, the undealt ones too (F10.1)."""
    hidden = [slot for slot in (*state.clans, *state.undealt) if slot not in state.faces]
    state.open_to_all(sorted(hidden), then="count")
    if not hidden:
        state.stage = "count"


def count(state: State) -> tuple[object, ...]:
    """F10: nuggets of dwarfs that are out, by side, each times the players of the other side."""
    sides = [state.book.works_for[state.faces[slot]] for slot in state.clans]
    scores = tuple(count if seat in state.escaped else 0 for seat, count in enumerate(state.nuggets))
    values = side_values(sides, scores)
    won = winning_side(values, [sides[seat] for seat in state.escaped])
    winners = tuple(seat for seat, side in enumerate(sides) if side == won)
    return (RoundClosed(state.round, state.active), GameEnded(values, scores, winners))


def round_closed(state: State, event: RoundClosed) -> None:
    """There is one round only."""


def ended(state: State, event: GameEnded) -> None:
    """Nothing is wanted any more."""
    state.winners = event.winners
    state.stage = OVER


RULE = Rule(
    events={CaveClosed: closed, RoundClosed: round_closed, GameEnded: ended},
    stages={"count": Stage(follow=count)},
)
