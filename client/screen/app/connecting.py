"""The connection of the program: how it comes about, what is shown when it is gone, and how it ends."""

from typing import Any

from textual.screen import Screen
from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from client.i18n import _
from client.net.way import Way
from client.screen.app.drawing import DrawingApp
from client.screen.app.heard import Heard
from client.screen.app.kit import Kit
from client.screen.app.own_server import OwnServer
from client.screen.screens.connecting import ConnectingScreen
from client.screen.screens.lost import LostPage
from client.screen.widgets.line_dialogue import LineDialogue
from client.screen.widgets.page import Page
from client.visit.errand import Alone, At, Errand, Undecided, WithFriends
from client.visit.hosting import Hosting
from client.visit.news import News
from client.visit.visit import Visit
from client.words.people import LONGEST_NAME
from client.words.trouble import parting_lines, parting_title
from protocol.wire.invite import Invite

CUT_OFF = 1
"""The exit code if there was no server to play at."""


class ConnectingApp(DrawingApp):
    """At most one server at a time."""

    def __init__(self, kit: Kit, errand: Errand) -> None:
        super().__init__(kit)
        self._errand = errand
        self.visit: Visit | None = None
        self._hosting: Hosting | None = None
        self._own_server = OwnServer(kit)
        self._cut_told = False
        """Whether the person knows that the connection is gone; whoever looks behind the page is left alone."""

    def begin(self, errand: Errand) -> None:
        """Do what somebody came for."""
        raise NotImplementedError

    def heard(self, news: News) -> None:
        """Called by the network."""
        self.post_message(Heard(news))

    def _ask_name(self, title: str, trouble: str) -> None:
        """Among people one has a name; it is kept for next time."""

        def typed(name: str | None) -> None:
            if name is None:
                self.go_home()
            elif why := self.kit.rename(name):
                self._ask_name(title, why)
            else:
                self.begin(self._errand)

        self.push_screen(LineDialogue(title, self.kit.name, most=LONGEST_NAME, hint=trouble), typed)

    def _start_server(self, *, friends: bool) -> None:
        self.push_screen(ConnectingScreen(_("Starting a server on this computer…")), self._connecting_over)
        self._own_server.ready(friends=friends).addCallbacks(
            lambda invite: self.call_later(self._connect, invite),
            lambda failure: self.call_later(self._no_server, failure),
        )

    def _connect(self, invite: Invite, way: Way = Way.DIRECT) -> None:
        where = invite.host if isinstance(self._errand, At) else _("this computer")
        if not isinstance(self.screen, ConnectingScreen):
            self.push_screen(ConnectingScreen(""), self._connecting_over)
        self.call_later(self._tell_connecting, _("Connecting to {where}…", where=where))
        self.visit = self.kit.door.open(invite, self.kit.name, self, way)

    def _tell_connecting(self, text: str) -> None:
        if isinstance(self.screen, ConnectingScreen):
            self.screen.tell(text)

    def _connecting_over(self, given_up: bool | None) -> None:
        if given_up:
            self.go_home()

    def _no_server(self, failure: Failure) -> None:
        self._own_server.stop()
        why = failure.getErrorMessage()
        page = Page(_("No server"), [why[:1].upper() + why[1:]], HOME, kind="trouble")
        self.push_screen(page, self._after_the_end)

    def _close_over(self, kind: type[Screen[Any]]) -> None:
        """Take a screen away, and whatever stands over it."""
        if any(isinstance(screen, kind) for screen in self.screen_stack):
            while not isinstance(self.screen, kind):
                self.pop_screen()
            self.pop_screen()

    def _cut_off(self, visit: Visit) -> None:
        if isinstance(self._errand, Alone | WithFriends) and not self.kit.server.running:
            self._server_ended()
        elif isinstance(self.screen, ConnectingScreen):
            self.screen.tell(_("{why}  It is tried again.", why=str(visit.why)))
        elif not self._cut_told:
            self._cut_told = True
            self.push_screen(LostPage(visit), self._after_lost)

    def _server_ended(self) -> None:
        """One's own: nobody else will start it again."""
        self._leave()
        lines = [
            _("The server on this computer has ended."),
            self.kit.server.last_message(),
            "",
            _("Nothing that was played is lost: it goes on where it was, once the server runs again."),
        ]
        buttons = (("again", _("Start it again")), *HOME)
        page = Page(_("The connection is gone"), lines, buttons, kind="trouble")

        def chosen(what: str | None) -> None:
            if what == "again":
                self._clear()
                self.begin(self._errand)
            else:
                self._after_the_end(what)

        self.push_screen(page, chosen)

    def _after_lost(self, what: str | None) -> None:
        if what == "menu":
            self.go_home()
        elif what == "quit":
            self.exit(CUT_OFF)

    def _gave_up(self, visit: Visit) -> None:
        """For good: a key that is not the one it should be, a name that is taken, another version."""
        why = visit.why
        if why is None or not why.for_good:  # it was said of another visit, which is over
            return
        self._close_over(ConnectingScreen)
        self._close_over(LostPage)
        if why.code in _NAME_TROUBLES:
            self._leave()
            self._ask_name(_("What else could you be called?"), str(why))
            return
        page = Page(parting_title(why), parting_lines(why), HOME, kind="trouble")
        self.push_screen(page, self._after_the_end)

    def _after_the_end(self, what: str | None) -> None:
        if what == "quit":
            self.exit(CUT_OFF)
        else:
            self.go_home()

    def go_home(self) -> None:
        """Back to the start menu; whatever was open is closed."""
        self._leave()
        self._clear()
        self.begin(Undecided())

    def _clear(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def _leave(self) -> "Deferred[Any]":
        """Fires when the network was told, the connection is gone, and the server stops."""
        visit, self.visit = self.visit, None
        hosting, self._hosting = self._hosting, None
        self.alert.calm()
        gone: Deferred[Any] = succeed(None) if hosting is None else hosting.stop()
        if visit is not None:
            gone.addBoth(lambda _: self.kit.door.close(visit))
        return gone.addBoth(lambda _: self._own_server.stop())

    def closed(self) -> "Deferred[Any]":
        """After the last picture: everything that is still open is closed."""
        return self._leave()


_NAME_TROUBLES = frozenset({"login/name-taken", "login/bad-name"})
HOME = (("menu", _("To the start menu")), ("quit", _("Quit")))
