"""The states of a game that was followed, entry by entry and in any order.

There is a copy of the state every few entries; any other is a copy with the events since carried out again.  Nothing is
checked here: what was checked once is not checked at every step.
"""

from engine.front import State, View, evolve, view
from engine.notebook import Notebook
from protocol.audit.eyes import Again

EVERY = 20
"""Entries from one copy to the next."""


class Reel:
    """It is filled once, from the front; then `at` shows the table behind any entry."""

    def __init__(self, again: Again) -> None:
        self._seat = again.view.seat
        self._copies: list[State] = [again.view.state.copy()]
        self._events: list[list[object]] = [[]]
        self._notebooks = [_copied(again.view.notebook)]
        self._shown: tuple[int, State] = 0, self._copies[0].copy()
        """The entry that was looked at last, and the state behind it."""

    @property
    def last(self) -> int:
        """The last entry."""
        return len(self._events) - 1

    def add(self, again: Again, events: list[object]) -> None:
        """One more entry was taken."""
        self._events.append(events)
        before, now = self._notebooks[-1], again.view.notebook
        self._notebooks.append(before if before == now else _copied(now))
        if self.last % EVERY == 0:
            self._copies.append(again.view.state.copy())

    def at(self, entry: int) -> View:
        """The table behind an entry, 0 for before the first; it stands until another is asked for."""
        at, state = self._shown
        if not entry - entry % EVERY <= at <= entry:
            at, state = entry - entry % EVERY, self._copies[entry // EVERY].copy()
        for events in self._events[at + 1 : entry + 1]:
            for event in events:
                evolve(state, event)
        self._shown = entry, state
        return view(state, self._seat, self._notebooks[entry])

    def events(self, entry: int) -> list[object]:
        """What happened in it."""
        return self._events[entry]


def _copied(notebook: Notebook) -> Notebook:
    twin = Notebook(notebook.shown, notebook.pools)
    twin.chosen = notebook.chosen
    return twin
