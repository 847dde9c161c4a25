"""From what the player came for to a table: what follows which news."""

from functools import cached_property, partial
from time import time
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred

from client.i18n import _, plural
from client.net.drawer import Drawer
from client.past.archives import Archives
from client.profile.known_servers import KnownServers
from client.screen.app.connection import Connection
from client.screen.app.errands import Errands
from client.screen.screens.menu import Back, MenuScreen
from client.screen.widgets.dialogues import Deed, offer
from client.visit.errand import Alone, At, Errand, Looking, Setup, Watching, WithFriends
from client.visit.hosting import QuickGame
from client.visit.news import News, What
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from client.visit.ways_back import by_code
from client.words.codes import sentence
from client.words.trouble import announced, met_before
from client.words.ways_back import GONE, back_about, back_line
from protocol.keys.identity import Identity

if TYPE_CHECKING:
    from client.screen.app.app import UndermineApp
    from client.screen.app.tables import Tables
    from client.visit.hosting import Hosting


class Party:
    def __init__(self, app: "UndermineApp", errands: Errands) -> None:
        self._app = app
        self._errands = errands
        self.connection = Connection(app, errands)
        self._quick: QuickGame | None = None
        self._met_tables: set[bytes] = set()
        """Tables at which the player knows to sit."""
        self._welcomed = False
        """Whether the server has let us in once, and the errand was begun."""
        self._back_to = b""
        """The table on the screen when the connection broke: if our server is started again, it comes up again."""

    @cached_property
    def tables(self) -> "Tables":
        """Loaded while the server is called: all those screens take their time."""
        from client.screen.app.tables import Tables  # noqa: PLC0415

        return Tables(self._app, self._errands, self.connection, self.play)

    def begin(self, errand: Errand) -> None:
        self._welcomed, self._quick = False, None
        match errand:
            case Alone():
                self.connection.serve(friends=False)
            case WithFriends():
                self.connection.serve(friends=True)
            case At() | Watching():
                self.connection.open(errand.invite, errand.way)
            case Looking() if (known := by_code(self._app.kit.door.ways_back(), errand.code)) is not None:
                self._errands.begin(known.errand)
            case Looking():
                self.tables.show_lan(errand, self.ways_back())

    def show_ways_back(self) -> None:
        """In the menu, if it is on the screen."""
        for menu in MenuScreen.among(self._app):
            menu.show_ways_back(self.ways_back())

    def ways_back(self) -> list[Back]:
        now = time()
        return [Back(back_line(way, now), back_about(way), way.errand) for way in self._app.kit.door.ways_back()]

    def archives(self, drawer: Drawer, identity: Identity) -> Archives:
        """What servers have of this player's games."""
        kit = self._app.kit
        known = KnownServers.of(kit.profile).places
        return Archives(drawer, identity, partial(kit.door.guest, name=kit.name, watches=True), known)

    def leave(self) -> "Deferred[Any]":
        self._back_to = b""
        return self.connection.leave()

    # news

    def heard(self, news: News) -> None:
        visit = self.connection.visit
        if visit is None:
            return
        self._follow(visit, news)
        if self.connection.hosting is not None:
            self.connection.hosting.heard(news)
        for screen in tuple(self._app.screen_stack):
            if (listen := getattr(screen, "heard", None)) is not None:
                listen(news)
        if news.what is What.STARTED:  # after the gathering has gone from the screen
            self._quick = None
            self._met_tables.add(news.table)
            self.tables.began(visit, news.table)

    def _follow(self, visit: Visit, news: News) -> None:
        match news.what:
            case What.CONNECTED:
                self._connected(visit)
            case What.CUT_OFF:
                self._back_to = self.tables.shown or self._back_to
                self.connection.cut_off(visit)
            case What.GAVE_UP:
                self.connection.gave_up(visit)
            case What.GATHERED if self._quick is not None:
                self._quick.heard(news)
            case What.GATHERED:
                self.tables.show_gathering(visit)
            case What.DENIED if self._quick is not None:
                self._quick = None
                self.connection.end_with(_("The table cannot be opened"), [sentence(news.code)])
            case What.ANNOUNCED:
                self._app.notify(announced(visit.announced), severity="warning", timeout=30, markup=False)
            case What.MISSED:
                for line in visit.missed:
                    self._app.notify(line, severity="error", timeout=60, markup=False)
            case _:
                pass

    def _connected(self, visit: Visit) -> None:
        self.connection.is_back()
        if isinstance(self._errands.now, Watching):
            visit.choose()
        if self._welcomed:
            for tid in visit.mine:
                if tid not in self._met_tables:  # it began while there was no connection
                    self._met_tables.add(tid)
                    self.tables.open(visit, tid)
            return
        self._welcomed = True
        if visit.guest.key_before:
            before = met_before(visit.guest.key_before)
            self._app.notify(before, severity="warning", timeout=30, markup=False)
        if isinstance(self._errands.now, Watching):
            self.tables.show_watchables(visit, self._errands.now.code)
        else:
            self._go_where_wanted(visit)

    def _go_where_wanted(self, visit: Visit) -> None:
        self._met_tables = set(visit.mine)
        errand = self._errands.now
        back_to, self._back_to = self._back_to, b""
        wanted = back_to or self._errands.take_table()
        if wanted in visit.mine:
            visit.choose(wanted)
            self._go_on(visit, wanted)
        elif wanted and wanted != back_to:
            self._app.kit.door.drawer.mark_over(wanted)
            self.connection.end_with(_("That game is not there any more"), [GONE])
        elif _is_decided(errand):
            visit.choose()
            self._begin_new(visit)
        else:
            self._offer_old_or_begin(visit)

    def _offer_old_or_begin(self, visit: Visit) -> None:
        if isinstance(self._errands.now, Alone | WithFriends):
            visit.only(alone=isinstance(self._errands.now, Alone))
        if visit.mine:
            self._offer_old(visit)
        else:
            self._begin_new(visit)

    # what to play

    def _offer_old(self, visit: Visit) -> None:
        old = visit.mine
        title = plural("You have an unfinished game here.", "You have {count} unfinished games here.", len(old))

        def begin_new() -> None:
            for tid in old:
                visit.put_aside(tid)
            self._begin_new(visit)

        ways = {way.tid: way for way in self._app.kit.door.ways_back()}
        now = time()

        def told(tid: bytes) -> str:
            if tid in ways:
                return back_line(ways[tid], now)
            return _("Resume: {game}", game=_described(visit.follow(tid)))

        deeds = [Deed(told(tid), partial(self._go_on, visit, tid)) for tid in old]
        new = _("To the tables") if isinstance(self._errands.now, At) else _("New game")
        offer(self._app, title, [*deeds, Deed(new, begin_new)], self._errands.go_home)

    def _go_on(self, visit: Visit, tid: bytes) -> None:
        hosting = None
        if isinstance(self._errands.now, WithFriends):
            hosting = self._host(visit, self._errands.now.setup)
        self.tables.open(visit, tid)
        if hosting is not None:
            hosting.look()  # the table may be followed already, and nothing more be heard of it

    def _begin_new(self, visit: Visit) -> None:
        match self._errands.now:
            case Alone(order=order):
                self.play(visit, order)
            case WithFriends(setup=setup):
                self._host(visit, setup).begin()
            case At(code=code):
                self.tables.show_lobby(visit, code)
            case _:
                pass

    def play(self, visit: Visit, order: Setup) -> None:
        self._quick = QuickGame(visit, order)
        self._quick.begin()

    def _host(self, visit: Visit, setup: Setup) -> "Hosting":
        return self.connection.host(visit, setup, self.tables.unfound)


def _is_decided(errand: Errand) -> bool:
    """Whether the person has picked another table already."""
    return (isinstance(errand, At) and bool(errand.code)) or (isinstance(errand, WithFriends) and errand.new)


def _described(table: VisitedTable) -> str:
    view = table.view
    if view is None:
        return _("not read yet")
    names = ", ".join(table.people.name(seat) for seat in range(len(table.people)) if seat != table.seat)
    return _("{rules}, round {round}, with {names}", rules=view.state.book.rules, round=view.state.round, names=names)
