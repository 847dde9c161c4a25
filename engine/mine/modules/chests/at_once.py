"""What chests bring at once: X1, X2, X5, X8, X9 and X10 (D5.5, HD14)."""

from collections.abc import Callable, Mapping

from engine.acts import ActRow
from engine.errors import NO_SUCH_SEAT, Illegal, Reason
from engine.grid.cells import Cell, cell
from engine.hands import require_other
from engine.machine import Rule, Stage
from engine.mine.modules.chests.state import (
    DISCARD_5,
    GOAL_MOVES,
    LOST_5,
    MAP_BAN,
    NUGGET,
    ROLE,
    ChestState,
)
from engine.mine.rules.actions.keep_one import look_through
from engine.mine.rules.placing.reaching import require_stage, stage_after_change
from engine.mine.state import State
from engine.mine.view import View
from engine.records import record
from engine.slots import Seat, Slot
from engine.wants import Act, Want

GOAL_CANNOT_MOVE = Reason("chest/goal-cannot-move", "D5.5")
OWN_ROLE = Reason("chest/own-role", "D5.5")

_FIVE = 5
FURTHER = cell(1, 0)
"""The step from a cell to the next one that is further away from the start."""


@record
class MoveGoal:
    """Move this goal one cell further away from the start."""

    seat: Seat
    cell: Cell


@record
class LookAtRole:
    """Look at the role of that seat."""

    seat: Seat
    target: Seat


@record
class ChestPaid:
    """The seat takes nuggets from the bank, in public."""

    seat: Seat
    nuggets: int


@record
class MapsBanned:
    """No map may be used on goals any more in this round (X2)."""

    seat: Seat


@record
class ChestAsked:
    """The seat says what the chest is about: which goal, or whose role or card."""

    seat: Seat
    what: str


@record
class GoalMoved:
    """A goal that lies face down lies one cell further away."""

    seat: Seat
    cell: Cell
    by_clock: bool = False


@record
class RoleSeen:
    """The seat looks at a role: whose is public, what it saw is not."""

    seat: Seat
    target: Seat
    by_clock: bool = False


@record
class DiscardMixed:
    """The whole discard pile is shuffled."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class DiscardSearched:
    """The seat looks at the top of the discard pile, and keeps one card of it."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class PileLost:
    """The top of the draw pile was discarded unseen."""

    seat: Seat
    slots: tuple[Slot, ...]


def pay(state: ChestState) -> tuple[object, ...]:
    """X1: also in the base game a credit (HA20)."""
    return (ChestPaid(state.active, 1),)


def paid(state: ChestState, event: ChestPaid) -> None:
    """The nugget counts like any other."""
    state.nuggets[event.seat] += event.nuggets


def ban(state: ChestState) -> tuple[object, ...]:
    """X2: nothing lifts it before the round ends (HD15)."""
    return (MapsBanned(state.active),)


def banned(state: ChestState, event: MapsBanned) -> None:
    """It is a state of the table, not a card in front of the seat."""
    state.map_ban = True


# X5: a goal moves


def movable(state: State) -> list[Cell]:
    """The goals that lie face down with an empty cell behind them, by x, then y."""
    network = state.board.network
    taken = {*network.slots, *network.hidden}
    hidden = (at for at in state.goals if at in network.hidden)
    return sorted(at for at in hidden if at + FURTHER not in taken and not state.book.is_blocked(state, at + FURTHER))


def move(state: ChestState) -> tuple[object, ...]:
    """One goal alone moves without a question; without one nothing happens."""
    goals = movable(state)
    if len(goals) > 1:
        return (ChestAsked(state.active, "chest-goal"),)
    return tuple(_moved(state, at) for at in goals)


def decide_move(state: ChestState, act: MoveGoal) -> tuple[object, ...]:
    """A goal that can move."""
    require_stage(state, act.seat, "chest-goal")
    if act.cell not in movable(state):
        raise Illegal(GOAL_CANNOT_MOVE)
    return (_moved(state, act.cell),)


def _moved(state: State, at: Cell, *, by_clock: bool = False) -> GoalMoved:
    return GoalMoved(state.active, at, by_clock)


def moved(state: ChestState, event: GoalMoved) -> None:
    """Where it lies now it may be reached; ladders that lie already stay (HD14)."""
    to = event.cell + FURTHER
    state.goals = {to if at == event.cell else at: slot for at, slot in state.goals.items()}
    state.board.hide(to, state.board.take_hidden(event.cell))
    state.stage = stage_after_change(state)


def choose_goal(view: View) -> list[object]:
    """Every goal that can move."""
    return [MoveGoal(view.seat, at) for at in movable(view.state)] if view.seat == view.state.active else []


def goal_time_up(state: ChestState, seat: Seat) -> tuple[object, ...]:
    """HA25: the first of the choices."""
    return (_moved(state, movable(state)[0], by_clock=True),)


# X8: a look at a role


def look(state: ChestState) -> tuple[object, ...]:
    """The only other player is not asked for."""
    first, *others = state.book.clockwise[state.active][1:]
    return (ChestAsked(state.active, "chest-role"),) if others else (RoleSeen(state.active, first),)


def decide_look(state: ChestState, act: LookAtRole) -> tuple[object, ...]:
    """Another player: one's own role is known."""
    require_stage(state, act.seat, "chest-role")
    require_other(state, act.seat, act.target, OWN_ROLE)
    return (RoleSeen(act.seat, act.target),)


def seen(state: ChestState, event: RoleSeen) -> None:
    """The role is shown to the player alone and stays where it is."""
    state.owed.append((event.seat, (state.roles[event.target],)))
    state.stage = stage_after_change(state)


def choose_role(view: View) -> list[object]:
    """Every other player, clockwise."""
    state, seat = view.state, view.seat
    return [LookAtRole(seat, other) for other in state.book.clockwise[seat][1:]] if seat == state.active else []


def role_time_up(state: ChestState, seat: Seat) -> tuple[object, ...]:
    """HA25: the first of the choices."""
    return (RoleSeen(seat, state.book.clockwise[seat][1], by_clock=True),)


# X9: a card out of the discard pile


def mix(state: ChestState) -> tuple[object, ...]:
    """All of the discard pile, if there is one."""
    return (DiscardMixed(state.active, tuple(state.discard)),) if state.discard else ()


def mixed(state: ChestState, event: DiscardMixed) -> None:
    """It was played or seen before: so it is renewed, and only then looked at (HD18)."""
    state.renew(event.slots, then="chest-discard")


def search(state: ChestState) -> tuple[object, ...]:
    """The top five, or as many as there are."""
    return (DiscardSearched(state.active, tuple(state.discard[-_FIVE:])),)


def searched(state: ChestState, event: DiscardSearched) -> None:
    """The others go back on top in their new order."""
    del state.discard[-len(event.slots) :]
    look_through(state, event.slots, then=stage_after_change(state))


# X10: cards are lost


def lose(state: ChestState) -> tuple[object, ...]:
    """The top five, or as many as there are."""
    return (PileLost(state.active, tuple(sorted(state.pile[-_FIVE:]))),) if state.pile else ()


def lost(state: ChestState, event: PileLost) -> None:
    """A set goes on the pile in ascending order (HA17)."""
    del state.pile[-len(event.slots) :]
    state.discard += event.slots


def asked(state: ChestState, event: ChestAsked) -> None:
    """Play waits for the player's word."""
    state.stage = event.what


def goal_wanted(state: State) -> tuple[Want, ...]:
    """The active player says which goal moves."""
    return (Act((state.active,), must=True, what="chest-goal"),)


def role_wanted(state: State) -> tuple[Want, ...]:
    """The active player says at whose role to look."""
    return (Act((state.active,), must=True, what="chest-role"),)


EFFECTS: Mapping[int, Callable[[ChestState], tuple[object, ...]]] = {
    NUGGET: pay,
    MAP_BAN: ban,
    GOAL_MOVES: move,
    ROLE: look,
    DISCARD_5: mix,
    LOST_5: lose,
}
"""By face: what follows when the chest is opened."""
RULE = Rule(
    inputs={MoveGoal: decide_move, LookAtRole: decide_look},
    events={
        ChestPaid: paid,
        MapsBanned: banned,
        ChestAsked: asked,
        GoalMoved: moved,
        RoleSeen: seen,
        DiscardMixed: mixed,
        DiscardSearched: searched,
        PileLost: lost,
    },
    stages={
        "chest-goal": Stage(wants=goal_wanted, choices=choose_goal, time_up=goal_time_up),
        "chest-role": Stage(wants=role_wanted, choices=choose_role, time_up=role_time_up),
        "chest-discard": Stage(follow=search),
    },
    acts=(ActRow(MoveGoal, "move-goal"), ActRow(LookAtRole, "look-at-role")),
    reasons=(GOAL_CANNOT_MOVE, NO_SUCH_SEAT, OWN_ROLE),
)
