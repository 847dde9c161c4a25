"""How the end of a round is drawn: the goals turn up, then the roles, then what came of it; any key skips it.

The table has all of it already: nothing waits for what is drawn, and what is asked or dealt ends it at once.
"""

from collections.abc import Callable

from textual.timer import Timer

from client.games.game import Covered
from client.screen.table.hands import AtDesk
from client.visit.table import VisitedTable

LONGEST = 4.0
"""Seconds, however many goals there are."""
_STEP = 0.7


def pause(steps: int) -> float:
    """Seconds between two steps."""
    return min(_STEP, LONGEST / steps)


class Revealing:
    def __init__(self, at_desk: AtDesk[VisitedTable], redraw: Callable[[], None]) -> None:
        self._at = at_desk
        self._table = at_desk.table
        self._redraw = redraw
        self._seen = self._table.revealed
        self._dealt = self._table.lately.dealt
        """The round that was on the table when it was looked at last."""
        self._left: list[Covered] = []
        """What is still covered, step by step; nothing once all is drawn."""
        self._timer: Timer | None = None

    @property
    def covered(self) -> Covered:
        return self._left[0] if self._left else Covered()

    @property
    def is_running(self) -> bool:
        return bool(self._left)

    @property
    def told(self) -> int | None:
        """How many lines of the story can be read meanwhile; None: all."""
        return self._table.told_before if self._left else None

    def look(self) -> None:
        """The table has changed."""
        table = self._table
        reveal, before = table.revealed, self._seen
        self._seen = reveal
        dealt, self._dealt = self._dealt, table.lately.dealt
        is_gone = dealt != self._dealt  # the board of the round that was over
        if reveal is not None and reveal is not before and table.live and not is_gone:
            hidden = [frozenset(reveal.goals[at:]) for at in range(len(reveal.goals) + 1)]
            self._left = [*(Covered(goals, roles=True) for goals in hidden), Covered()]
            self._timer = self._at.screen.set_interval(pause(len(self._left)), self._next)
        if table.asked is not None or is_gone:
            self._end()
        self._cover()

    def skip(self) -> bool:
        """Whether there was something to skip."""
        running = self.is_running
        if running:
            self._end()
            self._cover()
            self._redraw()
        return running

    def _next(self) -> None:
        self._left = self._left[1:]
        if not self._left:
            self._end()
        self._cover()
        self._redraw()

    def _end(self) -> None:
        self._left = []
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _cover(self) -> None:
        if self._at.desk is not None:
            self._at.desk.covered = self.covered
