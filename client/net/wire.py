"""The Twisted edge of the client: bytes in, frames out, nothing decided here.

A server is known by its key, which it proves over the exporter of the TLS connection; so whatever certificate it shows
will do, and no authority is asked.  A proxy in front of it has a connection of its own to the server, and there is no
exporter that both would know: then the certificate is all that keeps others out, and it is verified as on the web.
"""

from collections.abc import Callable
from typing import Any
from typing import Protocol as Interface

from cryptography.hazmat.primitives.serialization import Encoding
from OpenSSL.SSL import Connection
from OpenSSL.SSL import Error as TLSError
from service_identity import CertificateError, VerificationError
from twisted.internet.abstract import isIPAddress, isIPv6Address
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol, wrapClientTLS
from twisted.internet.interfaces import IHandshakeListener, IOpenSSLClientConnectionCreator, IStreamClientEndpoint
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.ssl import CertificateOptions, TLSVersion, optionsForClientTLS
from twisted.protocols.tls import TLSMemoryBIOProtocol
from twisted.python.failure import Failure
from zope.interface import implementer

from client.net.way import Way
from protocol.wire.codec import BadFrame
from protocol.wire.framing import Frames, framed
from protocol.wire.handshake import EXPORTER, EXPORTER_LABEL
from protocol.wire.invite import Invite
from protocol.wire.messages import FRAME_OF_SERVER


class Line(Interface):
    """What a conversation can do with its connection; `close` sends first what was written, `abort` does not."""

    def write(self, frame: bytes) -> None: ...
    def close(self) -> None: ...
    def abort(self) -> None: ...


class Talker(Interface):
    def opened(self, line: Line) -> None: ...  # there is a connection; nothing may be said yet
    def begin(self, exporter: bytes) -> None: ...  # what only both ends know; empty without TLS, and behind a proxy

    def received(self, frame: bytes) -> None: ...
    def misheard(self) -> None: ...  # the stream has lost its place: nothing more can be read
    def lost(self, code: str) -> None: ...  # the connection is gone; the code says what has become of it


@implementer(IHandshakeListener)
class Wire(Protocol):
    transport: Any  # with and without TLS, it has more than one interface

    def __init__(self, talker: Talker, way: Way = Way.DIRECT) -> None:
        self._talker = talker
        self._way = way
        self._begun = False
        self._heard = False
        self._frames = Frames(FRAME_OF_SERVER)

    def connectionMade(self) -> None:  # noqa: N802
        self._talker.opened(self)
        if self._way is Way.PLAIN:
            self._begin(b"")

    def handshakeCompleted(self) -> None:  # noqa: N802
        """Only now there is an exporter."""
        direct = self._way is Way.DIRECT
        self._begin(self.transport.getHandle().export_keying_material(EXPORTER_LABEL, EXPORTER) if direct else b"")

    def _begin(self, exporter: bytes) -> None:
        self._begun = True
        self._talker.begin(exporter)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        self._heard = True
        try:
            for frame in self._frames.feed(data):
                self._talker.received(frame)
        except BadFrame:
            self._talker.misheard()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        code = "connection/lost"
        if _is_distrust(reason):
            code = "connection/certificate"
        elif isinstance(reason.value, TLSError) and not self._begun:
            code = "connection/no-tls"
        elif self._way is Way.PLAIN and not self._heard:
            code = "connection/wordless"
        self._talker.lost(code)

    @property
    def certificate(self) -> bytes:
        """That of the other end, in DER; empty without TLS."""
        if self._way is Way.PLAIN:
            return b""
        shown = self.transport.getHandle().get_peer_certificate(as_cryptography=True)
        return b"" if shown is None else shown.public_bytes(Encoding.DER)

    def write(self, frame: bytes) -> None:
        self.transport.write(framed(frame))

    def close(self) -> None:
        self.transport.loseConnection()

    def abort(self) -> None:
        self.transport.abortConnection()


def _is_distrust(reason: Failure) -> bool:
    if isinstance(reason.value, TLSError):  # by its text: what it is made of differs from error to error
        return "certificate verify failed" in str(reason.value)
    return reason.check(VerificationError, CertificateError) is not None


@implementer(IOpenSSLClientConnectionCreator)
class AnyCertificate:
    """TLS 1.3, whatever the certificate: older versions do not bind the exporter to the connection."""

    def __init__(self, host: str) -> None:
        self._name = b"" if isIPAddress(host) or isIPv6Address(host) else host.encode("ascii")
        self._options = CertificateOptions(raiseMinimumTo=TLSVersion.TLSv1_3, verify=False)

    def clientConnectionForTLS(self, tlsProtocol: TLSMemoryBIOProtocol) -> Connection:  # noqa: N802, N803
        """One more connection; by the name of the host a proxy knows where it should lead."""
        connection = Connection(self._options.getContext(), None)
        if self._name:
            connection.set_tlsext_host_name(self._name)
        return connection


def dialler(
    reactor: Any, invite: Invite, way: Way = Way.DIRECT, seconds: float = 30.0
) -> Callable[[Talker], Deferred[object]]:
    """``seconds``: how long a connection may take to come about."""
    endpoint: IStreamClientEndpoint = HostnameEndpoint(reactor, invite.host, invite.port, timeout=seconds)
    if way is not Way.PLAIN:
        trust = AnyCertificate(invite.host) if way is Way.DIRECT else optionsForClientTLS(invite.host)
        endpoint = wrapClientTLS(trust, endpoint)
    return lambda talker: connectProtocol(endpoint, Wire(talker, way))
