"""A table on the screen of a person who has no seat: as all see it, as late as the table says, and no key acts."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from client.i18n import _
from client.screen.app.kit import Kit
from client.screen.table.ending import Ending
from client.screen.table.shown import ALWAYS, LAST_ROUND, SKIP, UNNAMED, ShownTable
from client.screen.table.words import WATCHING_KEYS, Head, help_page, trust_page, watching_prompt
from client.screen.widgets.dialogues import Deed, offer
from client.screen.widgets.picture_view import PictureView
from client.visit.table import VisitedTable
from client.words.safe import columns
from client.words.watching import lateness
from protocol.wire.lobby import Watchable

HOME = "home"
"""What the screen comes to if the person goes back to the start menu; “menu” leads to the tables."""


class WatchingEnding(Ending):
    """Leaving costs nothing."""

    _leave_title = _("Stop watching?")

    def _ways_on(self, *, fair: bool) -> list[tuple[str, str]]:
        return [("menu", _("To the tables"))]

    def _ways_out(self) -> list[Deed]:
        return [
            Deed(_("To the tables"), partial(self._go, "menu")),
            Deed(_("To the start menu"), partial(self._go, HOME)),
            Deed(_("Quit"), partial(self._go, "quit")),
        ]


class WatchingScreen(ShownTable):
    """Comes to what the person wants next: menu, home, quit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        LAST_ROUND,
        Binding("r", "do('score')", _("score")),
        Binding("a", "do('acts')", _("who did what")),
        Binding("w", "do('watch_link')", _("copy link")),
        *ALWAYS,
        *UNNAMED,
    ]

    def __init__(self, table: VisitedTable, kit: Kit, about: Watchable, watch_link: Callable[[], str]) -> None:
        super().__init__(
            table, kit, partial(WatchingEnding, table, in_thread=kit.in_thread, closing=kit.closing), watch_link
        )
        self._about = about
        self._deeds |= {
            "trust": lambda: self._read(trust_page(table, self._ending.judged, watch_link=watch_link())),
            "help": lambda: self._read(
                help_page(self._at.game, table.view, kit.charset, self._pointed(), WATCHING_KEYS)
            ),
        }

    def is_useful(self, action: str) -> bool:
        return action != LAST_ROUND.action or bool(self.table.reports)

    def _say(self) -> None:
        text = SKIP if self._revealing.is_running else watching_prompt(self.table, self._announced())
        self._sight.say(self._head(self.size.width), text, own=False)
        self.refresh_bindings()

    def _head(self, width: int) -> Head:
        watching = _("WATCHING")
        badge = f" {watching} "
        head = super()._head(width - columns(badge))
        return Head(badge, "quiet", head.text)

    def _instead_of_hand(self) -> Sequence[str]:
        """What lies under the cursor, and what holds for all: there is room for it where no hand is."""
        about = self.desk.about() if self.desk is not None else ()
        lines = dict.fromkeys([*self._pointed(), *about])
        return super()._instead_of_hand() or [lateness(self._about.delay), *lines]

    def _go_on(self) -> None:
        super()._go_on()
        self._ending.look(reading=self._revealing.is_running, judged=self._say)

    def on_picture_view_pointed(self, event: PictureView.Pointed) -> None:
        if self._revealing.skip():
            return
        if event.view is self._sight.players:
            self._beside.tell_acts(event.thing)
        elif event.view is self._sight.map:
            self._hands.press("point", event.thing)

    def on_click(self, event: events.Click) -> None:
        where = event.widget.id if event.widget is not None else ""
        if not self._revealing.skip() and where in ("head", "prompt"):
            self._offer_more()

    def _offer_more(self) -> None:
        """For people without a keyboard."""
        deeds = [
            Deed(_("The score so far"), self._deeds["score"]),
            Deed(_("What a player has done so far"), self._deeds["acts"]),
            Deed(_("The whole board again, centred"), partial(self._hands.press, "centre")),
            Deed(_("Larger or smaller tiles"), partial(self._hands.press, "zoom")),
        ]
        offer(self.app, _("What else?"), deeds)
