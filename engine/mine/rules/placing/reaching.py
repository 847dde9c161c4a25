"""Rule: what a tunnel reaches is resolved at once, one thing after another until nothing is left (0.9).

What lies there says what follows: each kind of thing that can lie hidden on the grid, or is watched there, has a rule
of its own, found by the pile that it comes from.
"""

from engine.acts import ActRow
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.grid.cells import Cell
from engine.machine import Rule, Stage
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat
from engine.wants import Act, Want

GOAL_NOT_REACHED = Reason("goal/not-reached", "A7.1")


@record
class TurnGoal:
    """Of several things reached at once, turn this one up first (HA9)."""

    seat: Seat
    cell: Cell


def stage_after_change(state: State) -> str:
    """Where the settle loop goes on after a change of the network (0.9)."""
    reached = state.board.reach.reached
    if not reached:
        return state.after_change
    return "settle" if len(reached) == 1 else "choose-goal"


def found(state: State, at: Cell, *, by_clock: bool = False) -> tuple[object, ...]:
    """What follows from reaching the card on a cell."""
    network = state.board.network
    pile = state.pile_of[network.hidden[at] if at in network.hidden else network.slots[at]]
    return state.book.finds[pile](state, at, by_clock)


def settle(state: State) -> tuple[object, ...]:
    """One thing alone is resolved without a question."""
    return found(state, state.board.reach.reached[0])


def decide_order(state: State, act: TurnGoal) -> tuple[object, ...]:
    """One of the things that are reached."""
    require_stage(state, act.seat, "choose-goal")
    if act.cell not in state.board.reach.reached:
        raise Illegal(GOAL_NOT_REACHED)
    return found(state, act.cell)


def require_stage(state: State, seat: Seat, stage: str) -> None:
    """What holds for every answer of the active player while something is turned up."""
    if state.stage != stage:
        raise Illegal(NOT_WANTED)
    if seat != state.active:
        raise Illegal(NOT_YOUR_TURN)


def choose_order(view: View) -> list[object]:
    """What is reached, by x, then y."""
    state = view.state
    return [TurnGoal(view.seat, at) for at in sorted(state.board.reach.reached)] if view.seat == state.active else []


def order_time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: the first in the order of the choices."""
    return found(state, min(state.board.reach.reached), by_clock=True)


def wants_order(state: State) -> tuple[Want, ...]:
    """The active player picks one of the things."""
    return (Act((state.active,), must=True, what="goal"),)


RULE = Rule(
    inputs={TurnGoal: decide_order},
    stages={
        "settle": Stage(follow=settle),
        "choose-goal": Stage(wants=wants_order, choices=choose_order, time_up=order_time_up),
    },
    acts=(ActRow(TurnGoal, "turn-goal"),),
    reasons=(NOT_WANTED, NOT_YOUR_TURN, GOAL_NOT_REACHED),
)
