"""One connection: both sides show their keys, then typed messages go to and fro.  No socket, and no table.

The server must prove, over this very connection, a key that the person trusts, before this side says who it is.  How
the conversation ended is told once, when the connection is really gone.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from client.net.hang_up import HungUp
from client.net.wire import Line
from client.profile.known_servers import KeyChanged, KnownServersTrouble, NotHere, WrongPin
from engine.records import record
from protocol.keys.identity import Identity
from protocol.wire import messages
from protocol.wire.codec import BadFrame, Message, encode
from protocol.wire.handshake import is_server, sign_login
from protocol.wire.messages import WIRE_MAX, WIRE_MIN, FromServer
from protocol.wire.succession import Succession, keys_before

_NONCE = 32
ANSWER_SECONDS = 20.0  # how long the server may take to let us in
QUIET_SECONDS = 35.0  # after how long a silence the server is asked whether it lives; it asks us before that, as a rule
SILENT_SECONDS = 60.0  # after how long a silence the line is dead, whatever the network says
_PARTING_SECONDS = 3.0

Meet = Callable[[bytes, Sequence[bytes]], object]
"""Told the key that a server has proved, and those that it had before; refuses it by an exception."""


@record
class Me:
    identity: Identity
    name: str


@record
class Surroundings:
    """Time and chance: handed in, and never reached for."""

    clock: IReactorTime
    randomness: Callable[[int], bytes]
    with_sleep: Callable[[], float] | None = None  # a clock that also runs while the computer sleeps, if there is one
    date: Callable[[], float] | None = None  # the time of day in seconds since 1970, if ends are to be dated


class Timer:
    """One thing that is to happen later, at most."""

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._call: IDelayedCall | None = None

    @property
    def running(self) -> bool:
        return self._call is not None

    def start(self, seconds: float, ring: Callable[[], object]) -> None:
        self.stop()
        self._call = self._clock.callLater(seconds, self._ring, ring)

    def _ring(self, ring: Callable[[], object]) -> None:
        self._call = None
        ring()

    def hurry(self) -> None:
        if self._call is not None:
            self._call.reset(0)

    def stop(self) -> None:
        if self._call is not None:
            self._call.cancel()
            self._call = None


class Listener(Protocol):
    """Is told how a conversation goes; ``tables`` are the running ones at which we sit."""

    def welcomed(self, talk: "Conversation", tables: tuple[bytes, ...]) -> None: ...
    def told(self, talk: "Conversation", message: FromServer) -> None: ...
    def ended(self, talk: "Conversation", why: HungUp) -> None: ...


class Conversation:
    def __init__(self, me: Me, meet: Meet, around: Surroundings, listener: Listener) -> None:
        self._me = me
        self._meet = meet
        self._around = around
        self._listener = listener
        self._line: Line | None = None
        self._exporter = b""
        self._nonce = around.randomness(_NONCE)
        self._why: HungUp | None = None
        self._over = False
        self._timer = Timer(around.clock)
        self.heard = 0.0  # when something came last
        self._begun = False
        self.server_key = b""  # the key that the server has proved
        self.older_keys: tuple[bytes, ...] = ()  # those that it had before, by their own word
        self._hello: messages.ServerHello | None = None  # of a server that has yet to say how it came to its key
        self.features: frozenset[str] = frozenset()  # what both sides have named beyond the version
        self.welcome = False

    def opened(self, line: Line) -> None:
        self._line = line
        self._timer.start(ANSWER_SECONDS, lambda: self.hang_up("login/no-answer", abort=True))

    def begin(self, exporter: bytes) -> None:
        self._exporter, self._begun = exporter, True
        self.say(messages.Hello(wire_min=WIRE_MIN, wire_max=WIRE_MAX, features=messages.FEATURES, nonce=self._nonce))

    def received(self, frame: bytes) -> None:
        if self._why is not None:
            return  # the rest of a segment still comes after hanging up
        self.heard = self._around.clock.seconds()
        try:
            self._take(messages.decode_from_server(frame))
        except BadFrame:
            self.misheard()

    def misheard(self) -> None:
        self.hang_up("connection/bad-frame")

    def lost(self, code: str) -> None:
        """Connection lost; the code says what has become of it, if this side did not end it."""
        if not self._over:
            self._over = True
            self._timer.stop()
            self.welcome = False
            self._listener.ended(self, self._why or HungUp(code))

    def say(self, message: Message) -> None:
        if self._why is None and self._line is not None:
            self._line.write(encode(message))

    def hang_up(self, code: str, detail: str = "", *, abort: bool = False) -> None:
        if self._why is not None or self._line is None:
            return
        if self._begun and not abort:
            self.say(messages.Bye(code=code))
        self._part(HungUp(code, detail), abort=abort)

    def _part(self, why: HungUp, *, abort: bool) -> None:
        assert self._line is not None
        self._why = why
        self._timer.stop()
        if abort:
            self._line.abort()
            return
        self._timer.start(_PARTING_SECONDS, self._line.abort)  # a dead line does not close by itself
        self._line.close()

    def _take(self, message: FromServer) -> None:
        match message:
            case messages.Bye(code=code):
                self._part(HungUp(code), abort=False)
            case messages.Ping(mark=mark):
                self.say(messages.Pong(mark=mark))
            case messages.Pong():
                pass  # that something came was noted
            case messages.ServerHello() if not self.server_key and self._hello is None:
                self._greeted(message)
            case Succession(statements=statements) if self._hello is not None:
                hello, self._hello = self._hello, None
                self.older_keys = keys_before(hello.key, statements)
                self._log_in(hello)
            case messages.Welcome(tables=tables) if self.server_key and not self.welcome:
                self.welcome = True
                self._timer.start(QUIET_SECONDS, self._listen)
                self._listener.welcomed(self, tables)
            case _ if self.welcome and not isinstance(message, messages.ServerHello | messages.Welcome | Succession):
                self._listener.told(self, message)
            case _:
                self.misheard()

    def _greeted(self, hello: messages.ServerHello) -> None:
        """First the key, then the person's word for it, and only then who we are."""
        if not WIRE_MIN <= hello.wire <= WIRE_MAX:
            self.misheard()
        elif not is_server(hello.key, hello.signature, self._exporter, self._nonce):
            self.hang_up("server/not-proved")
        else:
            self.features = frozenset(hello.features) & frozenset(messages.FEATURES)
            if messages.SUCCESSION in self.features:
                self._hello = hello
            else:
                self._log_in(hello)

    def _log_in(self, hello: messages.ServerHello) -> None:
        if self._accepts(hello.key):
            self.server_key = hello.key
            signature = sign_login(self._me.identity, hello.key, self._exporter, hello.nonce)
            self.say(messages.Login(key=self._me.identity.public, signature=signature, name=self._me.name))

    def _accepts(self, key: bytes) -> bool:
        try:
            self._meet(key, self.older_keys)
        except WrongPin as wrong:
            self.hang_up("server/other-key", str(wrong))
        except NotHere:
            self.hang_up("server/not-here")
        except KeyChanged as changed:
            self.hang_up("server/key-changed", str(changed))
        except KnownServersTrouble as trouble:
            self.hang_up("server/not-kept", str(trouble))
        return self._why is None

    def _listen(self) -> None:
        silence = self._around.clock.seconds() - self.heard
        if silence >= SILENT_SECONDS:
            self.hang_up("connection/silent", abort=True)
            return
        if silence >= QUIET_SECONDS:
            self.say(messages.Ping(mark=0))
        until = SILENT_SECONDS if silence >= QUIET_SECONDS else QUIET_SECONDS
        self._timer.start(max(1.0, until - silence), self._listen)
