"""What a player remembers of the others: which goals they have looked at, and whether they dig there since.

A player that has seen the exit digs toward it, and one that has seen another goal digs elsewhere.
"""

from collections import Counter
from collections.abc import Iterable

from engine.cave.bots.survey import apart
from engine.cave.rules.actions.secret_information import GoalSpied
from engine.cave.view import View
from engine.grid.cells import Cell
from engine.placing import PathPlaced
from engine.slots import Seat

_CHANCE = (1, 3, 9, 27, 81, 243, 729)
"""How likely a goal is the exit, by signs for and against it: each makes it three times as likely, or a third."""
_MOST_SIGNS = len(_CHANCE) // 2


class Memory:
    """The goals of which the others seem to know something."""

    def __init__(self, seat: Seat, seats: int) -> None:
        self.seat = seat
        self.looked: dict[Seat, set[Cell]] = {}
        """By seat: the goals that it has looked at."""
        self.signs = Counter[Cell]()
        """By goal: how often those who have looked there dug toward it, less how often they dug toward others."""

    def note(self, event: object, view: View) -> None:
        """Fold one event."""
        match event:
            case GoalSpied(seat=seat, cell=at):
                self.looked.setdefault(seat, set()).add(at)
            case PathPlaced(seat=seat, cell=at) if seat in self.looked and seat != self.seat:
                self._read(self.looked[seat], at, view)

    def chances(self, goals: Iterable[Cell]) -> dict[Cell, int]:
        """Of goals that may be the exit: how likely each is, as shares of their sum."""
        return {at: _CHANCE[_MOST_SIGNS + self.signs[at]] for at in goals}

    def _read(self, looked: set[Cell], at: Cell, view: View) -> None:
        """A card that is nearer to a goal than any other was laid to get there."""
        toward = {goal for goal in view.hidden_goals() if _is_nearest(at, goal, view)}
        for goal in looked:
            sign = (goal in toward) - bool(toward - {goal})
            self.signs[goal] = max(-_MOST_SIGNS, min(_MOST_SIGNS, self.signs[goal] + sign))


def _is_nearest(at: Cell, goal: Cell, view: View) -> bool:
    return all(other == at or apart(at, goal) < apart(other, goal) for other in view.state.board.charts)
