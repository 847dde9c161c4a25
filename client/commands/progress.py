"""A progress bar on standard error, where a person is looking; nothing in a pipe."""

import sys
import time
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
