"""Rule: a goal that the tunnel reaches is turned up and laid so that it continues the tunnel (A7).

Other things that lie hidden on the grid are laid by the same rule (HA6); what follows is said by the pile that the
card comes from.
"""

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell
from engine.machine import Rule, Stage
from engine.mine.cards.base import GOALS
from engine.mine.rules.placing.reaching import require_stage, stage_after_change
from engine.mine.rules.round.round_end import RoundEnded
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Face, Seat, Slot
from engine.wants import Act, Want

CROSSWISE = Reason("path/crosswise", "A4.4")  # goals and path cards lie alike

TREASURE = next(goal.number for goal in GOALS if goal.key == "treasure")


@record
class RotateGoal:
    """Lay the card so, where both ways fit equally well (HA6); ``turned`` is 0 or 180 degrees."""

    seat: Seat
    turned: int


@record
class GoalReached:
    """An unbroken tunnel leads to this goal; it must be turned up."""

    seat: Seat
    cell: Cell
    by_clock: bool = False


@record
class GoalTied:
    """The card continues the tunnel equally well both ways; the player says which (HA6)."""

    seat: Seat
    cell: Cell


@record
class GoalRevealed:
    """The goal lies face up and is part of the network."""

    cell: Cell
    slot: Slot
    face: Face
    turned: int
    by_clock: bool = False


def find(state: State, at: Cell, by_clock: bool) -> tuple[object, ...]:
    """A goal that is reached must be turned up (A7.1)."""
    return (GoalReached(state.active, at, by_clock),)


def reached(state: State, event: GoalReached) -> None:
    """Play waits until the goal is open."""
    state.choosing = event.cell
    state.open_to_all([state.goals[event.cell]], then="fit-goal")


def fit(state: State) -> tuple[object, ...]:
    """The card is turned so that it continues the tunnel (HA6)."""
    assert state.choosing is not None
    face = state.faces[state.board.network.hidden[state.choosing]]
    turns = best_turns(state, state.choosing, face)
    if len(turns) > 1:
        return (GoalTied(state.active, state.choosing),)
    return _laid(state, turns[0])


def _laid(state: State, turned: int, *, by_clock: bool = False) -> tuple[object, ...]:
    """It lies so; its pile says what follows."""
    assert state.choosing is not None
    pile = state.pile_of[state.board.network.hidden[state.choosing]]
    return state.book.turn_ups[pile](state, turned, by_clock)


def tied(state: State, event: GoalTied) -> None:
    """Play waits for the player's word."""
    state.stage = "rotate-goal"


def best_turns(state: State, at: Cell, face: Face) -> list[int]:
    """HA6: an edge open toward an outlet first, then the most matching edges; both ways may be equally good."""
    upright, turned = state.book.masks[face]
    ways = {0: upright} if turned < 0 else {0: upright, 180: turned}
    entries = state.board.reach.entries(at)

    def fitness(way: int) -> tuple[bool, int]:
        return ways[way] & entries != 0, state.board.network.matches(at, ways[way])

    best = max(map(fitness, ways))
    return [way for way in ways if fitness(way) == best]


def decide_turn(state: State, act: RotateGoal) -> tuple[object, ...]:
    """Either of the two ways; crosswise is no way (A4.4)."""
    require_stage(state, act.seat, "rotate-goal")
    if act.turned not in (0, 180):
        raise Illegal(CROSSWISE)
    return _laid(state, act.turned)


def turn_up(state: State, turned: int, by_clock: bool) -> tuple[object, ...]:
    """The goal lies so; then comes what it brings."""
    assert state.choosing is not None
    slot = state.goals[state.choosing]
    face = state.faces[slot]
    effect = state.book.goal_effects.get(face)
    return (GoalRevealed(state.choosing, slot, face, turned, by_clock), *(effect(state) if effect else ()))


def treasure_found(state: State) -> tuple[object, ...]:
    """The treasure ends the round (A7.2)."""
    return (RoundEnded(treasure=True, finisher=state.active),)


def revealed(state: State, event: GoalRevealed) -> None:
    """A stone may lead on to another goal (HA5); one that does not fit stays anyway (A7.4)."""
    groups = state.book.groups[event.face][event.turned == 180]
    state.board.lay(event.cell, event.slot, groups, event.turned)
    state.choosing = None
    state.stage = stage_after_change(state)


def choose_turn(view: View) -> list[object]:
    """Upright, or turned."""
    return [RotateGoal(view.seat, turned) for turned in (0, 180)] if view.seat == view.state.active else []


def turn_time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA6: upright."""
    return _laid(state, 0, by_clock=True)


def wants_turn(state: State) -> tuple[Want, ...]:
    """The active player picks one of two ways."""
    return (Act((state.active,), must=True, what="rotation"),)


RULE = Rule(
    inputs={RotateGoal: decide_turn},
    events={GoalReached: reached, GoalTied: tied, GoalRevealed: revealed},
    stages={
        "fit-goal": Stage(follow=fit),
        "rotate-goal": Stage(wants=wants_turn, choices=choose_turn, time_up=turn_time_up),
    },
    acts=(ActRow(RotateGoal, "rotate-goal"),),
    reasons=(CROSSWISE,),
    finds={"goals": find},
    turns_up={"goals": turn_up},
)
