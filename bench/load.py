"""The load of `undermine bench server`: many tables that are played at once, over real connections."""

from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from bench.child import Orders, run, tell, told
from bench.group import Group
from protocol.log.records import Entry, Kind, RecordType
from protocol.wire.codec import encode
from protocol.wire.messages import Entries

_AT_ONCE, _PAUSE = 4, 0.05
"""Groups that connect together, and seconds until the next do."""


@dataclass(slots=True)
class Counts:
    """What happened while it was measured."""

    moves: int = 0
    entries: int = 0
    """As they came to all connections."""
    latencies: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    """Bytes of the frames with moves, at one of the tables."""
    got: list[int] = field(default_factory=list)
    """Bytes of the frames that came of them."""


class Playing:
    """All tables; each begins anew whenever it has ended.

    Orders beside those of a group: ``tables``, ``moves_per_second`` (0: as fast as the server answers), and how many
    seconds to warm up and to measure.
    """

    def __init__(self, reactor: Any, orders: Orders) -> None:
        self.reactor = reactor
        self.orders = orders
        self._groups = [Group(self, number) for number in range(orders["tables"])]
        self._sent: dict[tuple[bytes, int], float] = {}
        """By table and counter: when an act went out."""
        rate = orders["moves_per_second"]
        self._pause = len(self._groups) / rate if rate else 0.0
        self._counts = Counts()
        self._measuring = False
        self._ready = 0
        self._lost = ""
        self._connect(0)

    def _connect(self, at: int) -> None:
        for group in self._groups[at : at + _AT_ONCE]:
            group.connect()
        if at + _AT_ONCE < len(self._groups):
            self.reactor.callLater(_PAUSE, self._connect, at + _AT_ONCE)

    def came(self, group: Group) -> None:
        self._ready += 1
        if self._ready < len(self._groups):
            return
        tell("connected")
        told()  # the bench looks at the memory of the server meanwhile
        warm = self.orders["warm_seconds"]
        for number, each in enumerate(self._groups):  # spread: or all rounds of all tables would begin at once
            self.reactor.callLater(warm * number / len(self._groups), each.gather)
        self.reactor.callLater(warm, self._measure)

    def _measure(self) -> None:
        tell("measuring", table=self._groups[0].tid.hex())
        self._measuring = True
        self.reactor.callLater(self.orders["seconds"], self._stop)

    def _stop(self) -> None:
        self._measuring = False
        counts = self._counts
        tell(
            "done",
            moves=counts.moves,
            entries=counts.entries,
            latencies=sorted(counts.latencies),
            frame_in=mean(counts.sent) if counts.sent else 0,
            frame_out=mean(counts.got) if counts.got else 0,
            lost=self._lost,
        )
        told()
        self.reactor.stop()

    def lost(self, group: Group, why: str) -> None:
        self._lost = self._lost or why

    def took(self, group: Group, message: Entries, entries: list[Entry]) -> None:
        self._count(group, message, entries)
        if group.table is None:
            return
        if group.table.ended:
            group.gather()
        elif self._pause:
            phase = self._pause * group.number / len(self._groups)  # or all would move at the same moment
            wait = self._pause - (self.reactor.seconds() - phase) % self._pause
            self.reactor.callLater(wait, self._answer, group, group.tid)
        else:
            self._answer(group, group.tid)

    def _count(self, group: Group, message: Entries, entries: list[Entry]) -> None:
        acts = [entry.counter for entry in entries if entry.kind == Kind.ACT]
        sent = [self._sent.pop((group.tid, counter)) for counter in acts if (group.tid, counter) in self._sent]
        if not self._measuring:
            return
        self._counts.moves += len(sent)
        self._counts.latencies += [group.heard - at for at in sent]
        self._counts.entries += len(group.people) * sum(one[0] == RecordType.ENTRY for one in message.records)
        if group is self._groups[0]:
            self._counts.got.append(len(encode(message)))

    def _answer(self, group: Group, tid: bytes) -> None:
        if group.table is None or group.tid != tid:
            return  # the table has ended meanwhile
        for entry, submit in group.answer():
            if entry.kind == Kind.ACT:
                self._sent[tid, entry.counter] = self.reactor.seconds()
            if self._measuring and group is self._groups[0]:
                self._counts.sent.append(len(encode(submit)))


if __name__ == "__main__":
    run(Playing)
