"""For the tests of the server as a whole: one that runs within the test, over real sockets, and leaves nothing."""

import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.task import deferLater

from server.service import Server
from server.settings.settings import Settings

LOOPBACK = ("127.0.0.1", "::1")


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def settings(folder: Path, **how: Any) -> Settings:
    common: dict[str, Any] = {"data_dir": str(folder / "server"), "host": ("127.0.0.1",), "port": 0}
    return Settings(**{**common, **how})


async def running(folder: Path, **how: Any) -> tuple[Server, int]:
    from twisted.internet import reactor

    server = Server(settings(folder, **how), reactor)
    return server, await server.start()


async def until(there: Callable[[], bool], seconds: float = 10.0) -> None:
    from twisted.internet import reactor

    for _ in range(int(seconds / 0.01)):
        if there():
            return
        await deferLater(reactor, 0.01)
    pytest.fail("it did not come about")


async def stopped(server: Server) -> None:
    """Nothing is left: no socket, no thread."""
    await server.stop()
    await until(lambda: not server.connections.open)
    await until(lambda: not [one for one in threading.enumerate() if one.name in {"journal-writer", "secrets"}])
