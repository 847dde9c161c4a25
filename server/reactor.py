"""Starts Twisted on asyncio's selector loop, on every system."""

from asyncio import SelectorEventLoop, set_event_loop
from time import monotonic
from typing import Any


def install_reactor() -> Any:
    """Choose the reactor before anything imports it; returns it."""
    loop = SelectorEventLoop()
    set_event_loop(loop)
    from twisted.internet import asyncioreactor  # noqa: PLC0415

    asyncioreactor.install(loop)
    from twisted.internet import reactor  # noqa: PLC0415

    chosen: Any = reactor
    chosen.seconds = monotonic  # Twisted uses the time of day, and every timer would follow when that is set
    return chosen
