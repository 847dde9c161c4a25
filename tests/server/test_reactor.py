"""The server runs on the quickest loop of the system, and on asyncio's where there is no quick one."""

import select
import subprocess
import sys

_ASKED = """
import sys
for name in sys.argv[1:]:
    sys.modules[f"twisted.internet.{name}"] = None  # as if this system had none
from server.reactor import install_reactor
reactor = install_reactor()
reactor.callLater(0, reactor.stop)
reactor.run()
print(type(reactor).__name__)
"""


def chosen(*lacking: str) -> str:
    """The reactor of a program that has run."""
    command = [sys.executable, "-B", "-c", _ASKED, *lacking]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


_QUICK = {"epoll": "EPollReactor", "kqueue": "KQueueReactor"}


def test_the_quick_one_of_this_system() -> None:
    known = (name for has, name in _QUICK.items() if hasattr(select, has))
    assert chosen() == next(known, "AsyncioSelectorReactor")


def test_asyncio_where_there_is_no_quick_one() -> None:
    assert chosen("epollreactor", "kqreactor") == "AsyncioSelectorReactor"
