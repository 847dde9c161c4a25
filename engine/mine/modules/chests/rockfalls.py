"""Rule: a rockfall may take a cover too, and with one that lies face down its chest (D5.3, HD13)."""

from engine.machine import Rule
from engine.mine.modules.chests.state import COVER_PILE, ChestState, set_aside
from engine.mine.rules.actions import rockfall
from engine.mine.rules.actions.rockfall import CauseRockfall, RocksFell
from engine.mine.rules.turn.turn import leave_hand, require
from engine.records import record
from engine.slots import Face, Seat, Slot


@record
class ChestBuried:
    """A cover that lay face down is gone, and its chest with it; both lie aside, unseen."""

    seat: Seat
    slot: Slot
    face: Face
    cell: int
    cover: Slot
    chest: Slot


def decide(state: ChestState, act: CauseRockfall) -> tuple[object, ...]:
    """A cover that lies face down goes with its chest; all else as ever."""
    if act.cell not in state.covers:
        return rockfall.decide(state, act)
    require(state, act.seat, act.slot, act.face, "rockfall")
    return (ChestBuried(act.seat, act.slot, act.face, act.cell, state.covers[act.cell], state.chests[act.cell]),)


def fell(state: ChestState, event: RocksFell) -> None:
    """A cover that lay face up never enters the discard pile."""
    rockfall.fell(state, event)
    if state.pile_of[event.removed] == COVER_PILE.number:
        state.discard.remove(event.removed)
        state.covers_aside.append(event.removed)


def buried(state: ChestState, event: ChestBuried) -> None:
    """Only the rockfall is discarded."""
    leave_hand(state, event.seat, event.slot, event.face)
    state.discard.append(event.slot)
    state.board.take_hidden(event.cell)
    state.covers_aside.append(state.covers.pop(event.cell))
    set_aside(state, event.cell)


def offer(state: ChestState, seat: Seat, slot: Slot, face: Face, acts: list[object]) -> None:
    """Every placed card and every cover, by x, then y."""
    there = {*state.board.network.slots, *state.covers} - {*state.book.fixed, *state.goals}
    acts += [CauseRockfall(seat, slot, face, at) for at in sorted(there)]


RULE = Rule(
    inputs={CauseRockfall: decide},
    events={RocksFell: fell, ChestBuried: buried},
    offers={"rockfall": offer},
    acts=rockfall.RULE.acts,
    reasons=rockfall.RULE.reasons,
)
