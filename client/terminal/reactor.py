"""How a command of the client starts Twisted: on asyncio's selector loop, on every system."""

import time
from asyncio import AbstractEventLoop, SelectorEventLoop, set_event_loop
from time import monotonic
from typing import Any

_WITH_SLEEP = getattr(time, "CLOCK_BOOTTIME", None)


def install_reactor(loop: AbstractEventLoop | None = None) -> Any:
    """Install a reactor on this loop, or on a new one, before anything else imports it; returns it."""
    if loop is None:
        loop = SelectorEventLoop()
        set_event_loop(loop)
    from twisted.internet import asyncioreactor  # noqa: PLC0415

    asyncioreactor.install(loop)
    from twisted.internet import reactor  # noqa: PLC0415

    chosen: Any = reactor
    chosen.seconds = monotonic  # Twisted's is the time of day, which can be set, and every timer would follow
    return chosen


def with_sleep() -> float:
    """Seconds on a clock that is never set and that also runs while the computer sleeps, where the system has one."""
    return monotonic() if _WITH_SLEEP is None else time.clock_gettime(_WITH_SLEEP)
