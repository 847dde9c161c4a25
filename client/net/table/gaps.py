"""What one side lacks and the other still has: texts that came without their words, and a log that a server has lost.

A server may remove a text later, for all.  It may not keep one from a single player unnoticed: then that player reads
that something was withheld.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from client.net.table.log_file import last_head, records_from
from client.net.trouble import Stop
from protocol.log.records import TEXTS, Entry, body_hash
from protocol.wire.messages import ENTRY_OF_CLIENT, Evidence, Fetch, Fetched, Teach

MOST_ASKED = 64  # of one table, in one run of the program
MOST_LESSONS = 20  # how often a server may ask for what it has lost, before it is left alone
MOST_FRAMES = 100  # in one go: a server takes only so many messages at once, and asks again for what is still missing
_AROUND = 8  # bytes around each record in a frame


@dataclass(slots=True)
class Texts:
    """Asks for each missing text once, and accepts it if it is the one that was signed."""

    tid: bytes
    asked: int = 0
    missing: dict[int, Entry] = field(default_factory=dict)

    def ask(self, entry: Entry) -> Fetch | None:
        """An entry came from the server; what to ask for, if its text is missing."""
        if entry.kind not in TEXTS or not entry.removed or self.asked >= MOST_ASKED:
            return None
        self.asked += 1
        self.missing[entry.seq] = entry
        return Fetch(table=self.tid, seq=entry.seq)

    def take(self, message: Fetched) -> Entry | None:
        """The entry with its text; None if it was not asked for, or these are other words."""
        entry = self.missing.pop(message.seq, None)
        if entry is None or not message.body or body_hash(message.body) != entry.body_hash:
            return None
        return replace(entry, body=message.body, removed=b"")


@dataclass(slots=True)
class Teacher:
    """Gives a server back what it has signed and lost; ``stored`` reads the log on this computer."""

    tid: bytes
    stored: Callable[[], list[bytes]]
    lessons: int = 0  # since the log went on, or the connection was made

    def teach(self, next_: int, heads: Sequence[bytes]) -> Iterator[Evidence | Teach]:
        """The log from an entry on; ``heads`` are those of its follower.  `Stop` if the server never learns."""
        self.lessons += 1
        if self.lessons > MOST_LESSONS:
            raise Stop("table/will-not-learn", evidence=True)
        if self.lessons > 1:  # it was taught, and asks again: perhaps it has signed another log since
            yield from self.evidence(heads, before=next_)
        for frame in islice(lessons(records_from(self.stored(), next_)), MOST_FRAMES):
            yield Teach(table=self.tid, records=frame)

    def evidence(self, heads: Sequence[bytes], before: int | None = None) -> Iterator[Evidence]:
        """The server's own signature over this log: the last one, or the last over something that it says it has."""
        head = last_head(self.stored(), before)
        if head is not None and head.seq < len(heads):
            yield Evidence(table=self.tid, seq=head.seq, head=heads[head.seq], signature=head.signature)


def lessons(taught: Sequence[bytes]) -> Iterator[tuple[bytes, ...]]:
    frame: list[bytes] = []
    room = ENTRY_OF_CLIENT
    for one in taught:
        size = len(one) + _AROUND
        if frame and room < size:
            yield tuple(frame)
            frame, room = [], ENTRY_OF_CLIENT
        frame.append(one)
        room -= size
    if frame:
        yield tuple(frame)
