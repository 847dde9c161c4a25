"""One connection after the other: what is lost is made again, ever more patiently, until it is of no use.

After a server's restart all its players come back at once; chance spreads them out.
"""

from collections.abc import Callable
from typing import Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.python.failure import Failure

from client.net.conversation import Conversation, Surroundings
from client.net.hang_up import HungUp
from client.net.unreached import unreached
from client.net.wire import Talker
from protocol.wire.messages import FromServer

FIRST_SECONDS = 0.5
MOST_SECONDS = 30.0

Dial = Callable[[Talker], Deferred[object]]
"""Connects somebody who talks to the server; fires when there is a connection."""


class Keeper(Protocol):
    """Who is told how the connections come and go."""

    def connected(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        """The server has let us in, for the first time or again."""
        ...

    def told(self, message: FromServer) -> None:
        """Something that the server said."""
        ...

    def disconnected(self, why: HungUp, seconds: float) -> None:
        """There is no connection; the next try comes after so many seconds."""
        ...

    def gave_up(self, why: HungUp) -> None:
        """There is no connection, and there will be no more."""
        ...


class Reconnecting:
    """Keeps a conversation going."""

    def __init__(
        self, dial: Dial, converse: Callable[["Reconnecting"], Conversation], around: Surroundings, keeper: Keeper
    ) -> None:
        self._dial = dial
        self._converse = converse
        self._around = around
        self._keeper = keeper
        self._tries = 0
        self._talk: Conversation | None = None
        self._dialling: Deferred[object] | None = None
        self._next: IDelayedCall | None = None
        self._stopped = False
        self._gone: Deferred[None] = Deferred()

    def start(self) -> None:
        """The first connection."""
        self._next = None
        talk = self._talk = self._converse(self)
        dialling = self._dialling = self._dial(talk)
        dialling.addCallbacks(self._dialled, self._not_dialled, errbackArgs=(talk,))

    def hurry(self) -> None:
        """The next try now, if one is waited for."""
        if self._next is not None:
            self._next.reset(0)

    def stop(self) -> Deferred[None]:
        """No more connections; fires when the last one is gone.  Whoever says so is not told that it was given up."""
        if not self._stopped:
            self._stopped = True
            if self._next is not None:
                self._next.cancel()
                self._finish()
            elif self._dialling is not None:
                self._dialling.cancel()
            elif self._talk is not None:
                self._talk.hang_up("connection/bye")
            else:
                self._finish()
        return self._gone

    def _dialled(self, _: object) -> None:
        self._dialling = None

    def _not_dialled(self, failure: Failure, talk: Conversation) -> None:
        self._dialling = None
        self.ended(talk, unreached(failure.value))

    # the conversation

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        """Logged in: the next loss is a new one."""
        self._tries = 0
        self._keeper.connected(talk, tables)

    def told(self, talk: Conversation, message: FromServer) -> None:
        """Something that the server said."""
        self._keeper.told(message)

    def ended(self, talk: Conversation, why: HungUp) -> None:
        """A connection is gone, or there was none."""
        self._talk = None
        if self._stopped:
            self._finish()
            return
        if why.for_good:
            self._stopped = True
            self._keeper.gave_up(why)
            self._finish()
            return
        seconds = self._patience()
        self._tries += 1
        self._next = self._around.clock.callLater(seconds, self.start)
        self._keeper.disconnected(why, seconds)

    def _patience(self) -> float:
        """Twice as long after every try, and of that between the half and the whole."""
        longest = min(MOST_SECONDS, FIRST_SECONDS * 2.0 ** min(self._tries, 16))
        chance: float = int.from_bytes(self._around.randomness(2), "little") / 2**16
        return longest * (1 + chance) / 2

    def _finish(self) -> None:
        if not self._gone.called:
            self._gone.callback(None)
