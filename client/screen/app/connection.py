"""The connection of the program: how it comes about, what is shown when it is gone, and how it ends."""

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App
from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from client.i18n import _
from client.net.local_server import LocalServer, served
from client.net.way import Way
from client.screen.app.errands import Errands, clear
from client.screen.app.kit import Kit
from client.screen.screens.connecting import ConnectingScreen, LostPage
from client.screen.widgets.page import Page
from client.visit.errand import Alone, At, WithFriends
from client.visit.hosting import Hosting
from client.visit.news import Listener
from client.visit.setup import Setup
from client.visit.visit import Visit
from client.words.trouble import parting_lines, parting_title
from protocol.wire.invite import Invite

CUT_OFF = 1
"""The exit code if there was no server to play at."""
_NAME_TROUBLES = frozenset({"login/name-taken", "login/bad-name"})
_HOME = (("menu", _("To the start menu")), ("quit", _("Quit")))


class OwnServer:
    """The server of this computer, for a screen that cannot wait: what takes time is done in a thread."""

    def __init__(self, kit: Kit) -> None:
        self._server: LocalServer = kit.server
        self._in_thread = kit.in_thread
        self._stopping: Deferred[Any] = succeed(None)
        self.invite = Invite("localhost")
        """Once it is ready."""

    def ready(self, *, friends: bool) -> "Deferred[Invite]":
        """Fires when it listens, or fails with `ServerTrouble`."""
        ready: Deferred[Any] = Deferred()
        self._stopping.addBoth(lambda _: ready.callback(None))
        ready.addCallback(lambda _: self._in_thread(partial(served, self._server, friends=friends)))
        return ready.addCallback(self._remember)

    def _remember(self, invite: Invite) -> Invite:
        self.invite = invite
        return invite

    def stop(self) -> None:
        """The next start waits until it has ended."""
        self._stopping = self._in_thread(self._server.stop)


class Connection:
    """At most one server at a time."""

    def __init__(
        self, app: App[Any], kit: Kit, errands: Errands, listener: Listener, calm: Callable[[], object]
    ) -> None:
        """``calm`` takes back what asked for the player's attention."""
        self._app = app
        self._kit = kit
        self._errands = errands
        self._listener = listener
        self._calm = calm
        self.visit: Visit | None = None
        self.hosting: Hosting | None = None
        self.own = OwnServer(kit)
        self._cut_told = False
        """Whether the player knows that the connection is gone, and looks behind the page that said so."""

    def serve(self, *, friends: bool) -> None:
        self.own.ready(friends=friends).addCallbacks(
            lambda invite: self._app.call_later(self.open, invite),
            lambda failure: self._app.call_later(self._no_server, failure),
        )

    def open(self, invite: Invite, way: Way = Way.DIRECT) -> None:
        where = invite.host if isinstance(self._errands.now, At) else _("this computer")
        self._errands.wait(_("Connecting to {where}…", where=where))
        self.visit = self._kit.door.open(invite, self._kit.name, self._listener, way)

    def host(self, visit: Visit, setup: Setup, unfound: Callable[[str], None]) -> Hosting:
        self.hosting = Hosting(visit, setup, self.own.invite, unfound)
        return self.hosting

    def _no_server(self, failure: Failure) -> None:
        self.own.stop()
        why = failure.getErrorMessage()
        self.end_with(_("No server"), [why[:1].upper() + why[1:]])

    def end_with(self, title: str, lines: list[str]) -> None:
        self._app.push_screen(Page(title, lines, _HOME, kind="trouble"), self._after_the_end)

    def is_back(self) -> None:
        self._close_waiting()
        self._cut_told = False

    def _close_waiting(self) -> None:
        for kind in (ConnectingScreen, LostPage):
            for screen in kind.among(self._app):
                screen.take_away()

    def cut_off(self, visit: Visit) -> None:
        top = self._app.screen
        if isinstance(self._errands.now, Alone | WithFriends) and not self._kit.server.running:
            self._server_ended()
        elif isinstance(top, ConnectingScreen):
            top.tell(_("{why}  It is tried again.", why=str(visit.why)))
        elif not self._cut_told:
            self._cut_told = True
            self._app.push_screen(LostPage(visit), self._after_lost)

    def _server_ended(self) -> None:
        """The server of this computer: only this program starts it again."""
        self.leave()
        lines = [
            _("The server on this computer has ended."),
            self._kit.server.last_message(),
            "",
            _("Nothing that was played is lost: it goes on where it was, once the server runs again."),
        ]
        buttons = (("again", _("Start it again")), *_HOME)
        page = Page(_("The connection is gone"), lines, buttons, kind="trouble")

        def chosen(what: str | None) -> None:
            if what == "again":
                clear(self._app)
                self._errands.begin(self._errands.now)
            else:
                self._after_the_end(what)

        self._app.push_screen(page, chosen)

    def gave_up(self, visit: Visit) -> None:
        """For good: a key that is not the one it should be, a name that is taken, another version."""
        why = visit.why
        if why is None or not why.for_good:  # it was said of another visit, which is over
            return
        self._close_waiting()
        if why.code in _NAME_TROUBLES:
            self.leave()
            self._errands.ask_name(_("What else could you be called?"), str(why))
        else:
            self.end_with(parting_title(why), parting_lines(why))

    def _after_lost(self, what: str | None) -> None:
        if what in {"menu", "quit"}:
            self._after_the_end(what)

    def _after_the_end(self, what: str | None) -> None:
        if what == "quit":
            self._app.exit(CUT_OFF)
        else:
            self._errands.go_home()

    def leave(self) -> "Deferred[Any]":
        """Fires when the network was told, the connection is gone, and the server stops."""
        visit, self.visit = self.visit, None
        hosting, self.hosting = self.hosting, None
        self._calm()
        gone: Deferred[Any] = succeed(None) if hosting is None else hosting.stop()
        if visit is not None:
            gone.addBoth(lambda _: self._kit.door.close(visit))
        return gone.addBoth(lambda _: self.own.stop())
