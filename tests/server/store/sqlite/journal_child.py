"""A journal in a process of its own, to be killed or starved: it writes, and prints what it was told is stored.

``python journal_child.py FOLDER HOW``: with ``kill`` it writes until it is killed, with ``write`` and ``commit`` until
it kills itself at that step; with ``full`` its files may not grow, and then may again.
"""

import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from twisted.internet import asyncioreactor
from twisted.internet.defer import Deferred, DeferredList, ensureDeferred
from twisted.internet.task import react
from twisted.python.failure import Failure

from protocol.log.records import RecordType, record
from protocol.log.setting import table_id
from server.store.errors import StoreFailed
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.thread import Step

TABLES = 16
MOST = 9
"""Records of a batch."""


def batch(table: int, number: int, size: int) -> list[bytes]:
    """Each record says how many belong to its batch, and which of them it is."""
    text = f"{table} {number} {size}".encode()
    return [record(RecordType.ENTRY, text + b" %d " % at + bytes(300)) for at in range(size)]


def first(table: int) -> list[bytes]:
    """The beginning of a log."""
    return [record(RecordType.TABLE, b"table %d" % table), record(RecordType.CARDS, bytes(2000))]


def tid(table: int) -> bytes:
    """The id of a table."""
    return table_id(b"table %d" % table)


def told(table: int, next_: int) -> None:
    """What a player would have been sent by now."""
    print(table, next_, flush=True)


async def play(journal: SqliteJournal, table: int) -> None:
    """One batch after the other, for ever."""
    next_ = await journal.begin(tid(table), first(table), {})
    told(table, next_)
    number = 0
    while True:
        number += 1
        next_ = await journal.append(tid(table), batch(table, number, 1 + (number * table) % MOST), next_)
        told(table, next_)


async def killed(journal: SqliteJournal) -> None:
    """All tables at once."""
    await DeferredList([ensureDeferred(play(journal, table)) for table in range(TABLES)], fireOnOneErrback=True)


def deadly(step: Step) -> Callable[[Step], None]:
    """Dies at that step, in the middle of things, and slowly: whatever is told too early is told."""
    steps = count()

    def fail(now: Step) -> None:
        if now is step and next(steps) == 60:
            time.sleep(0.1)
            os.kill(os.getpid(), signal.SIGKILL)

    return fail


async def starved(journal: SqliteJournal) -> None:
    """No file may grow, and then each may again."""
    next_ = await journal.begin(tid(0), first(0), {})
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, hard))
    full = 0
    for number in range(60):
        try:
            next_ = await journal.append(tid(0), batch(0, number, MOST), next_)
            told(0, next_)
        except StoreFailed:
            full += 1
    print("full", full, flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    next_ = await journal.append(tid(0), batch(0, 99, MOST), next_)
    told(0, next_)
    await journal.close()


def main(reactor: object, folder: str, how: str) -> Deferred[None]:
    """As the command line says."""
    journal = SqliteJournal(Path(folder) / "journal.sqlite3", reactor)  # type: ignore[arg-type]
    if how in {step.value for step in Step}:
        journal.database.fail = deadly(Step(how))
    running = Deferred.fromCoroutine(starved(journal) if how == "full" else killed(journal))
    return running.addErrback(_stop)


def _stop(failure: Failure) -> None:
    failure.printTraceback(file=sys.stderr)
    sys.stderr.flush()


if __name__ == "__main__":
    asyncioreactor.install()
    react(main, sys.argv[1:])
