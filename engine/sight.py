"""What one seat sees of a table with hands: the public state and its own notebook.  A reference, not a copy."""

from typing import Generic, TypeVar

from engine.hands import Hands
from engine.notebook import Notebook
from engine.slots import Face, Seat, Slot

_State = TypeVar("_State", bound=Hands)


class Sight(Generic[_State]):
    """``seat`` is None for a spectator, who has an empty notebook."""

    __slots__ = ("notebook", "seat", "state")

    def __init__(self, state: _State, seat: Seat | None, notebook: Notebook) -> None:
        self.state = state
        self.seat = seat
        self.notebook = notebook

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (self.seat, self.state, self.notebook) == (
            other.seat,
            other.state,
            other.notebook,
        )

    def face(self, slot: Slot) -> Face | None:
        """What the slot shows, if this seat knows it."""
        public = self.state.faces.get(slot)
        return self.notebook.shown.get(slot) if public is None else public

    def hand(self) -> list[tuple[Slot, Face | None]]:
        """The seat's own cards; a face is None until its opening has arrived."""
        if self.seat is None:
            return []
        return [(slot, self.face(slot)) for slot in self.state.hands[self.seat]]

    def among(self, slot: Slot) -> tuple[Face, ...]:
        """The faces one of which the slot holds, as far as this seat can follow; empty if it knows nothing."""
        known = self.face(slot)
        if known is not None:
            return (known,)
        return next((pool.faces for pool in self.notebook.pools if slot in pool.slots), ())
