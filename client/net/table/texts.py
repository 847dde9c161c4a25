"""Texts that came without their words: each is asked for once, and accepted if it is the one that was signed.

A server may remove a text later, for all.  It may not keep one from a single player unnoticed: then that player reads
that something was withheld.
"""

from dataclasses import replace

from protocol.log.records import TEXTS, Entry, body_hash
from protocol.wire.messages import Fetch, Fetched

MOST_ASKED = 64
"""Of one table, in one run of the program."""


class Texts:
    """Those of one table."""

    def __init__(self, tid: bytes) -> None:
        self._tid = tid
        self._asked = 0
        self._missing: dict[int, Entry] = {}

    def ask(self, entry: Entry) -> Fetch | None:
        """An entry came from the server; what to ask for, if its text is missing."""
        if entry.kind not in TEXTS or not entry.removed or self._asked >= MOST_ASKED:
            return None
        self._asked += 1
        self._missing[entry.seq] = entry
        return Fetch(table=self._tid, seq=entry.seq)

    def take(self, message: Fetched) -> Entry | None:
        """The entry with its text; None if it was not asked for, or these are other words."""
        entry = self._missing.pop(message.seq, None)
        if entry is None or not message.body or body_hash(message.body) != entry.body_hash:
            return None
        return replace(entry, body=message.body, removed=b"")
