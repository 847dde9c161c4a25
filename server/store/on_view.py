"""Which tables are named to those who want to watch one: it must outlast the process.

This is the contract; `server.store.sqlite` keeps it, in the journal's own database.
"""

from dataclasses import dataclass
from typing import Protocol

from twisted.internet.defer import Deferred


@dataclass(frozen=True, slots=True)
class Named:
    """One table, as it was put, and what the journal says of it now."""

    about: bytes
    """What is told of it; the store does not read it."""
    listed: bool
    """Whether all are told, or only those who know the code."""
    ended: bool


class OnViewStore(Protocol):
    """Failures are those of the journal."""

    def put(self, tid: bytes, about: bytes) -> Deferred[None]:
        """From now on the table is named."""

    def forget(self, tid: bytes) -> Deferred[None]:
        """It is named no more, if it ever was."""

    def all(self) -> Deferred[list[Named]]:
        """The oldest first."""
