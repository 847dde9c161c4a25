"""One run of `undermine archive`: one connection, on which a person takes no seat."""

import sys
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from client.commands.ends import FAILED
from client.i18n import _
from client.lines.archive import ArchiveErrand
from client.lines.run import INTERRUPTED
from client.net.archive import NotHad
from client.net.drawer import Drawer
from client.net.guest import Guest
from client.net.hang_up import HungUp
from client.net.library import Library
from client.net.shelf import Shelf
from client.net.table.table import Watcher
from client.net.way import Way
from client.profile.person import Person
from client.terminal.messages import keep_failure, keep_messages
from client.terminal.signals import exit_code, mind_signals
from client.visit.door import Door
from client.words.archive import why
from client.words.safe import shown
from client.words.trouble import parting_lines
from protocol.wire import lobby
from protocol.wire.invite import Invite


class ArchiveRun:
    """A `GuestWatcher`, from the start of the reactor to its end; `code` is the exit code."""

    def __init__(self, person: Person, invite: Invite, way: Way, errand: ArchiveErrand, reactor: Any) -> None:
        self._person = person
        self._errand = errand
        self._reactor = reactor
        door = Door(reactor, person.profile, person.identity)
        self._guest: Guest = door.guest(invite, person.name, way, watches=True)(self)
        self._over = False
        self.code = INTERRUPTED

    def run(self) -> int:
        keep_messages(self._person.profile)
        self._reactor.callWhenRunning(self._guest.start)
        mind_signals(self._reactor, self._ended_by, self._reactor.stop)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        self._reactor.run()
        return self.code

    def _ended_by(self, number: int) -> None:
        self.code, self._over = exit_code(number), True

    def _stop(self) -> Deferred[Any]:
        return self._guest.stop()

    def _say(self, line: str) -> None:
        if not self._errand.as_json:
            print(line, flush=True)

    def _finish(self, code: int) -> None:
        if not self._over:
            self._over, self.code = True, code
            self._errand.finish(code, print)
            self._reactor.callLater(0, self._reactor.stop)

    def _fail(self, *lines: str) -> None:
        if not self._over:
            print(*lines, sep="\n", file=sys.stderr)
            self._finish(FAILED)

    # what the network tells

    def connected(self, tables: tuple[bytes, ...]) -> None:
        """The first connection does it, or none: what was fetched up to a cut stays, and is not fetched again."""
        profile, identity = self._person.profile, self._person.identity
        library = Library(Drawer.of(profile, identity), Shelf.of(profile, identity), identity, self._guest.server_keys)
        running = self._errand.run(self._guest.archive, library, self._say)
        Deferred.fromCoroutine(running).addCallbacks(self._finish, self._failed)

    def _failed(self, failure: Failure) -> None:
        if isinstance(failure.value, NotHad):
            self._fail(why(failure.value))
        else:
            keep_failure(failure)
            kind = type(failure.value).__name__
            self._fail(_("This program failed on what the server sent ({kind}); please report it.", kind=kind))

    def disconnected(self, cut: HungUp, seconds: float) -> None:
        """It is not tried again: the person can, and sees at once what is wrong."""
        self._fail(shown(str(cut)))

    def gave_up(self, end: HungUp) -> None:
        self._fail(*parting_lines(end))

    def told(self, message: lobby.FromLobby) -> None:
        """What is said in the lobby is not for this."""

    def denied(self, code: str) -> None:
        """No seat is asked for."""

    def watch(self, tid: bytes) -> Watcher:
        raise AssertionError(tid)
