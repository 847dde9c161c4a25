"""How often somebody may do something: so many a second for long, and a number of them at once."""

from twisted.internet.interfaces import IReactorTime


class Allowance:
    """Fills up with time; everything that is done takes one.  0 at once is nothing ever."""

    __slots__ = ("_clock", "_left", "_most", "_per_second", "_since")

    def __init__(self, clock: IReactorTime, per_second: float, most: float) -> None:
        self._clock = clock
        self._per_second = per_second
        self._most = self._left = max(1.0, most) if most else 0.0
        self._since = clock.seconds()

    def take(self) -> bool:
        """Whether there was one left."""
        now = self._clock.seconds()
        self._left = min(self._most, self._left + max(0.0, now - self._since) * self._per_second)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
