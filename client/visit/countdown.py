"""How long the seat that is waited for still has: what the log gives, less what has passed on this computer.

The server says it only now and then; where it does, as after a lost connection, its word counts.
"""

from collections.abc import Callable

from protocol.follow.follower import Follower
from protocol.modes.mode import Waiting
from protocol.wire.messages import Presence


class Countdown:
    """A hint: the log alone decides when time is up."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._about: object = None
        self._presence: Presence | None = None
        self._end: float | None = None

    def look(self, follower: Follower, waiting: Waiting | None, seats: tuple[int, ...], told: Presence | None) -> None:
        """Something may have changed: the log, what is waited for, or what the server says of it."""
        left_ms = _left_ms(follower, waiting, seats)
        if left_ms is None:
            self._end = self._about = None
            return
        new, self._presence = told is not self._presence, told
        about = (waiting, seats, follower.chain.last)
        if about != self._about:
            self._about = about
            self._end = self._seconds() + left_ms / 1000
        if new and told is not None and set(told.waiting) == set(seats):
            self._end = self._seconds() + told.left_ms / 1000

    def left(self) -> float | None:
        """Seconds; None if no clock runs."""
        return None if self._end is None else max(0.0, self._end - self._seconds())


def _left_ms(follower: Follower, waiting: Waiting | None, seats: tuple[int, ...]) -> int | None:
    """By the log alone, for the seat that has least; before play, for the seals and seeds that are missing."""
    absence = follower.absence
    if not seats or follower.ended is not None or absence.paused:
        return None
    if waiting is None:
        return absence.step_left_ms()
    return min(absence.left_ms(seat, waiting) for seat in seats)
