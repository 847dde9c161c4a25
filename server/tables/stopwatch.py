"""The time of one table: it passes only while a player is there."""

from twisted.internet.interfaces import IReactorTime


class Stopwatch:
    """Stands still until it is told to run."""

    __slots__ = ("_clock", "_passed", "_since")

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._passed = 0.0
        self._since: float | None = None

    def now(self) -> int:
        """Milliseconds; never less than before."""
        return int(self._seconds() * 1000)

    def _seconds(self) -> float:
        if self._since is None:
            return self._passed
        return self._passed + max(0.0, self._clock.seconds() - self._since)

    def run(self, *, on: bool) -> None:
        """Go on, or stand still; saying it twice changes nothing."""
        if on != (self._since is not None):
            self._passed = self._seconds()
            self._since = self._clock.seconds() if on else None
