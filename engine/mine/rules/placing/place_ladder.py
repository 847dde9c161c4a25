"""Rule: a ladder is joined to the start and to every other ladder, wherever it lies (B5.3, HB13, HB14)."""

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell
from engine.machine import Rule
from engine.mine.rules.placing.place_path import TOOLS_BROKEN, edges_of, misfit
from engine.mine.rules.placing.place_path_when_free import PATH_IMPRISONED
from engine.mine.rules.placing.reaching import stage_after_change
from engine.mine.rules.turn.turn import leave_hand, require_path
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

LADDER_NOT_JOINED = Reason("ladder/not-joined", "HB13")
LADDER_BESIDE_GOAL = Reason("ladder/beside-goal", "B5.3")


@record
class PlaceLadder:
    """Lay this ladder on that cell; ``turned`` is in degrees, and only 0 and 180 lie upright (0.3)."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    turned: int


@record
class LadderPlaced:
    """A ladder lies on the grid."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    turned: int


def refusal(state: State, act: PlaceLadder) -> Reason | None:
    """The first clause that the placement breaks: those of every path card, but any tunnel will do to join (HB13)."""
    edges = edges_of(state, act.face, act.turned)
    if reason := misfit(state.board.network, act.cell, edges, act.turned):
        return reason
    if not state.board.network.joins(act.cell, edges):
        return LADDER_NOT_JOINED
    if act.cell in state.beside_goals():
        return LADDER_BESIDE_GOAL
    if state.broken[act.seat]:
        return TOOLS_BROKEN
    if state.imprisoned[act.seat]:
        return PATH_IMPRISONED
    return None


def decide(state: State, act: PlaceLadder) -> tuple[object, ...]:
    """The ladder stands where it was put."""
    require_path(state, act.seat, act.slot, act.face, "ladder")
    if reason := refusal(state, act):
        raise Illegal(reason)
    return (LadderPlaced(act.seat, act.slot, act.face, act.cell, act.turned),)


def placed(state: State, event: LadderPlaced) -> None:
    """What it touches is reachable again, and may reach a goal far away (HB14)."""
    leave_hand(state, event.seat, event.slot, event.face)
    groups = state.book.groups[event.face][event.turned == 180]
    state.board.lay_root(event.cell, event.slot, groups, event.turned)
    state.last_path = event.seat
    state.stage = stage_after_change(state)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every cell where the ladder fits, upright, then turned if that is another card."""
    if state.broken[seat] or state.imprisoned[seat]:
        return
    network, barred = state.board.network, state.beside_goals()
    upright, turned = state.book.masks[face]
    for at in network.joining_places(upright, barred):
        acts.append(PlaceLadder(seat, slot, face, at, 0))
    if turned >= 0:
        for at in network.joining_places(turned, barred):
            acts.append(PlaceLadder(seat, slot, face, at, 180))


RULE = Rule(
    inputs={PlaceLadder: decide},
    events={LadderPlaced: placed},
    offers={"ladder": offer},
    acts=(ActRow(PlaceLadder, "ladder", kind="ladder"),),
    reasons=(LADDER_NOT_JOINED, LADDER_BESIDE_GOAL, TOOLS_BROKEN, PATH_IMPRISONED),
)
