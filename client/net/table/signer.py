"""What a seat signs, one entry at a time: each must have seen the one before in the log.

What was signed stays on the disk until something else is, and after a cut the same bytes are sent again: no counter is
used twice, whatever becomes of the log, the program or the power.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from client.net.drawer import Drawer
from protocol.follow.seat import SeatFollower
from protocol.log.records import NO_SIGNATURE, Entry

Make = Callable[[], Entry]


@dataclass(slots=True)
class Signer:
    follower: SeatFollower
    drawer: Drawer
    sync: Callable[[], None]  # brings to the disk what the seat has seen
    withheld: Callable[[Entry], None]  # is told what is not waited for any more
    flying: Entry | None = None  # what was signed and was not seen in the log yet

    def remember(self) -> None:
        entry, seat = self.drawer.sent(self.follower.setting.tid), self.follower.seat
        if entry is None or entry.actor != seat or entry.counter <= self.follower.signatures.counters[seat]:
            return
        self.follower.has_signed(entry.counter)
        if any(entry.signature):
            self.flying = entry

    def sign(self, make: Make) -> Entry:
        """Sign over everything that was seen: it must be on the disk before, and the entry itself too."""
        self.sync()
        entry = replace(make(), seq=0)  # its place in the log is the server's to say
        self.drawer.keep_sent(self.follower.setting.tid, entry)
        self.flying = entry
        return entry

    def follow(self, entry: Entry) -> None:
        flying = self.flying
        if flying is not None and entry.actor == self.follower.seat and entry.signature == flying.signature:
            self.flying = None

    def give_up(self) -> Entry | None:
        flying, self.flying = self.flying, None
        if flying is not None:
            self.withheld(flying)
            with suppress(OSError):  # then it is sent again after a new start, and refused again
                self.drawer.keep_sent(self.follower.setting.tid, replace(flying, signature=NO_SIGNATURE))
        return flying

    def refused(self, counter: int) -> Entry | None:
        flying = self.flying
        return self.give_up() if flying is not None and flying.counter == counter else None
