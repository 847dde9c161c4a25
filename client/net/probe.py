"""One connection that asks a server for nothing but its key and the time it takes: no player logs in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from twisted.internet.defer import Deferred

from client.net.conversation import ANSWER_SECONDS, Surroundings
from client.net.hang_up import HungUp
from client.net.reconnecting import unreached
from client.net.wire import Line, Talker, Wire
from protocol.wire import messages
from protocol.wire.codec import BadFrame, Message, encode
from protocol.wire.handshake import is_server
from protocol.wire.messages import WIRE_MAX, WIRE_MIN, FromServer, ServerHello
from protocol.wire.succession import Succession, keys_before

_NONCE = 32
_PINGS = 3


@dataclass(slots=True)
class Answer:
    """What a server has shown of itself; times are in seconds."""

    wire: int
    features: tuple[str, ...]
    key: bytes
    older_keys: tuple[bytes, ...] = ()
    certificate: bytes = b""
    """In DER; empty without TLS."""
    connected: float = 0.0
    """Until there was a connection, with TLS where it has one."""
    answered: float = 0.0
    """The shortest of a few, there and back."""


class Probe:
    """Asks once; `answer` fires with what came of it, or fails with `HungUp`."""

    def __init__(self, dial: Callable[[Talker], Deferred[object]], around: Surroundings) -> None:
        self.answer: Deferred[Answer] = Deferred()
        self._dial = dial
        self._clock = around.clock
        self._nonce = around.randomness(_NONCE)
        self._exporter = b""
        self._line: Line | None = None
        self._found: Answer | None = None
        self._since = 0.0
        self._times: list[float] = []
        self._connected = 0.0
        self._timer: Any = None

    def start(self) -> None:
        self._since = self._clock.seconds()
        self._timer = self._clock.callLater(ANSWER_SECONDS, self._fail, HungUp("login/no-answer"))
        self._dial(self).addErrback(lambda failure: self._fail(unreached(failure.value)))

    # what the network tells

    def opened(self, line: Line) -> None:
        self._line = line

    def begin(self, exporter: bytes) -> None:
        self._exporter, self._connected = exporter, self._clock.seconds() - self._since
        self._say(messages.Hello(wire_min=WIRE_MIN, wire_max=WIRE_MAX, features=messages.FEATURES, nonce=self._nonce))

    def received(self, frame: bytes) -> None:
        if self.answer.called:
            return
        try:
            self._take(messages.decode_from_server(frame))
        except BadFrame:
            self.misheard()

    def misheard(self) -> None:
        self._fail(HungUp("connection/bad-frame"))

    def lost(self, code: str) -> None:
        self._fail(HungUp(code))

    # what the server says

    def _take(self, message: FromServer) -> None:
        match message:
            case messages.Bye(code=code):
                self._fail(HungUp(code))
            case ServerHello() if self._found is None:
                self._greeted(message)
            case Succession(statements=statements) if self._found is not None:
                self._found.older_keys = keys_before(self._found.key, statements)
            case messages.Pong() if self._found is not None:
                self._ponged(self._found)
            case messages.Ping(mark=mark):
                self._say(messages.Pong(mark=mark))
            case _:
                self.misheard()

    def _greeted(self, hello: ServerHello) -> None:
        if not is_server(hello.key, hello.signature, self._exporter, self._nonce):
            self._fail(HungUp("server/not-proved"))
            return
        certificate = self._line.certificate if isinstance(self._line, Wire) else b""
        self._found = Answer(hello.wire, hello.features, hello.key, (), certificate, self._connected)
        self._ping()

    def _ping(self) -> None:
        self._since = self._clock.seconds()
        self._say(messages.Ping(mark=len(self._times)))

    def _ponged(self, found: Answer) -> None:
        self._times.append(self._clock.seconds() - self._since)
        if len(self._times) < _PINGS:
            self._ping()
            return
        found.answered = min(self._times)
        self._end()
        self.answer.callback(found)

    def _say(self, message: Message) -> None:
        if self._line is not None:
            self._line.write(encode(message))

    def _fail(self, why: HungUp) -> None:
        if not self.answer.called:
            self._end()
            self.answer.errback(why)

    def _end(self) -> None:
        if self._timer.active():
            self._timer.cancel()
        if self._line is not None:
            self._say(messages.Bye(code="connection/bye"))
            self._line.close()
