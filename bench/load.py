"""The load of `undermine bench server`: a process of its own that plays many tables at once, over real connections.

It reads one line of JSON with what to do, and writes lines of JSON with what happened.
"""

import json
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import mean
from typing import Any

from bench.load_table import LoadTable
from client.net.consent import terms_of
from client.net.conversation import Conversation, Me, Surroundings
from client.net.wire import AnyCertificate, Wire
from client.terminal.reactor import install_reactor
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, Kind, RecordType, records
from protocol.wire import lobby
from protocol.wire.codec import encode
from protocol.wire.invite import Invite, read_invite
from protocol.wire.messages import Entries, FromServer, Resume, Submit


@dataclass(frozen=True, slots=True)
class Orders:
    """What the load is to do."""

    link: str
    tables: int
    seats: int
    rules: str
    moves_per_second: float
    """0: as fast as the server answers."""
    warm_seconds: float
    seconds: float


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


class Player:
    """One connection."""

    def __init__(self, group: "Group", seat: int) -> None:
        self.group = group
        self.seat = seat
        self.identity = Identity(secrets.token_bytes(32))
        self.name = f"load {secrets.token_hex(8)}"
        self.talk: Conversation | None = None

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        """Logged in."""
        self.talk = talk
        if self.seat:
            talk.received = _ignored  # type: ignore[method-assign]  # reading costs more than the server takes
        self.group.came()

    def told(self, talk: Conversation, message: FromServer) -> None:
        """The server said something."""
        self.group.told(self, message)

    def ended(self, talk: Conversation, why: object) -> None:
        """The connection is gone."""
        self.group.load.lost(str(why))

    def say(self, message: Any) -> None:
        """Send a message."""
        assert self.talk is not None
        self.talk.say(message)

    def joining(self) -> Joining:
        """What this person brings to the next table."""
        name = bodies.Name(salt=secrets.token_bytes(16), name=self.name)
        return Joining(self.identity, secrets.token_bytes(32), name)


class Group:
    """The people of one table, which begins anew whenever it has ended."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self._chance = Random(number)  # noqa: S311  it plays, it does not deal
        self.players = [Player(self, seat) for seat in range(load.orders.seats)]
        self._here = 0
        self._gathering = ""
        self._joinings: list[Joining] = []
        """By seat; in the order of the players before all of them sit there."""
        self._introduced = False
        self._table: LoadTable | None = None
        self.tid = b""
        self._sent: dict[int, float] = {}
        self._pause = load.orders.tables / load.orders.moves_per_second if load.orders.moves_per_second else 0.0
        self._phase = self._pause * number / load.orders.tables  # or all would move at the same moment

    def came(self) -> None:
        """When all are connected, the first opens a table."""
        self._here += 1
        if self._here == len(self.players):
            self.load.ready()

    def gather(self) -> None:
        """A new table."""
        wishes = lobby.Wishes(
            rules=self.load.orders.rules,
            seats=len(self.players),
            listed=False,
            turn_seconds=3600,
            step_seconds=3600,
            window_seconds=8,
            bank_seconds=0,
            absent=None,
            spectators=True,
        )
        self._joinings = [player.joining() for player in self.players]
        self._introduced = False
        self.players[0].say(lobby.Gather(wishes=wishes, password="", join=self._joined(0)))

    def _joined(self, at: int) -> bodies.SignedJoin:
        return self._joinings[at].signed(self._server_key)

    @property
    def _server_key(self) -> bytes:
        talk = self.players[0].talk
        return talk.server_key if talk is not None else b""

    def told(self, player: Player, message: FromServer) -> None:
        """Only the first connection of a table is read; the others are there to be sent to."""
        if isinstance(message, Entries):
            self._entries(message)
        elif isinstance(message, lobby.Gathered):
            self._gathered(message.gathering)
        elif isinstance(message, lobby.Started):
            for one in self.players:
                one.say(Resume(table=message.table, next=1, head=Chain(message.table).heads[0]))

    def _gathered(self, gathering: lobby.Gathering) -> None:
        sitters = gathering.sitters
        if gathering.code != self._gathering:
            self._gathering = gathering.code
            for at, player in enumerate(self.players[1:], 1):
                player.say(lobby.Sit(gathering=gathering.code, password="", join=self._joined(at)))
        elif len(sitters) < len(self.players):
            return
        elif not self._introduced:
            self._introduced = True
            self._introduce(gathering)
        elif all(sitter.ready is not None for sitter in sitters):
            self.players[0].say(lobby.Start(gathering=gathering.code))
        elif all(sitter.introduction is not None for sitter in sitters) and not any(one.ready for one in sitters):
            self._get_ready(gathering)

    def _introduce(self, gathering: lobby.Gathering) -> None:
        """All players sit: they are called by their seats from now on."""
        order = [sitter.key for sitter in gathering.sitters]
        self._joinings.sort(key=lambda joining: order.index(joining.identity.public))
        self.players.sort(key=lambda player: order.index(player.identity.public))
        for seat, (player, joining) in enumerate(zip(self.players, self._joinings, strict=True)):
            player.seat = seat
            introduction = joining.introduction(self._server_key)
            player.say(lobby.Introduce(gathering=gathering.code, introduction=introduction))

    def _get_ready(self, gathering: lobby.Gathering) -> None:
        terms = terms_of(gathering)
        assert terms is not None
        for player, joining in zip(self.players, self._joinings, strict=True):
            signature = sign(joining.identity.seat(joining.nonce).signing, Purpose.READY, *terms.parts)
            player.say(lobby.Ready(gathering=gathering.code, signature=signature))

    def _entries(self, message: Entries) -> None:
        load = self.load
        if load.measuring:
            load.counts.entries += len(self.players) * sum(one[0] == RecordType.ENTRY for one in message.records)
        if load.measuring and self is load.groups[0]:
            load.counts.got.append(len(encode(message)))
        for kind, payload in records(MAGIC + b"".join(message.records)):
            if kind == RecordType.TABLE:
                keys = [joining.identity.seat(joining.nonce) for joining in self._joinings]
                self._table = LoadTable(payload, keys, self._chance)
                self.tid = self._table.tid
            elif kind == RecordType.ENTRY and self._table is not None:
                self._take(self._table, Entry.from_bytes(payload))
            elif kind == RecordType.HEAD and self._table is not None:
                self._table.signed(HeadRecord.from_bytes(payload).seq)
        if self._table is not None:
            self._go_on(self._table)

    def _take(self, table: LoadTable, entry: Entry) -> None:
        if entry.kind == Kind.ACT and (sent := self._sent.pop(entry.counter, None)) is not None and self.load.measuring:
            self.load.counts.moves += 1
            self.load.counts.latencies.append(self.load.now() - sent)
        table.take(entry)

    def _go_on(self, table: LoadTable) -> None:
        if table.ended:
            self._table, self._gathering = None, ""
            self.load.table_ended()
            self.gather()
            return
        if self._pause and not table.ended:
            wait = self._pause - (self.load.now() - self._phase) % self._pause
            self.load.later(wait, lambda: self._answer(table))
            return
        self._answer(table)

    def _answer(self, table: LoadTable) -> None:
        if table is not self._table:
            return
        for seat, entry in table.answers():
            if entry.kind == Kind.ACT:
                self._sent[entry.counter] = self.load.now()
            submit = Submit(table=table.tid, entry=entry.to_bytes())
            if self.load.measuring and self is self.load.groups[0]:
                self.load.counts.sent.append(len(encode(submit)))
            self.players[seat].say(submit)


class Load:
    """All tables."""

    def __init__(self, orders: Orders, reactor: Any) -> None:
        self.orders = orders
        self._reactor = reactor
        self.counts = Counts()
        self.measuring = False
        self.games = 0
        self._ready = 0
        self._lost = ""
        self.groups = [Group(self, number) for number in range(orders.tables)]

    def now(self) -> float:
        """Seconds on the reactor's clock."""
        seconds: float = self._reactor.seconds()
        return seconds

    def later(self, seconds: float, action: Callable[[], None]) -> None:
        """Do something after a while."""
        self._reactor.callLater(seconds, action)

    def begin(self) -> None:
        """Connect everybody, a few at a time."""
        from twisted.internet.endpoints import HostnameEndpoint, connectProtocol, wrapClientTLS  # noqa: PLC0415

        invite: Invite = read_invite(self.orders.link)
        endpoint = wrapClientTLS(AnyCertificate(invite.host), HostnameEndpoint(self._reactor, invite.host, invite.port))
        around = Surroundings(self._reactor, secrets.token_bytes)
        players = [player for group in self.groups for player in group.players]

        def connect(at: int) -> None:
            for player in players[at : at + 20]:
                talk = Conversation(Me(player.identity, player.name), lambda key: None, around, player)
                connecting = connectProtocol(endpoint, Wire(talk))
                connecting.addErrback(lambda failure: self.lost(failure.getErrorMessage()))
            if at + 20 < len(players):
                self.later(0.05, lambda: connect(at + 20))

        connect(0)

    def ready(self) -> None:
        """All connections of one more table stand."""
        self._ready += 1
        if self._ready == len(self.groups):
            tell(event="connected")
            sys.stdin.readline()  # the bench looks at the memory of the server meanwhile
            for number, group in enumerate(self.groups):  # spread: or all rounds of all tables would begin at once
                self.later(self.orders.warm_seconds * number / len(self.groups), group.gather)
            self.later(self.orders.warm_seconds, self._measure)

    def table_ended(self) -> None:
        """One more game is over."""
        self.games += 1

    def _measure(self) -> None:
        tell(event="measuring", table=self.groups[0].tid.hex() if self.groups[0].tid else "")
        self.measuring = True
        self.later(self.orders.seconds, self._stop)

    def _stop(self) -> None:
        self.measuring = False
        counts = self.counts
        tell(
            event="done",
            moves=counts.moves,
            entries=counts.entries,
            latencies=sorted(counts.latencies),
            games=self.games,
            frame_in=mean(counts.sent) if counts.sent else 0,
            frame_out=mean(counts.got) if counts.got else 0,
            lost=self._lost,
        )
        sys.stdin.readline()
        self._reactor.stop()

    def lost(self, why: str) -> None:
        """A connection is gone; that is a failure of the measurement, unless it is over."""
        self._lost = self._lost or why


def _ignored(frame: bytes) -> None:
    """What comes to the other seats of a table is the same."""


def tell(**what: Any) -> None:
    """One line for the bench."""
    print(json.dumps(what), flush=True)


def main() -> None:
    """Do what the first line on standard input says."""
    orders = Orders(**json.loads(sys.stdin.readline()))
    reactor = install_reactor()
    load = Load(orders, reactor)
    reactor.callWhenRunning(load.begin)
    reactor.run()


if __name__ == "__main__":
    main()
