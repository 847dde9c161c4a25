"""Rule: a player extends the tunnel with a path card from the hand (A4)."""

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.grid.cells import Edges, quarter_turned
from engine.machine import Rule
from engine.mine.rules.placing.goals import CROSSWISE
from engine.mine.rules.placing.reaching import stage_after_change
from engine.mine.rules.turn.turn import leave_hand, require_path
from engine.mine.state import State
from engine.placing import PathPlaced, PlacePath, first_broken
from engine.slots import Face, Seat, Slot

CELL_TAKEN = Reason("path/cell-taken", "A4.1")
NO_NEIGHBOUR = Reason("path/no-neighbour", "A4.2")
EDGE_MISMATCH = Reason("path/edge-mismatch", "A4.3")
NOT_CONNECTED = Reason("path/not-connected", "A4.5")
TOOLS_BROKEN = Reason("path/tools-broken", "A4.6")


def edges_of(state: State, face: Face, turned: int) -> Edges:
    """The open edges of the card as it would lie."""
    return quarter_turned(state.book.masks[face][0], turned // 90)


misfit = first_broken(taken=CELL_TAKEN, alone=NO_NEIGHBOUR, mismatch=EDGE_MISMATCH, crosswise=CROSSWISE)
"""The first clause of A4.1 to A4.4 that a placement breaks: what holds for every card on the grid."""


def refusal(state: State, act: PlacePath) -> Reason | None:
    """The first clause of A4 that the placement breaks."""
    edges = edges_of(state, act.face, act.turned)
    if reason := misfit(state.board.network, act.cell, edges, act.turned):
        return reason
    if not state.board.network.fits[act.cell] >> edges & 1:
        return NOT_CONNECTED
    if state.broken[act.seat]:
        return TOOLS_BROKEN
    return None


def fits(state: State, act: PlacePath) -> bool:
    """Whether all clauses of A4 hold, for a card that lies upright."""
    upright, turned = state.book.masks[act.face]
    if act.turned == 180:
        edges = upright if turned < 0 else turned
    elif act.turned == 0:
        edges = upright
    else:
        return False
    return state.board.network.fits.get(act.cell, 0) >> edges & 1 == 1 and not state.broken[act.seat]


def decide(state: State, act: PlacePath) -> tuple[object, ...]:
    """The card lies where it was put; a reason is looked for only where one look does not find that it fits."""
    require_path(state, act.seat, act.slot, act.face, "path")
    if not fits(state, act) and (reason := refusal(state, act)):
        raise Illegal(reason)
    return (PathPlaced(act.seat, act.slot, act.face, act.cell, act.turned),)


def placed(state: State, event: PathPlaced) -> None:
    """The network has grown; if it reaches a goal, that is turned up before anything else."""
    leave_hand(state, event.seat, event.slot, event.face)
    groups = state.book.groups[event.face][event.turned == 180]
    state.board.lay(event.cell, event.slot, groups, event.turned)
    state.last_path = event.seat
    state.stage = stage_after_change(state) if state.board.reach.reached else state.after_change


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every cell where the card fits, upright, then turned if that is another card."""
    if state.broken[seat]:
        return
    upright, turned = state.book.masks[face]
    network, lay, add = state.board.network, PlacePath, acts.append
    found = network.found  # what was asked before is looked up here: this is the hottest loop of all
    for at in found[upright] if upright in found else network.places(upright):
        add(lay(seat, slot, face, at, 0))
    if turned >= 0:
        for at in found[turned] if turned in found else network.places(turned):
            add(lay(seat, slot, face, at, 180))


ACTS = (ActRow(PlacePath, "place", kind="path"),)
REASONS = (CELL_TAKEN, NO_NEIGHBOUR, EDGE_MISMATCH, CROSSWISE, NOT_CONNECTED, TOOLS_BROKEN)
RULE = Rule(
    inputs={PlacePath: decide},
    events={PathPlaced: placed},
    offers={"path": offer},
    acts=ACTS,
    reasons=REASONS,
)
