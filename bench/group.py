"""The people of one table under load: they connect, gather, and follow its log."""

import secrets
from collections.abc import Iterator
from random import Random
from typing import Any, Protocol

from bench.child import Orders, connect
from bench.table import LoadTable
from client.net.consent import terms_of
from client.net.conversation import Conversation
from protocol.keys.identity import Identity, Purpose, SeatKeys, sign
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, RecordType, records
from protocol.wire import lobby
from protocol.wire.messages import Entries, FromServer, Resume, Submit


def parts(message: Entries) -> Iterator[tuple[int, bytes]]:
    return records(MAGIC + b"".join(message.records))


class Load(Protocol):
    """What the groups belong to: it decides when they gather and what they answer."""

    reactor: Any
    orders: Orders
    """At least ``link``, ``rules``, and how many ``people`` and ``bots`` of the server sit at a table."""

    def came(self, group: "Group") -> None: ...
    def took(self, group: "Group", message: Entries, entries: list[Entry]) -> None: ...
    def lost(self, group: "Group", why: str) -> None: ...


class Person:
    joining: Joining
    """Of the table that the group gathers around."""

    def __init__(self, group: "Group", *, listens: bool) -> None:
        self._group = group
        self._listens = listens
        self.identity = Identity(secrets.token_bytes(32))
        self.name = f"load {secrets.token_hex(8)}"
        self.talk: Conversation | None = None

    @property
    def keys(self) -> SeatKeys:
        return self.identity.seat(self.joining.nonce)

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        self.talk = talk
        if not self._listens:
            talk.received = lambda frame: None  # type: ignore[method-assign]  # reading costs more than serving
        self._group.came()

    def told(self, talk: Conversation, message: FromServer) -> None:
        self._group.told(message)

    def ended(self, talk: Conversation, why: object) -> None:
        self._group.load.lost(self._group, str(why))

    def say(self, message: Any) -> None:
        assert self.talk is not None
        self.talk.say(message)


class Group:
    """Only its first connection is read; the others get the same."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.people = [Person(self, listens=not at) for at in range(load.orders["people"])]
        self.table: LoadTable | None = None
        self.tid = b""
        self.heard = 0.0
        """When the last entries came."""
        self._chance = Random(number)  # noqa: S311  it plays, it does not deal
        self._here = 0
        self._gathering = ""
        self._introduced = False

    def connect(self) -> None:
        for one in self.people:
            connecting = connect(self.load.reactor, self.load.orders["link"], one.identity, one.name, one)
            connecting.addErrback(lambda failure: self.load.lost(self, failure.getErrorMessage()))

    def came(self) -> None:
        self._here += 1
        if self._here == len(self.people):
            self.load.came(self)

    def gather(self) -> None:
        wishes = lobby.Wishes(
            rules=self.load.orders["rules"],
            seats=len(self.people) + self.load.orders["bots"],
            listed=False,
            turn_seconds=3600,
            step_seconds=3600,
            window_seconds=8,
            bank_seconds=0,
            absent=None,
            spectators=True,
        )
        self.table, self._gathering, self._introduced = None, "", False
        for one in self.people:
            name = bodies.Name(salt=secrets.token_bytes(16), name=one.name)
            one.joining = Joining(one.identity, secrets.token_bytes(32), name)
        host = self.people[0]
        host.say(lobby.Gather(wishes=wishes, password="", join=host.joining.signed(self._server_key())))

    def leave(self) -> None:
        self.table = None
        for one in self.people:
            if one.talk is not None:
                one.talk.hang_up("connection/bye")

    def told(self, message: FromServer) -> None:
        if isinstance(message, Entries):
            self.heard = self.load.reactor.seconds()
            self.load.took(self, message, self._take(message))
        elif isinstance(message, lobby.Gathered):
            self._gathered(message.gathering)
        elif isinstance(message, lobby.Started):
            for one in self.people:
                one.say(Resume(table=message.table, next=1, head=Chain(message.table).heads[0]))

    def _gathered(self, gathering: lobby.Gathering) -> None:
        code, people, key = gathering.code, [one for one in gathering.sitters if one.bot is None], self._server_key()
        if code != self._gathering:
            self._gathering = code
            for one in self.people[1:]:
                one.say(lobby.Sit(gathering=code, password="", join=one.joining.signed(key)))
            for _ in range(self.load.orders["bots"]):
                self.people[0].say(lobby.SeatBot(gathering=code, bot="random"))
        elif len(gathering.sitters) < len(self.people) + self.load.orders["bots"]:
            return
        elif not self._introduced:  # all people sit: they are in the order of their seats from now on
            self._introduced = True
            order = [sitter.key for sitter in people]
            self.people.sort(key=lambda one: order.index(one.identity.public))
            for one in self.people:
                one.say(lobby.Introduce(gathering=code, introduction=one.joining.introduction(key)))
        elif all(sitter.ready is not None for sitter in people):
            self.people[0].say(lobby.Start(gathering=code))
        elif all(sitter.introduction is not None for sitter in people) and not any(one.ready for one in people):
            terms = terms_of(gathering)
            assert terms is not None
            for one in self.people:
                signature = sign(one.keys.signing, Purpose.READY, *terms.parts)
                one.say(lobby.Ready(gathering=code, signature=signature))

    def _server_key(self) -> bytes:
        talk = self.people[0].talk
        return talk.server_key if talk is not None else b""

    def _take(self, message: Entries) -> list[Entry]:
        taken: list[Entry] = []
        for kind, payload in parts(message):
            if kind == RecordType.TABLE:
                self.table = LoadTable(payload, [one.keys for one in self.people], self._chance)
                self.tid = self.table.tid
            elif self.table is None or self.tid != message.table:
                continue
            elif kind == RecordType.ENTRY:
                taken.append(Entry.from_bytes(payload))
                self.table.take(taken[-1])
            elif kind == RecordType.HEAD:
                self.table.signed(HeadRecord.from_bytes(payload).seq)
        return taken

    def answer(self) -> list[tuple[Entry, Submit]]:
        """Returns what was said."""
        said = []
        for seat, entry in self.table.answers() if self.table is not None else []:
            submit = Submit(table=self.tid, entry=entry.to_bytes())
            self.people[seat].say(submit)
            said.append((entry, submit))
        return said
