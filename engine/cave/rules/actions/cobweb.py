"""Rule: a cobweb bars a join between two cards, or an open end, for two rounds (F6.5, HF33)."""

from engine.acts import ActRow
from engine.cave.board import border
from engine.cave.flow import begin_walk, leave_hand
from engine.cave.rules.walk.chop_web import EDGE
from engine.cave.state import Cobweb, State
from engine.errors import Illegal, Reason
from engine.grid.cells import Cell
from engine.hands import require
from engine.machine import Rule
from engine.records import record
from engine.slots import Face, Seat, Slot

NO_TUNNEL_THERE = Reason("cobweb/no-tunnel", "HF33")
WEB_THERE = Reason("cobweb/web-there", "F6.5")

_FRESH = 2
_NORTH_OR_EAST = (0, 1)


@record
class SpinCobweb:
    """Lay the cobweb at that edge of the card on that cell; a join can be named from either side."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    edge: int


@record
class CobwebSpun:
    """A cobweb lies on a border, with its side 2 up."""

    seat: Seat
    slot: Slot
    face: Face
    border: int


def decide(state: State, act: SpinCobweb) -> tuple[object, ...]:
    """An open edge of a card that does not meet rock, and no other cobweb."""
    require(state, act.seat, act.slot, act.face, "cobweb")
    if not 0 <= act.edge <= 3 or not _is_place(state, act.cell, act.edge):
        raise Illegal(NO_TUNNEL_THERE)
    where = border(act.cell, act.edge)
    if where in state.webs:
        raise Illegal(WEB_THERE)
    return (CobwebSpun(act.seat, act.slot, act.face, where),)


def _is_place(state: State, at: Cell, edge: int) -> bool:
    return state.board.open_edge(at, edge) and not state.board.meets_rock(at, edge)


def spun(state: State, event: CobwebSpun) -> None:
    """Its card lies in front of the player until it leaves the board."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.front[event.seat].append(event.slot)
    state.webs[event.border] = Cobweb(event.seat, event.slot, _FRESH)
    begin_walk(state)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every place once, by the x, then the y of its card, then its edge; a join from its southern or western card."""
    board = state.board
    for at in sorted(board.charts):
        for edge in range(4):
            named_here = edge in _NORTH_OR_EAST or not board.is_join(at, edge)
            if named_here and _is_place(state, at, edge) and border(at, edge) not in state.webs:
                acts.append(SpinCobweb(seat, slot, face, at, edge))


RULE = Rule(
    inputs={SpinCobweb: decide},
    events={CobwebSpun: spun},
    offers={"cobweb": offer},
    acts=(ActRow(SpinCobweb, "cobweb", (EDGE,), kind="cobweb"),),
    reasons=(NO_TUNNEL_THERE, WEB_THERE),
)
