"""The clients of `undermine bench server`, over real connections.

Two of them are loads: tables that are played at once, and tables that are begun and left.  The third verifies a table.
"""

import secrets
import sys
from statistics import mean
from typing import Any

from bench.child import Orders, connect, run, tell, told
from bench.group import Group, parts
from client.net.conversation import Conversation
from protocol.follow.follower import Follower
from protocol.keys.identity import Identity
from protocol.log.faults import Fault
from protocol.log.records import Chain, Entry, HeadRecord, Kind, RecordType
from protocol.log.setting import read_setting
from protocol.wire.codec import encode
from protocol.wire.messages import Entries, FromServer, Resume

_AT_ONCE, _PAUSE = 4, 0.05
"""Groups that connect together, and seconds until the next do."""
_PARKING, _EACH = 12, 50
"""Groups that leave tables, and how many one of them begins."""


class Playing:
    """All tables; each begins again whenever it has ended.

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
        self._entries = 0
        """As they came to all connections while it was measured."""
        self._latencies: list[float] = []
        """One for each move."""
        self._frames_in: list[int] = []
        """Bytes of the frames with moves, at one of the tables."""
        self._frames_out: list[int] = []
        """Bytes of the frames that came of them."""
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
        tell(
            "done",
            moves=len(self._latencies),
            entries=self._entries,
            latencies=sorted(self._latencies),
            frame_in=mean(self._frames_in or [0]),
            frame_out=mean(self._frames_out or [0]),
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
        self._latencies += [group.heard - at for at in sent]
        self._entries += len(group.people) * sum(one[0] == RecordType.ENTRY for one in message.records)
        if group is self._groups[0]:
            self._frames_out.append(len(encode(message)))

    def _answer(self, group: Group, tid: bytes) -> None:
        if group.table is None or group.tid != tid:
            return  # the table has ended meanwhile
        for entry, submit in group.answer():
            if entry.kind == Kind.ACT:
                self._sent[tid, entry.counter] = self.reactor.seconds()
            if self._measuring and group is self._groups[0]:
                self._frames_in.append(len(encode(submit)))


class Parking:
    """Tables that begin, and that all people leave then; orders beside those of a group: ``tables``."""

    def __init__(self, reactor: Any, orders: Orders) -> None:
        self.reactor = reactor
        self.orders = orders
        self._unassigned: int = orders["tables"]
        self._left: dict[Group, int] = {}
        """By group that is here: how many tables it still begins."""
        self._begun = 0
        for _ in range(_PARKING):
            self._connect()

    def _connect(self) -> None:
        if tables := min(_EACH, self._unassigned):
            self._unassigned -= tables
            group = Group(self, 1)
            self._left[group] = tables
            group.connect()

    def came(self, group: Group) -> None:
        if self._left[group]:
            self._left[group] -= 1
            group.gather()
        else:
            group.leave()

    def took(self, group: Group, message: Entries, entries: list[Entry]) -> None:
        if group.table is None or message.table != group.tid:
            return
        if group.table.in_play:
            self._begun += 1
            self.came(group)  # for the next one
        else:
            group.answer()

    def lost(self, group: Group, why: str) -> None:
        del self._left[group]
        self._connect()
        if not self._left:
            tell("begun", tables=self._begun)
            self.reactor.stop()


class Verifier:
    """A spectator that checks everything at one table, until a second line of orders comes; orders: link, table."""

    def __init__(self, reactor: Any, orders: Orders) -> None:
        from twisted.internet.threads import deferToThread  # noqa: PLC0415

        self._reactor = reactor
        self._table = bytes.fromhex(orders["table"])
        self._follower: Follower | None = None
        self._trouble = ""
        connect(reactor, orders["link"], Identity(secrets.token_bytes(32)), f"verifier {secrets.token_hex(4)}", self)
        deferToThread(told).addCallback(self._stop)

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        talk.say(Resume(table=self._table, next=1, head=Chain(self._table).heads[0]))

    def told(self, talk: Conversation, message: FromServer) -> None:
        if isinstance(message, Entries) and not self._trouble:
            try:
                self._take(message)
            except Fault as fault:
                self._trouble = str(fault)

    def _take(self, message: Entries) -> None:
        for kind, payload in parts(message):
            if kind == RecordType.TABLE:
                self._follower = Follower(read_setting(payload))
            elif self._follower is not None and kind == RecordType.ENTRY:
                self._follower.take(Entry.from_bytes(payload))
            elif self._follower is not None and kind == RecordType.HEAD:
                self._follower.signed_up_to = HeadRecord.from_bytes(payload).seq

    def ended(self, talk: Conversation, why: object) -> None:
        self._trouble = self._trouble or str(why)

    def _stop(self, orders: Orders) -> None:
        entries = self._follower.chain.last if self._follower else 0
        if not entries and not self._trouble:  # on a busy machine it has hardly begun
            self._reactor.callLater(_PAUSE, self._stop, orders)
            return
        tell("verified", entries=entries, trouble=self._trouble)
        self._reactor.stop()


if __name__ == "__main__":
    run({"play": Playing, "park": Parking, "verify": Verifier}[sys.argv[1]])
