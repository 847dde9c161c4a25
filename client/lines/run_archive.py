"""One run of `undermine archive`: one connection, on which a person takes no seat."""

import sys
from collections.abc import Callable
from typing import Any

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
from client.net.one_call import OneCall
from client.net.shelf import Shelf
from client.net.way import Way
from client.profile.person import Person
from client.terminal.messages import keep_failure
from client.terminal.running import run_reactor
from client.visit.door import Door
from client.words.archive import why
from client.words.safe import shown
from client.words.trouble import parting_lines
from protocol.wire.invite import Invite


def _print(line: str) -> None:
    print(line, flush=True)


class ArchiveRun:
    """From the start of the reactor to its end; `code` is the exit code."""

    def __init__(
        self,
        person: Person,
        invite: Invite,
        way: Way,
        errand: ArchiveErrand,
        reactor: Any,
        *,
        say: Callable[[str], None] = _print,
    ) -> None:
        self._person = person
        self._errand = errand
        self._reactor = reactor
        self._say_line = say
        door = Door(reactor, person.profile, person.identity)
        self.call = OneCall(door.guest(invite, person.name, way, watches=True), self._do)
        self._over = False
        self.code = INTERRUPTED

    def run(self) -> int:
        ended = run_reactor(self._reactor, self._person.profile, self.start, self._stop)
        return self.code if ended is None else ended

    def _stop(self) -> Any:
        self._over = True  # also by a signal: that the connection ends is no news then
        return self.call.stop()

    def start(self) -> None:
        self.call.start().addCallbacks(self._finish, self.failed)

    async def _do(self, guest: Guest) -> int:
        """What was fetched up to a cut stays, and is not fetched again."""
        profile, identity = self._person.profile, self._person.identity
        library = Library(Drawer.of(profile, identity), Shelf.of(profile, identity), identity, guest.server_keys)
        return await self._errand.run(guest.archive, library, self._say)

    def _say(self, line: str) -> None:
        if not self._errand.as_json:
            self._say_line(line)

    def _finish(self, code: int) -> None:
        if not self._over:
            self._over, self.code = True, code
            self._errand.finish(code, print)
            self._reactor.callLater(0, self._reactor.stop)

    def failed(self, failure: Failure) -> None:
        """There was no answer, or none that makes sense."""
        match failure.value:
            case NotHad() as trouble:
                self._fail(why(trouble))
            case HungUp(for_good=True) as end:
                self._fail(*parting_lines(end))
            case HungUp() as cut:
                self._fail(shown(str(cut)))
            case trouble:
                keep_failure(failure)
                kind = type(trouble).__name__
                self._fail(_("This program failed on what the server sent ({kind}); please report it.", kind=kind))

    def _fail(self, *lines: str) -> None:
        if not self._over:
            print(*lines, sep="\n", file=sys.stderr)
            self._finish(FAILED)
