"""Pointing at cards of the cave: ``goal 4,4``, ``clan 2``, ``hand 0.1``; and where a card may lie."""

from collections.abc import Callable, Iterator

from engine.cave.state import State, cave_state
from engine.scenario.references import NUMBER, PLACE, at_place, index
from engine.scenario.vocabulary import Pointer
from engine.scenario.words import CELL, read_cell
from engine.slots import Seat, Slot
from engine.tabletop import Tabletop


def _in_list(example: str, zone: Callable[[State], list[Slot]], first: int = 1) -> Pointer:
    """A card of a list, counted from its first."""
    return Pointer(example, NUMBER, lambda table, where: zone(cave_state(table.state))[index(where, first)])


POINTERS = {
    "goal": Pointer("goal 4,4", CELL, lambda table, where: cave_state(table.state).goals[read_cell(where)]),
    "clan": _in_list("clan 2", lambda state: state.clans, first=0),
    "undealt": _in_list("undealt 1", lambda state: state.undealt),
    "hand": Pointer("hand 0.1", PLACE, lambda table, where: at_place(cave_state(table.state).hands, where)),
    "discard": _in_list("discard 1", lambda state: state.discard[::-1]),
    "pile": _in_list("pile 1", lambda state: state.pile[::-1]),
    "removed": _in_list("removed 1", lambda state: state.removed),
}


def zones(table: Tabletop, seat: Seat, first: str) -> Iterator[list[Slot]]:
    """The hand of the seat that names a card; after that everywhere, so that a scenario can show the refusal."""
    state = cave_state(table.state)
    if seat < len(state.hands):
        yield state.hands[seat]
    yield from (*state.hands, state.pile, state.discard)
    yield [slot for slot in state.board.network.slots.values() if slot >= 0]
    yield from (*state.front, state.removed, [*state.goals.values()], state.clans, state.undealt)
