"""TLS around the connections that are let in, and nothing around those that are not."""

from typing import Any

from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import connectionDone
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol
from twisted.python.failure import Failure


class _TLS(TLSMemoryBIOProtocol):
    """Without Twisted's timer that joins small writes: what a table sends in one turn is one frame for each guest."""

    _producer: Any
    _tlsConnection: Any  # noqa: N815

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
