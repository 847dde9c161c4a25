"""The socket for orders: one line of JSON is asked, one is answered, and the connection closes.

Who may open it may order: it stands in the data folder, for its owner alone.
"""

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IAddress, IListeningPort
from twisted.internet.protocol import Factory, connectionDone
from twisted.logger import Logger
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure

from protocol.keys.filelock import OWNER_ONLY
from server.mistakes import note
from server.store.data_dir import CONTROL

LONGEST = 1 << 16
Answer = dict[str, Any]
Serve = Callable[[dict[str, Any]], Deferred[Answer]]


class Caller(LineOnlyReceiver):
    """One order."""

    _log = Logger()
    delimiter = b"\n"
    MAX_LENGTH = LONGEST

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._asked = self._gone = False

    def lineReceived(self, line: bytes) -> None:  # noqa: N802
        if self._asked:
            return
        self._asked = True
        try:
            order = json.loads(line)
        except (ValueError, RecursionError):
            order = None
        if not isinstance(order, dict):
            self._answer({"error": "an order is an object of JSON on one line"})
            return
        served = self._serve(order).addErrback(self._failed)
        served.addCallback(self._answer)

    def _failed(self, failure: Failure) -> Answer:
        return {"error": note(self._log, "an order", failure)}

    def _answer(self, answer: Answer) -> None:
        if not self._gone:
            line: Any = self.transport
            line.write(json.dumps(answer).encode() + self.delimiter)
            line.loseConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        self._gone = True


class Door(Factory):
    """Where orders come in."""

    noisy = False

    def __init__(self, serve: Serve) -> None:
        self._serve = serve

    def buildProtocol(self, addr: IAddress | None) -> Caller:  # noqa: N802
        return Caller(self._serve)


def open_door(reactor: Any, folder: Path, serve: Serve) -> IListeningPort | None:
    """Listen in this folder, which is held by this process; None where the system cannot."""
    log, path = Logger(), folder / CONTROL
    if not hasattr(reactor, "listenUNIX") or not hasattr(os, "getuid"):
        log.info("this system has no sockets in folders: undermine-server takes no orders while it runs")
        return None
    try:
        if path.exists() and stat.S_ISSOCK(path.lstat().st_mode):
            path.unlink()  # of a server that was killed
        port: IListeningPort = reactor.listenUNIX(str(path), Door(serve), mode=OWNER_ONLY)
    except (CannotListenError, OSError) as error:
        log.warn("no orders can be given while it runs: {path}: {why}", path=str(path), why=str(error))
        return None
    return port
