"""What one seat sees of a cave: the public state and its own notebook.  A reference, not a copy."""

from engine.cave.state import State
from engine.grid.cells import Cell
from engine.sight import Sight
from engine.slots import Face, Seat


class View(Sight[State]):
    """What is the cave's own to look at."""

    __slots__ = ()

    def clan(self, seat: Seat) -> Face | None:
        """The clan card of a seat, if this seat knows it."""
        return self.face(self.state.clans[seat]) if self.state.clans else None

    def side(self, seat: Seat) -> int | None:
        """The side that a seat works for, if this seat knows it."""
        face = self.clan(seat)
        return None if face is None else self.state.book.works_for[face]

    def goal(self, at: Cell) -> Face | None:
        """What the goal shows, if this seat knows it."""
        return self.face(self.state.goals[at])

    def hidden_goals(self) -> list[Cell]:
        """The goals that lie face down."""
        return sorted(self.state.board.network.hidden)


def cave_view(view: object) -> View:
    """The view as one of the cave, where only a table of the cave can be."""
    assert isinstance(view, View)
    return view
