"""Real servers in processes of their own, one after the other, that may be made to die at a chosen moment.

``python server_child.py``: each line of JSON that it reads is one server, which is forked from here so that a test need
not wait for Python to read the program again.  It answers with a line for the process, the link that the server
prints, and a line when the process is gone.  ``how`` says when the server kills itself, with SIGKILL, in the thread
that writes:

- ``commit`` and ``when``: at a commit of the journal, counted from the start, ``before`` or ``after`` it is done;
- ``kind`` and ``when``: at the commit of the first batch that holds an entry of this kind;
- ``tables`` and ``when``: at the first commit of entries of so many tables together.  The disk is slow then, so that
  others have something to store before a commit is done.
"""

import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import current_thread
from time import sleep
from typing import Any

from tests.support.dealing import KIND_OF

sys.path[:0] = [str(Path(__file__).parents[2])]

from twisted.internet.defer import Deferred  # noqa: E402

import server.main  # noqa: E402
import server.net.session  # noqa: E402
import server.tables.rooms  # noqa: E402  everything but the reactor, read once
from protocol.log.records import Entry, RecordType  # noqa: E402
from server.store.sqlite.journal import SqliteJournal  # noqa: E402
from server.store.sqlite.thread import DatabaseThread, Step  # noqa: E402
from tests.support.tables_at_play import small_mine  # noqa: E402

_PREFIX = 5
_SLOW = 0.02
"""Seconds that a slow disk takes for a commit."""


class Doom:
    """When a server dies."""

    def __init__(self, how: dict[str, Any]) -> None:
        self._when = how["when"]
        self._commits = how.get("commit", 0)
        self._kind = KIND_OF[how["kind"]] if "kind" in how else None
        self._tables = how.get("tables", 0)
        self._batches: set[Deferred[int]] = set()
        self._near = False

    def sees(self, batch: Sequence[bytes], stored: Deferred[int]) -> None:
        """What is to be written next, and by what its table is told that it was."""
        entries = (Entry.from_bytes(one[_PREFIX:]) for one in batch if one[0] == RecordType.ENTRY)
        self._near = self._near or any(entry.kind == self._kind for entry in entries)
        self._batches.add(stored)

    def gathers(self, jobs: list[Any]) -> None:
        """What is written together: a room waits for each batch, so batches are tables; names are no entries."""
        if self._tables and self._batches.issuperset(job.done for job in jobs):
            sleep(_SLOW)
            self._near = self._near or len(jobs) >= self._tables

    def at(self, when: str) -> None:
        """A commit of the journal is about to be made, or was."""
        if current_thread().name != "journal-writer":
            return
        if when == "before":
            self._commits -= 1
        if when == self._when and (self._near or self._commits == 0):
            os.kill(os.getpid(), signal.SIGKILL)


def doom(how: dict[str, Any]) -> None:
    """Put the moment into the program."""
    end = Doom(how)
    append, transaction, trip = SqliteJournal.append, DatabaseThread._transaction, DatabaseThread._trip

    def seen(
        self: SqliteJournal, tid: bytes, batch: Sequence[bytes], number: int, *, ended: bool = False
    ) -> Deferred[int]:
        stored = append(self, tid, batch, number, ended=ended)
        end.sees(batch, stored)
        return stored

    def committed(self: DatabaseThread, jobs: list[Any]) -> None:
        end.gathers(jobs)
        transaction(self, jobs)
        end.at("after")

    def tripped(self: DatabaseThread, step: Step) -> None:
        if step is Step.COMMIT:
            end.at("before")
        trip(self, step)

    SqliteJournal.append = seen  # type: ignore[method-assign]
    DatabaseThread._transaction, DatabaseThread._trip = committed, tripped  # type: ignore[method-assign]


def serve(order: dict[str, Any]) -> int:
    """In the new process."""
    os.environ.update(order["environment"])
    with Path(order["messages"]).open("a") as messages:
        os.dup2(messages.fileno(), 2)
    if order["how"]:
        doom(order["how"])
    return server.main.main([])


def main() -> None:
    """One server after the other."""
    child = 0
    for line in sys.stdin:
        if child:
            os.waitpid(child, 0)  # not before: until then no other process gets its number, and a late kill hits none
        child = os.fork()
        if not child:
            sys.stdin.close()
            os._exit(serve(json.loads(line)))
        print(child, flush=True)
        found = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        assert found is not None
        killed = found.si_code != os.CLD_EXITED
        print("gone", -found.si_status if killed else found.si_status, flush=True)


if __name__ == "__main__":
    with small_mine():
        main()
