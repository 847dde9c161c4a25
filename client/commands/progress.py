"""A progress bar on standard error, where a person is looking; nothing in a pipe."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Self

from client.i18n import _

_WIDTH = 30
_EVERY = 0.1  # seconds between two drawings


@contextmanager
def bar() -> Iterator[Callable[[int, int], None]]:
    """How far a check is, as soon as it tells that."""
    shown: Progress | None = None
    with ExitStack() as open_bar:

        def show(done: int, total: int) -> None:
            nonlocal shown
            shown = shown or open_bar.enter_context(Progress(total))
            shown.done(done)

        yield show


class Progress:
    """``with Progress(200) as bar: ... bar.done(n)``."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = sys.stderr.isatty()
        self._begun = time.monotonic()
        self._drawn = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._write("")

    def done(self, count: int) -> None:
        now = time.monotonic()
        if now - self._drawn > _EVERY or count == self._total:
            self._drawn = now
            filled = _WIDTH * count // self._total
            left = round((now - self._begun) / max(count, 1) * (self._total - count))
            bar = "#" * filled + "." * (_WIDTH - filled)
            self._write(
                _("[{bar}] {count} of {total}, {left} s left", bar=bar, count=count, total=self._total, left=left)
            )

    def _write(self, text: str) -> None:
        if self._shown:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
