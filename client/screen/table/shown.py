"""A table on the screen as all see it, with a seat and without: it holds its parts together and knows no game."""

from collections.abc import Callable, Sequence

from textual import events
from textual.binding import Binding

from client.i18n import _
from client.screen.app.kit import Kit
from client.screen.table.beside import Beside
from client.screen.table.conversation import Reports
from client.screen.table.ending import Ending
from client.screen.table.hands import AtDesk, Hands
from client.screen.table.revealing import Revealing
from client.screen.table.seeing import CURSOR, WINDOW, SeeingScreen
from client.screen.table.sight import Sight
from client.screen.table.words import Head, PageText, head_line, score_page
from client.screen.widgets.page import Page
from client.screen.widgets.picture_view import PictureView
from client.visit.news import News, What
from client.visit.table import VisitedTable
from client.words.watching import copied_watch_link

_TICK_SECONDS = 1.0
SKIP = _("Any key: show the rest at once")
"""In the last line but one, while the end of a round is drawn."""
LAST_ROUND = Binding("n", "do('reports')", _("last round"))
ALWAYS = (
    Binding("v", "do('trust')", _("trust")),
    Binding("question_mark,f1", "do('help')", _("help"), key_display="?"),
    Binding("q", "do('leave')", _("leave")),
)
"""The last keys of the line."""
UNNAMED = (
    *CURSOR,
    *WINDOW,
    Binding("m", "do('mute')", show=False),
    Binding("w", "do('watch_link')", show=False),
)
"""Keys that the line does not name."""


class ShownTable(SeeingScreen[str]):
    """Comes to what the person wants next."""

    def __init__(
        self, table: VisitedTable, kit: Kit, ending: Callable[["ShownTable"], Ending], watch_link: Callable[[], str]
    ) -> None:
        """``watch_link``: what others type to watch this table, if they may."""
        super().__init__()
        self.table = table
        self._watch_link = watch_link
        self._at = AtDesk(table, self, kit.charset)
        self._beside = Beside(self._at, kit, guessed=self.update)
        self._revealing = Revealing(self._at, self.update)
        self._sight = Sight(self._at, self._beside, self._revealing, self._fit_if_needed, self._instead_of_hand)
        self._hands = Hands(self._at, confirms=kit.settings.confirm, redraw=self._redraw_desk)
        self._reports = Reports(self._at, self.update)
        self._ending = ending(self)
        self._deeds: dict[str, Callable[[], None]] = {
            "acts": self._beside.look_back,
            "mute": self._beside.mute,
            "reports": self._reports.again,
            "leave": self._ending.leave,
            "watch_link": self._copy_watch_link,
            "score": lambda: self._read(score_page(table)),
        }
        """By the word of a key."""

    # what is shown

    def on_mount(self) -> None:
        self.set_interval(_TICK_SECONDS, self._tick)
        self.update()

    def on_screen_resume(self) -> None:
        """Something may have waited until the table is on top again."""
        super().on_screen_resume()
        if self.is_mounted:
            self._go_on()

    def heard(self, news: News) -> None:
        if news.table == self.table.tid:
            self.update()
        elif news.what in (What.CUT_OFF, What.CONNECTED) and self.is_mounted:
            self._say()

    def update(self) -> None:
        if self.is_mounted:
            self._revealing.look()
            self._sight.redraw()
            self._say()
            self._beside.meet()
            self._go_on()

    def _redraw_desk(self) -> None:
        self._sight.redraw_desk()
        self._say()

    def _tick(self) -> None:
        """The clock goes on also if nothing happens."""
        if self.table.seconds_left() is not None or self.table.between_rounds is not None:
            self._tell_time()

    def _tell_time(self) -> None:
        self._say()

    def _say(self) -> None:
        """The sentences around the board."""
        raise NotImplementedError

    def _instead_of_hand(self) -> Sequence[str]:
        """Between two rounds no card is in a hand: there stands what came of the last one, once it is revealed."""
        table = self.table
        if not table.closed_round or self._revealing.is_running or not table.reports:
            return ()
        return table.reports[-1].result

    def _head(self, width: int) -> Head:
        judged = self._ending.judged
        return head_line(self.table, width, judged.report.verdict.value if judged is not None else "")

    def _announced(self) -> str:
        return self.desk.announced() if self.desk is not None else ""

    def _go_on(self) -> None:
        """What follows from a change."""
        self._ending.see_out()

    # what keys and clicks do

    def on_key(self, event: events.Key) -> None:
        """Any key skips what is being drawn, and does no more if the last line does not name it."""
        if self._revealing.skip() and not self._names(event.key):
            event.stop()
            event.prevent_default()

    def _names(self, key: str) -> bool:
        bindings = self._bindings.key_to_bindings.get(key, ())
        return any(binding.show and self.is_useful(binding.action) for binding in bindings)

    def action_desk(self, key: str, numbers: tuple[int, ...] = ()) -> None:
        """Numbers of cards are bound like all other keys: only those are obeyed in the order of typing."""
        if not self._revealing.skip():
            self._hands.press(key, *numbers)

    def action_do(self, what: str) -> None:
        self._deeds[what]()

    def on_picture_view_rolled(self, event: PictureView.Rolled) -> None:
        if event.view is self._sight.map:
            self._hands.press("pan", event.right, event.up)

    def _copy_watch_link(self) -> None:
        if link := self._watch_link():
            self.app.copy_to_clipboard(link)
            self.app.notify(copied_watch_link(link), timeout=20, markup=False)

    def _read(self, page: PageText) -> None:
        self.app.push_screen(Page(*page))

    def _pointed(self) -> list[str]:
        return self.desk.pointed() if self.desk is not None and self.table.playing else []
