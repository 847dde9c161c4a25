"""A bare relay and its load, for comparison: what Twisted and TLS alone can do on this machine.

A frame that one connection of a group sends makes all of the group get one of a given size.  No keys, no rules, no
journal.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.child import Orders, run, tell
from client.net.wire import Line, dialler
from protocol.wire.framing import Frames, framed
from protocol.wire.invite import Invite
from protocol.wire.messages import FRAME_OF_CLIENT


def serve(reactor: Any, orders: Orders) -> None:
    """Orders: how many connections are a group, and the bytes of an answer."""
    from twisted.internet.protocol import Factory, Protocol  # noqa: PLC0415
    from twisted.protocols.tls import TLSMemoryBIOFactory  # noqa: PLC0415

    from server.net.certificate import ServerTLS, self_made  # noqa: PLC0415

    groups: list[list[Any]] = [[]]
    answer = framed(bytes(orders["bytes"]))

    class Relay(Protocol):
        def connectionMade(self) -> None:  # noqa: N802
            if len(groups[-1]) == orders["group"]:
                groups.append([])
            self._group = groups[-1]
            self._group.append(self.transport)
            self._frames = Frames(FRAME_OF_CLIENT)

        def dataReceived(self, data: bytes) -> None:  # noqa: N802
            for _ in self._frames.feed(data):
                for transport in self._group:
                    transport.write(answer)

    with tempfile.TemporaryDirectory() as folder:
        tls = ServerTLS(lambda: self_made(Path(folder) / "certificate.pem"))
    factory: Any = TLSMemoryBIOFactory(tls, False, Factory.forProtocol(Relay))
    port = reactor.listenTCP(0, factory, interface="127.0.0.1")
    tell("listening", port=port.getHost().port)


class Drive:
    """As many connections and frames of the same size as the load has, and nothing in them.

    Orders: port, groups, the size of a group, the bytes of a frame, seconds.
    """

    def __init__(self, reactor: Any, orders: Orders) -> None:
        self._reactor = reactor
        self._orders = orders
        self._dial = dialler(reactor, Invite("127.0.0.1", orders["port"]))
        self._members: list[Member] = []
        self.frame = bytes(orders["bytes"])
        self.measuring = False
        self.frames = 0
        self._connect()

    def _connect(self) -> None:
        """One by one: the relay groups connections in the order in which they come."""
        self._dial(Member(self, first=len(self._members) % self._orders["group"] == 0))

    def came(self, member: "Member") -> None:
        self._members.append(member)
        if len(self._members) < self._orders["groups"] * self._orders["group"]:
            self._connect()
            return
        for first in self._members[:: self._orders["group"]]:
            first.line.write(self.frame)
        self._reactor.callLater(1, self._start)

    def _start(self) -> None:
        self.measuring = True
        self._reactor.callLater(self._orders["seconds"], self._stop)

    def _stop(self) -> None:
        tell("done", moves=self.frames)
        self._reactor.stop()


class Member:
    """One connection; the first of its group answers what comes with the next frame."""

    line: Line

    def __init__(self, drive: Drive, *, first: bool) -> None:
        self._drive = drive
        self._first = first

    def opened(self, line: Line) -> None:
        self.line = line

    def begin(self, exporter: bytes) -> None:
        self._drive.came(self)

    def received(self, frame: bytes) -> None:
        if self._first:
            self._drive.frames += self._drive.measuring
            self.line.write(self._drive.frame)

    def misheard(self) -> None:
        raise AssertionError("the relay sent what is no frame")

    def lost(self, code: str) -> None:
        """The drive ends with its last second."""


if __name__ == "__main__":
    run(serve if sys.argv[1] == "serve" else Drive)
