"""What happened last at a table, and what was laid since this seat acted: a fold of the events, to be marked."""

from collections.abc import Collection, Mapping
from copy import copy

from engine.events import RoundClosed, RoundDealt
from engine.grid.cells import Cell
from engine.slots import Seat, Slot


class Lately:
    """It is given every event of the story, in order."""

    def __init__(self, acts: Collection[type] = (), own: Seat | None = None) -> None:
        """``acts``: the events that say that a seat has done something; ``own``: the seat that looks."""
        self._acts = acts
        self._own = own
        self._laid: dict[Cell, Slot] = {}
        self.own_acts = 0
        self.dealt = 0
        """The round whose cards lie on the table; 0 before the first."""
        self.closed = 0
        """The round that is over, as long as no other is dealt; 0 in a round."""
        self._forget()

    def _forget(self) -> None:
        self._laid.clear()
        self.at: Cell | None = None
        """Where the last act happened, if it points at the board."""
        self.by: Seat | None = None
        """Who acted last; None before the first act of a round."""
        self.to: Seat | None = None
        """The other seat to which it was done."""

    def copy(self) -> "Lately":
        """As it stands, whatever happens next."""
        twin = copy(self)
        twin._laid = self._laid.copy()
        return twin

    def look(self, event: object) -> None:
        if isinstance(event, RoundClosed):
            self.closed = event.round
        elif isinstance(event, RoundDealt):
            self._forget()
            self.dealt, self.closed = event.round, 0
        elif type(event) in self._acts:
            self.by = by = getattr(event, "seat", None)
            to = getattr(event, "target", None)
            self.to = None if to == by else to
            self.at = at = getattr(event, "cell", None)
            if by == self._own:
                self.own_acts += 1
                self._laid.clear()
            elif at is not None and self._own is not None:
                self._laid[at] = getattr(event, "moved", getattr(event, "slot", -1))

    def laid(self, lying: Mapping[Cell, Slot]) -> frozenset[Cell]:
        """Where others have laid what lies there still; ``lying``: the slot on each cell.

        Where no seat looks nothing is new: there is no last turn since which it could be.
        """
        return frozenset(at for at, slot in self._laid.items() if lying.get(at) == slot)
