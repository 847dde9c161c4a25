"""What one seat sees of a mine: the public state and its own notebook.  A reference, not a copy."""

from engine.grid.cells import Cell
from engine.mine.state import State
from engine.sight import Sight
from engine.slots import Face, Seat


class View(Sight[State]):
    """What is the mine's own to look at."""

    __slots__ = ()

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


def mine_view(view: object) -> View:
    """The view as one of the mine, where only a table of the mine can be."""
    assert isinstance(view, View)
    return view
