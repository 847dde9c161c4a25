"""The full-screen program: what somebody came for, which screen is up, and who hears the news of the network."""

from functools import partial

from client.i18n import _, plural
from client.screen.app.connecting import HOME, ConnectingApp
from client.screen.app.heard import Heard
from client.screen.app.kit import Kit
from client.screen.screens.connecting import ConnectingScreen
from client.screen.screens.gathering import GatheringScreen
from client.screen.screens.lan import LanScreen
from client.screen.screens.lobby import LobbyScreen
from client.screen.screens.lost import LostPage
from client.screen.screens.menu import MenuScreen
from client.screen.screens.settings import SettingsScreen
from client.screen.table.screen import TableScreen
from client.screen.widgets.choice_dialogue import ChoiceDialogue
from client.screen.widgets.page import Page
from client.visit.acquaintances import about_sitter, sitter_standing
from client.visit.errand import Alone, At, Errand, Looking, Undecided, WithFriends
from client.visit.hosting import Hosting
from client.visit.news import News, What
from client.visit.quick_game import Order, QuickGame
from client.visit.setup import Setup
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from client.words.codes import sentence
from client.words.naming import called
from client.words.people import LONGEST_NAME
from client.words.trouble import met_before
from protocol.follow.ending import DISSOLVED
from protocol.wire import lobby


class UndermineApp(ConnectingApp):
    """From an errand to a table, and back."""

    def __init__(self, kit: Kit, errand: Errand) -> None:
        super().__init__(kit, errand)
        self._quick: QuickGame | None = None
        self._met_tables: set[bytes] = set()
        """Those that the person knows to sit at."""
        self._begun = b""
        """A table that has begun and is not on the screen yet."""
        self._welcomed = False
        """Whether the server has let us in once, and the errand was begun."""
        self._back_to = b""
        """The table that was on the screen when the own server ended."""

    def on_mount(self) -> None:
        self.begin(self._errand)

    def begin(self, errand: Errand) -> None:
        """Do what somebody came for."""
        self._errand = errand
        self._welcomed, self._quick, self._begun = False, None, b""
        if isinstance(errand, WithFriends | At | Looking) and not self.kit.settings.name:
            self._ask_name(_("What are you called?"), "")
            return
        match errand:
            case Alone():
                self._start_server(friends=False)
            case WithFriends():
                self._start_server(friends=True)
            case At():
                self._connect(errand.invite, errand.way)
            case Looking():
                from client.lan.browse import Browser  # noqa: PLC0415  # zeroconf takes its time, few need it

                self.push_screen(LanScreen(Browser()), self._chosen)
            case Undecided():
                self.push_screen(MenuScreen(charset=self.kit.charset, settings=self._settings_screen), self._chosen)

    def _settings_screen(self) -> SettingsScreen:
        return SettingsScreen(self.kit.profile, self.kit.settings, self.use)

    def _chosen(self, errand: Errand | None) -> None:
        """From the menu, or from a list; nothing is the way back, and from the menu the way out."""
        if errand is not None:
            self.begin(errand)
        elif isinstance(self._errand, Undecided):
            self.exit(0)
        else:
            self.begin(Undecided())

    def on_heard(self, message: Heard) -> None:
        news = message.news
        if self.visit is None:
            return
        match news.what:
            case What.CONNECTED:
                self._connected(self.visit)
            case What.CUT_OFF:
                self._cut_off(self.visit)
            case What.GAVE_UP:
                self._gave_up(self.visit)
            case What.GATHERED:
                self._gathered(self.visit, news)
            case What.DENIED if self._quick is not None:
                self._quick = None
                page = Page(_("The table cannot be opened"), [sentence(news.code)], HOME, kind="trouble")
                self.push_screen(page, self._after_the_end)
            case _:
                pass
        if self._hosting is not None:
            self._hosting.heard(news)
        for screen in list(self.screen_stack):
            if (listen := getattr(screen, "heard", None)) is not None:
                listen(news)
        if news.what is What.STARTED:  # after the gathering has gone from the screen
            self._quick = None
            self._met_tables.add(news.table)
            self._begun = news.table
            self._open_begun(self.visit)

    def _open_begun(self, visit: Visit, unsaid: str = "") -> None:
        """Go to the table that has begun; whoever still types at the gathering goes there afterwards."""
        if self._begun and not (isinstance(self.screen, GatheringScreen) and self.screen.is_typing):
            begun, self._begun = self._begun, b""
            screen = self.open_table(visit, begun)
            if unsaid:
                screen.action_talk(unsaid)

    def _connected(self, visit: Visit) -> None:
        self._close_over(ConnectingScreen)
        self._close_over(LostPage)
        self._cut_told = False
        if self._welcomed:
            for tid in visit.mine:
                if tid not in self._met_tables:  # it began while there was no connection
                    self._met_tables.add(tid)
                    self.open_table(visit, tid)
            return
        self._welcomed = True
        self._tell_key_before(visit)
        self._met_tables = set(visit.mine)
        if isinstance(self._errand, Alone | WithFriends):
            visit.only(alone=isinstance(self._errand, Alone))
        back_to, self._back_to = self._back_to, b""
        if back_to in visit.mine:
            self._go_on(visit, back_to)
        elif visit.mine:
            self._offer_old(visit)
        else:
            self._begin_new(visit)

    def _tell_key_before(self, visit: Visit) -> None:
        if visit.guest.key_before:
            self.notify(met_before(visit.guest.key_before), severity="warning", timeout=30, markup=False)

    def _offer_old(self, visit: Visit) -> None:
        """Unfinished games first."""
        old = visit.mine
        count = plural("You have an unfinished game here.", "You have {count} unfinished games here.", len(old))
        go_on = [_("Go on: {game}", game=_described(visit.follow(tid))) for tid in old]
        new = _("To the lobby") if isinstance(self._errand, At) else _("Begin a new one")

        def chosen(at: int | None) -> None:
            if at is None:
                self.go_home()
            elif at < len(old):
                self._go_on(visit, old[at])
            else:
                for tid in old:
                    visit.put_aside(tid)
                self._begin_new(visit)

        self.push_screen(ChoiceDialogue(count, [*go_on, new]), chosen)

    def _go_on(self, visit: Visit, tid: bytes) -> None:
        if isinstance(self._errand, WithFriends):
            self._hosting = self._host(visit, self._errand.setup)
        self.open_table(visit, tid)

    def _server_ended(self) -> None:
        """If the person starts it again, the table comes up again without a question."""
        shown = [screen.table.tid for screen in self.screen_stack if isinstance(screen, TableScreen)]
        self._back_to = shown[-1] if shown else b""
        super()._server_ended()

    def go_home(self) -> None:
        """Whatever was played is offered there."""
        self._back_to = b""
        super().go_home()

    def _begin_new(self, visit: Visit) -> None:
        match self._errand:
            case Alone(order=order):
                self._play(visit, order)
            case WithFriends(setup=setup):
                self._hosting = self._host(visit, setup)
                self._hosting.begin()
            case At(code=code):
                self.push_screen(LobbyScreen(visit, code=code), lambda _: self.go_home())
            case _:
                pass

    def _host(self, visit: Visit, setup: Setup) -> Hosting:
        return Hosting(visit, setup, self._own_server.invite, self._unfound)

    def _unfound(self, why: str) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GatheringScreen):
                screen.unfound(why)

    def _play(self, visit: Visit, order: Order) -> None:
        self._quick = QuickGame(visit, order)
        self._quick.begin()

    def _gathered(self, visit: Visit, news: News) -> None:
        if self._quick is not None:
            self._quick.heard(news)
            return
        self._show_gathering(visit)

    def _show_gathering(self, visit: Visit) -> None:
        up = any(isinstance(screen, GatheringScreen) for screen in self.screen_stack)
        reading = any(isinstance(screen, TableScreen) and screen.table.scores for screen in self.screen_stack)
        if reading and visit.gathering is not None:
            host = called(visit.gathering.sitters[visit.gathering.host].name, LONGEST_NAME)
            self.notify(_("{name} would like another game with you.", name=host), timeout=10, markup=False)
        elif visit.gathering is not None and not up:
            screen = self._gathering_screen(visit)
            self.push_screen(screen, lambda _: self._gathering_over(visit, screen.unsaid))

    def _gathering_screen(self, visit: Visit) -> GatheringScreen:
        hosting = self._hosting
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
        if sitter.key == self.kit.door.identity.public:
            return ""
        return self.kit.sign_of(sitter_standing(self.kit.known, visit, sitter))

    def _about(self, visit: Visit, sitter: lobby.Sitter) -> str:
        return "" if sitter.key == self.kit.door.identity.public else about_sitter(self.kit.known, visit, sitter)

    def _gathering_over(self, visit: Visit, unsaid: str) -> None:
        """Risen, sent away, or begun; who hosts and has risen is done."""
        if self._hosting is not None and self.visit is not None and not self.visit.tables:
            self.go_home()
        else:
            self._open_begun(visit, unsaid)

    def open_table(self, visit: Visit, tid: bytes) -> TableScreen:
        """Look at a table, and play."""
        table = visit.follow(tid) if tid not in visit.tables else visit.tables[tid]

        def left(what: str | None) -> None:
            self._left_table(visit, tid, what)

        while isinstance(self.screen, TableScreen) and self.screen.table.ended is not None:
            self.pop_screen()
        link = self._hosting.link if self._hosting is not None else ""
        screen = TableScreen(table, self.kit, link=link, in_lobby=isinstance(self._errand, At))
        self.push_screen(screen, left)
        return screen

    def _left_table(self, visit: Visit, tid: bytes, what: str | None) -> None:
        table = visit.tables.get(tid)
        over = table is not None and (table.ended is not None or table.is_done_with)
        order = _order_of(table) if table is not None else None
        done = table is not None and table.is_done_with
        if done or what in ("again", DISSOLVED, "left"):
            visit.forget(tid, over=over)
        if what == "quit":
            self.exit(0)
        elif what == "again" and isinstance(self._errand, Alone):
            self._play(visit, order or self._errand.order)
        elif what == "again":
            self._to_lobby(visit)
            visit.again(tid)
        elif what == DISSOLVED:
            self.notify(_("The start was dissolved: somebody did not agree in time."), timeout=10)
            self._show_gathering(visit)
        elif isinstance(self._errand, At) and (over or what == "left"):
            visit.forget(tid, over=over)
            self._to_lobby(visit)
            self._show_gathering(visit)  # somebody may have asked for another game: the person sits there already
        else:
            self.go_home()

    def _to_lobby(self, visit: Visit) -> None:
        """At a server of others, whoever stands up from a table or a gathering is in the lobby."""
        if isinstance(self._errand, At) and not any(isinstance(screen, LobbyScreen) for screen in self.screen_stack):
            self.push_screen(LobbyScreen(visit), lambda _: self.go_home())


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
