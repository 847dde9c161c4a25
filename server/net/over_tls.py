"""TLS around the connections that are let in, and nothing around those that are not."""

from typing import Any

from OpenSSL.SSL import Error
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import connectionDone
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol
from twisted.python.failure import Failure

from server.net.certificate import Steps

_LENGTH, _RECORD, _SEALED = 5, 1 << 14, 1 << 15
"""Bytes of the header of a record, the most that it can hold, and more than it can have when it is sealed."""
_MOST_STEPS = 64
"""Of a handshake, which takes 14, and of new keys, which take 3 and for which no program of players asks."""


class _TLS(TLSMemoryBIOProtocol):
    """Without Twisted's timer that joins small writes: what a table sends in one turn is one frame for each guest."""

    _producer: Any
    _tlsConnection: Any  # noqa: N815
    transport: Any

    _whole = True
    """Whether no record has come in pieces yet: then OpenSSL has none to wait for."""
    _steps: Steps

    def makeConnection(self, transport: Any) -> None:  # noqa: N802
        base: Any = super()
        base.makeConnection(transport)
        self._steps = Steps()
        self._tlsConnection.set_app_data(self._steps)

    def write(self, data: bytes) -> None:
        """Seal a frame and send it; what is not one record, or goes wrong, takes Twisted's way."""
        sent = 0
        if not (self.disconnecting or self._lostTLSConnection or self._appSendBuffer):
            try:
                sent = self._tlsConnection.send(data[:_RECORD])
            except Error:  # met again below
                sent = 0
            else:
                self.transport.write(self._tlsConnection.bio_read(_SEALED))
        if sent < len(data):
            base: Any = super()
            base.write(data[sent:])

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """A player's frame is one record: it is opened once, and not until OpenSSL raises that there is no more."""
        base: Any = super()
        is_open = self._handshakeDone and not (self._aborted or self._lostTLSConnection or self._appSendBuffer)
        if not (is_open and self._whole and _LENGTH + _length(data) == len(data)):
            self._whole = self._whole and _are_whole(data)
            base.dataReceived(data)
            self._check_steps()
            return
        self._tlsConnection.bio_write(data)
        try:
            opened = self._tlsConnection.recv(_RECORD)
        except Error:  # no frame: what it is, and whether it wants an answer
            base._flushReceiveBIO()
            self._check_steps()
        else:
            self.wrappedProtocol.dataReceived(opened)

    def _check_steps(self) -> None:
        """New keys cost as much as a message, and no limit of messages counts them."""
        own: Any = self  # Twisted's has no types
        if self._steps.taken > 2 * _MOST_STEPS:
            own.abortConnection()
        elif self._steps.taken > _MOST_STEPS and not self.disconnecting:
            own.wrappedProtocol.hang_up("connection/too-fast")

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


def _length(data: bytes, at: int = 0) -> int:
    """Of the record that begins there, without its header."""
    return int.from_bytes(data[at + 3 : at + _LENGTH], "big")


def _are_whole(data: bytes) -> bool:
    """Whether the last record ends with these bytes."""
    at = 0
    while at + _LENGTH <= len(data):
        at += _LENGTH + _length(data, at)
    return at == len(data)


class OverTLS(TLSMemoryBIOFactory):
    """Twisted's own wraps TLS around the None of a factory that refuses: such a socket raises, and stays open."""

    noisy = False
    protocol: Any = _TLS

    def buildProtocol(self, addr: IAddress | None) -> Any:  # noqa: N802
        inner = self.wrappedFactory.buildProtocol(addr)
        return None if inner is None else self.protocol(self, inner)
