"""The Twisted edge: bytes in, frames out, nothing decided here."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from twisted.internet.interfaces import IAddress, IDelayedCall, IHandshakeListener, IPushProducer, IReactorTime
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from protocol.wire.codec import BadFrame
from protocol.wire.framing import Frames, framed
from protocol.wire.handshake import EXPORTER, EXPORTER_LABEL
from protocol.wire.messages import BEFORE_LOGIN
from server.metrics.counts import Counts
from server.net.allowance import Allowances
from server.net.network import network_of
from server.net.session import Close, Send, Session

Seat = Callable[[bytes, Send, Close, str], Session]
"""The string is the network that the connection comes from."""
_PARTING_SECONDS = 5.0
"""How long a client may take to read the last words."""
_MOST_UNREAD = 16 << 20
"""Bytes that a client may leave unread before it is cut off: twice the longest log that there can be."""
_MOST_UNREAD_NEARBY = 4 * _MOST_UNREAD
"""Those that all clients from one network may leave together: each may have as many connections as are allowed."""
MOST_TURNED_AWAY = 64
"""How many connections may wait to be told that there is no room; more are cut off without a word."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long a connection may take for its TLS handshake."""

    clock: IReactorTime
    seconds: float


@implementer(IHandshakeListener, IPushProducer)
class Connection(Protocol):
    """One socket."""

    _log = Logger()
    transport: Any  # with and without TLS, it has more than one interface

    def __init__(
        self, factory: "Connections", seat: Seat, waiting: Waiting | None, network: str, *, tls: bool, refusal: str = ""
    ) -> None:
        self._connections = factory
        self.network = network
        self._seat = seat
        self._waiting = waiting
        self._tls = tls
        self._refusal = refusal
        self._timer: IDelayedCall | None = None
        self._frames = Frames(BEFORE_LOGIN)
        self._session: Session | None = None
        self._slow = False
        self._unread = 0
        self._cut = False

    def connectionMade(self) -> None:  # noqa: N802
        self.transport.registerProducer(self, True)
        if self._connections.at_once:
            self.transport.setTcpNoDelay(True)
        if not self._tls:
            self._begin(b"")
        elif self._waiting is not None:
            self._abort_in(self._waiting.seconds)

    def handshakeCompleted(self) -> None:  # noqa: N802
        """Only now there is an exporter: a secret that only the two ends of this connection share."""
        self._begin(self.transport.getHandle().export_keying_material(EXPORTER_LABEL, EXPORTER))

    def _begin(self, exporter: bytes) -> None:
        self._stop_timer()  # from here on the session has its own
        self._session = self._seat(exporter, self._write, self._close, self.network)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        self._connections.counts.received += len(data)
        session = self._session
        if session is None:
            return
        if self._refusal:  # and not before: what still comes on a closed line would drown the answer
            session.hang_up(self._refusal)
            return
        try:
            self._frames.limit, is_whole = session.longest_frame, False
            for frame in self._frames.feed(data):
                session.received(frame)
                self._frames.limit, is_whole = session.longest_frame, True
            if not is_whole:
                session.received_part()
        except BadFrame:
            session.hang_up("connection/bad-frame")

    def _write(self, frame: bytes) -> None:
        if self._cut:
            return  # what a table still tells comes to nothing, and to no line in the messages
        if self._slow and not self._may_leave(len(frame)):
            self._log.info("cut off: {unread} bytes were sent and not read", unread=self._unread)
            self._cut = True
            self.transport.abortConnection()
            return
        self.transport.write(self._connections.framed(frame))

    def _may_leave(self, size: int) -> bool:
        """Whether so much more may be unread, on this connection and on all from its network."""
        self._unread += size
        nearby = self._connections.unread
        nearby[self.network] += size
        return self._unread <= _MOST_UNREAD and nearby[self.network] <= _MOST_UNREAD_NEARBY

    def _has_read(self) -> None:
        if self._unread:
            self._connections.unread[self.network] -= self._unread
            self._unread = 0

    def _close(self) -> None:
        """When everything is sent; not later than a while from now, whatever the other side does."""
        if self._tls:
            self.transport.unregisterProducer()  # TLS would wait for it before it closes
        self.transport.loseConnection()
        self._abort_in(_PARTING_SECONDS)

    def _abort_in(self, seconds: float) -> None:
        if self._waiting is not None:
            self._timer = self._waiting.clock.callLater(seconds, self.transport.abortConnection)

    def _stop_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None

    def pauseProducing(self) -> None:  # noqa: N802
        """The other side does not read as fast as it is written to."""
        self._slow = True
        if self._session is not None:
            self._session.fell_behind()

    def resumeProducing(self) -> None:  # noqa: N802
        """It has caught up."""
        self._slow = False
        self._has_read()
        if self._session is not None:
            self._session.caught_up()

    def stopProducing(self) -> None:  # noqa: N802
        """Nothing more can be sent; `connectionLost` follows."""

    @property
    def is_stranger(self) -> bool:
        """Whether no player has logged in on it yet."""
        return self._session is None or not self._session.identity

    def hang_up(self, code: str) -> None:
        """With a word, if there is TLS for one."""
        if self._session is not None:
            self._session.hang_up(code)
        elif self.transport is not None:
            self.transport.abortConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        self._stop_timer()
        self._has_read()
        self._connections.gone(self)
        if self._session is not None:
            self._session.lost()


class Connections(Factory):
    """All sockets of the server, counted by the address that they come from."""

    noisy = False

    def __init__(
        self,
        seat: Seat,
        *,
        tls: bool,
        most: int,
        most_per_address: int,
        most_strangers: int = 1 << 30,
        often: Allowances | None = None,
        waiting: Waiting | None = None,
        at_once: bool = False,
        counts: Counts | None = None,
    ) -> None:
        """``most_strangers`` connections may be without a login, and ``often`` counts new ones by network.

        ``at_once``: no frame waits until the one before has arrived, which costs a busy server some of its speed.
        """
        self.at_once = at_once
        self.counts = counts or Counts()
        self._seat = seat
        self._tls = tls
        self._most = most
        self._most_per_address = most_per_address
        self._most_strangers = most_strangers
        self._often = often
        self._waiting = waiting
        self._strangers: dict[Connection, None] = {}
        """In the order in which they came; some may have logged in meanwhile."""
        self.open: dict[Connection, str] = {}
        self._turned_away: set[Connection] = set()
        self._by_network: Counter[str] = Counter()
        self.unread: Counter[str] = Counter()
        """Bytes by network that clients have not read."""
        self._framed = b"", b""
        """What was written last, without and with its length."""

    def framed(self, frame: bytes) -> bytes:
        """As it travels; counted, and made once for all guests of a table."""
        if frame is not self._framed[0]:
            self._framed = frame, framed(frame)
        written = self._framed[1]
        self.counts.sent += len(written)
        return written

    def buildProtocol(self, addr: IAddress | None) -> Connection | None:  # noqa: N802
        self.counts.connections += 1
        network = network_of(str(getattr(addr, "host", "")))
        if len(self.open) >= self._most or self._by_network[network] >= self._most_per_address:
            return self._turn_away(network, "server/full")
        if self._often is not None and not self._often.take(network):
            return self._turn_away(network, "connection/too-often")
        self._make_way()
        connection = Connection(self, self._seat, self._waiting, network, tls=self._tls)
        self.open[connection] = network
        self._by_network[network] += 1
        self._strangers[connection] = None
        return connection

    def _make_way(self) -> None:
        """Of many strangers the oldest goes of the network with the most: a crowd from there keeps no other out."""
        if len(self._strangers) < self._most_strangers:
            return
        self._strangers = {one: None for one in self._strangers if one.is_stranger}
        if len(self._strangers) < self._most_strangers:
            return
        ((crowded, _count),) = Counter(one.network for one in self._strangers).most_common(1)
        oldest = next(one for one in self._strangers if one.network == crowded)
        del self._strangers[oldest]
        oldest.hang_up("server/full")

    def _turn_away(self, network: str, why: str) -> Connection | None:
        """A client of ours is told why; it does not count as a connection."""
        self.counts.turned_away += 1
        if len(self._turned_away) >= MOST_TURNED_AWAY:
            return None
        connection = Connection(self, self._seat, self._waiting, network, tls=self._tls, refusal=why)
        self._turned_away.add(connection)
        return connection

    def say_goodbye(self) -> None:
        """The server stops."""
        for connection in (*self.open, *self._turned_away):
            connection.hang_up("server/stops")

    def gone(self, connection: Connection) -> None:
        """A socket was closed."""
        self._turned_away.discard(connection)
        self._strangers.pop(connection, None)
        network = self.open.pop(connection, None)
        if network is not None:
            self._by_network[network] -= 1
            if not self._by_network[network]:
                del self._by_network[network], self.unread[network]
