"""One run of the full-screen program: the terminal is as it was afterwards, whatever ends it."""

import gc
import os
import sys
from asyncio import Task, get_event_loop
from typing import Any

from twisted.internet import task
from twisted.internet.defer import Deferred

from client.screen.app.app import UndermineApp
from client.screen.app.kit import Kit
from client.terminal.messages import keep_messages
from client.terminal.signals import exit_code, mind_signals
from client.visit.errand import Errand

INTERRUPTED = 130


def run(kit: Kit, errand: Errand, reactor: Any) -> int:
    """Returns when the program is over; the value is the exit code."""
    return _Run(UndermineApp(kit, errand), kit, reactor).run()


class _Run:
    def __init__(self, app: UndermineApp, kit: Kit, reactor: Any) -> None:
        self._app = app
        self._kit = kit
        self._reactor = reactor
        self._drawn: Task[int | None] | None = None
        self._code = self._signalled = INTERRUPTED

    def run(self) -> int:
        keep_messages(self._kit.profile)
        gc.freeze()  # else all that was loaded is looked through for rubbish again and again, and a key waits for that
        try:
            task.react(self._main, (), self._reactor)
        except SystemExit as over:  # `react` always ends with one, and knows nothing of our codes
            if over.code:
                self._code = 1
        finally:
            self._kit.server.stop()
        return self._code

    def _main(self, reactor: Any) -> "Deferred[Any]":
        self._drawn = get_event_loop().create_task(self._app.run_async())
        reactor.addSystemEventTrigger("before", "shutdown", self._restore)
        mind_signals(reactor, self._ended_by, self._hung_up)
        return Deferred.fromFuture(self._drawn).addCallback(self._over)

    def _over(self, code: int | None) -> Any:
        """Nothing is drawn any more; hang up, so that the server knows that it was meant."""
        self._code = self._app.return_code or code or 0
        return self._app.closed()

    def _ended_by(self, number: int) -> None:
        self._signalled = exit_code(number)

    def _hung_up(self) -> None:
        """If the terminal is gone, nothing can be drawn any more, and whoever tries waits for ever."""
        if not _has_terminal():
            self._kit.server.stop()
            os._exit(self._signalled)  # what was signed and seen is on the disk
        if self._reactor.running and self._drawn is not None and not self._drawn.done():
            self._reactor.stop()

    def _restore(self) -> "Deferred[None] | None":
        """Before the reactor stops, the terminal gets back what was there."""
        drawn = self._drawn
        if drawn is None or drawn.done():
            return None
        restored: Deferred[None] = Deferred()
        drawn.add_done_callback(lambda _: restored.callback(None))
        self._app.exit(return_code=self._signalled)
        return restored


def _has_terminal() -> bool:
    """Whether the other side of the terminal is still there."""
    try:
        os.get_terminal_size(sys.__stderr__.fileno() if sys.__stderr__ is not None else 2)
    except OSError:
        return False
    return True
