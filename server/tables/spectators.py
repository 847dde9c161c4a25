"""Those who watch a table: everything reaches them when it is as old as the table says.

Records come up to a HEAD that is old enough, in whole batches; what is told beside the log (who is there, a break, a
fault) waits for as long.  How old a HEAD is that came from the journal, no record says: it is as old at least as the
time of the table since then and that in memory, so that a new start of the server shows nothing earlier.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace
from twisted.internet.interfaces import IDelayedCall, IReactorTime

from engine.records import record
from protocol.log.records import RecordType
from protocol.wire.codec import encode
from protocol.wire.messages import PACE, BetweenRounds, Presence
from server.tables.guests import Guest

_FRONT = 2
"""TABLE and the cards stand before the first entry."""
_MOST_HINTS = 1000
"""Those that wait; of more the oldest are not told."""

Show = Callable[[Iterable[Guest], int, int], None]
"""Sends these guests the records between two numbers."""
Resume = Callable[[Guest, int, bytes], None]
Hint = Presence | BetweenRounds


@record
class Head:
    """How far a HEAD vouches for the log: so many records, and the last entry."""

    records: int = 0
    entry: int = 0


class Spectators:
    """The guests without a seat, and how much of the table they may know."""

    def __init__(self, delay: int, clock: IReactorTime, unknown: Presence, show: Show, resume: Resume) -> None:
        """``delay`` in seconds; ``unknown`` tells nothing of the players; the early ask ``resume`` once more."""
        self.delay = delay
        self._clock = clock
        self._presence = unknown
        """The last that is old enough."""
        self._show = show
        self._resume = resume
        self._guests: set[Guest] = set()
        """They have all that is seen."""
        self._early: dict[Guest, tuple[int, bytes]] = {}
        """They have more: what they resume with, once that may be shown."""
        self._seen = Head()
        self._heads: deque[tuple[float, Head]] = deque()
        """Not seen yet, each with the time at which it is."""
        self._hints: deque[tuple[float, Hint]] = deque(maxlen=_MOST_HINTS)
        self._timer: IDelayedCall | None = None

    def __len__(self) -> int:
        """How many there are, also of those who wait for the first HEAD that they may see."""
        return len(self._guests) + len(self._early)

    @property
    def seen(self) -> Head:
        """What they may know now."""
        self._pass()
        return self._seen

    @property
    def is_behind(self) -> bool:
        """Whether something is still kept from them."""
        self._pass()
        return bool(self._heads or self._hints)

    # what happens at the table

    def restore(self, stored: Sequence[bytes], waits: Sequence[int]) -> None:
        """The log as the journal has it, and by entry the milliseconds since the one before."""
        due = self._clock.seconds() + self.delay - sum(waits) / 1000
        self._heads.append((due, Head(_FRONT)))
        count = 0
        for at, one in enumerate(stored, 1):
            if one[0] in (RecordType.ENTRY, RecordType.HEADER):
                due += waits[count] / 1000
                count += 1
            elif one[0] == RecordType.HEAD:
                self._heads.append((due, Head(at, count)))
        self._pass()

    def wrote(self, head: Head) -> None:
        """The journal has the log up to here."""
        self._heads.append((self._clock.seconds() + self.delay, head))
        self._pass()

    def hint(self, hint: Hint) -> None:
        """The players were told this."""
        self._hints.append((self._clock.seconds() + self.delay, hint))
        self._pass()

    # guests come and go

    def join(self, guest: Guest) -> None:
        """The guest has got all that is seen."""
        self._early.pop(guest, None)
        self._guests.add(guest)
        if self._seen.records:
            guest.tell(replace(self._presence, waiting=(), left_ms=0))  # that was then
        self._arm()

    def wait(self, guest: Guest, next_: int, head: bytes) -> None:
        """The guest has more than is seen: nothing is said of it before its time, also not whether it is right."""
        self._guests.discard(guest)
        self._early[guest] = next_, head
        self._arm()

    def part(self, guest: Guest) -> None:
        """The guest is gone."""
        self._guests.discard(guest)
        self._early.pop(guest, None)
        self._arm()

    # time passes

    def _pass(self) -> None:
        """Show what is old enough by now."""
        now, before = self._clock.seconds(), self._seen
        while self._heads and self._heads[0][0] <= now:
            self._seen = self._heads.popleft()[1]
        if not (self._guests or self._early or self._hints):
            return  # nearly always: no one watches, and no timer runs
        if self._seen != before:
            self._show(list(self._guests), before.records, self._seen.records)
        if self._seen.records and not before.records:
            self._tell(self._presence)
        while self._hints and self._hints[0][0] <= now:
            self._tell(self._hints.popleft()[1])
        ready = {guest: place for guest, place in self._early.items() if place[0] <= self._seen.entry + 1}
        for guest in ready:  # first: what is asked for below looks at the time again
            del self._early[guest]
        for guest, (next_, head) in ready.items():
            self._resume(guest, next_, head)
        self._arm()

    def _tell(self, hint: Hint) -> None:
        if isinstance(hint, Presence):
            self._presence = hint
        if not self._guests or not self._seen.records:
            return
        frame = encode(hint)
        for guest in list(self._guests):
            if isinstance(hint, Presence) or guest.knows(PACE):
                guest.tell_frame(frame)

    def _arm(self) -> None:
        due = min((waiting[0][0] for waiting in (self._heads, self._hints) if waiting), default=None)
        if self._timer is not None and self._timer.active():
            if self and due is not None and self._timer.getTime() <= due:
                return
            self._timer.cancel()
        self._timer = None
        if self and due is not None:
            self._timer = self._clock.callLater(max(0.0, due - self._clock.seconds()), self._pass)

    def stop(self) -> None:
        """No timer runs any more."""
        self._guests.clear()
        self._early.clear()
        self._arm()
        self._show, self._resume = _to_no_guest, _to_no_guest  # the room's own, and it has these: no circle is left


def _to_no_guest(*_what: object) -> None:
    """None is left."""
