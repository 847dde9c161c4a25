"""Rule: a dwarf that ends its way on a gold vein takes its nugget, and its player shows the clan card (F5.9, HF12)."""

from engine.cave.board import cell_of
from engine.cave.flow import go_on
from engine.cave.state import State
from engine.grid.cells import Cell
from engine.machine import Rule, Stage
from engine.records import record
from engine.slots import Seat


@record
class VeinTaken:
    """The seat's dwarf took the nugget of a gold vein."""

    seat: Seat
    cell: Cell


def take(state: State) -> tuple[object, ...]:
    """Taking is no choice."""
    return (VeinTaken(state.active, cell_of(state.dwarfs[state.active])),)


def taken(state: State, event: VeinTaken) -> None:
    """The clan card is open from now on."""
    state.nuggets[event.seat] += 1
    state.veins.discard(event.cell)
    go_on(state)
    clan = state.clans[event.seat]
    if clan not in state.faces:
        state.open_to_all([clan], then=state.stage)


RULE = Rule(events={VeinTaken: taken}, stages={"vein": Stage(follow=take)})
