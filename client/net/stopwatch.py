"""The own clock beside the server's: whether somebody's time was cut short.

The log says how long the server waited; only whoever was there can tell whether that is true.
"""

from twisted.internet.interfaces import IReactorTime

from protocol.log.records import Entry, Kind

MOST_SECONDS = 2.0
"""By so much the clocks and the network may differ."""


class Stopwatch:
    """Measures what lies between two entries that changed the game."""

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._claimed_ms = 0
        self._since: float | None = None

    def stop(self) -> None:
        """There is no connection: nothing that comes later was measured."""
        self._since = None

    def cut_short(self, entry: Entry, events: list[object], *, live: bool) -> float:
        """One more entry; by how many seconds the time that it ends was shorter than the server says, if it was."""
        self._claimed_ms += entry.dt_ms
        now = self._clock.seconds()
        missing = 0.0
        if entry.kind == Kind.TIMEOUT and self._since is not None:
            missing = self._claimed_ms / 1000 - (now - self._since)
        if events:
            self._claimed_ms = 0
            self._since = now if live else None
        return missing if missing > MOST_SECONDS else 0.0
