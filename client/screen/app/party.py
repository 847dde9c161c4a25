"""From a server to a table, and back: which screen follows which news."""

from collections.abc import Callable
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred

from client.i18n import _, plural
from client.screen.app.connection import Connection
from client.screen.app.errands import Errands
from client.screen.app.kit import Kit
from client.screen.app.stack import Stack
from client.screen.screens.gathering import GatheringScreen
from client.screen.screens.lan import LanScreen
from client.screen.screens.lobby import LobbyScreen
from client.screen.table.screen import TableScreen
from client.screen.widgets.choice_dialogue import ChoiceDialogue
from client.visit.acquaintances import about_sitter, sitter_standing
from client.visit.errand import Alone, At, Errand, Looking, WithFriends
from client.visit.news import Listener, News, What
from client.visit.quick_game import QuickGame
from client.visit.setup import Order, Setup
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from client.words.codes import sentence
from client.words.naming import called
from client.words.people import LONGEST_NAME
from client.words.server import met_before
from protocol.follow.ending import DISSOLVED
from protocol.wire import lobby


class Party:
    """Follows one errand at a time."""

    def __init__(
        self, stack: Stack, kit: Kit, errands: Errands, listener: Listener, calm: Callable[[], object]
    ) -> None:
        self._stack = stack
        self._kit = kit
        self._errands = errands
        self.connection = Connection(stack, kit, errands, listener, calm)
        self._quick: QuickGame | None = None
        self._met_tables: set[bytes] = set()
        """Tables at which the player knows to sit."""
        self._begun = b""
        """A table that has begun and is not on the screen yet."""
        self._welcomed = False
        """Whether the server has let us in once, and the errand was begun."""
        self._back_to = b""
        """The table on the screen when the connection broke: if our server is started again, it comes up again."""

    def begin(self, errand: Errand) -> None:
        self._welcomed, self._quick, self._begun = False, None, b""
        match errand:
            case Alone():
                self.connection.serve(friends=False)
            case WithFriends():
                self.connection.serve(friends=True)
            case At():
                self.connection.open(errand.invite, errand.way)
            case Looking():
                from client.lan.browse import Browser  # noqa: PLC0415  # zeroconf takes its time, few need it

                self._stack.show(LanScreen(Browser()), self._errands.chosen)

    def leave(self) -> "Deferred[Any]":
        self._back_to = b""
        return self.connection.leave()

    # news

    def heard(self, news: News) -> None:
        visit = self.connection.visit
        if visit is None:
            return
        if news.what in _STEPS:
            _STEPS[news.what](self, visit, news)
        if self.connection.hosting is not None:
            self.connection.hosting.heard(news)
        for screen in self._stack.all:
            if (listen := getattr(screen, "heard", None)) is not None:
                listen(news)
        if news.what is What.STARTED:  # after the gathering has gone from the screen
            self._quick = None
            self._met_tables.add(news.table)
            self._begun = news.table
            self._open_begun(visit)

    def _connected(self, visit: Visit, _news: News) -> None:
        self.connection.is_back()
        if self._welcomed:
            for tid in visit.mine:
                if tid not in self._met_tables:  # it began while there was no connection
                    self._met_tables.add(tid)
                    self._open_table(visit, tid)
            return
        self._welcomed = True
        if visit.guest is not None and visit.guest.key_before:
            self._stack.notify(met_before(visit.guest.key_before), 30, warning=True)
        self._met_tables = set(visit.mine)
        if isinstance(self._errands.now, Alone | WithFriends):
            visit.only(alone=isinstance(self._errands.now, Alone))
        back_to, self._back_to = self._back_to, b""
        if back_to in visit.mine:
            self._go_on(visit, back_to)
        elif visit.mine:
            self._offer_old(visit)
        else:
            self._begin_new(visit)

    def _cut_off(self, visit: Visit, _news: News) -> None:
        for screen in self._stack.of(TableScreen):
            self._back_to = screen.table.tid
        self.connection.cut_off(visit)

    def _gave_up(self, visit: Visit, _news: News) -> None:
        self.connection.gave_up(visit)

    def _gathered(self, visit: Visit, news: News) -> None:
        if self._quick is not None:
            self._quick.heard(news)
        else:
            self._show_gathering(visit)

    def _denied(self, _visit: Visit, news: News) -> None:
        if self._quick is not None:
            self._quick = None
            self.connection.end_with(_("The table cannot be opened"), [sentence(news.code)])

    # what to play

    def _offer_old(self, visit: Visit) -> None:
        """Unfinished games first."""
        old = visit.mine
        count = plural("You have an unfinished game here.", "You have {count} unfinished games here.", len(old))
        go_on = [_("Go on: {game}", game=_described(visit.follow(tid))) for tid in old]
        new = _("To the lobby") if isinstance(self._errands.now, At) else _("Begin a new one")

        def chosen(at: int | None) -> None:
            if at is None:
                self._errands.go_home()
            elif at < len(old):
                self._go_on(visit, old[at])
            else:
                for tid in old:
                    visit.put_aside(tid)
                self._begin_new(visit)

        self._stack.show(ChoiceDialogue(count, [*go_on, new]), chosen)

    def _go_on(self, visit: Visit, tid: bytes) -> None:
        if isinstance(self._errands.now, WithFriends):
            self._host(visit, self._errands.now.setup)
        self._open_table(visit, tid)

    def _begin_new(self, visit: Visit) -> None:
        match self._errands.now:
            case Alone(order=order):
                self._play(visit, order)
            case WithFriends(setup=setup):
                self._host(visit, setup)
                assert self.connection.hosting is not None
                self.connection.hosting.begin()
            case At(code=code):
                self._show_lobby(visit, code)
            case _:
                pass

    def _play(self, visit: Visit, order: Order) -> None:
        self._quick = QuickGame(visit, order)
        self._quick.begin()

    def _host(self, visit: Visit, setup: Setup) -> None:
        self.connection.host(visit, setup, self._unfound)

    def _unfound(self, why: str) -> None:
        for screen in self._stack.of(GatheringScreen):
            screen.unfound(why)

    # lobby and gathering

    def _show_lobby(self, visit: Visit, code: str = "") -> None:
        self._stack.show(LobbyScreen(visit, code=code), lambda _: self._errands.go_home())

    def _to_lobby(self, visit: Visit) -> None:
        """On a server of others, a player who stands up from a table or a gathering is in the lobby."""
        if isinstance(self._errands.now, At) and not self._stack.of(LobbyScreen):
            self._show_lobby(visit)

    def _show_gathering(self, visit: Visit) -> None:
        gathering = visit.gathering
        if gathering is None:
            return
        if any(screen.table.scores for screen in self._stack.of(TableScreen)):  # the end is still read
            host = called(gathering.sitters[gathering.host].name, LONGEST_NAME)
            self._stack.notify(_("{name} would like another game with you.", name=host))
        elif not self._stack.of(GatheringScreen):
            screen = self._gathering_screen(visit)
            self._stack.show(screen, lambda _: self._gathering_over(visit, screen.unsaid))

    def _gathering_screen(self, visit: Visit) -> GatheringScreen:
        hosting = self.connection.hosting
        screen = GatheringScreen(
            visit,
            link="" if hosting is None else hosting.link,
            addresses=() if hosting is None else hosting.addresses,
            hosting=hosting is not None,
            mark=partial(self._mark, visit),
            about=partial(self._about, visit),
        )
        if hosting is not None:
            screen.unfound(hosting.trouble)
        return screen

    def _mark(self, visit: Visit, sitter: lobby.Sitter) -> str:
        return "" if self._is_me(sitter) else self._kit.sign_of(sitter_standing(self._kit.known, visit, sitter))

    def _about(self, visit: Visit, sitter: lobby.Sitter) -> str:
        return "" if self._is_me(sitter) else about_sitter(self._kit.known, visit, sitter)

    def _is_me(self, sitter: lobby.Sitter) -> bool:
        return sitter.key == self._kit.door.identity.public

    def _gathering_over(self, visit: Visit, unsaid: str) -> None:
        """Risen, sent away, or begun; a host who has risen is done."""
        now = self.connection
        if now.hosting is not None and now.visit is not None and not now.visit.tables:
            self._errands.go_home()
        else:
            self._open_begun(visit, unsaid)

    # tables

    def _open_begun(self, visit: Visit, unsaid: str = "") -> None:
        """Go to the table that has begun; a player who still types at the gathering goes there afterwards."""
        top = self._stack.top
        if self._begun and not (isinstance(top, GatheringScreen) and top.is_typing):
            begun, self._begun = self._begun, b""
            screen = self._open_table(visit, begun)
            if unsaid:
                screen.action_talk(unsaid)

    def _open_table(self, visit: Visit, tid: bytes) -> TableScreen:
        table = visit.follow(tid) if tid not in visit.tables else visit.tables[tid]
        while isinstance(top := self._stack.top, TableScreen) and top.table.ended is not None:
            self._stack.pop()
        hosting = self.connection.hosting
        link = hosting.link if hosting is not None else ""
        screen = TableScreen(table, self._kit, link=link, in_lobby=isinstance(self._errands.now, At))
        self._stack.show(screen, lambda what: self._left_table(visit, tid, what))
        return screen

    def _left_table(self, visit: Visit, tid: bytes, what: str | None) -> None:
        table = visit.tables.get(tid)
        done = table is not None and table.is_done_with
        over = done or (table is not None and table.ended is not None)
        order = _order_of(table) if table is not None else None
        errand = self._errands.now
        if done or what in ("again", DISSOLVED, "left"):
            visit.forget(tid, over=over)
        if what == "quit":
            self._stack.quit()
        elif what == "again" and isinstance(errand, Alone):
            self._play(visit, order or errand.order)
        elif what == "again":
            self._to_lobby(visit)
            visit.again(tid)
        elif what == DISSOLVED:
            self._stack.notify(_("The start was dissolved: somebody did not agree in time."))
            self._show_gathering(visit)
        elif isinstance(errand, At) and (over or what == "left"):
            visit.forget(tid, over=over)
            self._to_lobby(visit)
            self._show_gathering(visit)  # another game may be asked for: the player sits there already
        else:
            self._errands.go_home()


_STEPS: dict[What, Callable[[Party, Visit, News], None]] = {
    What.CONNECTED: Party._connected,
    What.CUT_OFF: Party._cut_off,
    What.GAVE_UP: Party._gave_up,
    What.GATHERED: Party._gathered,
    What.DENIED: Party._denied,
}


def _described(table: VisitedTable) -> str:
    """Which game it is: by its rules, its round and its people."""
    view = table.view
    if view is None:
        return _("not read yet")
    names = ", ".join(table.people.name(seat) for seat in range(len(table.people)) if seat != table.seat)
    return _("{rules}, round {round}, with {names}", rules=view.state.book.rules, round=view.state.round, names=names)


def _order_of(table: VisitedTable) -> Order | None:
    """The same once more: rules, players and bots of a table that was played."""
    follower = table.following.follower if table.following else None
    if follower is None:
        return None
    setting = follower.setting
    bots = tuple(row.bot.bot for row in setting.table.seats if row.bot is not None)
    return Order(str(setting.rules), setting.seats, bots)
