"""A cover that a tunnel reaches is turned up and laid so that it fits, then its chest is opened (D5.2, HD12)."""

from engine.grid.cells import Cell
from engine.machine import Rule, Stage
from engine.mine.modules.chests.at_once import EFFECTS
from engine.mine.modules.chests.at_turn_end import ENDINGS
from engine.mine.modules.chests.state import WORDS, ChestState, lay_out, set_aside
from engine.mine.rules.placing.reaching import stage_after_change
from engine.mine.state import State
from engine.records import record
from engine.slots import Face, Seat, Slot


@record
class ChestReached:
    """A tunnel leads to this cover; it must be turned up."""

    seat: Seat
    cell: Cell
    by_clock: bool = False


@record
class CoverTurned:
    """The cover lies face up and is part of the network."""

    cell: Cell
    slot: Slot
    face: Face
    turned: int
    by_clock: bool = False


@record
class ChestOpened:
    """The seat has the chest; it is carried out and set aside."""

    seat: Seat
    cell: Cell
    slot: Slot
    face: Face


def find(state: State, at: Cell, by_clock: bool) -> tuple[object, ...]:
    """The cover is opened to all seats."""
    return (ChestReached(state.active, at, by_clock),)


def reached(state: ChestState, event: ChestReached) -> None:
    """It is laid as goals are (HA6)."""
    state.choosing = event.cell
    state.open_to_all([state.covers[event.cell]], then="fit-goal")


def turn_up(state: ChestState, turned: int, by_clock: bool) -> tuple[object, ...]:
    """The cover lies so."""
    assert state.choosing is not None
    slot = state.covers[state.choosing]
    return (CoverTurned(state.choosing, slot, state.faces[slot], turned, by_clock),)


def cover_turned(state: ChestState, event: CoverTurned) -> None:
    """The chest under it is opened before anything else that is reached (HD12)."""
    state.board.lay(event.cell, event.slot, state.book.groups[event.face][event.turned == 180], event.turned)
    del state.covers[event.cell]
    state.open_to_all([state.chests[event.cell]], then="open-chest")


def open_chest(state: ChestState) -> tuple[object, ...]:
    """What it holds is carried out at once, or when the turn ends."""
    assert state.choosing is not None
    slot = state.chests[state.choosing]
    face = state.faces[slot]
    effect = EFFECTS.get(face)
    return (ChestOpened(state.active, state.choosing, slot, face), *(effect(state) if effect else ()))


def opened(state: ChestState, event: ChestOpened) -> None:
    """Then comes what else is reached."""
    set_aside(state, event.cell)
    if event.face in ENDINGS:
        state.at_end += (event.face,)
    state.choosing = None
    state.stage = stage_after_change(state)


RULE = Rule(
    events={ChestReached: reached, CoverTurned: cover_turned, ChestOpened: opened},
    stages={"open-chest": Stage(follow=open_chest)},
    finds={"covers": find},
    turns_up={"covers": turn_up},
    lays_out=lay_out,
    fields=ChestState,
    scenario=WORDS,
)
