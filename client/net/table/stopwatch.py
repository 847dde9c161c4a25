"""This computer's clock beside the server's: whether each question took as long as the log says.

How long the server waited is its word, and nothing proves it: only the clients that were there can tell.  What comes
while the line is cut may have come at any moment of the cut, and a server at which no player is connected counts no
time.  So a question takes at least the seconds with a connection that lie in it, and at most all seconds; only a figure
outside of both is spoken of.
"""

from collections.abc import Callable
from math import inf

from twisted.internet.interfaces import IReactorTime

from engine.records import record
from engine.wants import Window
from protocol.follow.absence import Took
from protocol.follow.follower import Follower
from protocol.log.records import Entry

MOST_SECONDS = 2.0  # by so much the clocks and the network may differ, however long the limit is
_PART = 4  # and by no more than this part of the limit
_LATEST_MS = 2**32 - 1


@record
class Mistimed:
    """A question that took another time by this computer's clock than the log says."""

    seq: int  # the entry that ended it
    took: Took
    own_ms: int  # of all figures that this clock allows, the one that is nearest to the log's


@record
class _Moment:
    """When an entry was written, as far as this computer knows."""

    connected: float  # seconds with a connection until then
    earliest: float
    latest: float


class Stopwatch:
    """Measures every question of a table; ``with_sleep`` is a clock that also runs while the computer sleeps."""

    def __init__(self, clock: IReactorTime, with_sleep: Callable[[], float] | None = None) -> None:
        self._clock = clock
        self._with_sleep = with_sleep or clock.seconds
        self._passed = 0.0
        self._since: float | None = None  # when the connection came, if there is one
        self._cut = -inf  # when it went, and everything before the program began
        self._looked = clock.seconds(), self._with_sleep()
        self._woken = -inf
        self._slept = -inf
        self._opened = _Moment(0.0, -inf, -inf)
        self._waited_ms = 0

    def run(self) -> None:
        """Everything that the server had was received: what comes from now on comes as it happens."""
        self._look()
        if self._since is None:
            self._since = self._clock.seconds()

    def stop(self, heard: float | None = None) -> None:
        """There is no connection; the last sound of it was ``heard`` then."""
        if self._since is not None:
            now = self._clock.seconds()
            last = now if heard is None else min(now, max(heard, self._since))
            self._passed += last - self._since
            self._since, self._cut = None, self._with_sleep() - (now - last)

    def follow(self, entry: Entry, events: list[object], follower: Follower) -> Mistimed | None:
        """One more entry, which the follower has taken; what is to be said of the question that it ends."""
        now, before = self._moment(), self._opened
        absence = follower.absence
        if self._begins(entry, events, follower):
            self._opened = now
        self._waited_ms = absence.waited_ms
        took = absence.took.get(entry.seq)
        return None if took is None else _compared(entry.seq, took, before, now)

    def _begins(self, entry: Entry, events: list[object], follower: Follower) -> bool:
        absence = follower.absence
        if events or absence.pause.just_ended or absence.waited_ms < self._waited_ms + entry.dt_ms:
            return True
        return follower.asked_at == entry.seq and isinstance(follower.play.waiting(), Window)

    def _moment(self) -> _Moment:
        self._look()
        now = self._with_sleep()
        if self._since is None:
            return _Moment(self._passed, self._cut, now)
        connected = self._passed + self._clock.seconds() - self._since
        return _Moment(connected, self._slept if now - self._woken < MOST_SECONDS else now, now)

    def _look(self) -> None:
        """Whether this computer has slept: what comes when it wakes may have come at any moment of that."""
        awake, now = self._looked
        self._looked = self._clock.seconds(), self._with_sleep()
        if self._looked[1] - now > self._looked[0] - awake + MOST_SECONDS:
            self._slept, self._woken = now, self._looked[1]


def _compared(seq: int, took: Took, opened: _Moment, ended: _Moment) -> Mistimed | None:
    least = max(0.0, ended.connected - opened.connected) * 1000
    most = max(0.0, ended.latest - opened.earliest) * 1000
    nearest = min(max(took.ms, least), most)
    if abs(took.ms - nearest) <= tolerance_ms(took.limit_ms):
        return None
    return Mistimed(seq, took, min(round(nearest), _LATEST_MS))


def tolerance_ms(limit_ms: int) -> float:
    """By how much a question with this limit may differ; where there is no time at all, none can be cut."""
    most = MOST_SECONDS * 1000
    return min(most, limit_ms / _PART) if limit_ms else most
