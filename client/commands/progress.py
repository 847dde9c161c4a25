"""A progress bar on standard error, where a person is looking; nothing in a pipe."""

import sys
import time
from types import TracebackType
from typing import Self

from client.i18n import _

_WIDTH = 30
_EVERY = 0.1  # seconds between two drawings


class Progress:
    """``with Progress(200) as bar: ... bar.done(n)``."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = sys.stderr.isatty()
        self._begun = time.monotonic()
        self._drawn = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is left of it on the line."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def done(self, count: int) -> None:
        """So many are done."""
        now = time.monotonic()
        if self._shown and (now - self._drawn > _EVERY or count == self._total):
            self._drawn = now
            filled = _WIDTH * count // self._total
            left = round((now - self._begun) / max(count, 1) * (self._total - count))
            bar = "#" * filled + "." * (_WIDTH - filled)
            text = _("[{bar}] {count} of {total}, {left} s left", bar=bar, count=count, total=self._total, left=left)
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
