"""Rule: Secret Information lets its player look at a hidden goal, or at another player's clan card (F6.2)."""

from engine.acts import ActRow
from engine.cave.flow import play_and_discard
from engine.cave.state import State
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.grid.cells import Cell
from engine.hands import require, require_other
from engine.machine import Rule
from engine.records import record
from engine.slots import Face, Seat, Slot

NO_HIDDEN_GOAL = Reason("spy/no-hidden-goal", "F6.2")
OWN_CLAN = Reason("spy/own-clan", "F6.2")
CLAN_OPEN = Reason("spy/clan-open", "HF19")


@record
class SpyGoal:
    """Look at the goal on that cell."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell


@record
class SpyClan:
    """Look at the clan card of that seat."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


@record
class GoalSpied:
    """The seat looks at a goal: which is public, what it saw is not."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell


@record
class ClanSpied:
    """The seat looks at a clan card: whose is public, what it saw is not."""

    seat: Seat
    slot: Slot
    face: Face
    target: Seat


def decide_goal(state: State, act: SpyGoal) -> tuple[object, ...]:
    """A goal that lies face down."""
    require(state, act.seat, act.slot, act.face, "secret-information")
    if act.cell not in state.board.network.hidden:
        raise Illegal(NO_HIDDEN_GOAL)
    return (GoalSpied(act.seat, act.slot, act.face, act.cell),)


def decide_clan(state: State, act: SpyClan) -> tuple[object, ...]:
    """Another player's, if it lies face down."""
    require(state, act.seat, act.slot, act.face, "secret-information")
    require_other(state, act.seat, act.target, OWN_CLAN)
    if state.clans[act.target] in state.faces:
        raise Illegal(CLAN_OPEN)
    return (ClanSpied(act.seat, act.slot, act.face, act.target),)


def goal_spied(state: State, event: GoalSpied) -> None:
    """It is shown to the player alone and stays where it is."""
    play_and_discard(state, event.seat, event.slot, event.face)
    state.owed.append((event.seat, (state.goals[event.cell],)))


def clan_spied(state: State, event: ClanSpied) -> None:
    """It is shown to the player alone and stays where it is."""
    play_and_discard(state, event.seat, event.slot, event.face)
    state.owed.append((event.seat, (state.clans[event.target],)))


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every goal that lies face down, by x, then y; then every hidden clan card, clockwise."""
    acts += [SpyGoal(seat, slot, face, at) for at in sorted(state.board.network.hidden)]
    others = state.book.clockwise[seat][1:]
    acts += [SpyClan(seat, slot, face, other) for other in others if state.clans[other] not in state.faces]


RULE = Rule(
    inputs={SpyGoal: decide_goal, SpyClan: decide_clan},
    events={GoalSpied: goal_spied, ClanSpied: clan_spied},
    offers={"secret-information": offer},
    acts=(
        ActRow(SpyGoal, "spy-goal", card="secret-information"),
        ActRow(SpyClan, "spy-clan", card="secret-information"),
    ),
    reasons=(NO_HIDDEN_GOAL, NO_SUCH_SEAT, OWN_CLAN, CLAN_OPEN),
)
