"""One thing that is done over one connection to a server, at which the person takes no seat."""

from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from client.net.guest import Guest, GuestWatcher
from client.net.hang_up import HungUp
from client.net.table.table import Watcher
from protocol.wire import lobby

_Result = TypeVar("_Result")


class OneCall(Generic[_Result]):
    """A `GuestWatcher`.  The first connection does it, or none: the person can try again, and sees what is wrong."""

    def __init__(
        self,
        guest: Callable[[GuestWatcher], Guest],
        do: Callable[[Guest], Coroutine[Deferred[Any], Any, _Result]],
    ) -> None:
        self._guest = guest(self)
        self._do = do
        self._done: Deferred[_Result] = Deferred()
        self._over = False

    def start(self) -> Deferred[_Result]:
        """Fires when the connection is gone, with what came of it; `HungUp` if there was none, or it was lost."""
        self._guest.start()
        return self._done

    def stop(self) -> Deferred[Any]:
        """Nothing more comes of it; fires when the connection is gone."""
        self._over = True
        return self._guest.stop()

    def _finish(self, result: _Result | Failure) -> None:
        if not self._over:
            self.stop().addCallback(lambda _: self._done.callback(result))

    # what the network tells

    def connected(self, tables: tuple[bytes, ...]) -> None:
        Deferred.fromCoroutine(self._do(self._guest)).addBoth(self._finish)

    def disconnected(self, cut: HungUp, seconds: float) -> None:
        self._finish(Failure(cut))

    def gave_up(self, end: HungUp) -> None:
        self._finish(Failure(end))

    def told(self, message: lobby.FromLobby) -> None:
        """What is said in the lobby is not for this."""

    def denied(self, code: str) -> None:
        """No seat is asked for."""

    def watch(self, tid: bytes) -> Watcher:
        raise AssertionError(tid)
