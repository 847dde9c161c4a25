"""Clients that mean harm, over real sockets and TLS: each does one misdeed, and notes what the server says to it.

They come from addresses of their own within this computer, so that what is counted by address is theirs.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol, wrapClientTLS
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure

from client.net.consent import terms_of
from client.net.conversation import Conversation, Me, Surroundings
from client.net.hang_up import HungUp
from client.net.wire import AnyCertificate, Line, Wire
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.log.records import Chain, Entry, HeadRecord, Kind, RecordType, record
from protocol.wire import archive, lobby, messages
from protocol.wire.codec import Message, encode
from protocol.wire.framing import framed
from protocol.wire.messages import FromServer, decode_from_server
from tests.server.callers import wishes
from tests.support.hall import person


@dataclass
class Scene:
    """The server that is attacked, from where, and what came of it."""

    reactor: Any
    port: int
    address: str = "127.0.0.2"
    tables: list[bytes] = field(default_factory=list)
    """Tables of honest players."""
    rng: Random = field(default_factory=Random)
    codes: Counter[str] = field(default_factory=Counter)
    """What was said to intruders; "cut" where a connection ended without a word."""
    open: dict[Any, None] = field(default_factory=dict)

    def begin(self, deed: "Deed", count: int = 1) -> None:
        """So many connections that do the same."""
        for _ in range(count):
            self._connect(deed)

    def _connect(self, deed: "Deed") -> None:
        endpoint: Any = TCP4ClientEndpoint(
            self.reactor, "127.0.0.1", self.port, bindAddress=(self.address, 0), timeout=10
        )
        if deed in BARE:
            talker: Any = Bare(self, deed)
            connected = connectProtocol(endpoint, talker)
        else:
            talker = Stranger(self, deed) if deed in STRANGE else Guest(self, deed).talk
            connected = connectProtocol(wrapClientTLS(AnyCertificate("127.0.0.1"), endpoint), Wire(talker))
        self.open[connected] = None
        connected.addErrback(lambda _: self.codes.update(["refused"]))
        connected.addBoth(lambda _: self.open.pop(connected, None))

    def leave(self) -> None:
        """Cut all that is still open."""
        for one in list(self.open):
            one.cancel() if isinstance(one, Deferred) else one.abort()


class Bare(Protocol):
    """A connection without TLS."""

    transport: Any

    def __init__(self, scene: Scene, deed: "Deed") -> None:
        self.scene = scene
        self._deed = deed

    def connectionMade(self) -> None:  # noqa: N802
        self.scene.open[self] = None
        self._deed(self)

    def abort(self) -> None:
        self.transport.abortConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        self.scene.open.pop(self, None)
        self.scene.codes["cut"] += 1


class Stranger:
    """A connection that does not log in as it should."""

    def __init__(self, scene: Scene, deed: "Deed") -> None:
        self.scene = scene
        self._deed = deed
        self._told = False
        self.line: Any = None

    def opened(self, line: Line) -> None:
        self.line = line
        self.scene.open[self] = None

    def begin(self, exporter: bytes) -> None:
        self._deed(self)

    def say(self, *said: Message) -> None:
        for message in said:
            self.line.write(encode(message))

    def raw(self, data: bytes) -> None:
        self.line.transport.write(data)

    def abort(self) -> None:
        self.line.abort()

    def received(self, frame: bytes) -> None:
        message = decode_from_server(frame)
        if isinstance(message, messages.Bye):
            self._told = True
            self.scene.codes[message.code] += 1
        elif isinstance(message, messages.ServerHello):
            self.say(messages.Login(key=secrets.token_bytes(32), signature=bytes(64), name="a stranger"))

    def misheard(self) -> None:
        raise AssertionError("a server that cannot be read")

    def lost(self, code: str) -> None:
        self.scene.open.pop(self, None)
        self.scene.codes["cut"] += not self._told


class Guest:
    """A connection that logs in with a new key, and misbehaves then."""

    def __init__(self, scene: Scene, deed: "Deed") -> None:
        self.scene = scene
        self._deed = deed
        self.identity = Identity(secrets.token_bytes(32))
        self.name = f"guest {secrets.token_hex(6)}"
        self.answer: Callable[[FromServer], None] = lambda message: None
        """What a deed does about whatever it is told."""
        around = Surroundings(scene.reactor, secrets.token_bytes)
        self.talk = Conversation(Me(self.identity, self.name), lambda key, older: None, around, self)

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        self.scene.codes["welcome"] += 1
        self.scene.open[self] = None
        self._deed(self)

    def told(self, talk: Conversation, message: FromServer) -> None:
        if isinstance(message, messages.Fault | messages.Refused):
            self.scene.codes[message.code] += 1
        elif isinstance(message, lobby.Offers):
            self.scene.codes["heard"] += 1
        self.answer(message)

    def ended(self, talk: Conversation, why: HungUp) -> None:
        self.scene.open.pop(self, None)
        self.scene.codes[why.code] += 1

    def say(self, *said: Message) -> None:
        for message in said:
            self.talk.say(message)

    def raw(self, data: bytes) -> None:
        line: Any = self.talk._line
        line.transport.write(data)

    def deaf(self) -> None:
        """Read nothing any more."""
        line: Any = self.talk._line
        line.transport.pauseProducing()

    def abort(self) -> None:
        self.talk.hang_up("connection/bye", abort=True)

    def join(self) -> bodies.SignedJoin:
        return person(secrets.token_bytes, self.name, self.identity).signed(self.talk.server_key)

    def table(self) -> bytes:
        """One of the honest players, or none at all."""
        return self.scene.rng.choice([*self.scene.tables, secrets.token_bytes(32)])


Deed = Callable[[Any], None]


# without TLS


def silence(one: Bare) -> None:
    """Connect, and that is all."""


def noise(one: Bare) -> None:
    one.transport.write(one.scene.rng.randbytes(one.scene.rng.randrange(1, 3000)))


# before a login


def wordless(one: Stranger) -> None:
    """TLS, and then nothing."""


def too_early(one: Stranger) -> None:
    one.say(lobby.Browse())


def false_key(one: Stranger) -> None:
    """The answer to the server's greeting is signed by no key."""
    one.say(messages.Hello(wire_min=2, wire_max=2, features=(), nonce=bytes(32)))


def too_long_before_login(one: Stranger) -> None:
    one.raw((messages.BEFORE_LOGIN + 1).to_bytes(4, "little"))


def another_version(one: Stranger) -> None:
    one.say(messages.Hello(wire_min=9, wire_max=9, features=(), nonce=bytes(32)))


# as a guest


def look(one: Guest) -> None:
    """Nothing bad: a new name, and it stays."""


def nonsense(one: Guest) -> None:
    one.raw(framed(one.scene.rng.randbytes(one.scene.rng.randrange(1, 300)) + b"\xc1"))


def too_long(one: Guest) -> None:
    one.raw((messages.FRAME_OF_CLIENT + 1).to_bytes(4, "little"))


def changed_bytes(one: Guest) -> None:
    """A good message in which one bit is another."""
    frame = bytearray(encode(lobby.Gather(wishes=wishes(), password="", join=one.join())))
    frame[one.scene.rng.randrange(len(frame))] ^= 1 << one.scene.rng.randrange(8)
    one.raw(framed(bytes(frame)))


def too_many_messages(one: Guest) -> None:
    one.say(*[messages.Ping(mark=1)] * 1000)


def crumbs(one: Guest) -> None:
    """One message, byte by byte: each comes in a record of its own, which TLS takes apart alone."""
    left = iter(framed(bytes(1000)))

    def say() -> None:
        if one in one.scene.open and (byte := next(left, None)) is not None:
            one.raw(bytes([byte]))
            one.scene.reactor.callLater(0, say)

    say()


def some_messages(one: Guest) -> None:
    """As many as one connection may send at once."""
    one.say(*[messages.Ping(mark=1)] * 300)


def some_logs(one: Guest) -> None:
    for _ in range(20):
        tid = secrets.token_bytes(32)
        one.say(messages.Resume(table=tid, next=1, head=Chain(tid).heads[0]))


def too_much_talk(one: Guest) -> None:
    one.say(*[lobby.Say(gathering=None, text="words " * 10)] * 60)


def too_many_tables(one: Guest) -> None:
    one.say(*(lobby.Gather(wishes=wishes(listed=True), password="", join=one.join()) for _ in range(12)))


def begins_again_and_again(one: Guest) -> None:
    """Begin a table, agree to nothing, and begin it anew when that has dissolved it."""
    mine: list[Joining] = []

    def bring() -> bodies.SignedJoin:
        mine.append(person(secrets.token_bytes, one.name, one.identity))
        return mine[-1].signed(one.talk.server_key)

    def answer(message: FromServer) -> None:
        match message:
            case lobby.Gathered(gathering=gathering):
                one.say(_next_step(one, gathering, mine[-1], bring))
            case lobby.Started(table=tid):
                one.scene.codes["begun"] += 1
                one.say(messages.Resume(table=tid, next=1, head=Chain(tid).heads[0]))

    one.answer = answer
    one.say(lobby.Gather(wishes=wishes(step_seconds=1), password="", join=bring()))


def _next_step(
    one: Guest, gathering: lobby.Gathering, mine: Joining, bring: Callable[[], bodies.SignedJoin]
) -> Message:
    """Towards a table: one bot, or one word, at a time."""
    code, own = gathering.code, gathering.sitters[0]
    if own.join is None:
        return lobby.Rejoin(gathering=code, join=bring())
    if len(gathering.sitters) < gathering.wishes.seats:
        return lobby.SeatBot(gathering=code, bot="random")
    if own.introduction is None:
        return lobby.Introduce(gathering=code, introduction=mine.introduction(one.talk.server_key))
    if own.ready is None:
        terms = terms_of(gathering)
        assert terms is not None
        signature = sign(one.identity.seat(mine.nonce).signing, Purpose.READY, *terms.parts)
        return lobby.Ready(gathering=code, signature=signature)
    return lobby.Start(gathering=code)


def same_join(one: Guest) -> None:
    """Sit down with the JOIN of another, and get ready for what is not there."""
    stolen = person(secrets.token_bytes, "another").signed(one.talk.server_key)
    one.say(lobby.Gather(wishes=wishes(), password="", join=stolen), lobby.Start(gathering="A" * 8))
    one.say(lobby.Ready(gathering="A" * 8, signature=bytes(64)), lobby.Dismiss(gathering="A" * 8, seat=0))


def logs_without_reading(one: Guest) -> None:
    one.deaf()
    too_many_logs(one)


def too_many_logs(one: Guest) -> None:
    for _ in range(300):
        tid = one.table()
        one.say(messages.Resume(table=tid, next=1, head=Chain(tid).heads[0]))


def forged_entries(one: Guest) -> None:
    """Said at the tables of others, in every seat and kind, signed by the wrong key."""
    rng = one.scene.rng
    for counter in range(100):
        tid, seat = one.table(), rng.randrange(4)
        body = rng.choice([b"", encode(bodies.Nothing()), rng.randbytes(rng.randrange(200))])
        signature = sign(one.identity.key, Purpose.ACT, tid)
        kind = rng.choice([*Kind, 64, 70, 99])
        entry = Entry(0, 0, int(kind), seat, 0, counter, rng.randrange(3), signature, body)
        one.say(messages.Submit(table=tid, entry=entry.to_bytes()))


def false_lessons(one: Guest) -> None:
    """Teach the server what it never signed, and accuse it of another log."""
    for _ in range(20):
        tid = one.table()
        one.say(messages.Resume(table=tid, next=1, head=Chain(tid).heads[0]))
        head = record(RecordType.HEAD, HeadRecord(one.scene.rng.randrange(1, 300), secrets.token_bytes(64)).to_bytes())
        entry = Entry(1, 0, 1, 0, 0, 0, 0, bytes(64), b"x").to_bytes()
        one.say(messages.Teach(table=tid, records=(record(RecordType.ENTRY, entry), head, b"\4nonsense")))
        one.say(messages.Evidence(table=tid, seq=3, head=secrets.token_bytes(32), signature=bytes(64)))
        one.say(messages.Fetch(table=tid, seq=one.scene.rng.randrange(1, 400)))


def comes_and_goes(one: Guest) -> None:
    """Open a table, watch another, and be gone in the middle of a message."""
    tid = one.table()
    one.say(lobby.Gather(wishes=wishes(listed=True), password="", join=one.join()))
    one.say(messages.Resume(table=tid, next=1, head=Chain(tid).heads[0]), lobby.Again(table=tid, join=one.join()))
    one.raw(b"\x40\0\0\0half of")
    one.abort()


# at the archive


MOST = 2**32 - 1


def asked_of_archive(one: Guest) -> list[Message]:
    """One of each, about games that are not there or are others', with numbers as large as they go."""
    tid, rng = one.table(), one.scene.rng
    number = rng.choice([0, 1, MOST])
    return [
        archive.ListGames(mine=rng.random() < 0.5, after=rng.choice([None, tid])),
        archive.GetLog(table=tid, start=number),
        archive.RemoveTexts(table=tid, seat=rng.randrange(12), signature=sign(one.identity.key, Purpose.ACT, tid)),
        archive.GetLists(after=number),
        archive.GetRows(number=number, start=MOST),
    ]


def made_up_games(one: Guest) -> None:
    """One question behind the other's answer, for as long as it is answered."""
    waiting: list[Message] = []

    def ask(_answer: FromServer) -> None:
        if not waiting:
            waiting.extend(asked_of_archive(one))
        one.say(waiting.pop())

    one.answer = ask
    ask(messages.Pong(mark=0))


def archive_at_once(one: Guest) -> None:
    """Without waiting for any answer."""
    for _ in range(100):
        one.say(*asked_of_archive(one))


def archive_without_reading(one: Guest) -> None:
    """A log again and again, of which nothing is read."""
    one.deaf()
    tid, reactor, said = one.table(), one.scene.reactor, 0

    def ask() -> None:
        nonlocal said
        if one in one.scene.open and said < MOST_ASKED:
            said += 1
            one.say(archive.GetLog(table=tid, start=0))
            reactor.callLater(0.005, ask)
        else:
            one.scene.codes["asked"] += 1

    ask()


MOST_ASKED = 300

BARE: tuple[Deed, ...] = (silence, noise)
STRANGE: tuple[Deed, ...] = (wordless, too_early, false_key, too_long_before_login, another_version)
GUESTS: tuple[Deed, ...] = (
    look,
    nonsense,
    too_long,
    changed_bytes,
    too_many_messages,
    crumbs,
    too_much_talk,
    too_many_tables,
    begins_again_and_again,
    same_join,
    some_messages,
    some_logs,
    too_many_logs,
    logs_without_reading,
    forged_entries,
    false_lessons,
    comes_and_goes,
    made_up_games,
    archive_at_once,
    archive_without_reading,
)


def any_deed(rng: Random) -> Iterator[Deed]:
    """Without an end; most come as far as a login."""
    while True:
        yield rng.choice(rng.choice((BARE, STRANGE, GUESTS, GUESTS)))
