"""A check that runs beside the screen: how far it is, and that the end of the program ends it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from client.i18n import _
from protocol.audit.bot_check import Progress


class GivenUp(Exception):
    """The program ends, and waits for no check."""


class Underway:
    """Written by the thread that checks, read by the screen."""

    def __init__(self, closing: Event) -> None:
        self._closing = closing
        self._done = self._total = 0

    @contextmanager
    def bar(self) -> Iterator[Progress]:
        """What `client.audit.files.examine` tells."""
        yield self._went

    def _went(self, done: int, total: int) -> None:
        if self._closing.is_set():
            raise GivenUp
        self._done, self._total = done, total

    @property
    def line(self) -> str:
        """Slow bots take a while; what comes before them does not."""
        if not self._total:
            return _("The log is being checked…")
        return _("The log is being checked: entry {done} of {total}…", done=self._done, total=self._total)
