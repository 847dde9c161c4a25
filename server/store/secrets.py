"""What the server of each running table must not lose and must not show, apart from the journal.

The secrets are durable before TABLE is sent and deleted after END; no export, log line or backup of the journal has
any of them.  This is the contract; `server.store.sqlite` keeps it.
"""

from collections.abc import Collection
from typing import Protocol

from twisted.internet.defer import Deferred


class SecretsStore(Protocol):
    """The secrets of the tables that are played, as their modes spell them; failures are those of the journal."""

    def put(self, tid: bytes, secrets: bytes) -> Deferred[None]:
        """Fires when they are durable: only then may TABLE be sent.

        `StoreRefused` if the table has secrets already: they are never written over.
        """

    def get(self, tid: bytes) -> Deferred[bytes | None]:
        """None if there are none: the table has ended, or was never begun here."""

    def forget(self, tid: bytes) -> Deferred[None]:
        """Delete them after END, when all that may be opened is open; fires also if there were none."""

    def forget_all_of(self, ended: Collection[bytes]) -> Deferred[int]:
        """At a start: delete what is left of tables that have ended; fires with how many had some.

        Secrets of tables that the journal does not know are kept: it may be an old copy, to be replaced by a newer one.
        """

    def close(self) -> Deferred[None]:
        """Fires when everything asked for before is done."""
