"""What a seat signs, one entry at a time: each must have seen the one before in the log.

What was signed stays on the disk until something else is, and after a cut the same bytes are sent again: no counter is
used twice, whatever becomes of the log, the program or the power.  What is not waited for any more is remembered until
the log tells of it.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from client.net.drawer import Drawer
from client.net.table.grievances import Grievances
from client.net.table.log_file import LogFile
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.records import NO_SIGNATURE, Entry, Kind

Make = Callable[[], Entry]


@dataclass(slots=True)
class Wish:
    """Something that the person wants to say; an act is an answer to the game as it stood, and to no other."""

    make: Make
    game: int
    """The last entry that changed the game when the person decided; 0 if it does not matter."""
    deed: bool
    """Whether it shows that the person is at the table, and wants to be."""


class Signer:
    """Signs for one seat."""

    def __init__(self, follower: SeatFollower, file: LogFile, drawer: Drawer) -> None:
        self._follower = follower
        self._file = file
        self._drawer = drawer
        self.grievances = Grievances(follower, drawer)
        self._wishes: deque[Wish] = deque()
        self.game = 0
        """The last entry that changed the game."""
        self.flying: Entry | None = None
        """What was signed and was not seen in the log yet."""

    def remember(self) -> None:
        """After a new start: what was signed before."""
        self.grievances.remember()
        entry = self._drawer.sent(self._follower.setting.tid)
        if entry is None or entry.actor != self._follower.seat or entry.counter <= self._counter:
            return
        self._follower.has_signed(entry.counter)
        if any(entry.signature):
            self.flying = entry

    @property
    def _counter(self) -> int:
        return self._follower.signatures.counters[self._follower.seat]

    def wish(self, make: Make, *, act: bool = False, deed: bool = True) -> None:
        """The person wants to say something, as soon as it can be said."""
        self._wishes.append(Wish(make, self.game if act else 0, deed))

    def next_wish(self) -> Make | None:
        """What the person wants to say now; a seat that counts as away says first that it is back.

        Acts that the game has overtaken are forgotten.
        """
        while self._wishes:
            wish = self._wishes[0]
            if wish.deed and self._follower.seat in self._follower.absence.out:
                wish.deed = False  # once for each wish, whatever becomes of it
                return self.back
            self._wishes.popleft()
            if wish.game in (0, self.game):
                return wish.make
        return None

    def back(self) -> Entry:
        """The person is there again."""
        return self._follower.say(Kind.BACK, bodies.Nothing())

    def sign(self, make: Make) -> Entry:
        """Sign over everything that was seen: it must be on the disk before, and the entry itself too."""
        self._file.sync()
        entry = replace(make(), seq=0)  # its place in the log is the server's to say
        self._drawer.keep_sent(self._follower.setting.tid, entry)
        self.flying = entry
        return entry

    def follow(self, entry: Entry, events: list[object]) -> None:
        """An entry stands in the log."""
        self.grievances.follow(entry)
        if events:
            self.game = entry.seq
        flying = self.flying
        if flying is not None and entry.actor == self._follower.seat and entry.signature == flying.signature:
            self.flying = None

    def give_up(self) -> Entry | None:
        """What is on its way is not waited for any more; what it was."""
        flying, self.flying = self.flying, None
        if flying is not None:
            self.grievances.withheld(flying)
            with suppress(OSError):  # then it is sent again after a new start, and refused again
                self._drawer.keep_sent(self._follower.setting.tid, replace(flying, signature=NO_SIGNATURE))
        return flying

    def overtaken(self) -> Entry | None:
        """What can never be in the log any more: this seat has said something later, perhaps from another place."""
        flying = self.flying
        return self.give_up() if flying is not None and flying.counter <= self._counter else None

    def refused(self, counter: int) -> Entry | None:
        """The server does not take what is on its way; what it was."""
        flying = self.flying
        return self.give_up() if flying is not None and flying.counter == counter else None
