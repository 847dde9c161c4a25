"""One run of `undermine watch`: standard input and output, and a visit without a seat."""

from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, succeed

from client.lines.console import Reader, printer
from client.lines.run import INTERRUPTED
from client.lines.watching import LineWatch
from client.net.way import Way
from client.profile.known_players import KnownPlayers
from client.profile.person import Person, coloured
from client.terminal.messages import keep_messages
from client.terminal.signals import exit_code, mind_signals
from client.visit.door import Door
from client.visit.news import Listener
from client.visit.visit import Visit
from protocol.wire.invite import Invite


class WatchRun:
    """From the start of the reactor to its end; `code` is the exit code."""

    def __init__(self, person: Person, invite: Invite, way: Way, code: str, reactor: Any, *, verify: bool) -> None:
        self._person = person
        self._invite = invite
        self._way = way
        self._table = code
        self._reactor = reactor
        self._verify = verify
        self._reader = Reader(printer(person.charset))
        self._visit: Visit | None = None
        self.code = INTERRUPTED

    def run(self) -> int:
        keep_messages(self._person.profile)
        self._reactor.callWhenRunning(self._start)
        mind_signals(self._reactor, self._ended_by, self._reactor.stop)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        self._reactor.run()
        self._reader.stop()
        return self.code

    def _ended_by(self, number: int) -> None:
        self.code = exit_code(number)

    def _start(self) -> None:
        person, listeners = self._person, list[Listener]()
        door = Door(self._reactor, person.profile, person.identity, only_watches=True)
        visit = self._visit = door.open(self._invite, person.name, listeners, self._way)
        soon = partial(self._reactor.callLater, 0)
        known, charset = KnownPlayers.of(person.profile), coloured(person.charset)
        lines = LineWatch(visit, known, charset, self._reader.say, soon, code=self._table, verify=self._verify)
        listeners.append(lines)
        lines.done.addCallback(self._over)
        self._reader.start(self._reactor, lines)

    def _over(self, code: int) -> None:
        self.code = code
        self._reactor.callLater(0, self._reactor.stop)

    def _stop(self) -> "Deferred[Any]":
        return succeed(None) if self._visit is None else self._visit.guest.stop()
