"""One run of the full-screen program: the terminal is as it was afterwards, whatever ends it.

The first screen is painted with nothing but Textual.  Twisted, the network and the other screens are loaded behind it,
in a thread, so that keys stay fast; then the reactor joins the loop that is running already.
"""

import gc
import os
import sys
from asyncio import CancelledError, SelectorEventLoop, Task, set_event_loop
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from client.net.local_server import LocalServer
from client.profile.person import Person
from client.screen.app.app import UndermineApp
from client.screen.app.kit import Kit
from client.terminal.signals import catch_signals, exit_code
from client.visit.errand import Errand, LookingBack, Studying, Watching

BEHIND = (
    "client.terminal.messages",
    "twisted.internet.asyncioreactor",
    "client.visit.door",
    "client.screen.app.party",
)
"""The network, loaded after the first paint."""
SCREENS = "client.screen.app.tables"
"""The other screens, loaded while the server is called."""

_SWITCH = 0.0005
"""Seconds after which the thread that loads lets the screen go on."""


def run(person: Person, errand: Errand, server: LocalServer) -> int:
    """Returns the exit code when the program is over."""
    return _Run(person, errand, server).run()


class _Run:
    def __init__(self, person: Person, errand: Errand, server: LocalServer) -> None:
        self._person = person
        self._errand = errand
        self._loop = SelectorEventLoop()
        self._reactor: Any = None
        self._kit = Kit(person.name, person.profile, person.settings, person.charset, server)
        self._app = UndermineApp(self._kit, errand, self._load)
        self._drawn: Task[int | None] | None = None
        self._closing: Task[None] | None = None

    def run(self) -> int:
        set_event_loop(self._loop)
        catch_signals(lambda number: self._loop.call_soon_threadsafe(self._end, exit_code(number)))
        try:
            return self._loop.run_until_complete(self._whole())
        finally:
            self._kit.closing.set()
            self._kit.server.stop()
            self._stop_reactor()

    async def _whole(self) -> int:
        self._drawn = self._loop.create_task(self._app.run_async())
        code = await self._drawn
        self._closing = self._loop.create_task(self._close())
        with suppress(CancelledError):  # a second signal does not wait
            await self._closing
        return self._app.return_code or self._verdict() or code or 0

    def _verdict(self) -> int:
        """Of what was watched, if the person wants one: the terminal is free for it now."""
        wants = isinstance(self._errand, Watching) and self._errand.verify
        party = self._app.party
        watched = party.tables.watched if wants and party is not None else None
        if watched is None:
            return 0
        from client.audit.seen import verdict_on  # noqa: PLC0415  # it is needed here alone

        return verdict_on(watched.log, lambda *lines: print(*lines, sep="\n"))

    async def _close(self) -> None:
        """Nothing is drawn any more; hang up, so that the server knows that it was meant."""
        closed = self._app.closed()
        if closed is not None:
            await closed.asFuture(self._loop)

    async def _load(self, network_is_there: Callable[[], None]) -> None:
        if not isinstance(self._errand, LookingBack | Studying):
            await self._load_network(network_is_there)
        gc.freeze()  # what was loaded is never searched for garbage, so keys stay fast
        gc.enable()

    async def _load_network(self, network_is_there: Callable[[], None]) -> None:
        usual = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH)
        for name in BEHIND:
            await self._loop.run_in_executor(None, import_module, name)
        from twisted.internet.threads import deferToThread  # noqa: PLC0415

        from client.terminal.messages import keep_messages  # noqa: PLC0415
        from client.terminal.reactor import install_reactor  # noqa: PLC0415
        from client.visit.door import Door  # noqa: PLC0415

        keep_messages(self._person.profile)
        self._reactor = install_reactor(self._loop)
        self._reactor.startRunning(installSignalHandlers=False)  # all that its `run` does before it runs the loop
        self._kit.door = Door(self._reactor, self._person.profile, self._person.identity)
        self._kit.in_thread = deferToThread
        network_is_there()
        await self._loop.run_in_executor(None, import_module, SCREENS)
        sys.setswitchinterval(usual)

    def _end(self, code: int) -> None:
        """A signal has come.  If the terminal is gone, drawing on it would wait for ever."""
        if not _has_terminal():
            self._kit.server.stop()
            os._exit(code)  # what was signed and seen is on the disk
        if self._closing is not None:
            self._closing.cancel()
        else:
            self._app.exit(return_code=code)

    def _stop_reactor(self) -> None:
        """Let it run its shutdown triggers; the last of them stops the loop."""
        if self._reactor is not None:
            self._reactor.stop()
            self._loop.run_forever()


def _has_terminal() -> bool:
    """Whether the other side of the terminal is still there."""
    try:
        os.get_terminal_size(sys.__stderr__.fileno() if sys.__stderr__ is not None else 2)
    except OSError:
        return False
    return True
