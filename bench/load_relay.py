"""The load for the bare relay: as many connections and frames of the same size, and nothing in them."""

import json
import sys
from typing import Any

from client.net.wire import AnyCertificate, Line, Wire
from client.terminal.reactor import install_reactor


class Drive:
    """Groups of connections; the first of each answers whatever comes with the next frame."""

    def __init__(self, orders: dict[str, Any], reactor: Any) -> None:
        from twisted.internet.endpoints import HostnameEndpoint, wrapClientTLS  # noqa: PLC0415

        host = "127.0.0.1"
        self.endpoint = wrapClientTLS(AnyCertificate(host), HostnameEndpoint(reactor, host, orders["port"]))
        self.frame = bytes(orders["bytes"])
        self.size: int = orders["size"]
        self._wanted = orders["groups"] * orders["size"]
        self._seconds = orders["seconds"]
        self._reactor = reactor
        self._members: list[Member] = []
        self.measuring = False
        self.frames = 0

    def connect(self) -> None:
        """One more, as soon as the one before stands: the relay groups them in the order in which they come."""
        from twisted.internet.endpoints import connectProtocol  # noqa: PLC0415

        connectProtocol(self.endpoint, Wire(Member(self, len(self._members))))

    def came(self, member: "Member") -> None:
        """When all are there, the first of each group begins."""
        self._members.append(member)
        if len(self._members) < self._wanted:
            self.connect()
            return
        for first in self._members[:: self.size]:
            first.line.write(self.frame)
        self._reactor.callLater(1, self._start)

    def _start(self) -> None:
        self.measuring = True
        self._reactor.callLater(self._seconds, self._stop)

    def _stop(self) -> None:
        print(json.dumps({"moves": self.frames}), flush=True)
        self._reactor.stop()


class Member:
    """One connection."""

    line: Line

    def __init__(self, drive: Drive, number: int) -> None:
        self._drive = drive
        self._first = number % drive.size == 0

    def opened(self, line: Line) -> None:
        """TLS is on its way."""
        self.line = line

    def begin(self, exporter: bytes) -> None:
        """Connected."""
        self._drive.came(self)

    def received(self, frame: bytes) -> None:
        """A frame came to everybody of the group; one of them answers."""
        if self._first:
            self._drive.frames += self._drive.measuring
            self.line.write(self._drive.frame)

    def misheard(self) -> None:
        """The relay sends frames and nothing else."""
        raise AssertionError("the relay sent what is no frame")

    def lost(self, code: str) -> None:
        """It is over."""


def main() -> None:
    """Orders on standard input: port, groups, size, bytes, seconds; the answer is one line of JSON."""
    orders = json.loads(sys.stdin.readline())
    reactor = install_reactor()
    reactor.callWhenRunning(Drive(orders, reactor).connect)
    reactor.run()


if __name__ == "__main__":
    main()
