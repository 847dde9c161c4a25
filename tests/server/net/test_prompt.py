"""What is sent at once and what waits for the reactor comes whole and in order, also to one who reads slowly."""

import socket
from collections.abc import Callable
from typing import Any

from pytest_twisted import ensureDeferred
from twisted.internet import reactor as installed
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.threads import deferToThread

from server.net.listening import listen
from server.net.prompt import PromptServer

reactor: Any = installed

PIECES = [bytes([number % 251]) * size for number, size in enumerate([3, 70_000, 1, 500_000, 17] * 8)]


async def served(talk: Callable[[Any], None], read: Callable[[socket.socket], bytes]) -> tuple[bytes, Any]:
    """What one visitor reads of what a server says, and the connection when it is lost."""
    lost: Deferred[Any] = Deferred()

    class Talker(Protocol):
        def connectionMade(self) -> None:  # noqa: N802
            talk(self.transport)

        def connectionLost(self, reason: object = None) -> None:  # noqa: N802
            lost.callback(self.transport)

    (port,) = listen(reactor, ["127.0.0.1"], 0, Factory.forProtocol(Talker))
    where: Any = port.getHost()

    def visit() -> bytes:
        with socket.create_connection((where.host, where.port), 30) as made:
            return read(made)

    heard: bytes = await deferToThread(visit)
    transport = await lost
    await maybeDeferred(port.stopListening)
    return heard, transport


def everything(visitor: socket.socket) -> bytes:
    heard = bytearray()
    while got := visitor.recv(4_096):
        heard += got
    return bytes(heard)


@ensureDeferred
async def test_a_slow_reader_gets_everything_in_order() -> None:
    def talk(transport: Any) -> None:
        assert isinstance(transport, PromptServer)
        for piece in PIECES:
            transport.write(piece)
        assert transport._queued, "a socket took megabytes at once"
        transport.loseConnection()

    heard, _ = await served(talk, everything)
    assert heard == b"".join(PIECES)


@ensureDeferred
async def test_a_short_frame_does_not_wait_for_the_reactor() -> None:
    queued = []

    def talk(transport: Any) -> None:
        transport.write(b"at once")
        queued.append(transport._queued)
        transport.loseConnection()

    heard, _ = await served(talk, everything)
    assert (heard, queued) == (b"at once", [False])


@ensureDeferred
async def test_a_visitor_who_has_gone_is_noticed() -> None:
    def talk(transport: Any) -> None:
        def write() -> None:
            if transport.connected:
                transport.write(b"hello")
                reactor.callLater(0.01, write)

        write()

    heard, transport = await served(talk, lambda visitor: visitor.recv(5))
    assert heard == b"hello"
    assert not transport.connected
