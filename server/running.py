"""One run of the server: messages, signals, and the exit code."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from threading import Thread
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.error import ReactorNotRunning
from twisted.logger import Logger
from twisted.python.failure import Failure

from engine.front import Game
from engine.registry import games
from engine.rules import preset
from server.net.certificate import CertificateTrouble
from server.server_messages import begin_messages
from server.service import Server
from server.settings.reading import BAD_SETTINGS
from server.settings.settings import Settings
from server.store.data_dir import DataDirTrouble
from server.store.errors import CannotOpen
from server.store.identity_file import IdentityTrouble
from server.streams import print_line

DONE, CANNOT_START = 0, 1
_AT_ONCE = 4096  # bytes of an input that is thrown away
_BETWEEN_GAMES = 1.0  # seconds


class Running:
    """One run of the program."""

    _log = Logger()

    def __init__(self, settings: Settings, reactor: Any, *, until_stdin_closes: bool = False) -> None:
        self._settings = settings
        self._reactor = reactor
        self._until_stdin_closes = until_stdin_closes
        self._code = DONE
        self._server: Server | None = None
        self._starting: Deferred[None] = Deferred()

    def run(self) -> int:
        """Returns when the server has stopped."""
        begin_messages(sys.stderr, self._settings.log_format, self._settings.log_level)
        self._reactor.callWhenRunning(self._start)
        if self._until_stdin_closes:
            self._reactor.callWhenRunning(Thread(target=self._read_stdin, name="stdin", daemon=True).start)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: self._reactor.callFromThread(self._reload))
            signal.signal(signal.SIGQUIT, lambda *_: self._reactor.callFromThread(self._end))
        self._reactor.run()
        return self._code

    def _start(self) -> None:
        try:
            self._server = Server(self._settings, self._reactor)
        except CertificateTrouble as trouble:
            wrong = bool(self._settings.certificate)
            setting = "certificate and certificate-key" if wrong else "data-dir"
            self._give_up(f"{setting}: {trouble}", BAD_SETTINGS if wrong else CANNOT_START)
            return
        except (DataDirTrouble, CannotOpen, IdentityTrouble, OSError) as trouble:
            self._give_up(f"data-dir: {trouble}")
            return
        except Exception as mistake:  # noqa: BLE001  ours; a program that waits for a server must not wait for ever
            self._log.failure("a mistake of this program")
            self._give_up(repr(mistake))
            return
        self._server.closing.done.addCallback(lambda _: self._end())
        self._starting = Deferred.fromCoroutine(self._server.start()).addCallbacks(self._started, self._not_started)

    def _started(self, port: int) -> None:
        """Print the invite, for the program or person that started the server."""
        assert self._server is not None
        invite = self._server.invite("localhost", port)
        if trouble := print_line(invite):  # the reader has gone meanwhile, or its disk is full
            self._log.warn("the link {invite} could not be printed: {why}", invite=invite, why=str(trouble))
        self._load_games(games())

    def _load_games(self, waiting: Iterator[Game]) -> None:
        """While the first player is on the way: the first gathering, and the first bot, would wait for a game.

        The next one is loaded a little later, so that a player who is there already waits for one at the most.
        """
        for game in islice(waiting, 1):
            for name in game.PRESETS:
                game.mind(preset(name))
            self._reactor.callLater(_BETWEEN_GAMES, self._load_games, waiting)

    def _not_started(self, failure: Failure) -> None:
        self._give_up(failure.getErrorMessage())

    def _give_up(self, why: str, code: int = CANNOT_START) -> None:
        self._log.critical("cannot start: {why}", why=why)
        self._code = code
        self._end()

    def _read_stdin(self) -> None:
        """The program that started the server holds the other end, and the system closes it however it ends."""
        with suppress(OSError):
            while sys.stdin and os.read(sys.stdin.fileno(), _AT_ONCE):
                pass
        self._reactor.callFromThread(self._end)

    def _end(self) -> None:
        with suppress(ReactorNotRunning):  # a signal came first
            self._reactor.stop()

    def _reload(self) -> None:
        if self._server is not None:
            self._server.reload()

    def _stop(self) -> Deferred[None] | None:
        """A start is never cut short: half a server could not be stopped."""
        server = self._server
        return None if server is None else self._starting.addCallback(lambda _: Deferred.fromCoroutine(server.stop()))
