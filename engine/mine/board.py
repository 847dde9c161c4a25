"""The grid of the mine: a network, and what of it is reachable from the start."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from engine.grid.cells import START, Cell, Groups
from engine.grid.network import Network
from engine.grid.reach import Reach, WatchingReach
from engine.slots import Slot

_Found = TypeVar("_Found")


class Board:
    """Changes go through the board, which keeps network and reach in step; questions go to either."""

    __slots__ = ("_notes", "network", "reach")

    def __init__(self, fit_table: tuple[int, ...], start: Slot, groups: Groups) -> None:
        self._notes: dict[Hashable, Any] = {}
        """What was worked out from the board as it lies; a change begins a new page, and copies share one."""
        self.network = Network(fit_table)
        self.reach: Reach = Reach(self.network)
        self.lay_root(START, start, groups, 0)

    def copy(self) -> "Board":
        """A board that can be changed without changing this one."""
        twin = Board.__new__(Board)
        twin._notes = self._notes
        twin.network = self.network.copy()
        twin.reach = self.reach.copy(twin.network)
        return twin

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """What was worked out stays here: another process works it out again."""
        return None, {"_notes": {}, "network": self.network, "reach": self.reach}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.network, self.reach) == (other.network, other.reach)

    def noted(self, key: Hashable, find: Callable[[], _Found]) -> _Found:
        """What was found under a key since the last change; it is found now if it was not."""
        found: _Found | None = self._notes.get(key)
        if found is None:
            found = self._notes[key] = find()
        return found

    def hide(self, at: Cell, slot: Slot) -> None:
        """Lay a card face down."""
        self._notes = {}
        self.network.hide(at, slot)
        self.reach.hidden(at)

    def lay(self, at: Cell, slot: Slot, groups: Groups, turned: int) -> None:
        """Lay a card face up, on an empty cell or in place of the hidden card there."""
        self._notes = {}
        entries = self.reach.entries(at)  # an empty cell knows them
        self.network.lay(at, slot, groups, turned)
        self.reach.laid(at, entries)

    def lay_root(self, at: Cell, slot: Slot, groups: Groups, turned: int) -> None:
        """Lay a card face up that is joined to the start wherever it lies (0.6)."""
        self._notes = {}
        entries = self.reach.entries(at)
        self.network.lay(at, slot, groups, turned)
        self.reach.root_laid(at, entries)

    def remove(self, at: Cell) -> None:
        """Take a face-up card away."""
        self._notes = {}
        self.network.remove(at)
        self.reach.removed(at)

    def take_hidden(self, at: Cell) -> Slot:
        """Take a face-down card away."""
        self._notes = {}
        slot = self.network.take_hidden(at)
        self.reach.removed(at)
        return slot

    def watch(self, at: Cell) -> None:
        """Count the card that lies face up there among what is reached, as soon as a tunnel leads to it."""
        self.reach = self.reach.watching(at)

    def leave(self, at: Cell) -> None:
        """Watch it no more."""
        assert isinstance(self.reach, WatchingReach)
        self.reach.leave(at)

    def replace_slots(self, successor: Mapping[Slot, Slot]) -> None:
        """Cards that lie face down may be renewed; those that lie face up stay."""
        hidden = self.network.hidden
        hidden.update({at: successor[slot] for at, slot in hidden.items() if slot in successor})
