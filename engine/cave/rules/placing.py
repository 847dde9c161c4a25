"""Rule: a path card is laid where it touches others, matches all of them and extends a tunnel (F5)."""

from engine.acts import ActRow
from engine.cave.cards.card import VEIN
from engine.cave.flow import begin_walk, leave_hand
from engine.cave.state import State
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell, Edges, quarter_turned
from engine.hands import require
from engine.machine import Rule
from engine.placing import PathPlaced, PlacePath, first_broken
from engine.slots import Face, Seat, Slot

CELL_TAKEN = Reason("lay/cell-taken", "F5.1")
NO_NEIGHBOUR = Reason("lay/no-neighbour", "F5.1")
EDGE_MISMATCH = Reason("lay/edge-mismatch", "F5.1")
CROSSWISE = Reason("lay/crosswise", "HF25")
EXTENDS_NOTHING = Reason("lay/extends-nothing", "F5.1")


def decide(state: State, act: PlacePath) -> tuple[object, ...]:
    """Neither the start nor the player's own dwarf need be reachable from there (F5.2)."""
    require(state, act.seat, act.slot, act.face, "path")
    edges = quarter_turned(state.book.masks[act.face][0], act.turned // 90)
    if reason := misfit(state, act.cell, edges, act.turned):
        raise Illegal(reason)
    return (PathPlaced(act.seat, act.slot, act.face, act.cell, act.turned),)


def misfit(state: State, at: Cell, edges: Edges, turned: int) -> Reason | None:
    """The first clause of F5.1 that the card breaks; a goal that lies face down sets no condition (HF21)."""
    network = state.board.network
    if reason := _misfit(network, at, edges, turned):
        return reason
    return None if network.fits[at] >> edges & 1 else EXTENDS_NOTHING


_misfit = first_broken(taken=CELL_TAKEN, alone=NO_NEIGHBOUR, mismatch=EDGE_MISMATCH, crosswise=CROSSWISE)


def placed(state: State, event: PathPlaced) -> None:
    """A gold vein has a nugget from the bank (F5.9)."""
    leave_hand(state, event.seat, event.slot, event.face)
    way = event.turned == 180
    chart = state.book.charts[event.face][way]
    state.board.lay(event.cell, event.slot, state.book.groups[event.face][way], chart, event.turned)
    if chart.symbol == VEIN:
        state.veins.add(event.cell)
    begin_walk(state)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every cell where the card fits, upright, then turned if that is another card."""
    upright, turned = state.book.masks[face]
    network = state.board.network
    acts += [PlacePath(seat, slot, face, at, 0) for at in network.places(upright)]
    if turned >= 0:
        acts += [PlacePath(seat, slot, face, at, 180) for at in network.places(turned)]


RULE = Rule(
    inputs={PlacePath: decide},
    events={PathPlaced: placed},
    offers={"path": offer},
    acts=(ActRow(PlacePath, "place", kind="path"),),
    reasons=(CELL_TAKEN, NO_NEIGHBOUR, EDGE_MISMATCH, CROSSWISE, EXTENDS_NOTHING),
)
