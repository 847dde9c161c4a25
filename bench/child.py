"""A part of a measurement in a process of its own: orders and news are lines of JSON on its standard streams."""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from client.net.conversation import Conversation, Listener, Me, Surroundings
from client.net.wire import dialler
from protocol.keys.identity import Identity
from protocol.wire.invite import read_invite
from server.reactor import install_reactor

ROOT = Path(__file__).resolve().parents[1]
Orders = dict[str, Any]


class Child:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self.pid = process.pid
        self.line = process.stdout.readline
        self._orders = process.stdin

    def kill(self) -> None:
        """At once; returns when it is dead."""
        self._process.kill()
        self._process.wait()

    def tell(self, **orders: Any) -> None:
        print(json.dumps(orders), file=self._orders, flush=True)

    def told(self, event: str) -> Orders:
        while line := self.line():
            news: Orders = json.loads(line)
            if news["event"] == event:
                return news
        raise RuntimeError(f"the load ended before it was {event}")


@contextmanager
def started(
    module: str, *arguments: str, env: Mapping[str, str] | None = None, checkout: Path = ROOT
) -> Iterator[Child]:
    """Ended, if need be by force, when the block ends; a script is named by its path."""
    named = [module] if module.endswith(".py") else ["-m", module]
    command = [sys.executable, "-P", *named, *arguments]
    environ = {**os.environ, **(env or {}), "PYTHONPATH": str(checkout)}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environ)
    try:
        yield Child(process)
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.communicate()


# In the process itself


def run(begin: Callable[[Any, Orders], object]) -> None:
    """Do what the first line says; `begin` is given the reactor, which runs."""
    orders = told()
    reactor = install_reactor()
    reactor.callWhenRunning(begin, reactor, orders)
    reactor.run()


def told() -> Orders:
    """The next line from the bench; waits for it."""
    orders: Orders = json.loads(sys.stdin.readline())
    return orders


def tell(event: str, **news: Any) -> None:
    print(json.dumps({"event": event, **news}), flush=True)


def connect(reactor: Any, link: str, identity: Identity, name: str, listener: Listener) -> Any:
    """Returns a Deferred."""
    around = Surroundings(reactor, secrets.token_bytes)
    talk = Conversation(Me(identity, name), lambda key, older: None, around, listener)
    return dialler(reactor, read_invite(link))(talk)
