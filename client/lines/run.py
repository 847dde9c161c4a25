"""One run of the line mode: standard input and output, a visit, and its errand."""

from collections.abc import Callable
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from client.lines.errand import LineErrand
from client.lines.lines import LineVisit
from client.lines.printing import printer
from client.lines.stdin import Reader
from client.net.local_server import LocalServer, served
from client.net.way import Way
from client.profile.known_players import KnownPlayers
from client.profile.person import Person, coloured
from client.terminal.messages import keep_messages
from client.terminal.signals import exit_code, mind_signals
from client.visit.door import Door
from client.visit.errand import Alone, At, Errand, WithFriends
from client.visit.news import Listeners
from client.visit.visit import Visit
from protocol.wire.invite import Invite

INTERRUPTED, NO_SERVER = 130, 1


class LineRun:
    """From the start of the reactor to its end; `code` is the exit code."""

    def __init__(self, person: Person, errand: Errand, server: LocalServer, reactor: Any) -> None:
        self._person = person
        self._errand = errand
        self._server = server
        self._reactor = reactor
        self._door = Door(reactor, person.profile, person.identity)
        self._reader = Reader(printer(person.charset))
        self._visit: Visit | None = None
        self._doing: LineErrand | None = None
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
        from twisted.internet.threads import deferToThread  # noqa: PLC0415

        if isinstance(self._errand, At):
            self._enter(self._errand.invite, self._errand.way)
        else:
            ready = deferToThread(served, self._server, friends=isinstance(self._errand, WithFriends))
            ready.addCallbacks(self._enter, self._no_server)

    def _enter(self, invite: Invite, way: Way = Way.DIRECT) -> None:
        listeners = Listeners()
        visit = self._visit = self._door.open(invite, self._person.name, listeners, way)
        soon: Callable[[Callable[[], None]], object] = partial(self._reactor.callLater, 0)
        lines = LineVisit(
            visit,
            KnownPlayers.of(self._person.profile),
            coloured(self._person.charset),
            self._reader.say,
            soon,
            one_game=isinstance(self._errand, Alone),
        )
        self._doing = LineErrand(self._errand, visit, invite, self._reader.say, lines.typed)
        listeners.all += [lines, self._doing]
        lines.done.addCallback(self._over)
        self._reader.start(self._reactor, lines)

    def _no_server(self, failure: Failure) -> None:
        self._reader.say(failure.getErrorMessage())
        self._over(NO_SERVER)

    def _over(self, code: int) -> None:
        if self._reactor.running:
            self.code = code
            self._reactor.callLater(0, self._reactor.stop)

    def _stop(self) -> "Deferred[Any]":
        gone: Deferred[Any] = succeed(None) if self._doing is None else self._doing.stop()
        if self._visit is not None:
            visit = self._visit
            gone.addBoth(lambda _: self._door.close(visit))
        return gone
