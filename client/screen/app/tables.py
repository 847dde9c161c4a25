"""Lobby, gathering and tables on the screen, and the ways between them."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from client.i18n import _
from client.net.way import watch_link
from client.screen.app.connection import Connection
from client.screen.app.errands import Errands
from client.screen.screens.gathering import GatheringScreen
from client.screen.screens.lan import LanScreen
from client.screen.screens.lobby import LobbyScreen
from client.screen.screens.menu import Back
from client.screen.screens.watchables import WatchablesScreen
from client.screen.table.screen import TableScreen
from client.screen.table.watching import HOME, WatchingScreen
from client.visit.acquaintances import acquaintance
from client.visit.errand import Alone, At, Looking, Setup
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from client.words.people import LONGEST_NAME
from client.words.safe import called
from protocol.follow.ending import DISSOLVED
from protocol.wire import lobby

if TYPE_CHECKING:
    from client.screen.app.app import UndermineApp

CANCELLED = _("The start was cancelled: a player did not accept in time.")
_READING = 10
"""Seconds for a sentence."""


class Tables:
    def __init__(
        self, app: "UndermineApp", errands: Errands, connection: Connection, play: Callable[[Visit, Setup], None]
    ) -> None:
        """``play`` begins another game with bots."""
        self._app = app
        self._errands = errands
        self._connection = connection
        self._play = play
        self._begun = b""
        """A table that has begun and is not on the screen yet."""
        self.watched: VisitedTable | None = None
        """The table that was watched last."""

    @property
    def shown(self) -> bytes:
        return next((screen.table.tid for screen in reversed(TableScreen.among(self._app))), b"")

    def unfound(self, why: str) -> None:
        for screen in GatheringScreen.among(self._app):
            screen.unfound(why)

    def show_lan(self, errand: Looking, ways_back: Sequence[Back]) -> None:
        from client.lan.browse import Browser  # noqa: PLC0415  # zeroconf takes its time, few need it

        self._app.push_screen(LanScreen(Browser(), errand, ways_back), self._errands.chosen)

    def show_lobby(self, visit: Visit, code: str = "") -> None:
        self._app.push_screen(LobbyScreen(visit, code=code), lambda _: self._errands.go_home())

    def _to_lobby(self, visit: Visit) -> None:
        """On a server of others, a player who stands up from a table or a gathering is in the lobby."""
        if isinstance(self._errands.now, At) and not LobbyScreen.among(self._app):
            self.show_lobby(visit)

    def show_gathering(self, visit: Visit) -> None:
        gathering = visit.gathering
        if gathering is None:
            return
        if any(screen.table.scores for screen in TableScreen.among(self._app)):  # the end is still read
            host = called(gathering.sitters[gathering.host].name, LONGEST_NAME)
            wish = _("{name} would like another game with you.", name=host)
            self._app.notify(wish, timeout=_READING, markup=False)
        elif not GatheringScreen.among(self._app):
            self._begun = b""
            screen = self._gathering_screen(visit)
            self._app.push_screen(screen, lambda _: self._gathering_over(visit, screen.unsaid))

    def _gathering_screen(self, visit: Visit) -> GatheringScreen:
        kit, hosting = self._app.kit, self._connection.hosting

        def mark(sitter: lobby.Sitter) -> str:
            return "" if sitter.key == me else kit.sign_of(acquaintance(kit.known, visit, sitter)[0])

        def about(sitter: lobby.Sitter) -> str:
            return "" if sitter.key == me else acquaintance(kit.known, visit, sitter)[1]

        me = kit.door.identity.public
        if hosting is None:
            return GatheringScreen(visit, mark=mark, about=about)
        there: dict[str, Any] = {"link": hosting.link, "addresses": hosting.addresses, "unfound": hosting.trouble}
        return GatheringScreen(visit, hosting=True, mark=mark, about=about, **there)

    def _gathering_over(self, visit: Visit, unsaid: str) -> None:
        """Risen, sent away, or begun; a host who has risen is done."""
        now = self._connection
        if now.hosting is not None and now.visit is not None and not now.visit.tables:
            self._errands.go_home()
        else:
            self._open_begun(visit, unsaid)

    # watching

    def show_watchables(self, visit: Visit, code: str) -> None:
        def watch(about: lobby.Watchable) -> None:
            self._watch(visit, about)

        self._app.push_screen(WatchablesScreen(visit, watch, code=code), lambda _: self._errands.go_home())

    def _watch(self, visit: Visit, about: lobby.Watchable) -> None:
        self.watched = visit.follow(about.table)
        screen = WatchingScreen(
            self.watched, self._app.kit, about, watch_link=lambda: watch_link(visit.guest.link, about.code)
        )
        self._app.push_screen(screen, lambda what: self._watched(visit, about.table, what))

    def _watched(self, visit: Visit, tid: bytes, what: str | None) -> None:
        """The list of tables is under this one."""
        visit.put_aside(tid)
        if what == "quit":
            self._app.exit(0)
        elif what == HOME:
            self._errands.go_home()
        elif what == DISSOLVED:
            self._app.notify(CANCELLED, timeout=_READING, markup=False)

    # tables

    def began(self, visit: Visit, tid: bytes) -> None:
        self._begun = tid
        self._open_begun(visit)

    def _open_begun(self, visit: Visit, unsaid: str = "") -> None:
        """Go to the table that has begun; a player who still types at the gathering goes there afterwards."""
        top = self._app.screen
        if self._begun and not (isinstance(top, GatheringScreen) and top.is_typing):
            begun, self._begun = self._begun, b""
            screen = self.open(visit, begun)
            if unsaid:
                screen.action_talk(unsaid)

    def open(self, visit: Visit, tid: bytes) -> TableScreen:
        table = visit.follow(tid) if tid not in visit.tables else visit.tables[tid]
        while isinstance(top := self._app.screen, TableScreen) and top.table.ended is not None:
            self._app.pop_screen()
        hosting = self._connection.hosting
        link = hosting.link if hosting is not None else ""
        in_lobby, others = isinstance(self._errands.now, At), partial(visit.guest.watch_link, tid, link)
        screen = TableScreen(table, self._app.kit, link=link, in_lobby=in_lobby, watch_link=others)
        self._app.push_screen(screen, lambda what: self._left_table(visit, tid, what))
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
            self._app.exit(0)
        elif what == "again" and isinstance(errand, Alone):
            self._play(visit, order or errand.order)
        elif what == "again":
            self._to_lobby(visit)
            visit.guest.again(tid)
        elif what == DISSOLVED:
            self._app.notify(CANCELLED, timeout=_READING, markup=False)
            self.show_gathering(visit)
        elif isinstance(errand, At) and (over or what == "left"):
            visit.forget(tid, over=over)
            self._to_lobby(visit)
            self.show_gathering(visit)  # another game may be asked for: the player sits there already
        else:
            self._errands.go_home()


def _order_of(table: VisitedTable) -> Setup | None:
    follower = table.following.follower if table.following else None
    if follower is None:
        return None
    setting = follower.setting
    bots = tuple(row.bot.bot for row in setting.table.seats if row.bot is not None)
    return Setup(str(setting.rules), setting.seats, bots)
