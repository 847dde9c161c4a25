"""One run of the line mode: standard input and output, a visit, and what the person came for."""

from asyncio import ensure_future
from collections.abc import Callable
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from client.i18n import _
from client.lan.browse import Found
from client.lines.commands import Say
from client.lines.console import Reader, printer
from client.lines.gathering import find, list_nearby
from client.lines.lines import LineVisit
from client.lines.watching import LineWatch
from client.lines.welcome import is_first_start, welcome
from client.net.drawer import Drawer
from client.net.local_server import LocalServer, served
from client.net.way import Way
from client.profile.known_players import KnownPlayers
from client.profile.person import Person, coloured
from client.terminal.running import run_reactor
from client.visit.door import Door
from client.visit.errand import Alone, At, Errand, Looking, Watching, WithFriends
from client.visit.hosting import Hosting, QuickGame, way_to
from client.visit.news import Listener, News, What
from client.visit.visit import Visit
from client.visit.ways_back import by_code, ways_back
from client.words.gathering import beside_link
from client.words.ways_back import GONE
from protocol.wire.invite import Invite

INTERRUPTED, NO_SERVER, LEFT = 130, 1, 0
_GO_ON = _("You resume your unfinished game (options ignored); “leave for good” gives it up.")


def run(person: Person, errand: Errand, server: LocalServer, reactor: Any) -> int:
    """What the person came for, to its end; the value is the exit code."""
    ways = ways_back(Drawer.of(person.profile, person.identity), person.identity)
    say = printer(person.charset)
    if errand == Looking():
        return list_nearby(reactor, say, ways)
    if is_first_start(person) and not isinstance(errand, Watching):
        try:
            person = welcome(person, say)
        except EOFError:
            return LEFT
    if isinstance(errand, Looking) and (known := by_code(ways, errand.code)) is not None:
        errand = known.errand
    return LineRun(person, errand, server, reactor).run()


class LineErrand:
    """A `client.visit.news.Listener`; ``typed`` takes what the errand itself has to type."""

    def __init__(self, errand: Errand, visit: Visit, here: Invite, say: Say, typed: Callable[[str], None]) -> None:
        self._errand = errand
        self._visit = visit
        self._here = here
        self._say = say
        self._typed = typed
        self._begun = False
        self._game: QuickGame | Hosting | None = None  # what is under way for the person
        self._told = ""  # the code of the gathering that the person can invite friends to

    def heard(self, news: News) -> None:
        """The errand is begun once; unfinished games come first."""
        if news.what is What.CONNECTED and not self._begun:
            self._begun = True
            self._begin()
        if self._game is not None:
            self._game.heard(news)
        gathering = self._visit.gathering
        if isinstance(self._game, Hosting) and gathering is not None and gathering.code != self._told:
            self._told = gathering.code
            self._tell_friends(self._game)

    def _choose_tables(self) -> bool:
        """Of the unfinished ones, what the person has picked is gone on with, and nothing else; whether it is there."""
        visit, errand = self._visit, self._errand
        if isinstance(errand, Alone | WithFriends | At) and errand.table:
            if not visit.choose(errand.table):
                self._say(GONE)
                self._typed("quit")
                return False
        elif isinstance(errand, At) and errand.code:
            visit.choose()
        elif isinstance(errand, Alone | WithFriends):
            visit.only(alone=isinstance(errand, Alone))
        return True

    def _begin(self) -> None:
        visit = self._visit
        if not self._choose_tables():
            return
        match self._errand:
            case Alone() if visit.mine:
                self._say(_GO_ON)
            case Alone(order=order):
                self._game = QuickGame(visit, order)
                self._game.begin()
            case WithFriends(setup=setup):
                self._game = Hosting(visit, setup, self._here, self._say)
                if visit.mine:
                    self._say(_GO_ON)
                    self._tell_friends(self._game)
                else:
                    self._game.begin()
            case At(code=code) if code:
                self._typed(f"sit {code}")

    def _tell_friends(self, hosting: Hosting) -> None:
        link = way_to(hosting.link, self._visit.gathering)
        self._say(_("Friends on this network join by: {undermine} join {link}", link=link))
        self._say(*beside_link(hosting.addresses))

    def stop(self) -> "Deferred[None]":
        """Fires when the network was told that the table is gone."""
        return self._game.stop() if isinstance(self._game, Hosting) else succeed(None)


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
        ended = run_reactor(self._reactor, self._person.profile, self._start, self._stop)
        self._reader.stop()
        return self.code if ended is None else ended

    def _start(self) -> None:
        from twisted.internet.threads import deferToThread  # noqa: PLC0415

        if isinstance(self._errand, Looking):
            found = Deferred.fromFuture(ensure_future(find(self._errand.code)))
            found.addCallback(self._found, self._errand)
        elif isinstance(self._errand, At | Watching):
            self._enter(self._errand.invite, self._errand.way)
        else:
            ready = deferToThread(served, self._server, friends=isinstance(self._errand, WithFriends))
            ready.addCallbacks(self._enter, self._no_server)

    def _found(self, games: list[Found], errand: Looking) -> None:
        """By its code; a code names no key, so where several claim it nothing is chosen here."""
        if len(games) == 1:
            self._errand = At(games[0].invite, errand.code)
        elif not games and errand.otherwise is not None:
            self._errand = At(errand.otherwise)
        else:
            nothing = _("No table with the code {code} is open on this network; ask for its link.", code=errand.code)
            several = _("Several servers say that they have table {code}: ask for its link.", code=errand.code)
            self._reader.say(several if games else nothing)
            self._over(NO_SERVER)
            return
        self._start()

    def _enter(self, invite: Invite, way: Way = Way.DIRECT) -> None:
        listeners: list[Listener] = []
        errand = self._errand
        own, back = not isinstance(errand, At | Watching), isinstance(errand, At) and bool(errand.table)
        how = {"own": own, "back": back, "watches": isinstance(errand, Watching)}
        visit = self._visit = self._door.open(invite, self._person.name, listeners, way, **how)
        known, charset = KnownPlayers.of(self._person.profile), coloured(self._person.charset)
        soon, say = partial(self._reactor.callLater, 0), self._reader.say
        lines: LineWatch | LineVisit
        if isinstance(errand, Watching):
            lines = LineWatch(visit, known, charset, say, soon, code=errand.code, verify=errand.verify)
        else:
            lines = LineVisit(visit, known, charset, say, soon, one_game=isinstance(errand, Alone))
            self._doing = LineErrand(errand, visit, invite, say, lines.typed)
            listeners.append(self._doing)
        listeners.insert(0, lines)
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
            gone.addBoth(lambda _: visit.guest.stop())
        return gone
