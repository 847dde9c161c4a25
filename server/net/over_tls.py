"""TLS around the connections that are let in, and nothing around those that are not."""

from typing import Any

from twisted.internet.interfaces import IAddress
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol


class OverTLS(TLSMemoryBIOFactory):
    """Twisted's own wraps TLS around the None of a factory that refuses: such a socket raises, and stays open."""

    noisy = False
    protocol: Any = TLSMemoryBIOProtocol
    """Without Twisted's timer that joins small writes: what a table sends in one turn is one frame for each guest."""

    def buildProtocol(self, addr: IAddress | None) -> Any:  # noqa: N802
        inner = self.wrappedFactory.buildProtocol(addr)
        return None if inner is None else self.protocol(self, inner)
