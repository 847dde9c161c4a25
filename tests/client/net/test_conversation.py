"""One connection: who may be told what before whom, and how it ends."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from OpenSSL.SSL import Error as TLSError
from OpenSSL.SSL import SysCallError, ZeroReturnError
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from client.net.conversation import (
    ANSWER_SECONDS,
    QUIET_SECONDS,
    SILENT_SECONDS,
    Conversation,
    Me,
    Meet,
    Surroundings,
)
from client.net.hang_up import HungUp
from client.net.way import Way
from client.net.wire import Wire
from client.profile.known_servers import KnownServers
from protocol.keys.identity import Identity, pin
from protocol.wire import lobby, messages
from protocol.wire.codec import Message, encode
from protocol.wire.framing import Frames, framed
from protocol.wire.handshake import is_player, sign_as_server
from protocol.wire.invite import Invite
from protocol.wire.messages import FromClient, FromServer, decode_from_client
from protocol.wire.succession import Statement, Succession, line_to, state
from tests.support.reading import now
from tests.support.threats import threat
from tests.support.world import World

SERVER, IMPOSTOR = Identity(b"s" * 32), Identity(b"i" * 32)
ME = Me(Identity(b"m" * 32), "Eva")
NONCE = b"n" * 32
TABLES = (b"1" * 32, b"2" * 32)


class Heard:
    """Notes what a conversation tells."""

    def __init__(self) -> None:
        self.tables: tuple[bytes, ...] | None = None
        self.messages: list[FromServer] = []
        self.end: HungUp | None = None

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        self.tables = tables

    def told(self, talk: Conversation, message: FromServer) -> None:
        self.messages.append(message)

    def ended(self, talk: Conversation, why: HungUp) -> None:
        assert self.end is None
        self.end = why


class Paper:
    """A line that is written on."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.state = "open"

    def write(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self) -> None:
        self.state = "closed"

    def abort(self) -> None:
        self.state = "aborted"


class Talk:
    """A conversation of which the test is the server."""

    def __init__(self, meet: Meet = lambda key, older: None) -> None:
        self.clock = Clock()
        self.heard, self.line = Heard(), Paper()
        around = Surroundings(self.clock, lambda count: b"r" * count)
        self.talk = Conversation(ME, meet, around, self.heard)

    def begin(self, exporter: bytes = b"e" * 32) -> "Talk":
        self.exporter = exporter
        self.talk.opened(self.line)
        self.talk.begin(exporter)
        return self

    def tell(self, message: Message) -> "Talk":
        self.talk.received(encode(message))
        return self

    def hello(self, identity: Identity = SERVER, exporter: bytes | None = None, **how: Any) -> messages.ServerHello:
        said = self.said[0]
        assert isinstance(said, messages.Hello)
        signature = sign_as_server(identity, self.exporter if exporter is None else exporter, said.nonce)
        fields = {"wire": 2, "features": (), "key": identity.public, "nonce": NONCE, "signature": signature}
        return messages.ServerHello(**{**fields, **how})

    def enter(self) -> "Talk":
        return self.begin().tell(self.hello()).tell(messages.Welcome(tables=TABLES))

    @property
    def said(self) -> list[FromClient]:
        return [decode_from_client(frame) for frame in self.line.frames]

    def is_over(self, code: str, state: str = "closed") -> bool:
        """Whether it was ended for this reason, and is over when the connection is gone."""
        assert now(lambda: self.heard.end) is None
        assert self.line.state == state
        self.talk.lost("connection/lost")
        assert self.heard.end is not None
        assert self.clock.getDelayedCalls() == []
        return self.heard.end.code == code


def test_both_show_their_keys_and_the_server_first() -> None:
    talk = Talk().begin()
    (hello,) = talk.said
    assert isinstance(hello, messages.Hello)
    assert (hello.wire_min, hello.wire_max) == (messages.WIRE_MIN, messages.WIRE_MAX)
    talk.tell(talk.hello())
    login = talk.said[1]
    assert isinstance(login, messages.Login)
    assert (login.key, login.name) == (ME.identity.public, ME.name)
    assert is_player(login.key, login.signature, SERVER.public, talk.exporter, NONCE)
    assert now(lambda: talk.heard.tables) is None
    talk.tell(messages.Welcome(tables=TABLES))
    assert talk.heard.tables == TABLES
    assert talk.talk.server_key == SERVER.public


def test_a_signature_for_another_connection_proves_nothing() -> None:
    talk = Talk().begin()
    talk.tell(talk.hello(exporter=b"x" * 32))
    assert [type(message) for message in talk.said] == [messages.Hello, messages.Bye]
    assert talk.is_over("server/not-proved")


def test_a_key_without_its_signature_proves_nothing() -> None:
    talk = Talk().begin()
    talk.tell(talk.hello(IMPOSTOR, key=SERVER.public))
    assert talk.is_over("server/not-proved")


def test_a_signature_over_another_nonce_proves_nothing() -> None:
    talk = Talk().begin()
    talk.tell(talk.hello(signature=sign_as_server(SERVER, talk.exporter, b"o" * 32)))
    assert talk.is_over("server/not-proved")


@pytest.mark.parametrize(
    ("link", "code"),
    [
        (Invite("mine.example", pin=pin(SERVER.public)), None),
        (Invite("mine.example", pin=pin(IMPOSTOR.public)), "server/other-key"),
        (Invite("mine.example"), "server/key-changed"),
    ],
)
def test_the_key_must_be_the_one_that_is_trusted(tmp_path: Path, link: Invite, code: str | None) -> None:
    known = KnownServers(tmp_path / "known-servers")
    known.meet(Invite("mine.example"), IMPOSTOR.public)
    talk = Talk(lambda key, older: known.meet(link, key, older)).begin()
    talk.tell(talk.hello())
    if code is None:
        assert isinstance(talk.said[1], messages.Login)
    else:
        assert not any(isinstance(message, messages.Login) for message in talk.said)
        assert talk.is_over(code)
        assert talk.heard.end is not None
        assert talk.heard.end.for_good


def test_a_damaged_file_of_known_servers_ends_it_before_the_login(tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "known-servers")
    known.meet(Invite("mine.example"), SERVER.public)
    known.path.write_text("nonsense\n")
    talk = Talk(lambda key, older: known.meet(Invite("mine.example"), key, older)).begin()
    talk.tell(talk.hello())
    assert talk.is_over("server/not-kept")


@pytest.mark.parametrize("wire", [1, 3, 77])
def test_a_version_that_was_not_offered_is_refused(wire: int) -> None:
    talk = Talk().begin()
    talk.tell(talk.hello(wire=wire))
    assert talk.is_over("connection/bad-frame")


@pytest.mark.parametrize("code", ["proto/too-old", "login/name-taken", "server/stops", "future/code"])
def test_a_bye_ends_it_with_its_code(code: str) -> None:
    talk = Talk().begin().tell(messages.Bye(code=code))
    talk.tell(talk.hello())  # the rest of the segment
    assert len(talk.said) == 1
    assert talk.is_over(code)


ENTRIES = messages.Entries(table=TABLES[0], records=(b"a record",))
OUT_OF_PLACE: list[tuple[str, Callable[[Talk], object]]] = [
    ("a welcome before the keys", lambda talk: talk.begin().tell(messages.Welcome(tables=()))),
    ("entries before the welcome", lambda talk: talk.begin().tell(ENTRIES)),
    ("entries before the login", lambda talk: talk.begin().tell(talk.hello()).tell(ENTRIES)),
    ("a second key", lambda talk: talk.enter().tell(talk.hello())),
    ("a second welcome", lambda talk: talk.enter().tell(messages.Welcome(tables=()))),
    ("what only clients say", lambda talk: talk.enter().tell(lobby.Browse())),
    ("no message at all", lambda talk: talk.enter().talk.received(b"\xc1")),
    ("a stream that has lost its place", lambda talk: talk.enter().talk.misheard()),
]


@pytest.mark.parametrize("said", [how for _, how in OUT_OF_PLACE], ids=[name for name, _ in OUT_OF_PLACE])
def test_what_is_out_of_place_ends_it(said: Callable[[Talk], object]) -> None:
    talk = Talk()
    said(talk)
    assert talk.heard.messages == []
    assert talk.is_over("connection/bad-frame")


def test_what_comes_after_the_welcome_is_told() -> None:
    talk = Talk().enter().tell(ENTRIES)
    assert talk.heard.messages == [ENTRIES]


def test_after_hanging_up_nothing_is_read_or_said() -> None:
    talk = Talk().enter()
    talk.talk.hang_up("connection/bye")
    talk.tell(ENTRIES)
    talk.talk.say(lobby.Browse())
    talk.talk.hang_up("connection/bad-frame")
    assert talk.heard.messages == []
    assert isinstance(talk.said[-1], messages.Bye)
    assert talk.is_over("connection/bye")


def test_a_lost_connection_is_told_once() -> None:
    talk = Talk().enter()
    talk.talk.lost("connection/lost")
    talk.talk.lost("connection/lost")
    assert talk.heard.end is not None
    assert talk.heard.end.code == "connection/lost"


# the clock


def test_a_ping_is_answered() -> None:
    talk = Talk().enter().tell(messages.Ping(mark=7))
    assert talk.said[-1] == messages.Pong(mark=7)
    assert talk.heard.messages == []


def test_a_server_that_does_not_answer_is_left() -> None:
    talk = Talk().begin()
    talk.clock.advance(ANSWER_SECONDS - 1)
    assert talk.line.state == "open"
    talk.clock.advance(1)
    assert talk.is_over("login/no-answer", "aborted")


def test_tls_that_never_comes_about_is_left() -> None:
    talk = Talk()
    talk.talk.opened(talk.line)
    talk.clock.advance(ANSWER_SECONDS)
    assert talk.line.frames == []
    assert talk.is_over("login/no-answer", "aborted")


def test_a_silence_is_asked_into_and_a_long_one_is_the_end() -> None:
    talk = Talk().enter()
    talk.clock.pump([1] * int(QUIET_SECONDS))
    assert isinstance(talk.said[-1], messages.Ping)
    talk.clock.pump([1] * int(SILENT_SECONDS - QUIET_SECONDS))
    assert talk.is_over("connection/silent", "aborted")


def test_whoever_says_something_is_alive() -> None:
    talk = Talk().enter()
    for _ in range(20):
        talk.clock.pump([1] * int(QUIET_SECONDS - 5))
        talk.tell(messages.Pong(mark=0))
    assert talk.line.state == "open"
    talk.talk.lost("connection/lost")
    assert talk.clock.getDelayedCalls() == []


def test_a_line_that_does_not_close_is_aborted() -> None:
    talk = Talk().enter()
    talk.talk.hang_up("connection/bye")
    assert talk.line.state == "closed"
    talk.clock.advance(10)
    assert talk.line.state == "aborted"


# against the real server, byte by byte


@pytest.fixture
def wired(world: World) -> Iterator[tuple[World, Heard]]:
    heard = Heard()
    world.step = 1
    talk = Conversation(ME, lambda key, older: None, world.around, heard)
    world.dial(talk)
    yield world, heard
    talk.hang_up("connection/bye")
    world.settle()
    assert heard.end is not None


def test_the_real_server_lets_us_in_byte_by_byte(wired: tuple[World, Heard]) -> None:
    world, heard = wired
    world.settle()
    assert heard.tables == ()


def test_the_wire_cuts_frames_out_of_any_bytes() -> None:
    talk = Talk()
    wire = Wire(talk.talk, Way.PLAIN)
    transport = StringTransport()
    wire.makeConnection(transport)
    (sent,) = Frames(1024).feed(transport.value())
    assert isinstance(decode_from_client(sent), messages.Hello)
    for byte in framed(encode(messages.Bye(code="server/stops"))):
        wire.dataReceived(bytes([byte]))
    assert transport.disconnecting
    wire.connectionLost()
    assert talk.heard.end is not None
    assert talk.heard.end.code == "server/stops"


def test_the_wire_gives_up_on_a_frame_that_is_too_long() -> None:
    talk = Talk()
    wire = Wire(talk.talk, Way.PLAIN)
    transport = StringTransport()
    wire.makeConnection(transport)
    wire.dataReceived((messages.FRAME_OF_SERVER + 1).to_bytes(4, "little"))
    wire.dataReceived(framed(encode(messages.Bye(code="server/stops"))))
    assert transport.disconnecting
    wire.connectionLost()
    assert talk.heard.end is not None
    assert talk.heard.end.code == "connection/bad-frame"


def test_with_tls_nothing_is_said_before_the_handshake() -> None:
    talk = Talk()
    wire = Wire(talk.talk)
    transport = StringTransport()
    wire.makeConnection(transport)
    assert transport.value() == b""
    wire.connectionLost()
    assert talk.clock.getDelayedCalls() == []


@pytest.mark.parametrize("error", [TLSError(), TLSError([]), SysCallError(-1, "Unexpected EOF"), ZeroReturnError()])
def test_whatever_tls_stumbles_over_ends_the_conversation(error: Exception) -> None:
    talk = Talk()
    wire = Wire(talk.talk)
    wire.makeConnection(StringTransport())
    wire.connectionLost(Failure(error))
    assert talk.heard.end is not None
    assert talk.heard.end.code == "connection/no-tls"


# a server with a new key


def handed_over(*older: Identity) -> Succession:
    return Succession(statements=line_to(SERVER, older))


def test_a_key_that_the_expected_one_vouches_for_is_met_before_anything_is_told() -> None:
    met: list[tuple[bytes, Sequence[bytes]]] = []
    talk = Talk(lambda key, older: met.append((key, older))).begin()
    talk.tell(talk.hello(features=(messages.SUCCESSION,)))
    assert (met, len(talk.said)) == ([], 1), "who we are is not told before"
    talk.tell(handed_over(IMPOSTOR))
    assert met == [(SERVER.public, (IMPOSTOR.public,))]
    assert isinstance(talk.said[-1], messages.Login)


@threat("key-claimed", "server/other-key")
def test_a_key_that_no_expected_one_vouches_for_is_refused(tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "known-servers")
    link = Invite("mine.example", pin=pin(IMPOSTOR.public))
    talk = Talk(lambda key, older: known.meet(link, key, older)).begin()
    forged = Statement(
        before=IMPOSTOR.public, after=SERVER.public, signature=state(ME.identity, SERVER.public).signature
    )
    talk.tell(talk.hello(features=(messages.SUCCESSION,))).tell(Succession(statements=(forged,)))
    assert talk.is_over("server/other-key")
    assert not [said for said in talk.said if isinstance(said, messages.Login)]


@pytest.mark.parametrize("named", [True, False])
def test_a_succession_out_of_its_place_ends_the_conversation(named: bool) -> None:
    talk = Talk().begin()
    talk.tell(talk.hello(features=(messages.SUCCESSION,) if named else ()))
    if named:
        talk.tell(handed_over(IMPOSTOR))
    talk.tell(handed_over(IMPOSTOR))
    assert talk.is_over("connection/bad-frame")
