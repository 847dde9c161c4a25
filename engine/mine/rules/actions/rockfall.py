"""Rule: a rockfall removes one placed path card from the grid (A5.5)."""

from engine.acts import ActRow
from engine.errors import Illegal, Reason
from engine.grid.cells import START, Cell
from engine.machine import Rule
from engine.mine.rules.turn.turn import leave_hand, require
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot

START_STAYS = Reason("rockfall/start-stays", "A5.5")
GOAL_STAYS = Reason("rockfall/goal-stays", "A5.5")
NO_CARD_THERE = Reason("rockfall/no-card", "A5.5")


@record
class CauseRockfall:
    """Take the path card on that cell away."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell


@record
class RocksFell:
    """A path card is gone; it and the rockfall are discarded."""

    seat: Seat
    slot: Slot
    face: Face
    cell: Cell
    removed: Slot


def decide(state: State, act: CauseRockfall) -> tuple[object, ...]:
    """A placed card; never the start, never a goal."""
    require(state, act.seat, act.slot, act.face, "rockfall")
    if act.cell == START:
        raise Illegal(START_STAYS)
    if act.cell in state.goals:
        raise Illegal(GOAL_STAYS)
    if act.cell not in state.board.network.slots:
        raise Illegal(NO_CARD_THERE)
    return (RocksFell(act.seat, act.slot, act.face, act.cell, state.board.network.slots[act.cell]),)


def fell(state: State, event: RocksFell) -> None:
    """The removed card goes on the discard pile first, then the rockfall (HA17)."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.board.remove(event.cell)
    state.discard += (event.removed, event.slot)


def offer(state: State, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every placed path card, by x, then y."""
    fixed = state.book.fixed
    for at in sorted(state.board.network.slots):
        if at not in fixed and at not in state.goals:
            acts.append(CauseRockfall(seat, slot, face, at))


RULE = Rule(
    inputs={CauseRockfall: decide},
    events={RocksFell: fell},
    offers={"rockfall": offer},
    acts=(ActRow(CauseRockfall, "rockfall", card="rockfall"),),
    reasons=(START_STAYS, GOAL_STAYS, NO_CARD_THERE),
)
