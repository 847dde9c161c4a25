"""Rule: figures move step by step; what a step costs or brings about is carried out before the next (F8, F6.9, HF23).

In step 2 the active dwarf moves; a monster that was just played moves in the same way, at no cost.
"""

from functools import cache

from engine.acts import ActRow, Field, Integer
from engine.cave.board import NOWHERE, Space, cell_of, number_of, space
from engine.cave.flow import begin_walk, bite_done, go_on, meet_dwarfs, meet_monsters, takes_vein
from engine.cave.rules.walk.chop_web import offer_chops
from engine.cave.state import State
from engine.cave.view import View
from engine.errors import NOT_WANTED, NOT_YOUR_TURN, Illegal, Reason
from engine.events import ChanceCalled
from engine.grid.cells import SIDES, Cell, Edges
from engine.machine import Rule, Stage
from engine.records import record
from engine.slots import Seat, Slot
from engine.wants import Act, Want

NO_MOVES = Reason("step/no-moves", "F8.1")
NOT_BESIDE = Reason("step/not-beside", "F8.1")
WEB_BETWEEN = Reason("step/web-between", "F6.5")

_MOST = 7


@record
class Step:
    """Move the figure whose way it is to a space: a cell, and the number of the space on the card there."""

    seat: Seat
    cell: Cell
    space: int


@record
class Stop:
    """Go no further."""

    seat: Seat


@record
class DwarfStepped:
    """The seat's dwarf has moved to a space."""

    seat: Seat
    cell: Cell
    space: int


@record
class TunnelPaid:
    """The seat paid a nugget to the bank for the tunnel between two curves (F5.8)."""

    seat: Seat


@record
class CardLost:
    """The seat lost a card, which chance named, to a bridge or a rat; it stays hidden (F5.7, HF4)."""

    seat: Seat
    slot: Slot


@record
class MonsterStepped:
    """A monster has moved to a space."""

    seat: Seat
    monster: int
    cell: Cell
    space: int


@record
class MonsterStopped:
    """The monster that the seat moved goes no further."""

    seat: Seat
    monster: int
    by_clock: bool = False


@record
class WalkEnded:
    """The seat's dwarf goes no further."""

    seat: Seat
    by_clock: bool = False


def decide(state: State, act: Step) -> tuple[object, ...]:
    """To a space one move away that no cobweb bars."""
    _require_way(state, act.seat)
    prowls = state.stage == "prowl"
    where = state.monsters[state.prowler] if prowls else state.dwarfs[act.seat]
    to = space(act.cell, act.space) if 0 <= act.space <= _MOST else NOWHERE
    if not state.moves:
        raise Illegal(NO_MOVES)
    if to not in state.board.steps(where, state.webs):
        beside = any(to == near for near, _ in state.board.near(where))
        raise Illegal(WEB_BETWEEN if beside else NOT_BESIDE)
    if prowls:
        return (MonsterStepped(act.seat, state.prowler, act.cell, act.space),)
    return (DwarfStepped(act.seat, act.cell, act.space), *_cost(state, act.seat, where, to))


def _cost(state: State, seat: Seat, before: Space, to: Space) -> tuple[object, ...]:
    """A card for the wood of a bridge, entered from another card; a nugget for the tunnel; nothing if none is left."""
    chart = state.board.charts.get(cell_of(to))
    if chart is None:
        return ()
    if number_of(to) in chart.wood and cell_of(before) != cell_of(to) and state.hands[seat]:
        return (ChanceCalled("lost-card", seat, len(state.hands[seat])),)
    if number_of(to) == chart.tunnel and state.nuggets[seat]:
        return (TunnelPaid(seat),)
    return ()


def stepped(state: State, event: DwarfStepped) -> None:
    """A goal that lies face down is turned up (F8.4); a monster ends the way (F8.3)."""
    before, to = state.dwarfs[event.seat], space(event.cell, event.space)
    state.dwarfs[event.seat] = to
    state.moves -= 1
    state.walked = True
    if event.cell in state.board.network.hidden:
        state.revealing, state.entry = event.cell, _side_toward(event.cell, cell_of(before))
        state.open_to_all([state.goals[event.cell]], then="turn-goal")
    else:
        meet_monsters(state, event.seat)


def _side_toward(at: Cell, neighbour: Cell) -> Edges:
    return next(side for side, step, _ in SIDES if at + step == neighbour)


def paid(state: State, event: TunnelPaid) -> None:
    """It goes to the bank."""
    state.nuggets[event.seat] -= 1


def lose_by_chance(state: State) -> tuple[object, ...]:
    """HF4: the slots are counted in ascending order.  A rat bites at a meeting, else it was a bridge."""
    seat = state.bitten[0] if state.bitten else state.active
    return (CardLost(seat, state.hands[seat][state.number]),)


def lost(state: State, event: CardLost) -> None:
    """It is not replaced."""
    state.hands[event.seat].remove(event.slot)
    state.discard.append(event.slot)
    if state.bitten:
        bite_done(state)
    else:
        go_on(state)


def monster_stepped(state: State, event: MonsterStepped) -> None:
    """Where dwarfs stand it stops, and attacks all of them (F6.10)."""
    state.monsters[event.monster] = space(event.cell, event.space)
    state.moves -= 1
    meet_dwarfs(state, event.monster)
    go_on(state)


def stop(state: State, act: Stop) -> tuple[object, ...]:
    """At any time: unused moves are lost (F6.9)."""
    _require_way(state, act.seat)
    if state.stage == "prowl":
        return (MonsterStopped(act.seat, state.prowler),)
    return (WalkEnded(act.seat),)


def _require_way(state: State, seat: Seat) -> None:
    if state.stage not in ("walk", "prowl"):
        raise Illegal(NOT_WANTED)
    if seat != state.active:
        raise Illegal(NOT_YOUR_TURN)


def walk_ended(state: State, event: WalkEnded) -> None:
    """A dwarf that stops on a vein takes the nugget."""
    state.moves = 0
    state.stage = "vein" if takes_vein(state) else "finish-turn"


def monster_stopped(state: State, event: MonsterStopped) -> None:
    """After the monster comes the dwarf."""
    begin_walk(state)


def choices(view: View) -> list[object]:
    """Every space one move away, in order; what an axe can do; last, to go no further."""
    state, seat = view.state, view.seat
    if seat is None or seat != state.active:
        return []
    acts: list[object] = []
    if state.moves:
        acts = [_step_to(seat, to) for to in state.board.steps(state.dwarfs[seat], state.webs)]
    if state.webs:
        offer_chops(state, seat, acts)
    acts.append(Stop(seat))
    return acts


@cache
def _step_to(seat: Seat, to: Space) -> Step:
    """Made once: there are few seats and spaces."""
    return Step(seat, cell_of(to), number_of(to))


def prowl_choices(view: View) -> list[object]:
    """The same for a monster."""
    state, seat = view.state, view.seat
    if seat is None or seat != state.active:
        return []
    there = state.board.steps(state.monsters[state.prowler], state.webs)
    return [*(_step_to(seat, to) for to in there), Stop(seat)]


def time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no further."""
    return (WalkEnded(seat, by_clock=True),)


def prowl_time_up(state: State, seat: Seat) -> tuple[object, ...]:
    """HA25: no further, and the dwarf is asked next."""
    return (MonsterStopped(seat, state.prowler, by_clock=True),)


def wants(state: State) -> tuple[Want, ...]:
    """The active player takes a step or stops."""
    return state.book.walk_wants[state.active]


def prowl_wants(state: State) -> tuple[Want, ...]:
    """The active player moves the monster or stops it."""
    return (Act((state.active,), must=True, what="prowl"),)


def walk_want(seat: Seat) -> tuple[Want, ...]:
    """Made once for each seat, when the table is set up."""
    return (Act((seat,), must=True, what="walk"),)


RULE = Rule(
    inputs={Step: decide, Stop: stop},
    events={
        DwarfStepped: stepped,
        TunnelPaid: paid,
        CardLost: lost,
        MonsterStepped: monster_stepped,
        MonsterStopped: monster_stopped,
        WalkEnded: walk_ended,
    },
    stages={
        "walk": Stage(wants=wants, choices=choices, time_up=time_up),
        "prowl": Stage(wants=prowl_wants, choices=prowl_choices, time_up=prowl_time_up),
        "lost-card": Stage(follow=lose_by_chance),
    },
    acts=(
        ActRow(Step, "step", (Field("space", Integer(0, _MOST)),)),
        ActRow(Stop, "stop", word="here"),
    ),
    chances={"lost-card": 102},
    reasons=(NOT_WANTED, NOT_YOUR_TURN, NO_MOVES, NOT_BESIDE, WEB_BETWEEN),
)
