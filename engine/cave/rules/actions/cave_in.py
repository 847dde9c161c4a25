"""Rule: a cave-in removes a path card on which no figure stands, and the cobwebs at its open ends (F6.3)."""

from engine.acts import ActRow
from engine.cave.board import border, cell_of
from engine.cave.flow import begin_walk, leave_hand, take_web
from engine.cave.state import State
from engine.errors import Illegal, Reason
from engine.grid.cells import START, Cell
from engine.hands import require
from engine.machine import Rule
from engine.records import record
from engine.slots import Face, Seat, Slot

START_STAYS = Reason("cave-in/start-stays", "F6.3")
GOAL_STAYS = Reason("cave-in/goal-stays", "F6.3")
NO_CARD_THERE = Reason("cave-in/no-card", "F6.3")
FIGURE_THERE = Reason("cave-in/figure-there", "F6.3")


@record
class CauseCaveIn:
    """Take the path card on that cell away."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell


@record
class CaveFellIn:
    """A path card is gone, and with it the cobwebs at its open ends, on these borders."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    removed: Slot
    borders: tuple[int, ...]


def decide(state: State, act: CauseCaveIn) -> tuple[object, ...]:
    """A placed card without dwarf and monster; never the start, never a goal."""
    require(state, act.seat, act.slot, act.face, "cave-in")
    if act.cell == START:
        raise Illegal(START_STAYS)
    if act.cell in state.goals:
        raise Illegal(GOAL_STAYS)
    if act.cell not in state.board.charts:
        raise Illegal(NO_CARD_THERE)
    if act.cell in occupied(state):
        raise Illegal(FIGURE_THERE)
    removed = state.board.network.slots[act.cell]
    return (CaveFellIn(act.seat, act.slot, act.face, act.cell, removed, _webs_that_go(state, act.cell)),)


def occupied(state: State) -> set[Cell]:
    """The cells where figures stand."""
    return {cell_of(where) for where in (*state.dwarfs, *state.monsters)}


def _webs_that_go(state: State, at: Cell) -> tuple[int, ...]:
    """A cobweb on a join stays at the open end of the other card (HF9)."""
    edges = [edge for edge in range(4) if border(at, edge) in state.webs and not state.board.is_join(at, edge)]
    return tuple(border(at, edge) for edge in edges)


def fell(state: State, event: CaveFellIn) -> None:
    """The cave-in is discarded first, then the path card, then the cobwebs (HF39); a vein's nugget goes to the bank."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.board.remove(event.cell)
    state.discard += (event.slot, event.removed)
    for where in event.borders:
        take_web(state, where)
    state.veins.discard(event.cell)
    begin_walk(state)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every placed path card without a figure, by x, then y."""
    barred = occupied(state) | {START, *state.goals}
    acts += [CauseCaveIn(seat, slot, face, at) for at in sorted(state.board.charts) if at not in barred]


RULE = Rule(
    inputs={CauseCaveIn: decide},
    events={CaveFellIn: fell},
    offers={"cave-in": offer},
    acts=(ActRow(CauseCaveIn, "cave-in", card="cave-in"),),
    reasons=(START_STAYS, GOAL_STAYS, NO_CARD_THERE, FIGURE_THERE),
)
