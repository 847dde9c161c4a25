"""What one seat sees of a mine: the public state and its own notebook.  A reference, not a copy."""

from engine.grid.cells import Cell
from engine.mine.state import State
from engine.notebook import Notebook
from engine.slots import Face, Seat, Slot


class View:
    """``seat`` is None for a spectator, who has an empty notebook."""

    __slots__ = ("notebook", "seat", "state")

    def __init__(self, state: State, seat: Seat | None, notebook: Notebook) -> None:
        self.state = state
        self.seat = seat
        self.notebook = notebook

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and (self.seat, self.state, self.notebook) == (
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

    def role(self, seat: Seat) -> Face | None:
        """The role of a seat, if this seat knows it."""
        return self.face(self.state.roles[seat]) if self.state.roles else None

    def goal(self, at: Cell) -> Face | None:
        """What the goal shows, if this seat knows it."""
        return self.face(self.state.goals[at])

    def hidden_goals(self) -> list[Cell]:
        """The goals that lie face down; other things may lie hidden on the grid too."""
        hidden = self.state.board.network.hidden
        return [at for at in self.state.goals if at in hidden]

    def in_front(self, seat: Seat) -> list[Face]:
        """The action cards that lie in front of a seat, as they were laid."""
        return [self.state.faces[slot] for slot in self.state.front[seat]]

    def is_imprisoned(self, seat: Seat) -> bool:
        """Whether a Prison lies in front of a seat."""
        return self.state.imprisoned[seat]

    def has_theft(self, seat: Seat) -> bool:
        """Whether a Theft lies in front of a seat."""
        return seat in self.state.thefts

    def among(self, slot: Slot) -> tuple[Face, ...]:
        """The faces one of which the slot holds, as far as this seat can follow; empty if it knows nothing."""
        known = self.face(slot)
        if known is not None:
            return (known,)
        return next((pool.faces for pool in self.notebook.pools if slot in pool.slots), ())


def mine_view(view: object) -> View:
    """The view as one of the mine, where only a table of the mine can be."""
    assert isinstance(view, View)
    return view
