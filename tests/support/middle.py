"""Between a client and a server: a proxy that ends TLS, or an eavesdropper."""

from twisted.internet.endpoints import connectProtocol
from twisted.internet.interfaces import IStreamClientEndpoint
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.python.failure import Failure


class Relay(Protocol):
    """One side of a relay: what comes in here goes out there, byte for byte."""

    other: "Relay | None" = None

    def __init__(self) -> None:
        self._early = b""

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.other is None or self.other.transport is None:
            self._early += data
        else:
            self.other.transport.write(data)

    def join(self, other: "Relay") -> None:
        self.other, other.other = other, self
        for one, two in ((self, other), (other, self)):
            assert two.transport is not None
            two.transport.write(one._early)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        if self.other is not None and self.other.transport is not None:
            self.other.transport.loseConnection()


class Middle(Factory):
    """Ends the TLS of each client, and opens a connection of its own to the server."""

    noisy = False

    def __init__(self, onward: IStreamClientEndpoint) -> None:
        self._onward = onward

    def buildProtocol(self, addr: object) -> Relay:  # noqa: N802
        near = Relay()
        connectProtocol(self._onward, Relay()).addCallback(near.join)
        return near
