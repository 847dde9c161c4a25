"""A thread that owns a connection to a database, so that the reactor never waits for the disk.

Group commit: all writes that come while a commit runs are committed together by the next one, since what takes time is
the disk and not the writing.  If one of them fails they are tried again one by one, so that it is alone in failing.

What is asked for in one turn of the reactor is handed over together at its end.  Handed over one by one, each piece
would wake the thread in the middle of the turn, and the two would take the interpreter from each other all the time.

While many tables write at once, commits are kept apart by a few milliseconds, so that more of them share one.  Where
few write, no write waits for company.

A `Deferred` fires when its write is on the disk, or fails when nothing of it is stored.  One that is cancelled does not
fire, but its work may be done all the same.  Errors of SQLite come out as those of `server.store.errors`.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, unique
from itertools import groupby
from operator import attrgetter
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IReactorFromThreads
from twisted.python.failure import Failure

from server.store.errors import StoreClosed, StoreDamaged, StoreFailed, StoreRefused
from server.store.sqlite.database import is_damage

_Answer = TypeVar("_Answer")
Work = Callable[[sqlite3.Connection], _Answer]
"""May be called more than once before it is committed, so it changes nothing but the database."""
_MANY, _APART = 4, 0.008
"""Behind a commit with so many writes the next one comes that much later, in seconds."""
Together = Callable[[sqlite3.Connection, Sequence[Any]], Sequence[Any]]
"""Does several works of one kind with fewer statements; their answers in order, or an error if any of them fails."""


@unique
class Step(Enum):
    """Where a test may let something go wrong."""

    WRITE = "write"
    COMMIT = "commit"


@dataclass(slots=True)
class _Job:
    work: Work[Any]
    writes: bool
    together: Together | None = None
    done: Deferred[Any] = field(default_factory=Deferred)
    outcome: Any = None  # a Failure, or what the work gave


class DatabaseThread:
    """Writes and reads, each done in the order in which they were asked for."""

    def __init__(self, database: sqlite3.Connection, reactor: IReactorFromThreads, name: str) -> None:
        self.fail: Callable[[Step], None] | None = None
        """For tests: called in the thread before each step, and what it raises is what the step comes to."""
        self._database = database
        self._reactor = reactor
        self._asked: list[_Job | None] = []
        """In this turn of the reactor; None: to close."""
        self._jobs: SimpleQueue[list[_Job | None]] = SimpleQueue()
        self._closed: Deferred[None] | None = None
        self._not_before = 0.0
        """When the next commit may come."""
        Thread(target=self._run, name=name, daemon=True).start()  # daemon: a kill is no worse than one at any time

    def write(self, work: Work[_Answer], together: Together | None = None) -> Deferred[_Answer]:
        """Fires when what the work changes is on the disk; works next to each other may be done together."""
        return self._put(_Job(work, True, together))

    def read(self, work: Work[_Answer]) -> Deferred[_Answer]:
        """Sees every write that has been told to be done, and none that is not yet committed."""
        return self._put(_Job(work, False))

    def close(self) -> Deferred[None]:
        """Fires when everything asked for before is done and the database closed."""
        if self._closed is None:
            self._closed = Deferred()
            self._ask(None)
        told: Deferred[None] = Deferred()
        self._closed.addCallback(_pass_on, told)
        return told

    def _put(self, job: _Job) -> Deferred[Any]:
        if self._closed is not None:
            return fail(StoreClosed("the database is closed"))
        self._ask(job)
        return job.done

    def _ask(self, job: _Job | None) -> None:
        self._asked.append(job)
        if len(self._asked) == 1:
            self._reactor.callFromThread(self._hand_over)  # from this very thread: it is called after this turn

    def _hand_over(self) -> None:
        self._jobs.put(self._asked)
        self._asked = []

    # in the thread

    def _run(self) -> None:
        while True:
            waiting = self._waiting()
            jobs = [job for job in waiting if job is not None]
            self._serve(jobs)
            if len(jobs) < len(waiting):
                break
        self._database.close()
        assert self._closed is not None
        self._reactor.callFromThread(self._closed.callback, None)

    def _waiting(self) -> list[_Job | None]:
        """All that has come by now, at least one."""
        jobs = self._jobs.get()
        if (left := self._not_before - monotonic()) > 0:
            sleep(left)
        with suppress(Empty):
            while True:
                jobs += self._jobs.get_nowait()
        return jobs

    def _serve(self, jobs: list[_Job]) -> None:
        writes = [job for job in jobs if job.writes]
        if len(writes) >= _MANY:
            self._not_before = monotonic() + _APART
        if writes:
            self._commit(writes)
            self._reactor.callFromThread(_tell, writes)
        reads = [job for job in jobs if not job.writes]
        for job in reads:
            try:
                job.outcome = job.work(self._database)
            except Exception as error:  # noqa: BLE001  the asker is told, and the thread serves others too
                job.outcome = _failure(error)
        if reads:
            self._reactor.callFromThread(_tell, reads)

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            self._transaction(jobs)
        except Exception as error:  # noqa: BLE001  as above
            with suppress(sqlite3.Error):  # SQLite has done it itself after most of what can go wrong
                self._database.execute("ROLLBACK")
            if len(jobs) == 1:
                jobs[0].outcome = _failure(error)
            else:
                for job in jobs:
                    self._commit([job])

    def _transaction(self, jobs: list[_Job]) -> None:
        self._database.execute("BEGIN IMMEDIATE")
        for together, some in groupby(jobs, key=attrgetter("together")):
            self._write(together, list(some))
        self._trip(Step.COMMIT)
        self._database.execute("COMMIT")

    def _write(self, together: Together | None, jobs: list[_Job]) -> None:
        if together is None or len(jobs) == 1:
            for job in jobs:
                self._trip(Step.WRITE)
                job.outcome = job.work(self._database)
            return
        for _ in jobs:
            self._trip(Step.WRITE)
        for job, answer in zip(jobs, together(self._database, [job.work for job in jobs]), strict=True):
            job.outcome = answer

    def _trip(self, step: Step) -> None:
        if self.fail is not None:
            self.fail(step)


def _failure(error: Exception) -> Failure:
    match error:
        case sqlite3.IntegrityError() | sqlite3.ProgrammingError():
            told: Exception = StoreRefused(str(error))
        case sqlite3.Error():
            told = StoreDamaged(str(error)) if is_damage(error) else StoreFailed(str(error))
        case _:
            return Failure(error)
    told.__cause__ = error
    return Failure(told, type(told), error.__traceback__)


def _pass_on(answer: None, told: Deferred[None]) -> None:
    told.callback(answer)


def _tell(jobs: list[_Job]) -> None:
    for job in jobs:
        outcome, job.outcome = job.outcome, None  # the frames of a failure hold its job: a circle
        if isinstance(outcome, Failure):
            job.done.errback(outcome)
        else:
            job.done.callback(outcome)
