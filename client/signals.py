"""Which signal ends the program, so that its exit code can say so."""

import signal
from collections.abc import Callable
from typing import Any

HUNG_UP: int = getattr(signal, "SIGHUP", 1)


def mind_signals(reactor: Any, ended_by: Callable[[int], None], hung_up: Callable[[], None]) -> None:
    """From the first turn of the reactor on: note what ends it; it minds ctrl-c and SIGTERM itself, but no hang-up."""
    reactor.callLater(0, _mind, reactor, ended_by, hung_up)


def _mind(reactor: Any, ended_by: Callable[[int], None], hung_up: Callable[[], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _noting(ended_by, signal.getsignal(number)))
    if hasattr(signal, "SIGHUP"):

        def hang_up(number: int, frame: Any) -> None:
            ended_by(number)
            reactor.callFromThread(hung_up)

        signal.signal(signal.SIGHUP, hang_up)


def _noting(ended_by: Callable[[int], None], before: Any) -> Callable[[int, Any], None]:
    def handle(number: int, frame: Any) -> None:
        ended_by(number)
        if callable(before):
            before(number, frame)

    return handle


def exit_code(number: int) -> int:
    """As shells have it."""
    return 128 + number
