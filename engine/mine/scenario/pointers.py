"""Pointing at cards of the mine: ``goal 8,0``, ``role 2``, ``hand 0.1``, ``undealt 1``; and where a card may lie."""

from collections.abc import Callable, Iterator

from engine.mine.state import State, mine_state
from engine.scenario.references import NUMBER, PLACE, at_place, index
from engine.scenario.vocabulary import Pointer
from engine.scenario.words import CELL, read_cell
from engine.slots import Seat, Slot
from engine.tabletop import Tabletop


def _in_list(example: str, zone: Callable[[State], list[Slot]], first: int = 1) -> Pointer:
    """A card of a list, counted from its first."""
    return Pointer(example, NUMBER, lambda table, where: zone(mine_state(table.state))[index(where, first)])


POINTERS = {
    "goal": Pointer("goal 8,0", CELL, lambda table, where: mine_state(table.state).goals[read_cell(where)]),
    "role": _in_list("role 2", lambda state: state.roles, first=0),
    "left-over": Pointer("left-over", None, lambda table, where: mine_state(table.state).spare_roles[0]),
    "undealt": _in_list("undealt 1", lambda state: state.spare_roles),
    "role-aside": _in_list("role-aside 1", lambda state: state.roles_aside),
    "hand": Pointer("hand 0.1", PLACE, lambda table, where: at_place(mine_state(table.state).hands, where)),
    "gold": Pointer("gold 3.1", PLACE, lambda table, where: at_place(mine_state(table.state).gold, where)),
    "draft": _in_list("draft 1", lambda state: state.draft),
    "discard": _in_list("discard 1", lambda state: state.discard[::-1]),
    "set-aside": _in_list("set-aside 1", lambda state: state.set_aside),
}


def zones(table: Tabletop, seat: Seat, first: str) -> Iterator[list[Slot]]:
    """Where a card is looked for that a seat names: its hand, in front of it, or the gold that is passed round.

    After that everywhere, so that a scenario may let a seat play what it does not hold, and see the refusal.
    """
    state = mine_state(table.state)
    own = seat < len(state.hands)
    match first:
        case "front" if own:
            yield state.front[seat]
        case "draft":
            yield state.draft
        case "own-gold" if own:
            yield state.gold[seat]
        case name if name:
            yield getattr(state, name.replace("-", "_"), [])
    if own:
        yield state.hands[seat]
    yield from (*state.hands, state.pile, state.discard)
    yield [slot for slot in state.board.network.slots.values() if slot >= 0]
    yield from (*state.front, state.set_aside, state.gold_pile, *state.gold)
    yield from ([*state.goals.values()], state.roles, state.spare_roles)
