"""The connection of the program: how it comes about, what is shown when it is gone, and how it ends."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from client.i18n import _
from client.net.local_server import LocalServer, served
from client.net.way import Way
from client.screen.app.errands import Errands, clear
from client.screen.app.kit import Kit
from client.screen.screens.connecting import HOME, ConnectingScreen, LostPage
from client.screen.widgets.page import CLOSE, Page
from client.screen.widgets.top import by_itself
from client.visit.errand import Alone, At, Setup, Watching, WithFriends
from client.visit.hosting import Hosting
from client.visit.visit import Visit
from client.words.trouble import parting_lines, parting_title
from protocol.wire.invite import Invite

if TYPE_CHECKING:
    from client.screen.app.app import UndermineApp

CUT_OFF = 1
"""The exit code if there was no server to play at."""
_NAME_TROUBLES = frozenset({"login/name-taken", "login/bad-name"})


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

        def remember(invite: Invite) -> Invite:
            self.invite = invite
            return invite

        ready: Deferred[Any] = Deferred()
        self._stopping.addBoth(lambda _: ready.callback(None))
        ready.addCallback(lambda _: self._in_thread(partial(served, self._server, friends=friends)))
        return ready.addCallback(remember)

    def stop(self) -> None:
        """The next start waits until it has ended."""
        self._stopping = self._in_thread(self._server.stop)


class Connection:
    """At most one server at a time."""

    def __init__(self, app: "UndermineApp", errands: Errands) -> None:
        self._app = app
        self._errands = errands
        self.visit: Visit | None = None
        self.hosting: Hosting | None = None
        self.own = OwnServer(app.kit)
        self._cut_told = False
        """Whether the player knows that the connection is gone, and looks behind the page that said so."""

    def serve(self, *, friends: bool) -> None:
        self.own.ready(friends=friends).addCallbacks(
            lambda invite: self._app.call_later(self.open, invite),
            lambda failure: self._app.call_later(self._no_server, failure),
        )

    def open(self, invite: Invite, way: Way = Way.DIRECT) -> None:
        errand = self._errands.now
        own, back = not isinstance(errand, At | Watching), isinstance(errand, At) and bool(errand.table)
        watches = isinstance(errand, Watching)
        self._errands.wait(_("Connecting to {where}…", where=_("this computer") if own else invite.host))
        self.visit = self._app.kit.door.open(
            invite, self._app.kit.name, [self._app], way, own=own, back=back, watches=watches
        )

    def host(self, visit: Visit, setup: Setup, unfound: Callable[[str], None]) -> Hosting:
        self.hosting = Hosting(visit, setup, self.own.invite, unfound)
        return self.hosting

    def _no_server(self, failure: Failure) -> None:
        self.own.stop()
        why = failure.getErrorMessage()
        self.end_with(_("No server"), [why[:1].upper() + why[1:]])

    def end_with(self, title: str, lines: list[str], buttons: Sequence[tuple[str, str]] = HOME) -> None:
        self._app.push_screen(Page(title, lines, buttons, kind="trouble"), self._after)

    def is_back(self) -> None:
        self._close_waiting()
        self._cut_told = False

    def _close_waiting(self) -> None:
        for kind in (ConnectingScreen, LostPage):
            for screen in kind.among(self._app):
                screen.take_away()

    def cut_off(self, visit: Visit) -> None:
        top = self._app.screen
        if isinstance(self._errands.now, Alone | WithFriends) and not self._app.kit.server.running:
            self._server_ended()
        elif isinstance(top, ConnectingScreen):
            top.tell(_("{why}  Trying again.", why=str(visit.why)))
        elif not self._cut_told:
            self._cut_told = True
            self._app.push_screen(
                by_itself(LostPage(visit, watches=isinstance(self._errands.now, Watching))),
                lambda what: None if what == CLOSE else self._after(what),
            )

    def _server_ended(self) -> None:
        """The server of this computer: only this program starts it again."""
        self.leave()
        lines = [
            _("The server on this computer has ended."),
            self._app.kit.server.last_message(),
            "",
            _("Nothing is lost: the game continues once the server runs again."),
        ]
        buttons = (("again", _("Start it again")), *HOME)
        self.end_with(_("Connection lost"), lines, buttons)

    def gave_up(self, visit: Visit) -> None:
        """For good: a key that is not the one it should be, a name that is taken, another version."""
        why = visit.why
        if why is None or not why.for_good:  # it was said of another visit, which is over
            return
        self._close_waiting()
        if why.code in _NAME_TROUBLES:
            self.leave()
            self._errands.ask_name(_("That name is taken. Pick another:"), str(why))
        else:
            self.end_with(parting_title(why), parting_lines(why))

    def _after(self, what: str | None) -> None:
        match what:
            case "quit":
                self._app.exit(CUT_OFF)
            case "again":
                clear(self._app)
                self._errands.begin(self._errands.now)
            case _:
                self._errands.go_home()

    def leave(self) -> "Deferred[Any]":
        """Fires when the network was told, the connection is gone, and the server stops."""
        visit, self.visit = self.visit, None
        hosting, self.hosting = self.hosting, None
        self._app.alert.calm()
        gone: Deferred[Any] = succeed(None) if hosting is None else hosting.stop()
        if visit is not None:
            gone.addBoth(lambda _: visit.guest.stop())
        return gone.addBoth(lambda _: self.own.stop())
