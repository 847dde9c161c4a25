"""A server from its start to its end: what is said meanwhile, signals, and the exit code."""

import signal
import sys
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from server.certificate import CertificateTrouble
from server.data_dir import DataDirTrouble
from server.database import DatabaseTrouble
from server.identity_file import IdentityTrouble
from server.server_messages import begin_messages
from server.service import Server
from server.settings import Settings

DONE, CANNOT_START = 0, 1


class Running:
    """One run of the program."""

    _log = Logger()

    def __init__(self, settings: Settings, reactor: Any) -> None:
        self._settings = settings
        self._reactor = reactor
        self._code = DONE
        self._server: Server | None = None

    def run(self) -> int:
        """Returns when the server has stopped."""
        begin_messages(sys.stderr, self._settings.log_format, self._settings.log_level)
        self._reactor.callWhenRunning(self._start)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: self._reactor.callFromThread(self._reload))
        self._reactor.run()
        return self._code

    def _start(self) -> None:
        try:
            self._server = Server(self._settings, self._reactor)
        except (CertificateTrouble, DataDirTrouble, DatabaseTrouble, IdentityTrouble, OSError) as trouble:
            self._give_up(str(trouble))
            return
        started = Deferred.fromCoroutine(self._server.start())
        started.addCallbacks(self._started, self._not_started)

    def _started(self, port: int) -> None:
        """One line for whoever started it: the link that leads here."""
        assert self._server is not None
        print(self._server.invite("localhost", port), flush=True)

    def _not_started(self, failure: Failure) -> None:
        self._give_up(failure.getErrorMessage())

    def _give_up(self, why: str) -> None:
        self._log.critical("cannot start: {why}", why=why)
        self._code = CANNOT_START
        self._reactor.stop()

    def _reload(self) -> None:
        if self._server is not None:
            self._server.reload()

    def _stop(self) -> Deferred[None] | None:
        return None if self._server is None else Deferred.fromCoroutine(self._server.stop())
