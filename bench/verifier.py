"""The one client of `undermine bench server` that verifies: it watches a table of the load, and checks everything."""

import secrets
from typing import Any

from bench.child import Orders, connect, run, tell, told
from client.net.conversation import Conversation
from protocol.follow.follower import Follower
from protocol.keys.identity import Identity
from protocol.log.faults import Fault
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, RecordType, records
from protocol.log.setting import read_setting
from protocol.wire.messages import Entries, FromServer, Resume


class Verifier:
    """A spectator with a follower; it watches until a second line of orders comes."""

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
        for kind, payload in records(MAGIC + b"".join(message.records)):
            if kind == RecordType.TABLE:
                self._follower = Follower(read_setting(payload))
            elif self._follower is not None and kind == RecordType.ENTRY:
                self._follower.take(Entry.from_bytes(payload))
            elif self._follower is not None and kind == RecordType.HEAD:
                self._follower.signed_up_to = HeadRecord.from_bytes(payload).seq

    def ended(self, talk: Conversation, why: object) -> None:
        self._trouble = self._trouble or str(why)

    def _stop(self, _orders: Orders) -> None:
        tell("verified", entries=self._follower.chain.last if self._follower else 0, trouble=self._trouble)
        self._reactor.stop()


if __name__ == "__main__":
    run(Verifier)
