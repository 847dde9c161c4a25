"""Rule: a round begins with a deal: roles, goals, hands, and in the first round the gold (A2, A10)."""

from engine.dealing import decide, slots_of, wants
from engine.errors import NOT_WANTED, WRONG_SIZES
from engine.events import ChanceCalled, RoundDealt
from engine.inputs import DealRound
from engine.machine import Rule, Stage
from engine.mine.rules.turn.turn import TurnBegan
from engine.mine.state import State
from engine.slots import Slot


def dealt(state: State, event: RoundDealt) -> None:
    """Everything of the last round leaves the table but the gold; the new slots take their places."""
    zones = slots_of(state, event)
    state.begin_round(event.round)
    state.gold_pile = zones.get("gold", state.gold_pile)
    _lay_out(state, zones)
    for lay_out in state.book.lay_outs:
        lay_out(state, zones)
    state.stage = "begin-round"


def _lay_out(state: State, zones: dict[str, list[Slot]]) -> None:
    seats, size, aside = state.book.seats, state.book.hand_size, state.book.set_aside
    state.set_aside, deck = zones["deck"][:aside], zones["deck"][aside:]
    state.roles, state.spare_roles = zones["roles"][:seats], zones["roles"][seats:]
    state.goals = dict(zip(state.book.goal_cells, zones["goals"], strict=False))
    state.goals_aside = zones["goals"][len(state.goals) :]
    for at, slot in state.goals.items():
        state.board.hide(at, slot)
    state.hands = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
    state.pile = deck[: seats * size - 1 : -1]
    for seat in range(seats):
        state.owed.append((seat, (state.roles[seat], *state.hands[seat])))


def begin(state: State) -> tuple[object, ...]:
    """A seat starts: by chance or agreement in the first round (HA22), then by A10.3."""
    if state.round > 1:
        return (TurnBegan(state.starter),)
    first = state.book.first_player
    return (ChanceCalled("first-player", None, state.book.seats) if first is None else TurnBegan(first),)


def begin_by_chance(state: State) -> tuple[object, ...]:
    """Chance has named the first player."""
    return (TurnBegan(state.number),)


RULE = Rule(
    inputs={DealRound: decide},
    events={RoundDealt: dealt},
    stages={
        "deal": Stage(wants=wants),
        "begin-round": Stage(follow=begin),
        "first-player": Stage(follow=begin_by_chance),
    },
    chances={"first-player": 1},
    reasons=(NOT_WANTED, WRONG_SIZES),
)
