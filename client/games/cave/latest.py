"""Where something happened last: the part of a large cave that a player wants to see."""

from collections.abc import Iterator
from typing import TypeAlias

from engine.cave.board import NOWHERE, cell_of
from engine.cave.state import State
from engine.grid.cells import START, Cell
from engine.slots import Seat

_Thing: TypeAlias = tuple[int, int, int]
"""What it is, which one, and how it lies or where it stands; of several, the largest is looked at."""
_CARD, _COBWEB, _DWARF, _MONSTER = range(4)


class Latest:
    """Compares the cave with what it was when it was looked at before."""

    def __init__(self) -> None:
        self.at: Cell = START
        self._seen: dict[_Thing, Cell] = {}

    def look(self, state: State, own: Seat) -> bool:
        """What came or moved counts more than what went; at first, which it says, where the player's own dwarf is."""
        now, first = dict(_things(state)), not self._seen
        came, gone = now.keys() - self._seen.keys(), self._seen.keys() - now.keys()
        if first:
            self.at = START if state.dwarfs[own] == NOWHERE else cell_of(state.dwarfs[own])
        elif came or gone:
            self.at = now[max(came)] if came else self._seen[max(gone)]
        self._seen = now
        return first


def _things(state: State) -> Iterator[tuple[_Thing, Cell]]:
    """Everything that comes, goes and moves, and its cell."""
    yield from (((_CARD, slot, 0), at) for at, slot in state.board.network.slots.items())
    yield from (((_COBWEB, where, web.side), where >> 1) for where, web in state.webs.items())
    for kind, places in ((_DWARF, state.dwarfs), (_MONSTER, state.monsters)):
        yield from (((kind, one, where), cell_of(where)) for one, where in enumerate(places) if where != NOWHERE)
