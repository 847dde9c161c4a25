"""Rate limits: so many a second for long, and a number of them at once."""

from twisted.internet.interfaces import IReactorTime

_MOST_KNOWN = 1000


class Allowance:
    """A token bucket: it fills up with time, and each action takes one.  With ``most`` 0 it stays empty."""

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

    @property
    def full(self) -> bool:
        """Whether it is full again, so that a new one would do as well."""
        return self._left + max(0.0, self._clock.seconds() - self._since) * self._per_second >= self._most


class Allowances:
    """One for each identity, or network: a new connection does not fill it up again."""

    def __init__(self, clock: IReactorTime, per_second: float, most: float) -> None:
        self._of = clock, per_second, most
        self._known: dict[bytes | str, Allowance] = {}
        self._forget_at = _MOST_KNOWN

    @classmethod
    def per_minute(cls, clock: IReactorTime, most: int) -> "Allowances":
        """So many in any minute."""
        return cls(clock, most / 60, most)

    @classmethod
    def per_hour(cls, clock: IReactorTime, most: int) -> "Allowances":
        """So many in any hour."""
        return cls(clock, most / 3600, most)

    @classmethod
    def per_day(cls, clock: IReactorTime, most: int) -> "Allowances":
        """So many in any day."""
        return cls(clock, most / 86_400, most)

    def take(self, identity: bytes | str) -> bool:
        """Whether there was one left."""
        if identity not in self._known:
            if len(self._known) >= self._forget_at:
                self._known = {one: allowance for one, allowance in self._known.items() if not allowance.full}
                self._forget_at = max(_MOST_KNOWN, 2 * len(self._known))  # else a crowd is looked through for each
            self._known[identity] = Allowance(*self._of)
        return self._known[identity].take()
