"""The Twisted edge of the client: bytes in, frames out, nothing decided here.

A server is known by its key, which it proves over the exporter of the TLS connection; so whatever certificate it shows
will do, and no authority is asked.
"""

from collections.abc import Callable
from typing import Any
from typing import Protocol as Interface

from OpenSSL.SSL import Connection
from twisted.internet.abstract import isIPAddress, isIPv6Address
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol, wrapClientTLS
from twisted.internet.interfaces import (
    IHandshakeListener,
    IOpenSSLClientConnectionCreator,
    IStreamClientEndpoint,
)
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.ssl import CertificateOptions, TLSVersion
from twisted.protocols.tls import TLSMemoryBIOProtocol
from twisted.python.failure import Failure
from zope.interface import implementer

from protocol.codec import BadFrame
from protocol.framing import Frames, framed
from protocol.handshake import EXPORTER, EXPORTER_LABEL
from protocol.invite import Invite
from protocol.messages import FRAME_OF_SERVER


class Line(Interface):
    """What a conversation can do with its connection."""

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        ...

    def close(self) -> None:
        """Hang up when everything that was written is sent."""
        ...

    def abort(self) -> None:
        """Hang up now."""
        ...


class Talker(Interface):
    """Who talks on a connection."""

    def opened(self, line: Line) -> None:
        """There is a connection; nothing may be said yet."""
        ...

    def begin(self, exporter: bytes) -> None:
        """Both ends know this of the connection and nobody else does; it is empty without TLS."""
        ...

    def received(self, frame: bytes) -> None:
        """A frame that came."""
        ...

    def misheard(self) -> None:
        """The stream has lost its place: nothing more can be read."""
        ...

    def lost(self, why: str) -> None:
        """The connection is gone."""
        ...


@implementer(IHandshakeListener)
class Wire(Protocol):
    """One socket."""

    transport: Any  # with and without TLS, it has more than one interface

    def __init__(self, talker: Talker, *, tls: bool) -> None:
        self._talker = talker
        self._tls = tls
        self._frames = Frames(FRAME_OF_SERVER)

    def connectionMade(self) -> None:  # noqa: N802
        self._talker.opened(self)
        if not self._tls:
            self._talker.begin(b"")

    def handshakeCompleted(self) -> None:  # noqa: N802
        """Only now there is an exporter."""
        self._talker.begin(self.transport.getHandle().export_keying_material(EXPORTER_LABEL, EXPORTER))

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        try:
            for frame in self._frames.feed(data):
                self._talker.received(frame)
        except BadFrame:
            self._talker.misheard()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        self._talker.lost(reason.getErrorMessage())

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        self.transport.write(framed(frame))

    def close(self) -> None:
        """Hang up when everything that was written is sent."""
        self.transport.loseConnection()

    def abort(self) -> None:
        """Hang up now."""
        self.transport.abortConnection()


@implementer(IOpenSSLClientConnectionCreator)
class AnyCertificate:
    """TLS 1.3 with whoever is there: older versions do not bind the exporter to the connection."""

    def __init__(self, host: str) -> None:
        self._name = b"" if isIPAddress(host) or isIPv6Address(host) else host.encode("ascii")
        self._options = CertificateOptions(raiseMinimumTo=TLSVersion.TLSv1_3, verify=False)

    def clientConnectionForTLS(self, tlsProtocol: TLSMemoryBIOProtocol) -> Connection:  # noqa: N802, N803
        """One more connection; by the name of the host a proxy knows where it should lead."""
        connection = Connection(self._options.getContext(), None)
        if self._name:
            connection.set_tlsext_host_name(self._name)
        return connection


def dialler(reactor: Any, invite: Invite, *, tls: bool = True) -> Callable[[Talker], Deferred[object]]:
    """Connects whoever talks to a server; without TLS only if somebody asked for that by name."""
    plain: IStreamClientEndpoint = HostnameEndpoint(reactor, invite.host, invite.port)
    endpoint = wrapClientTLS(AnyCertificate(invite.host), plain) if tls else plain

    def dial(talker: Talker) -> Deferred[object]:
        connected: Deferred[object] = connectProtocol(endpoint, Wire(talker, tls=tls))
        return connected

    return dial
