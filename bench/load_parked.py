"""The other load of `undermine bench server`: many tables that begin, and that everybody leaves then.

At each sit one person and two bots of the server.  Orders on standard input: link, tables; one line of JSON comes when
all have begun and nobody is connected any more.
"""

import json
import secrets
import sys
from random import Random
from typing import Any

from bench.load_table import LoadTable
from client.net.consent import terms_of
from client.net.conversation import Conversation, Me, Surroundings
from client.net.wire import AnyCertificate, Wire
from client.terminal.reactor import install_reactor
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, RecordType, records
from protocol.wire import lobby
from protocol.wire.invite import read_invite
from protocol.wire.messages import Entries, FromServer, Resume, Submit

AT_ONCE, EACH = 12, 50
"""Connections at once, and tables that one of them begins."""
_SEATS = 3
_WISHES = lobby.Wishes(
    rules="base",
    seats=_SEATS,
    listed=False,
    turn_seconds=3600,
    step_seconds=3600,
    window_seconds=8,
    bank_seconds=0,
    absent=None,
    spectators=True,
)


class Guest:
    """One person, who begins some tables and goes."""

    def __init__(self, parking: "Parking", tables: int, name: str) -> None:
        self._parking = parking
        self.name = name
        self._name = bodies.Name(salt=secrets.token_bytes(16), name=name)
        self._left = tables
        self.identity = Identity(secrets.token_bytes(32))
        self._gathering = ""
        self._joining: Joining | None = None
        self._table: LoadTable | None = None

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        """Begin the first table."""
        self._next(talk)

    def _next(self, talk: Conversation) -> None:
        self._gathering, self._joining, self._table = "", None, None
        if self._left:
            self._left -= 1
            self._joining = Joining(self.identity, secrets.token_bytes(32), self._name)
            join = self._joining.signed(talk.server_key)
            talk.say(lobby.Gather(wishes=_WISHES, password="", join=join))
        else:
            talk.hang_up("connection/bye")

    def told(self, talk: Conversation, message: FromServer) -> None:
        """Gather, seat bots, get ready, start, seal, reveal: then on to the next."""
        if isinstance(message, lobby.Gathered):
            self._gathered(talk, message.gathering)
        elif isinstance(message, lobby.Started):
            talk.say(Resume(table=message.table, next=1, head=Chain(message.table).heads[0]))
        elif isinstance(message, Entries):
            self._entries(talk, message)

    def _gathered(self, talk: Conversation, gathering: lobby.Gathering) -> None:
        if gathering.code != self._gathering:
            self._gathering = gathering.code
            for _ in range(_SEATS - 1):
                talk.say(lobby.SeatBot(gathering=gathering.code, bot="random"))
        elif len(gathering.sitters) == _SEATS:
            self._get_ready(talk, gathering)

    def _get_ready(self, talk: Conversation, gathering: lobby.Gathering) -> None:
        own, joining, terms = gathering.sitters[0], self._joining, terms_of(gathering)
        assert joining is not None
        assert terms is not None
        if own.introduction is None:
            introduction = joining.introduction(talk.server_key)
            talk.say(lobby.Introduce(gathering=gathering.code, introduction=introduction))
        elif own.ready is None:
            signature = sign(joining.identity.seat(joining.nonce).signing, Purpose.READY, *terms.parts)
            talk.say(lobby.Ready(gathering=gathering.code, signature=signature))
        else:
            talk.say(lobby.Start(gathering=gathering.code))

    def _entries(self, talk: Conversation, message: Entries) -> None:
        for kind, payload in records(MAGIC + b"".join(message.records)):
            if kind == RecordType.TABLE and self._joining is not None:
                self._table = LoadTable(payload, [self.identity.seat(self._joining.nonce)], self._parking.chance)
            elif self._table is not None and kind == RecordType.ENTRY:
                self._table.take(Entry.from_bytes(payload))
            elif self._table is not None and kind == RecordType.HEAD:
                self._table.signed(HeadRecord.from_bytes(payload).seq)
        if self._table is None or message.table != self._table.tid:
            return
        if self._table.in_play:
            self._parking.begun += 1
            self._next(talk)
            return
        for _, entry in self._table.answers():
            talk.say(Submit(table=self._table.tid, entry=entry.to_bytes()))

    def ended(self, talk: Conversation, why: object) -> None:
        """Gone; another one comes, until there are tables enough."""
        self._parking.gone()


class Parking:
    """All tables."""

    def __init__(self, orders: dict[str, Any], reactor: Any) -> None:
        from twisted.internet.endpoints import HostnameEndpoint, wrapClientTLS  # noqa: PLC0415

        invite = read_invite(orders["link"])
        self._endpoint = wrapClientTLS(AnyCertificate(invite.host), HostnameEndpoint(reactor, invite.host, invite.port))
        self._reactor = reactor
        self._left: int = orders["tables"]
        self._here = 0
        self.begun = 0
        self.chance = Random(1)  # noqa: S311  it plays, it does not deal

    def start(self) -> None:
        """The first guests."""
        for _ in range(AT_ONCE):
            self._come()

    def _come(self) -> None:
        from twisted.internet.endpoints import connectProtocol  # noqa: PLC0415

        tables = min(EACH, self._left)
        if not tables:
            return
        self._left -= tables
        self._here += 1
        guest = Guest(self, tables, f"parked {secrets.token_hex(6)}")
        me = Me(guest.identity, guest.name)
        talk = Conversation(me, lambda key: None, Surroundings(self._reactor, secrets.token_bytes), guest)
        connectProtocol(self._endpoint, Wire(talk))

    def gone(self) -> None:
        """One guest less; when the last is gone, the bench is told."""
        self._here -= 1
        self._come()
        if not self._here:
            print(json.dumps({"begun": self.begun}), flush=True)
            self._reactor.stop()


def main() -> None:
    """Begin as many tables as the first line on standard input says."""
    orders = json.loads(sys.stdin.readline())
    reactor = install_reactor()
    reactor.callWhenRunning(Parking(orders, reactor).start)
    reactor.run()


if __name__ == "__main__":
    main()
