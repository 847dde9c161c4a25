"""Which signal ends the program, so that its exit code can say so."""

import signal
from collections.abc import Callable
from typing import Any

_ENDING = ("SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM")
"""What would end the program at once, and leave the terminal as it is drawn on; not every system has all of them."""


def mind_signals(reactor: Any, ended_by: Callable[[int], None], hung_up: Callable[[], None]) -> None:
    """From the first turn of the reactor on: note what ends it; it minds ctrl-c and SIGTERM itself, and no others."""
    reactor.callLater(0, _mind, reactor, ended_by, hung_up)


def _mind(reactor: Any, ended_by: Callable[[int], None], hung_up: Callable[[], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _noting(ended_by, signal.getsignal(number)))

    def end(number: int, frame: Any) -> None:
        ended_by(number)
        reactor.callFromThread(hung_up)

    for name in _ENDING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)


def _noting(ended_by: Callable[[int], None], before: Any) -> Callable[[int, Any], None]:
    def handle(number: int, frame: Any) -> None:
        ended_by(number)
        if callable(before):
            before(number, frame)

    return handle


def exit_code(number: int) -> int:
    """As shells have it."""
    return 128 + number
