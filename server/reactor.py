"""Starts Twisted on the quickest loop that the system has: epoll or kqueue, else asyncio's selector loop."""

from asyncio import SelectorEventLoop, set_event_loop
from contextlib import suppress
from importlib import import_module
from time import monotonic
from typing import Any

_QUICK = ("epollreactor", "kqreactor")
"""Of Linux, and of macOS and BSD: a table's frames cost half as much there as by way of asyncio."""


def install_reactor() -> Any:
    """Choose the reactor before anything imports it; returns it."""
    if not any(map(_install, _QUICK)):
        loop = SelectorEventLoop()
        set_event_loop(loop)
        from twisted.internet import asyncioreactor  # noqa: PLC0415

        asyncioreactor.install(loop)
    from twisted.internet import reactor  # noqa: PLC0415

    chosen: Any = reactor
    chosen.seconds = monotonic  # Twisted uses the time of day, and every timer would follow when that is set
    return chosen


def _install(name: str) -> bool:
    """Whether this system has such a reactor; then it is installed."""
    with suppress(ImportError):
        import_module(f"twisted.internet.{name}").install()
        return True
    return False
