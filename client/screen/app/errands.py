"""What the player came for, from the command line or the menu: its first screen, and the way home.

Nothing here needs the network, so the first screen is painted before that is loaded.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from client.i18n import _
from client.visit.errand import Alone, At, Errand, LookingBack, Studying, Undecided, Watching, WithFriends
from client.words.people import LONGEST_NAME

if TYPE_CHECKING:
    from client.learn.course import Course
    from client.screen.app.app import UndermineApp
    from client.screen.app.party import Party
    from protocol.wire.invite import Invite


def clear(app: App[Any]) -> None:
    while len(app.screen_stack) > 1:
        app.pop_screen()


class Errands:
    def __init__(self, app: "UndermineApp") -> None:
        self._app = app
        self._party: Party | None = None
        self._under_way = False
        """Whether the errand is the party's, or waits for it."""
        self.now: Errand = Undecided()

    def arrived(self, party: "Party") -> None:
        """The network is loaded: go on with what waited for it."""
        self._party = party
        party.show_ways_back()
        if self._under_way:
            party.begin(self.now)

    def begin(self, errand: Errand) -> None:
        self.now = errand
        self._under_way = False
        if isinstance(errand, LookingBack):
            self._look_back(errand)
            return
        if isinstance(errand, Studying):
            self.study(errand.course, errand.at, lambda: self._app.exit(0))
            return
        if not self._app.kit.settings.name and not isinstance(errand, Watching):
            self._welcome(errand)
            return
        match errand:
            case Undecided():
                self._show_menu()
                return
            case Alone() | WithFriends():
                self.wait(_("Starting a server on this computer…"))
            case At() | Watching():
                self.wait(_("Connecting to {where}…", where=errand.invite.host))
        self._under_way = True
        if self._party is not None:
            self._party.begin(errand)

    def _look_back(self, errand: LookingBack) -> None:
        """The program was started for this alone."""
        from client.screen.table.replaying import ReplayScreen  # noqa: PLC0415

        self._app.push_screen(ReplayScreen(errand.game, self._app.kit), lambda _: self._app.exit(0))

    def study(self, course: "Course", at: int, over: Callable[[], object]) -> None:
        """One after the other, until the person has had enough."""
        from client.screen.table.learning import LearningScreen  # noqa: PLC0415

        def wanted(number: int | None) -> None:
            if number is None:
                over()
            else:
                self.study(course, number, over)

        self._app.push_screen(LearningScreen(course, at, self._app.kit), wanted)

    def _welcome(self, errand: Errand) -> None:
        """The first start: the player has no name yet."""
        from client.screen.screens.welcome import WelcomeScreen  # noqa: PLC0415

        def over(named: bool | None) -> None:
            if named:
                self.begin(self.now)
            else:
                self._app.exit(0)

        doing = _("play") if isinstance(errand, Alone) else _("continue")
        self._app.push_screen(WelcomeScreen(self._app.kit.name, self._take_name, doing), over)

    def _take_name(self, name: str) -> str:
        """Why the name cannot be had; one that cannot be kept holds until the program ends."""
        trouble = self._app.kit.rename(name)
        if trouble and self._app.kit.settings.name == name:
            self._app.notify(trouble, severity="warning", markup=False)
            return ""
        return trouble

    def take_table(self) -> bytes:
        """The unfinished table that the player came for: it counts once."""
        errand, table = self.now, b""
        if isinstance(errand, Alone | WithFriends | At):
            table, self.now = errand.table, replace(errand, table=b"")
        return table

    def _show_menu(self) -> None:
        from client.screen.screens.menu import MenuScreen  # noqa: PLC0415

        def settings() -> Screen[None]:
            from client.screen.screens.settings import SettingsScreen  # noqa: PLC0415

            return SettingsScreen(kit.profile, kit.settings, self._app.use)

        def known_servers() -> "list[Invite]":
            from client.profile.known_servers import KnownServers  # noqa: PLC0415

            return KnownServers.of(kit.profile).places()

        def study(what: str) -> None:
            from client.learn.course import Course, Done, chapters  # noqa: PLC0415

            course = Course(chapters(what), Done(kit.profile), kit.name or _("you"))
            self.study(course, course.first(), lambda: None)

        def games() -> Screen[None]:
            from secrets import token_bytes  # noqa: PLC0415

            from client.net.drawer import Drawer  # noqa: PLC0415
            from client.past.games import PastGames  # noqa: PLC0415
            from client.profile.keyfile import KeyFile  # noqa: PLC0415
            from client.screen.screens.games import GamesScreen  # noqa: PLC0415
            from protocol.keys.identity import Identity  # noqa: PLC0415

            identity = Identity(KeyFile.of(kit.profile).load_or_make(token_bytes))
            drawer = Drawer.of(kit.profile, identity)
            return GamesScreen(
                PastGames(drawer, identity),
                identity,
                kit,
                lambda: None if self._party is None else self._party.archives(drawer, identity),
            )

        kit = self._app.kit
        menu = MenuScreen(charset=kit.charset, settings=settings, known_servers=known_servers, study=study, games=games)
        self._app.push_screen(menu, self.chosen)
        if self._party is not None:
            self._party.show_ways_back()

    def wait(self, text: str) -> None:
        from client.screen.screens.connecting import ConnectingScreen  # noqa: PLC0415

        if isinstance(self._app.screen, ConnectingScreen):
            self._app.screen.tell(text)
        else:
            self._app.push_screen(ConnectingScreen(text), lambda given_up: self.go_home() if given_up else None)

    def chosen(self, errand: Errand | None) -> None:
        """From the menu, or from a list; nothing is the way back, and from the menu the way out."""
        if errand is not None:
            self.begin(errand)
        elif isinstance(self.now, Undecided):
            self._app.exit(0)
        else:
            self.begin(Undecided())

    def ask_name(self, title: str, trouble: str = "") -> None:
        """Among people a player has a name; it is kept for next time."""
        from client.screen.widgets.dialogues import LineDialogue  # noqa: PLC0415

        def typed(name: str | None) -> None:
            if name is None:
                self.go_home()
            elif why := self._app.kit.rename(name):
                self.ask_name(title, why)
            else:
                self.begin(self.now)

        self._app.push_screen(LineDialogue(title, self._app.kit.name, most=LONGEST_NAME, hint=trouble), typed)

    def go_home(self) -> None:
        if self._party is not None:
            self._party.leave()
        clear(self._app)
        self.begin(Undecided())
