"""A part of a measurement in a process of its own: orders and news are lines of JSON on its standard streams."""

import json
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from client.net.conversation import Conversation, Listener, Me, Surroundings
from client.net.wire import dialler
from client.terminal.reactor import install_reactor
from protocol.keys.identity import Identity
from protocol.wire.invite import read_invite

Orders = dict[str, Any]


class Child:
    """The process as the bench sees it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.pid = process.pid

    def line(self) -> str:
        """The next line that it writes."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def tell(self, **orders: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(orders) + "\n")
        self._process.stdin.flush()

    def told(self, event: str) -> Orders:
        """What it tells of this event."""
        while line := self.line():
            news: Orders = json.loads(line)
            if news["event"] == event:
                return news
        raise RuntimeError(f"the load ended before it was {event}")


@contextmanager
def started(module: str, *arguments: object, env: Mapping[str, str] | None = None) -> Iterator[Child]:
    """Ended, if need be by force, when the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )
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
    """A connection to the server; the value is a Deferred."""
    around = Surroundings(reactor, secrets.token_bytes)
    return dialler(reactor, read_invite(link))(Conversation(Me(identity, name), lambda key: None, around, listener))
