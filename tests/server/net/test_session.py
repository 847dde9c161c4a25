"""A conversation: keys first, then anything that a client may say, and nothing after hanging up."""

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any, get_args
from unittest.mock import patch

import pytest
from twisted.internet.defer import Deferred, fail
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.logger import ILogObserver, LogEvent, Logger, LogLevel
from zope.interface import implementer

from engine.bots import BOTS
from engine.mine.sets.catalogue import CARD_SETS
from protocol.keys.identity import Identity, pin
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.log.records import Chain, Entry, HeadRecord, Kind, RecordType, record
from protocol.wire import archive, lobby, messages
from protocol.wire.codec import Message, encode
from protocol.wire.framing import framed
from protocol.wire.handshake import is_server, sign_login
from protocol.wire.messages import FromClient, FromServer, Remedy, decode_from_server
from server.net.admission import KICKED_SECONDS, Admission
from server.net.allowance import Allowances
from server.net.connection import MOST_TURNED_AWAY, Connection, Connections
from server.net.crowds import Crowds
from server.net.session import _AT_LOBBY, _HANDLERS, House, Session
from server.settings.settings import Settings
from server.store.errors import StoreFailed
from server.store.names import Claim, Names, skeletons
from server.tables.archive import Archive, Bounds
from server.tables.heads import Heads
from server.tables.lobby import Lobby
from server.tables.on_view import OnView
from tests.support.hall import Hall, done, numbers
from tests.support.reading import now
from tests.support.stores import MemoryArchive, MemoryNames, MemoryOnView
from tests.support.tables_at_play import small_mine

JOIN = bodies.SignedJoin(join=b"", signature=bytes(64))
INTRODUCTION = bodies.Introduction(identity=bytes(32), blind=bytes(32), name=b"", signature=bytes(64))
EXPORTER = b"both ends know this".ljust(32, b".")


class SlowNames(MemoryNames):
    """A test may let a player wait for a name."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: Deferred[bool] | None = None

    def claim(self, claim: Claim) -> Deferred[bool]:
        return super().claim(claim) if self.waiting is None else self.waiting


class Inn:
    """A hall with a door: sessions, and what was sent on them."""

    def __init__(self, **settings: Any) -> None:
        self.hall = Hall()
        self.names = SlowNames()
        self.settings = Settings(data_dir="", **settings)
        on_view = OnView(self.hall.rooms.loaded, MemoryOnView(self.hall.journal), self.hall.clock)
        self.lobby = Lobby(self.hall.identity, self.hall.rooms, self.settings, self.hall.randomness, on_view)
        most, clock = self.settings.archive_megabytes_per_hour, self.hall.clock
        self.games = MemoryArchive(self.hall.journal)
        around = self.games, self.hall.journal, self.hall.rooms
        self.archive = Archive(
            *around,
            Heads(self.hall.identity, *around, clock, time=clock.seconds),
            clock,
            time=clock.seconds,
            bounds=Bounds(per_hour=most),
        )
        self.house = House(
            identity=self.hall.identity,
            lobby=self.lobby,
            rooms=self.hall.rooms,
            journal=self.hall.journal,
            names=Names(self.names, self.settings.name_kept_days, self.hall.clock.seconds),
            settings=self.settings,
            clock=self.hall.clock,
            randomness=self.hall.randomness,
            talk=Allowances.per_minute(self.hall.clock, self.settings.talk_per_minute),
            admission=Admission(self.hall.clock),
            crowds=Crowds(self.hall.clock, self.settings),
            archive=self.archive,
        )
        self.clients: list[Client] = []

    def client(self) -> "Client":
        """A caller who has connected and said nothing."""
        return Client(self)

    def guest(self, name: str = "", identity: Identity | None = None, *, features: tuple[str, ...] = ()) -> "Client":
        """A caller who is logged in."""
        client = Client(self, identity)
        client.features = features
        client.greet(name or f"guest {len(self.clients)}")
        return client


class Client:
    """The other end of a session."""

    def __init__(self, inn: Inn, identity: Identity | None = None) -> None:
        self.inn = inn
        self.identity = identity or Identity(inn.hall.randomness(32))
        self.told: list[FromServer] = []
        self.features: tuple[str, ...] = ()
        self.closed = 0
        self.session = Session(inn.house, EXPORTER, self._sent, self._close)
        inn.clients.append(self)

    def _sent(self, frame: bytes) -> None:
        assert not self.closed, "after hanging up nothing is said"
        self.told.append(decode_from_server(frame))

    def _close(self) -> None:
        self.closed += 1

    def say(self, *said: Message) -> "Client":
        for message in said:
            self.session.received(encode(message))
        return self

    def hello(self) -> messages.ServerHello:
        self.say(messages.Hello(wire_min=2, wire_max=2, features=self.features, nonce=bytes(32)))
        answer = self.told[-1]
        assert isinstance(answer, messages.ServerHello)
        return answer

    def login(self, name: str, hello: messages.ServerHello, **wrong: Any) -> messages.Login:
        how = {"server": hello.key, "exporter": EXPORTER, "nonce": hello.nonce} | wrong
        signature = sign_login(self.identity, how["server"], how["exporter"], how["nonce"])
        return messages.Login(key=self.identity.public, signature=signature, name=name)

    def greet(self, name: str) -> None:
        self.say(self.login(name, self.hello()))

    @property
    def bye(self) -> str | None:
        """Why the server hung up, if it did."""
        last = self.told[-1] if self.told else None
        assert self.closed == isinstance(last, messages.Bye)
        return last.code if isinstance(last, messages.Bye) else None


@pytest.fixture
def inn() -> Iterator[Inn]:
    made = Inn()
    yield made
    for client in made.clients:
        client.session.lost()
    made.hall.rooms.stop()
    assert made.hall.clock.getDelayedCalls() == []
    assert made.lobby.guests == set()


def test_both_show_their_keys_and_the_guest_is_welcome(inn: Inn) -> None:
    client = inn.client()
    hello = client.hello()
    assert hello.key == inn.hall.identity.public
    assert is_server(hello.key, hello.signature, EXPORTER, bytes(32))
    assert not is_server(hello.key, hello.signature, bytes(32), bytes(32))
    client.say(client.login("Eva", hello))
    assert client.told[1:] == [messages.Welcome(tables=())]
    assert (client.session.identity, client.session.name) == (client.identity.public, "Eva")
    assert inn.lobby.guests == {client.session}


@pytest.mark.parametrize(
    ("mine", "theirs", "code"),
    [
        ((1, 1), (2, 3), "proto/too-new"),
        ((3, 4), (1, 2), "proto/too-old"),
        ((2, 4), (1, 3), None),
        ((2, 4), (3, 9), None),
        ((1, 1), (1, 65535), None),
    ],
)
def test_the_highest_version_that_both_speak(
    inn: Inn, mine: tuple[int, int], theirs: tuple[int, int], code: str | None
) -> None:
    with patch("server.net.session.WIRE_MIN", mine[0]), patch("server.net.session.WIRE_MAX", mine[1]):
        client = inn.client().say(messages.Hello(wire_min=theirs[0], wire_max=theirs[1], features=(), nonce=bytes(32)))
    assert client.bye == code
    if code is None:
        (hello,) = client.told
        assert isinstance(hello, messages.ServerHello)
        assert hello.wire == min(mine[1], theirs[1])


def test_a_signature_for_another_server_connection_or_nonce_is_refused(inn: Inn) -> None:
    for wrong in ({"server": bytes(32)}, {"exporter": b""}, {"nonce": bytes(32)}):
        client = inn.client()
        client.say(client.login("Eva", client.hello(), **wrong))
        assert client.bye == "login/signature"
    client = inn.client()
    stolen = inn.client().login("Eva", client.hello())
    client.say(messages.Login(key=client.identity.public, signature=stolen.signature, name="Eva"))
    assert client.bye == "login/signature"
    assert inn.lobby.guests == set()


HELLO = messages.Hello(wire_min=2, wire_max=2, features=(), nonce=bytes(32))


def test_nothing_comes_before_the_keys(inn: Inn) -> None:
    login = messages.Login(key=bytes(32), signature=bytes(64), name="Eva")
    for early in (login, lobby.Browse(), messages.Resume(table=bytes(32), next=1, head=bytes(32))):
        assert inn.client().say(early).bye == "login/first"
        client = inn.client()
        client.hello()
        if early is not login:
            assert client.say(early).bye == "login/first"
    client = inn.client()
    client.hello()
    assert client.say(HELLO).bye == "login/first"


def test_a_second_login_is_refused_while_the_first_is_looked_up(inn: Inn) -> None:
    inn.names.waiting = Deferred()
    client = inn.client()
    hello = client.hello()
    client.say(client.login("Eva", hello), HELLO)
    assert client.bye == "login/first"
    inn.names.waiting.callback(True)
    assert inn.lobby.guests == set()
    inn.names.waiting = Deferred()
    client = inn.client()
    login = client.login("Eva", client.hello())
    client.say(login, login)
    assert client.bye == "login/first"


def test_who_is_logged_in_does_not_begin_again(inn: Inn) -> None:
    client = inn.guest()
    assert client.say(HELLO).bye == "connection/out-of-place"


def test_ping_is_answered_at_any_time(inn: Inn) -> None:
    client = inn.client().say(messages.Ping(mark=7), messages.Pong(mark=1))
    assert client.told == [messages.Pong(mark=7)]
    client.greet("Eva")
    client.say(messages.Ping(mark=8))
    assert client.told[-1] == messages.Pong(mark=8)
    client.say(messages.Bye(code="connection/bye"))
    assert client.bye == "connection/bye"


def test_names_belong_to_somebody(inn: Inn) -> None:
    eva = inn.guest("Eva")
    other = inn.guest("Eva")
    assert other.bye == "login/name-taken"
    assert inn.guest("\u3164").bye == "login/bad-name"
    again = inn.guest("Eva", eva.identity)
    assert again.bye is None


def test_a_disk_that_fails_lets_nobody_in(inn: Inn) -> None:
    inn.names.waiting = fail(StoreFailed("database or disk is full"))
    assert inn.guest().bye == "server/not-stored"


@pytest.mark.parametrize("error", [StoreFailed("database or disk is full"), ZeroDivisionError("ours")])
def test_a_full_disk_is_one_line_for_whoever_runs_the_server_and_a_mistake_is_traced(
    inn: Inn, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    events: list[Any] = []

    @implementer(ILogObserver)
    def note(event: LogEvent) -> None:
        events.append(event)

    monkeypatch.setattr(Session, "_log", Logger(observer=note))
    inn.names.waiting = fail(error)
    bye = inn.guest().bye
    assert bye is not None
    (event,) = events
    assert bye == f"error/{event['reference']}" if isinstance(error, ZeroDivisionError) else "server/not-stored"
    assert ("log_failure" in event) == isinstance(error, ZeroDivisionError)
    assert event["log_level"] >= LogLevel.error


def test_whoever_takes_too_long_to_say_who_they_are_is_cut_off(inn: Inn) -> None:
    silent, halfway, quick = inn.client(), inn.client(), inn.guest()
    inn.hall.clock.advance(9)
    halfway.hello()
    inn.hall.clock.advance(1.1)
    assert silent.bye == halfway.bye == "login/too-slow"
    assert quick.bye is None


def test_a_silent_line_is_asked_and_then_given_up(inn: Inn) -> None:
    silent, living = inn.guest(), inn.guest()
    for _ in range(5):
        inn.hall.clock.advance(30)
        if not silent.closed:
            assert silent.told[-1] == messages.Ping(mark=0)
        living.say(messages.Pong(mark=0))
    assert silent.bye == "connection/silent"
    assert living.bye is None


def test_a_flood_is_cut_off(inn: Inn) -> None:
    client = inn.guest()
    for _ in range(500):
        client.say(messages.Pong(mark=0))
    assert client.bye == "connection/too-fast"
    steady = inn.guest()
    for _ in range(50):
        inn.hall.clock.advance(0.5)
        steady.say(*[messages.Pong(mark=0)] * 50)
    assert steady.bye is None


def test_bytes_that_mean_nothing_end_the_conversation(inn: Inn) -> None:
    for frame in (b"\xc1", b"", encode(messages.Welcome(tables=())), encode(HELLO) + b"\0", bytes(9000)):
        client = inn.client()
        client.session.received(frame)
        assert client.bye == "connection/bad-frame"
    client = inn.guest()
    client.say(messages.Submit(table=bytes(32), entry=bytes(200)))
    assert client.bye == "connection/bad-frame"


def test_after_hanging_up_nothing_is_read(inn: Inn) -> None:
    client = inn.guest()
    client.session.received(b"\xc1")
    said = len(client.told)
    client.say(lobby.Gather(wishes=wishes(), password="", join=JOIN), messages.Ping(mark=1), messages.Bye(code="a/b"))
    client.session.received(b"\xc1")
    client.session.hang_up("server/stops")
    assert (len(client.told), client.closed) == (said, 1)
    other = inn.guest()
    other.say(lobby.Browse())
    assert other.told[-1] == lobby.Offers(offers=())


def wishes(**how: Any) -> lobby.Wishes:
    from tests.server.callers import wishes as common

    return common(**{"listed": True, **how})


# frames


def connected(inn: Inn) -> tuple[Connection, StringTransport]:
    connections = Connections(lambda *how: Session(inn.house, *how), tls=False, most=9, most_per_address=9)
    connection = connections.buildProtocol(None)
    assert connection is not None
    transport = StringTransport()
    connection.makeConnection(transport)
    return connection, transport


def conversation(inn: Inn) -> list[bytes]:
    """What a caller says who logs in without TLS, opens a gathering, and then sends nonsense and something good."""
    identity = Identity(bytes(32))
    nonce = numbers(inn.hall.seed)  # the same numbers that the server draws
    nonce(32)
    signature = sign_login(identity, inn.hall.identity.public, b"", nonce(32))
    joining = Joining(identity, bytes(32), bodies.Name(salt=bytes(16), name="Eva"))
    said: list[Message] = [
        HELLO,
        messages.Login(key=identity.public, signature=signature, name="Eva"),
        lobby.Gather(wishes=wishes(), password="", join=joining.signed(inn.hall.identity.public)),
        messages.Ping(mark=5),
    ]
    return [*(framed(encode(one)) for one in said), framed(b"\xc1"), framed(encode(messages.Ping(mark=6)))]


@pytest.mark.parametrize("size", [1, 2, 7, 100, 100_000])
def test_however_the_bytes_arrive_the_conversation_is_the_same(size: int) -> None:
    spoken: list[bytes] = []
    for step in (100_000, size):
        inn = Inn()
        data = b"".join(conversation(inn))
        connection, transport = connected(inn)
        for at in range(0, len(data), step):
            connection.dataReceived(data[at : at + step])
        assert transport.disconnecting
        spoken.append(transport.value())
        connection.connectionLost()
        assert inn.hall.clock.getDelayedCalls() == []
    assert spoken[0] == spoken[1]
    assert encode(messages.Pong(mark=5)) in spoken[0]
    assert encode(messages.Pong(mark=6)) not in spoken[0], "a good frame behind a bad one was played"


def test_a_stranger_may_say_only_little(inn: Inn) -> None:
    connection, transport = connected(inn)
    connection.dataReceived((messages.BEFORE_LOGIN + 1).to_bytes(4, "little"))
    assert transport.disconnecting
    assert encode(messages.Bye(code="connection/bad-frame")) in transport.value()
    connection.connectionLost()


def test_a_player_who_has_gone_is_remembered_without_the_connection(inn: Inn) -> None:
    """A lobby keeps the last thousand tables with those who sat there, and TLS is a hundred kilobytes for each."""
    connection, transport = connected(inn)
    connection.dataReceived(b"".join(conversation(inn)[:2]))
    (session,) = inn.lobby.guests
    line = weakref.ref(transport)
    connection.connectionLost()
    del connection, transport
    gc.collect()
    assert line() is None
    session.tell(messages.Ping(mark=1))


@pytest.mark.parametrize("size", [messages.BEFORE_LOGIN + 1, messages.FRAME_OF_CLIENT, messages.FRAME_OF_CLIENT + 1])
def test_the_first_frame_after_the_welcome_may_be_as_long_as_any(inn: Inn, size: int) -> None:
    """The name is looked up on the disk: nothing is read between the login and this frame."""
    inn.names.waiting = Deferred()
    connection, transport = connected(inn)
    hello, login, *_ = conversation(inn)
    connection.dataReceived(hello + login)
    inn.names.waiting.callback(True)
    assert encode(messages.Welcome(tables=())) in transport.value()
    connection.dataReceived(size.to_bytes(4, "little"))
    assert transport.disconnecting == (size > messages.FRAME_OF_CLIENT)
    connection.connectionLost()


def test_only_so_many_connections_are_let_in(inn: Inn) -> None:
    class At:
        def __init__(self, host: str) -> None:
            self.host = host

    connections = Connections(lambda *_: None, tls=True, most=3, most_per_address=2)  # type: ignore[arg-type]
    one: Any = At("one")
    other: Any = At("other")

    def let_in(address: Any) -> bool:
        connection = connections.buildProtocol(address)
        assert connection is not None
        return connection in connections.open

    assert let_in(one)
    assert let_in(one)
    assert not let_in(one)
    assert let_in(other)
    assert not let_in(other), "the house is full"
    connections.gone(next(iter(connections.open)))
    assert let_in(one)


class From:
    """An address."""

    def __init__(self, host: str) -> None:
        self.host = host


def arrive(connections: Connections, host: str) -> tuple[Connection, StringTransport]:
    where: Any = From(host)
    connection = connections.buildProtocol(where)
    assert connection is not None
    transport = StringTransport()
    connection.makeConnection(transport)
    return connection, transport


def test_strangers_of_one_address_make_way_for_those_of_another(inn: Inn) -> None:
    """The oldest goes of those that are many; a connection on which a player has logged in never does."""
    connections = Connections(
        lambda *how: Session(inn.house, *how), tls=False, most=99, most_per_address=99, most_strangers=4
    )
    player, to_player = arrive(connections, "many")
    player.dataReceived(b"".join(conversation(inn)[:2]))
    assert encode(messages.Welcome(tables=())) in to_player.value()
    few, to_few = arrive(connections, "few")
    crowd = [arrive(connections, "many") for _ in range(3)]
    assert not any(transport.disconnecting for _, transport in crowd)
    another, to_another = arrive(connections, "another")
    assert [transport.disconnecting for _, transport in crowd] == [True, False, False]
    assert crowd[0][1].value() == framed(encode(messages.Bye(code="server/full")))
    assert not to_player.disconnecting | to_few.disconnecting | to_another.disconnecting
    for connection in (player, few, another, *(one for one, _ in crowd)):
        connection.connectionLost()
    assert connections._strangers == {}


def test_only_so_many_connections_a_minute_come_from_one_address(inn: Inn) -> None:
    connections = Connections(
        lambda *how: Session(inn.house, *how),
        tls=False,
        most=99,
        most_per_address=99,
        often=Allowances.per_minute(inn.hall.clock, 5),
    )

    def refused(host: str) -> bool:
        connection, transport = arrive(connections, host)
        connection.dataReceived(framed(encode(HELLO)))
        connection.connectionLost()
        return encode(messages.Bye(code="connection/too-often")) in transport.value()

    assert [refused("2001:db8::1") for _ in range(6)] == [False] * 5 + [True]
    assert refused("2001:db8::2")
    assert not refused("2001:db8:0:1::1")
    inn.hall.clock.advance(13)
    assert [refused("2001:db8::1") for _ in range(2)] == [False, True]


def test_whoever_finds_no_room_is_told_so_after_the_first_word(inn: Inn) -> None:
    connections = Connections(lambda *how: Session(inn.house, *how), tls=False, most=1, most_per_address=1)
    assert connections.buildProtocol(None) is not None
    late = connections.buildProtocol(None)
    assert late is not None
    transport = StringTransport()
    late.makeConnection(transport)
    assert transport.value() == b""
    late.dataReceived(framed(encode(HELLO)))
    assert transport.value() == framed(encode(messages.Bye(code="server/full")))
    assert transport.disconnecting
    late.connectionLost()
    assert inn.hall.clock.getDelayedCalls() == []


def test_only_so_many_are_told_that_there_is_no_room(inn: Inn) -> None:
    connections = Connections(lambda *_: None, tls=True, most=1, most_per_address=1)  # type: ignore[arg-type]
    told = [connections.buildProtocol(None) for _ in range(1 + MOST_TURNED_AWAY)]
    assert None not in told
    assert connections.buildProtocol(None) is None
    assert told[-1] is not None
    connections.gone(told[-1])
    assert connections.buildProtocol(None) is not None
    assert len(connections.open) == 1


# every message


def test_every_message_of_a_client_has_an_answer(inn: Inn) -> None:
    kinds = get_args(FromClient)
    assert len(kinds) > 15
    greetings = {messages.Hello, messages.Login}
    assert set(kinds) - greetings == set(_HANDLERS)
    assert not greetings & set(_HANDLERS)


OF_PACE = [
    messages.Hurry(table=bytes(32)),
    messages.GoOn(table=bytes(32), round=1),
    lobby.Pace(gathering="A" * 8, bot_ms=1, break_seconds=1),
]
SOMETHING: dict[type, Callable[[], Message]] = {
    messages.Hello: lambda: HELLO,
    messages.Login: lambda: messages.Login(key=bytes(32), signature=bytes(64), name="Eva"),
    messages.Resume: lambda: messages.Resume(table=bytes(32), next=1, head=bytes(32)),
    messages.Submit: lambda: messages.Submit(table=bytes(32), entry=_entry()),
    messages.Fetch: lambda: messages.Fetch(table=bytes(32), seq=1),
    messages.Teach: lambda: messages.Teach(table=bytes(32), records=(b"x",)),
    messages.Evidence: lambda: messages.Evidence(table=bytes(32), seq=1, head=bytes(32), signature=bytes(64)),
    messages.Ping: lambda: messages.Ping(mark=1),
    messages.Pong: lambda: messages.Pong(mark=1),
    messages.Bye: lambda: messages.Bye(code="a/b"),
    lobby.Browse: lobby.Browse,
    lobby.Gather: lambda: lobby.Gather(wishes=wishes(), password="", join=JOIN),
    lobby.Sit: lambda: lobby.Sit(gathering="A" * 8, password="", join=JOIN),
    lobby.Rise: lambda: lobby.Rise(gathering="A" * 8),
    lobby.Dismiss: lambda: lobby.Dismiss(gathering="A" * 8, seat=0),
    lobby.SeatBot: lambda: lobby.SeatBot(gathering="A" * 8, bot="random"),
    lobby.Introduce: lambda: lobby.Introduce(gathering="A" * 8, introduction=INTRODUCTION),
    lobby.Ready: lambda: lobby.Ready(gathering="A" * 8, signature=bytes(64)),
    lobby.Rejoin: lambda: lobby.Rejoin(gathering="A" * 8, join=JOIN),
    lobby.Start: lambda: lobby.Start(gathering="A" * 8),
    lobby.Again: lambda: lobby.Again(table=bytes(32), join=JOIN),
    lobby.Say: lambda: lobby.Say(gathering="A" * 8, text="hello"),
    lobby.Look: lambda: lobby.Look(gathering=None),
    archive.ListGames: lambda: archive.ListGames(mine=True, after=None),
    archive.RemoveTexts: lambda: archive.RemoveTexts(table=bytes(32), seat=0, signature=bytes(64)),
    archive.GetLists: lambda: archive.GetLists(after=0),
    archive.GetRows: lambda: archive.GetRows(number=1, start=0),
    archive.GetLog: lambda: archive.GetLog(table=bytes(32), start=0),
    **{type(message): lambda message=message: message for message in OF_PACE},  # type: ignore[misc]
}


def _entry() -> bytes:
    from protocol.log.records import Entry, Kind

    return Entry(0, 0, Kind.TALK, 0, 0, 1, 0, bytes(64), b"x").to_bytes()


@pytest.mark.parametrize("kind", get_args(FromClient), ids=lambda kind: kind.__name__)
def test_every_message_about_nothing_is_answered_and_breaks_nothing(inn: Inn, kind: type) -> None:
    message = SOMETHING[kind]()
    client = inn.guest(features=messages.FEATURES)
    before = len(client.told)
    client.say(message)
    if not isinstance(message, messages.Pong | messages.Hurry | messages.GoOn):  # hints are not answered
        assert len(client.told) > before
    answer = client.told[-1]
    if isinstance(message, messages.Hello | messages.Login):
        assert client.bye == "connection/out-of-place"
    elif isinstance(message, messages.Resume | messages.Submit):
        assert answer == messages.Fault(table=bytes(32), code="table/none", remedy=Remedy.LEAVE)
    elif isinstance(message, messages.Fetch | messages.Teach | messages.Evidence):
        assert answer == messages.Fault(table=None, code="table/closed", remedy=Remedy.WAIT)
    elif isinstance(message, archive.GetLog | archive.RemoveTexts):
        assert answer == messages.Fault(table=bytes(32), code="archive/none", remedy=Remedy.WAIT)
    elif isinstance(answer, messages.Fault):
        assert answer.code in {"archive/none", "gathering/none", "gathering/not-over", "join/malformed"}


def test_a_mistake_in_one_conversation_ends_it_with_a_reference_and_no_other(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[Any] = []

    @implementer(ILogObserver)
    def look(event: LogEvent) -> None:
        events.append(event)

    monkeypatch.setattr(Session, "_log", Logger(observer=look))
    unlucky, other = inn.guest("unlucky"), inn.guest("other")
    with monkeypatch.context() as patched:
        patched.setitem(_AT_LOBBY, lobby.Browse, lambda *_: 1 // 0)
        unlucky.say(lobby.Browse())
    assert unlucky.bye == f"error/{events[0]['reference']}"
    other.say(lobby.Browse())
    assert isinstance(other.told[-1], lobby.Offers)


def test_a_guest_that_cannot_be_told_does_not_keep_others_from_hearing(inn: Inn) -> None:
    guests = [inn.guest(f"guest {number}") for number in range(3)]

    def broken(frame: bytes) -> None:
        raise ZeroDivisionError

    guests[1].session._send = broken
    before = [len(guest.told) for guest in guests]
    for speaker in (guests[0], guests[2]):
        speaker.say(lobby.Say(gathering=None, text="hello"))
    assert [len(guest.told) - told for guest, told in zip(guests, before, strict=True)] == [2, 0, 2]
    assert guests[1].closed == 1


# tables


@pytest.fixture
def small() -> Iterator[None]:
    with small_mine():
        yield


def seated(inn: Inn, **how: Any) -> list[Client]:
    """A table whose people are logged in."""
    inn.hall.begin(**how)
    return [inn.guest(f"seat {seat}", one.mind.joining.identity) for seat, one in enumerate(inn.hall.people)]


def from_the_start(inn: Inn) -> messages.Resume:
    return messages.Resume(table=inn.hall.tid, next=1, head=Chain(inn.hall.tid).heads[0])


@pytest.mark.usefixtures("small")
def test_whoever_sits_somewhere_is_told_so(inn: Inn) -> None:
    clients = seated(inn)
    assert clients[0].told[-1] == messages.Welcome(tables=(inn.hall.tid,))
    assert inn.guest().told[-1] == messages.Welcome(tables=())


@pytest.mark.usefixtures("small")
def test_over_one_connection_only_so_many_tables_are_watched_beside_those_with_a_seat(inn: Inn) -> None:
    """Each keeps a table in memory; one more is refused, and one that is watched already goes on."""

    def refused() -> list[tuple[bytes | None, str]]:
        return [(one.table, one.code) for one in player.told if isinstance(one, messages.Fault)]

    player, own = seated(inn)[0], from_the_start(inn)
    watched = []
    for _ in range(17):
        inn.hall.begin(spectator_delay=0)
        watched.append(from_the_start(inn))
    player.say(*watched)
    assert refused() == [(watched[16].table, "table/too-many-watched")]
    player.say(watched[0], own)
    assert len(refused()) == 1


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("spectators", [True, False])
def test_only_where_it_is_allowed_strangers_may_watch(inn: Inn, spectators: bool) -> None:
    clients = seated(inn, spectators=spectators)
    stranger = inn.guest("stranger")
    stranger.say(from_the_start(inn))
    if spectators:
        assert [type(one) for one in stranger.told[-2:]] == [messages.Entries, messages.Presence]
    else:
        assert stranger.told[-1] == messages.Fault(table=inn.hall.tid, code="table/closed", remedy=Remedy.LEAVE)
        assert not any(isinstance(one, messages.Entries) for one in stranger.told)
        head = record(RecordType.HEAD, HeadRecord(1, bytes(64)).to_bytes())
        stranger.say(messages.Teach(table=inn.hall.tid, records=(head,)))
        assert stranger.told[-1] == messages.Fault(table=None, code="table/closed", remedy=Remedy.WAIT)
    clients[0].say(from_the_start(inn))
    assert isinstance(clients[0].told[-1], messages.Presence)


@pytest.mark.usefixtures("small")
def test_a_connection_that_is_lost_is_gone_from_every_table(inn: Inn) -> None:
    clients = seated(inn)
    for client in clients:
        client.say(from_the_start(inn))
    assert inn.hall.room.presence().seats == ("here", "here", "here")
    clients[1].session.lost()
    assert inn.hall.room.presence().seats == ("here", "lost", "here")
    assert clients[0].told[-1] == inn.hall.room.presence()
    assert clients[1].session not in inn.lobby.guests


@pytest.mark.usefixtures("small")
def test_one_person_plays_at_several_tables(inn: Inn) -> None:
    identity = Identity(bytes(range(32)))
    tids = []
    for _ in range(3):
        table, secrets = inn.hall.table()
        players = {0: identity.public, 1: bytes(32), 2: bytes(31) + b"1"}
        tids.append(done(inn.hall.rooms.begin(table, secrets, players)).tid)
    client = inn.guest("busy", identity)
    assert client.told[-1] == messages.Welcome(tables=tuple(tids))
    for tid in tids:
        client.say(messages.Resume(table=tid, next=1, head=Chain(tid).heads[0]))
    assert {one.table for one in client.told if isinstance(one, messages.Entries)} == set(tids)
    client.session.lost()
    assert all(done(inn.hall.rooms.room(tid)).empty for tid in tids)


@pytest.mark.parametrize("message", OF_PACE)
def test_a_message_whose_feature_was_not_named_ends_the_conversation(inn: Inn, message: Message) -> None:
    assert inn.guest().say(message).bye == "connection/out-of-place"
    knowing = inn.guest(features=("fog", messages.PACE))
    assert knowing.say(message).bye is None
    assert not knowing.session.knows("fog")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("followed", [True, False])
def test_a_flood_of_hints_does_nothing_and_is_cut_off_like_any_other(
    inn: Inn, monkeypatch: pytest.MonkeyPatch, *, followed: bool
) -> None:
    """Ten of them in a second reach a table that the guest follows; no table is fetched for one."""
    inn.hall.begin()
    client = inn.guest("Eva", inn.hall.people[0].mind.joining.identity, features=(messages.PACE,))
    if followed:
        client.say(from_the_start(inn))
    came: list[object] = []
    monkeypatch.setattr(inn.hall.room, "hurry", came.append)
    for _ in range(300):
        client.say(messages.Hurry(table=inn.hall.tid))
    assert len(came) == (10 if followed else 0)
    assert client.bye is None
    for _ in range(300):
        client.say(messages.GoOn(table=inn.hall.tid, round=1))
    assert client.bye == "connection/too-fast"


@pytest.mark.usefixtures("small")
def test_evidence_of_a_fork_ends_the_table_and_nothing_else_does(inn: Inn) -> None:
    from protocol.keys.identity import Purpose, sign
    from protocol.log.records import head_parts

    clients = seated(inn)
    hall = inn.hall
    hall.come()
    hall.play(lambda: hall.last() >= 5)
    clients[0].say(from_the_start(inn))
    signature = sign(hall.identity.key, Purpose.HEAD, *head_parts(hall.tid, 3, bytes(32)))
    for seq, head, signed in ((3, bytes(32), bytes(64)), (4, bytes(32), signature), (99, bytes(32), signature)):
        clients[0].say(messages.Evidence(table=hall.tid, seq=seq, head=head, signature=signed))
        assert hall.room.host.follower.ended is None
    clients[0].say(messages.Evidence(table=hall.tid, seq=3, head=bytes(32), signature=signature))
    ended = hall.room.host.follower.ended
    assert ended is not None
    assert ended.reason == "forked"
    faults = [one.code for one in clients[0].told if isinstance(one, messages.Fault)]
    assert faults == ["log/differs"]


def entries(client: Client) -> list[bytes]:
    return [one.table for one in client.told if isinstance(one, messages.Entries)]


@pytest.mark.usefixtures("small")
def test_logs_come_one_after_the_other_as_fast_as_they_are_read(inn: Inn) -> None:
    client = seated(inn)[0]
    client.session.fell_behind()
    client.say(*[from_the_start(inn)] * 3)
    assert entries(client) == []
    sent = client._sent

    def stuffed(frame: bytes) -> None:
        sent(frame)
        client.session.fell_behind()

    client.session._send = stuffed
    for number in (1, 2, 3, 3):
        client.session.caught_up()
        assert len(entries(client)) == number
    client.session.fell_behind()
    client.say(*[from_the_start(inn)] * 100)
    assert now(lambda: client.bye) is None
    client.say(from_the_start(inn))
    assert client.bye == "connection/too-fast"
    client.session.caught_up()
    assert len(entries(client)) == 3, "who has hung up sends nothing more"


def reads_slowly(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The table is put away, and its log comes from the disk when the result is called."""
    read, asked = inn.hall.journal.read, []
    inn.hall.rooms.park(at_once=True)
    assert len(inn.hall.rooms) == 0

    def later(tid: bytes) -> Deferred[list[bytes]]:
        asked.append((Deferred[list[bytes]](), tid))
        return asked[-1][0]

    def come() -> None:
        (coming, tid) = asked.pop()
        read(tid).chainDeferred(coming)

    monkeypatch.setattr(inn.hall.journal, "read", later)
    return come


@pytest.mark.usefixtures("small")
def test_a_log_that_comes_from_the_disk_is_sent_once_and_the_next_when_it_was_read(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = seated(inn)[0]
    come = reads_slowly(inn, monkeypatch)
    client.say(*[from_the_start(inn)] * 90)
    sent = client._sent

    def stuffed(frame: bytes) -> None:
        sent(frame)
        client.session.fell_behind()

    client.session._send = stuffed
    come()
    assert now(lambda: len(entries(client))) == 1, "it was sent once for each request"
    client.session.caught_up()
    assert len(entries(client)) == 2


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("what", ["resume", "submit"])
def test_only_so_many_requests_wait_for_a_log_from_the_disk(
    inn: Inn, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    flooding, honest = seated(inn)[:2]
    come = reads_slowly(inn, monkeypatch)
    act = Entry(0, 0, Kind.ACT, 0, 0, 1, 0, bytes(64), b"x").to_bytes()
    asked = from_the_start(inn) if what == "resume" else messages.Submit(table=inn.hall.tid, entry=act)
    flooding.say(*[asked] * 100)
    assert now(lambda: flooding.bye) is None
    flooding.say(asked, asked)
    assert flooding.bye == "connection/too-fast"
    honest.say(from_the_start(inn), messages.Ping(mark=3))
    assert now(lambda: honest.told[-1]) == messages.Pong(mark=3)
    come()
    assert len(entries(honest)) == 1
    assert flooding.session not in inn.hall.room.seating.here.values()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("trouble", "code", "remedy"),
    [
        ("table", "table/damaged", Remedy.LEAVE),
        ("disk", "server/not-stored", Remedy.WAIT),
        ("rules", "table/other-version", Remedy.UPDATE),
        ("bot", "table/other-version", Remedy.UPDATE),
    ],
)
def test_a_table_that_cannot_be_read_is_told_apart_from_none(
    inn: Inn, monkeypatch: pytest.MonkeyPatch, trouble: str, code: str, remedy: Remedy
) -> None:
    client, other = seated(inn, bots=trouble == "bot")[:2]
    inn.hall.rooms.park(at_once=True)
    stored = inn.hall.journal.tables[inn.hall.tid]
    with monkeypatch.context() as patched:
        match trouble:
            case "table":
                patched.setattr(stored, "records", [stored.records[0][:-1] + b"\0", *stored.records[1:]])
            case "disk":
                patched.setattr(inn.hall.journal, "read", lambda tid: fail(StoreFailed("disk I/O error")))
            case "rules":
                patched.setattr(CARD_SETS["base"], "REV", 99)
            case "bot":
                patched.delitem(BOTS, "random")
        client.say(from_the_start(inn))
        assert client.told[-1] == messages.Fault(table=inn.hall.tid, code=code, remedy=remedy)
    other.say(from_the_start(inn))
    assert isinstance(other.told[-1], messages.Presence), "when it can be read again, it is played"


# names


def a_name(name: str, counter: int) -> messages.Submit:
    body = encode(bodies.Name(salt=bytes(16), name=name))
    entry = Entry(0, 0, Kind.NAME, 0, 0, counter, 1, bytes(64), body)
    return messages.Submit(table=bytes(32), entry=entry.to_bytes())


def test_at_a_table_nobody_is_called_by_a_name_that_they_could_not_log_in_with(inn: Inn) -> None:
    inn.guest("Ann")
    mallory = inn.guest("Mallory")
    for number, (name, code) in enumerate([("Ann", "login/name-taken"), ("\u3164", "login/bad-name")]):
        mallory.say(a_name(name, number))
        assert mallory.told[-1] == messages.Refused(table=bytes(32), counter=number, code=code)
    for name in ("Mallory", "Mal"):
        mallory.say(a_name(name, 7))
        assert mallory.told[-1] == messages.Fault(table=bytes(32), code="table/none", remedy=Remedy.LEAVE), (
            "let through"
        )
    assert inn.names.owned[skeletons("Mal")[0]].identity == mallory.identity.public


# talk


def a_talk(counter: int) -> messages.Submit:
    body = encode(bodies.Talk(salt=bytes(16), text="words"))
    entry = Entry(0, 0, Kind.TALK, 0, 0, counter, 1, bytes(64), body)
    return messages.Submit(table=bytes(32), entry=entry.to_bytes())


def test_talk_is_counted_by_person_wherever_it_is_said(inn: Inn) -> None:
    eva = Identity(inn.hall.randomness(32))
    in_the_lobby = lobby.Say(gathering=None, text="words")
    client = inn.guest("Eva", eva).say(*[in_the_lobby] * 30)
    assert not any(isinstance(one, messages.Fault) for one in client.told)
    client.say(in_the_lobby)
    assert client.told[-1] == messages.Fault(table=None, code="talk/too-fast", remedy=Remedy.WAIT)
    client.session.lost()
    again = inn.guest("Eva", eva).say(a_talk(7))
    assert now(lambda: again.told[-1]) == messages.Refused(table=bytes(32), counter=7, code="talk/too-fast")
    other = inn.guest("Ben").say(in_the_lobby)
    assert isinstance(other.told[-1], lobby.Said)
    inn.hall.clock.advance(2.1)
    again.say(a_talk(8))
    assert again.told[-1] == messages.Fault(table=bytes(32), code="table/none", remedy=Remedy.LEAVE)


def test_who_has_been_silent_for_long_is_forgotten() -> None:
    clock = Clock()
    talk = Allowances.per_minute(clock, 2)
    for number in range(1000):
        assert talk.take(number.to_bytes(32, "big"))
    clock.advance(61)
    assert [talk.take(bytes(32)) for _ in range(3)] == [True, True, False]
    assert talk.take(b"x" * 32)
    assert len(talk._known) == 2


def test_a_player_who_is_banned_or_sent_away_has_to_prove_the_key_first(inn: Inn) -> None:
    eva = Identity(inn.hall.randomness(32))
    inn.house.admission.kick(pin(eva.public))
    assert inn.guest("Eva", eva).bye == "login/kicked"
    inn.hall.clock.advance(KICKED_SECONDS)
    assert inn.guest("Eva", eva).bye is None
    inn.house.admission.banned.add(pin(eva.public))
    assert inn.guest("Eva", eva).bye == "login/banned"
    assert inn.guest("Ben").bye is None


def test_a_private_server_lets_only_those_in_who_are_allowed(inn: Inn) -> None:
    eva, ben = Identity(inn.hall.randomness(32)), Identity(inn.hall.randomness(32))
    inn.house.admission.private = True
    inn.house.admission.allowed.add(pin(eva.public))
    assert inn.guest("Eva", eva).bye is None
    assert inn.guest("Ben", ben).bye == "login/not-allowed"
    assert inn.names.owned.keys() == set(skeletons("Eva")), "a stranger takes no name"
    inn.house.admission.banned.add(pin(eva.public))
    assert inn.guest("Eva", eva).bye == "login/banned"


def test_a_player_who_is_banned_while_the_name_is_looked_up_stays_out(inn: Inn) -> None:
    eva = Identity(inn.hall.randomness(32))
    inn.names.waiting = Deferred()
    client = inn.guest("Eva", eva)
    inn.house.admission.banned.add(pin(eva.public))
    inn.names.waiting.callback(True)
    assert client.bye == "login/banned"
    assert not inn.lobby.guests


def test_a_muted_player_says_nothing_anywhere(inn: Inn) -> None:
    eva = Identity(inn.hall.randomness(32))
    inn.house.admission.muted.add(pin(eva.public))
    client = inn.guest("Eva", eva).say(lobby.Say(gathering=None, text="words"))
    assert client.told[-1] == messages.Fault(table=None, code="talk/muted", remedy=Remedy.WAIT)
    client.say(a_talk(7))
    assert now(lambda: client.told[-1]) == messages.Refused(table=bytes(32), counter=7, code="talk/muted")
    inn.house.admission.muted.remove(pin(eva.public))
    client.say(lobby.Say(gathering=None, text="words"))
    assert isinstance(client.told[-1], lobby.Said)
