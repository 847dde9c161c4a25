"""The thinkers of a server: they are begun when they are needed, and one that dies costs no table anything.

Theory of operation.  Each task is done by a thread of a small pool, which does nothing but wait for a process.  Tasks
are taken in the order in which they come; a table gives one at a time, so none is kept waiting by what another gives.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any, TypeAlias

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.threads import deferToThreadPool
from twisted.logger import Logger
from twisted.python.threadpool import ThreadPool

from engine.task import worked_out
from server.metrics.counts import Counts
from server.thinking.thinker import MISTAKEN, PLACE, READY, SIZE

Think: TypeAlias = Callable[[bytes], Deferred[int]]
"""(task): the place of the bot's act, as `engine.task.worked_out` finds it."""
_TRIES = 3
_MOST = 8


def think_here(task: bytes) -> Deferred[int]:
    """At once, while all else waits."""
    return maybeDeferred(worked_out, task)


class ThinkersDied(Exception):
    """Each process that was given the task has died of it, or it was killed."""


class _Daemon(Thread):
    """The end of the program waits for no bot."""

    def __init__(self, **how: Any) -> None:
        super().__init__(daemon=True, **how)


class Thinkers:
    """At most so many processes; each lasts until the server ends."""

    _log = Logger()
    command: Sequence[str] = (sys.executable, "-P", "-m", "server.thinking.thinker")

    def __init__(self, reactor: Any, counts: Counts, most: int = 0) -> None:
        """``most``: 0 for one less than the computer has processors."""
        self._reactor = reactor
        self._counts = counts
        threads: Any = ThreadPool(0, most or min(_MOST, max(1, (os.cpu_count() or 1) - 1)), "thinkers")
        threads.threadFactory = _Daemon
        self._threads: ThreadPool = threads
        self._idle: list[_Thinker] = []
        self._all: set[_Thinker] = set()
        self._stopped = False

    def think(self, task: bytes) -> Deferred[int]:
        """The place of the bot's act; until then every table goes on."""
        if not self._threads.started:
            self._threads.start()
        thought: Deferred[int] = deferToThreadPool(self._reactor, self._threads, self._work_out, task)
        return thought

    def stop(self) -> None:
        """No process is left, and what they were to find is found by none."""
        self._stopped = True
        for thinker in list(self._all):
            thinker.kill()
        if self._threads.started:
            self._threads.stop()
        for thinker in self._all:
            thinker.end()

    # in the threads

    def _work_out(self, task: bytes) -> int:
        for _ in range(_TRIES):
            thinker = self._taken()
            if thinker is None:
                return worked_out(task)  # in this thread, which the others have to wait for now and then
            place = thinker.place(task)
            if place is not None:
                self._idle.append(thinker)
                return worked_out(task) if place == MISTAKEN else place  # here the mistake is told of as others are
            self._lose(thinker)
        raise ThinkersDied

    def _taken(self) -> "_Thinker | None":
        """One that lives; None if the system has no process for us."""
        while True:
            try:
                thinker: _Thinker | None = self._idle.pop()
            except IndexError:
                thinker = self._begun()
            if self._stopped:
                raise ThinkersDied
            if thinker is None or thinker.lives:
                return thinker
            self._lose(thinker)

    def _begun(self) -> "_Thinker | None":
        try:
            thinker = _Thinker(self.command)
        except OSError as error:
            self._tell_of_none(str(error.strerror))
            return None
        self._all.add(thinker)
        if self._stopped:
            thinker.kill()  # it began while the others were killed
        if thinker.answer() == READY:
            return thinker
        self._all.discard(thinker)
        thinker.end()
        self._tell_of_none("it ended at once")
        return None

    def _tell_of_none(self, why: str) -> None:
        told = "no process for bots to think in: {why}; the server thinks itself"
        if not self._stopped:
            self._reactor.callFromThread(self._log.warn, told, why=why)

    def _lose(self, thinker: "_Thinker") -> None:
        self._all.discard(thinker)
        thinker.end()
        if not self._stopped:
            self._reactor.callFromThread(self._count_death)

    def _count_death(self) -> None:
        self._counts.thinkers_died += 1
        self._log.warn("a process in which bots think has died; what it was asked is asked again")


class _Thinker:
    """The process, used by one thread at a time."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},  # the code that runs here
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # ctrl-c is for the server
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
        )

    @property
    def lives(self) -> bool:
        """As far as the system can tell."""
        return self._process.poll() is None

    def place(self, task: bytes) -> int | None:
        """What the task comes to; None if the process has died."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(SIZE.pack(len(task)) + task)
            self._process.stdin.flush()
        except OSError:
            return None
        return self.answer()

    def answer(self) -> int | None:
        """The next number that it says; None if it has died."""
        assert self._process.stdout is not None
        said = self._process.stdout.read(PLACE.size)
        return PLACE.unpack(said)[0] if len(said) == PLACE.size else None

    def kill(self) -> None:
        """It holds nothing that could be lost; the thread that waits for its answer is told that there is none."""
        self._process.kill()

    def end(self) -> None:
        """Nothing is left of it."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # a task that it did not take
                pipe.close()
