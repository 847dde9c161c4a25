"""One connection after the other: what is lost is made again, ever more patiently, until it is of no use.

After a server's restart all its players come back at once; chance spreads them out.
"""

from collections.abc import Callable
from errno import EHOSTUNREACH
from typing import Protocol

from twisted.internet import error as failed
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from client.i18n import _
from client.net.conversation import Conversation, Surroundings, Timer
from client.net.hang_up import HungUp
from client.net.wire import Talker
from client.words.codes import sentence
from protocol.wire.messages import FromServer

FIRST_SECONDS = 0.5
MOST_SECONDS = 30.0

Dial = Callable[[Talker], Deferred[object]]  # connects a talker to the server; fires when there is a connection


class Keeper(Protocol):
    """Is told how the connections come and go; the next try comes after so many ``seconds``."""

    def connected(self, talk: Conversation, tables: tuple[bytes, ...]) -> None: ...
    def told(self, message: FromServer) -> None: ...
    def disconnected(self, why: HungUp, seconds: float) -> None: ...
    def gave_up(self, why: HungUp) -> None: ...


class Reconnecting:
    def __init__(
        self, dial: Dial, converse: Callable[["Reconnecting"], Conversation], around: Surroundings, keeper: Keeper
    ) -> None:
        self._dial = dial
        self._converse = converse
        self._randomness = around.randomness
        self._keeper = keeper
        self._tries = 0
        self._talk: Conversation | None = None
        self._dialling: Deferred[object] | None = None
        self._next = Timer(around.clock)
        self._stopped = False
        self._gone: Deferred[None] = Deferred()

    def start(self) -> None:
        talk = self._talk = self._converse(self)
        dialling = self._dialling = self._dial(talk)
        dialling.addBoth(self._dialled, talk)

    def hurry(self) -> None:
        self._next.hurry()

    def stop(self) -> Deferred[None]:
        """No more connections; fires when the last one is gone.  The keeper is not told that it was given up."""
        if not self._stopped:
            self._stopped = True
            self._next.stop()
            if self._dialling is not None:
                self._dialling.cancel()
            elif self._talk is not None:
                self._talk.hang_up("connection/bye")
            else:
                self._finish()
        return self._gone

    def _dialled(self, result: object, talk: Conversation) -> None:
        self._dialling = None
        if isinstance(result, Failure):
            self.ended(talk, unreached(result.value))

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        self._tries = 0
        self._keeper.connected(talk, tables)

    def told(self, talk: Conversation, message: FromServer) -> None:
        self._keeper.told(message)

    def ended(self, talk: Conversation, why: HungUp) -> None:
        self._talk = None
        if why.for_good and not self._stopped:
            self._stopped = True
            self._keeper.gave_up(why)
        if self._stopped:
            self._finish()
            return
        seconds = self._patience()
        self._tries += 1
        self._next.start(seconds, self.start)
        self._keeper.disconnected(why, seconds)

    def _patience(self) -> float:
        """Twice as long after every try, and of that between the half and the whole."""
        longest = min(MOST_SECONDS, FIRST_SECONDS * 2.0 ** min(self._tries, 16))
        chance: float = int.from_bytes(self._randomness(2), "little") / 2**16
        return longest * (1 + chance) / 2

    def _finish(self) -> None:
        if not self._gone.called:
            self._gone.callback(None)


_CODE = "connection/refused"
_NO_WAY = _("This network has no route to that address: is this computer online?")
_SILENT = _("Nothing answers there: the address may be wrong, or a firewall is in the way.")
_NO_NAME = _("There is no computer with that name.")
_REASONS: dict[type, str] = {
    failed.ConnectionRefusedError: _("The computer answers, but no server runs there: it may have stopped."),
    failed.TimeoutError: _SILENT,
    failed.TCPTimedOutError: _SILENT,
    failed.DNSLookupError: _NO_NAME,
    failed.UnknownHostError: _NO_NAME,
    failed.NoRouteError: _NO_WAY,
}


def unreached(error: BaseException | None) -> HungUp:
    """Why there was no connection, as far as the network says; of what is not foreseen, nothing more is said."""
    reason = _REASONS.get(type(error), "")
    if isinstance(error, failed.ConnectError) and error.osError == EHOSTUNREACH:  # Twisted has no class for this
        reason = _NO_WAY
    return HungUp(_CODE, f"{sentence(_CODE)} {reason}".rstrip())
