"""Signals that end the program, so that its exit code can say so."""

import signal
from collections.abc import Callable, Iterable
from typing import Any

_INTERRUPTING = ("SIGINT", "SIGTERM")
_ENDING = ("SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM")
"""They would end the program at once, and leave the terminal as it is drawn on."""


def catch_signals(handle: Callable[[int], object]) -> None:
    """Every signal that ends a program calls this instead, in the main thread and between any two lines of it."""
    for number in _numbers((*_INTERRUPTING, *_ENDING)):
        signal.signal(number, lambda number, _frame: handle(number))


def mind_signals(reactor: Any, ended_by: Callable[[int], None], hung_up: Callable[[], None]) -> None:
    """From the first turn of the reactor on: note what ends it; it minds ctrl-c and SIGTERM itself, and no others."""
    reactor.callLater(0, _mind, reactor, ended_by, hung_up)


def _mind(reactor: Any, ended_by: Callable[[int], None], hung_up: Callable[[], None]) -> None:
    def end(number: int, _frame: Any) -> None:
        ended_by(number)
        reactor.callFromThread(hung_up)

    for number in _numbers(_INTERRUPTING):
        signal.signal(number, _noting(ended_by, signal.getsignal(number)))
    for number in _numbers(_ENDING):
        signal.signal(number, end)


def _numbers(names: Iterable[str]) -> list[int]:
    """Not every system has all of them."""
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def _noting(ended_by: Callable[[int], None], before: Any) -> Callable[[int, Any], None]:
    def handle(number: int, frame: Any) -> None:
        ended_by(number)
        if callable(before):
            before(number, frame)

    return handle


def exit_code(number: int) -> int:
    """As shells have it."""
    return 128 + number
