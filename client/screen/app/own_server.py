"""The server of this computer, for a screen that cannot wait: everything that takes time is done in a thread."""

from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, succeed

from client.net.local_server import LocalServer, served
from client.screen.app.kit import Kit
from protocol.wire.invite import Invite


class OwnServer:
    """Started when somebody wants to play on it, stopped when nobody does."""

    def __init__(self, kit: Kit) -> None:
        self._server: LocalServer = kit.server
        self._in_thread = kit.in_thread
        self._stopping: Deferred[Any] = succeed(None)
        self.invite = Invite("localhost")
        """Once it is ready."""

    def ready(self, *, friends: bool) -> "Deferred[Invite]":
        """Fires when it listens, or fails with `ServerTrouble`."""
        ready: Deferred[Any] = Deferred()
        self._stopping.addBoth(lambda _: ready.callback(None))
        ready.addCallback(lambda _: self._in_thread(partial(served, self._server, friends=friends)))
        return ready.addCallback(self._remember)

    def _remember(self, invite: Invite) -> Invite:
        self.invite = invite
        return invite

    def stop(self) -> None:
        """Nobody plays any more; the next start waits until it has ended."""
        self._stopping = self._in_thread(self._server.stop)
