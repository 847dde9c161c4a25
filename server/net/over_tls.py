"""TLS around the connections that are let in, and nothing around those that are not."""

from typing import Any

from OpenSSL.SSL import Error
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import connectionDone
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol
from twisted.python.failure import Failure

_RECORD, _SEALED = 1 << 14, 1 << 15
"""The most bytes that a record can hold, and more than it can have when it is sealed."""


class _TLS(TLSMemoryBIOProtocol):
    """Without Twisted's timer that joins small writes: what a table sends in one turn is one frame for each guest."""

    _producer: Any
    _tlsConnection: Any  # noqa: N815
    transport: Any

    def _write(self, data: bytes) -> None:
        """Seal a frame and send it; what is not one whole record, or goes wrong, takes Twisted's way."""
        sent = 0
        if not self._lostTLSConnection:
            try:
                sent = self._tlsConnection.send(data[:_RECORD])
            except Error:  # met again below
                sent = 0
            else:
                self.transport.write(self._tlsConnection.bio_read(_SEALED))
        if sent < len(data):
            base: Any = super()
            base._write(data[sent:])

    def _tlsShutdownFinished(self, reason: Failure | None) -> None:  # noqa: N802
        """Break a circle that Twisted leaves: TLS takes some 70 kB, and the collector comes seldom."""
        base: Any = super()  # Twisted's has no types
        base._tlsShutdownFinished(reason)
        if reason is not None:
            reason.cleanFailure()  # the frames of its traceback hold this, and the failure

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        """Another circle, by way of the producer."""
        base: Any = super()
        base.connectionLost(reason)
        self._producer = self._tlsConnection = None


class OverTLS(TLSMemoryBIOFactory):
    """Twisted's own wraps TLS around the None of a factory that refuses: such a socket raises, and stays open."""

    noisy = False
    protocol: Any = _TLS

    def buildProtocol(self, addr: IAddress | None) -> Any:  # noqa: N802
        inner = self.wrappedFactory.buildProtocol(addr)
        return None if inner is None else self.protocol(self, inner)
