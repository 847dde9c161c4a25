"""Goal Swap, the card of 2017: two goals change places, or do not, and only the player knows (C2, HC2, HC12)."""

from typing import Annotated, Any

from engine.acts import CELL, ActRow, Field
from engine.errors import Illegal, Reason
from engine.fields import Value
from engine.grid.cells import Cell
from engine.machine import Rule, Stage
from engine.mine.cards.championship import GOAL_SWAP
from engine.mine.flags import CARD_SET_NAMES
from engine.mine.modules.module import Module
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Face, Seat, Slot
from engine.waits import SECRETS

SAME_GOAL = Reason("goal-swap/same-goal", "HC2")
NO_GOAL = Reason("goal-swap/no-goal", "C2")
FACE_UP = Reason("goal-swap/goal-face-up", "HC2")


class GoalSwapState(State):
    """A state in which two goals may be in a player's hands."""

    taken_up: Annotated[tuple[Cell, ...], Value(())]
    """Where they lay."""


@record
class SwapGoals:
    """Take up the goals on these cells, and lay them back as they lay or the other way round."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    other: Cell


@record
class GoalsTakenUp:
    """Two goals are in the player's hands, who does not look at them."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    other: Cell


@record
class GoalsLaidBack:
    """They lie again; whether they changed places is the player's secret."""

    seat: Seat


def decide(state: State, act: SwapGoals) -> tuple[object, ...]:
    """Two goals that lie face down, in either order."""
    require(state, act.seat, act.slot, act.face, "goal-swap")
    cell, other = sorted((act.cell, act.other))
    if not {cell, other} <= state.goals.keys():
        raise Illegal(NO_GOAL)
    if not {cell, other} <= state.board.network.hidden.keys():
        raise Illegal(FACE_UP)
    if cell == other:
        raise Illegal(SAME_GOAL)
    return (GoalsTakenUp(act.seat, act.slot, act.face, cell, other),)


def taken_up(state: GoalSwapState, event: GoalsTakenUp) -> None:
    """The choice is asked for only now, when the play cannot be stopped any more."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.taken_up = (event.cell, event.other)
    state.ask_secretly(event.seat, 2, "goal-swap", then="lay-goals", ways=("stay", "swap"))


def laid_back(state: GoalSwapState, event: GoalsLaidBack) -> None:
    """The slots are new also if the goals stay, or their numbers would tell."""
    state.renew([state.goals[at] for at in state.taken_up], then="finish-turn", by=event.seat)
    state.taken_up = ()


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every pair of goals that lie face down, by x, then y."""
    hidden = sorted(state.goals.keys() & state.board.network.hidden.keys())
    acts += [SwapGoals(seat, slot, face, one, other) for one in hidden for other in hidden if one < other]


RULE = Rule(
    inputs={SwapGoals: decide},
    events={GoalsTakenUp: taken_up, GoalsLaidBack: laid_back},
    offers={"goal-swap": offer},
    stages={"lay-goals": Stage(follow=lambda state: (GoalsLaidBack(state.active),))},
    acts=(ActRow(SwapGoals, "goal-swap", (Field("other", CELL, key="and", says="and {}"),), card="goal-swap"),),
    reasons=(NO_GOAL, FACE_UP, SAME_GOAL),
    fields=GoalSwapState,
)


def worth(player: Any, act: SwapGoals) -> float:
    """Chance says whether the goals change places: what was known of one is half known of both.

    A digger who knows where the treasure is may bring it nearer so, a saboteur farther away; and all like that others
    forget what their maps have shown: a saboteur of any seat, a digger of foes, if it knows no more itself.
    """
    known = player.treasure
    both = known.get(act.cell, 0) + known.get(act.other, 0)
    gain = player.gain_if({at: 2 * weight for at, weight in known.items()} | {act.cell: both, act.other: both})
    looked = [seat for seat, seen in enumerate(player.belief.looked) if {act.cell, act.other} & seen]
    others = [seat for seat in looked if seat != player.seat]
    if player.spoils:
        return float(player.idle + 4 * max(-gain, 0.0) + (1.0 if others else -0.5)) if gain < _LITTLE else -2.0
    if gain > _LITTLE:
        return float(player.of_change(gain)) - 2.0
    alike = known.get(act.cell, 0) == known.get(act.other, 0)
    foes = -sum(player.likes(seat) for seat in others)
    return float(player.idle + foes) if alike and foes > _FOE else -1.0


_LITTLE = 0.2
_FOE = 0.4
"""From there on a seat had better not know where the treasure is."""


def note(memory: Any, event: GoalsTakenUp, view: View) -> None:
    """What all seats knew of these goals is uncertain now."""
    memory.mix_goals(event.cell, event.other, view)


MODULE = Module(
    name="goal-swap",
    rev=1,
    rule="C2",
    meaning="One card that lets two hidden goals change places. Only its player knows whether they did.",
    card_sets=CARD_SET_NAMES,
    rules=(SECRETS, RULE),
    deck=(GOAL_SWAP,),
    worth={SwapGoals: worth},
    kept={"goal-swap": 0.8},
    notes={GoalsTakenUp: note},
)
