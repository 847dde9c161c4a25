"""The tables of a server that can be watched."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static

from client.i18n import _, plural
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.list_screen import ListScreen
from client.screen.widgets.pick_list import Line, PickList
from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.codes import sentence
from client.words.rules import brief_rules
from client.words.watching import OWN_SEAT, TOO_OLD, lateness, none_there, table_line
from protocol.wire.lobby import Watchable

LOOK_SECONDS = 5.0


class _Tables(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", _("watch"), key_display="Enter")]


class WatchablesScreen(ListScreen[None]):
    """Goes when the person leaves the server.

    The table that is meant is opened as soon as it is there, without one the only one at once; this list is under it.
    """

    DEFAULT_CSS = "WatchablesScreen .rules { max-height: 9; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "refresh_tables", _("refresh")),
        Binding("escape,q", "leave", _("leave"), key_display="Esc"),
    ]

    def __init__(
        self,
        visit: Visit,
        watch: Callable[[Watchable], None],
        *,
        code: str = "",
        seconds: float = LOOK_SECONDS,
    ) -> None:
        super().__init__()
        self._visit = visit
        self._watch = watch
        self._code = code
        self._seconds = seconds
        self._opens = True
        """Whether a table is still to be opened by itself."""

    def compose(self) -> ComposeResult:
        yield Static(classes="head")
        yield _Tables(id="tables")
        with VerticalScroll(classes="rules"):
            yield Static(id="rules")
        yield Static(classes="notice")
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(self._seconds, self._look)

    def heard(self, news: News) -> None:
        match news.what:
            case What.CONNECTED:
                self._tell("")
                self._look()
            case What.CUT_OFF | What.GAVE_UP:
                self._tell(sentence(news.code))
            case What.WATCHABLES:
                self._go_at_once()
                self.update()
            case _:
                pass

    def _go_at_once(self) -> None:
        meant = [one for one in self._visit.watchables if self._code in ("", one.code)]
        if not self._opens or self.app.screen is not self:
            return
        self._opens = bool(self._code) and not meant
        if len(meant) == 1:
            self._choose(meant[0])
        elif self._opens:
            self._tell(none_there(self._code))

    def update(self) -> None:
        if not self._composed:
            return
        tables = self._visit.watchables
        self.write(".head", none_there() if not tables else _head(len(tables)))
        self.query_one(PickList).show(Line(table_line(one), one.table.hex()) for one in tables)
        self.explain()
        self.write_notice()

    def explain(self) -> None:
        picked = self._picked()
        self.write("#rules", *([] if picked is None else [lateness(picked.delay), "", *brief_rules(picked.rules)]))

    def _picked(self) -> Watchable | None:
        picked = self.query_one(PickList).picked
        return next((one for one in self._visit.watchables if one.table.hex() == picked), None)

    def _look(self) -> None:
        """Only while it is seen."""
        if self.app.screen is self and self._visit.connected_now and not self._visit.guest.look(self._code or None):
            self._tell(TOO_OLD)

    def action_refresh_tables(self) -> None:
        self._heard_if(self._visit.connected_now)
        self._look()

    def on_screen_resume(self) -> None:
        self._look()

    def on_option_list_option_selected(self, _event: OptionList.OptionSelected) -> None:
        if (picked := self._picked()) is not None:
            self._choose(picked)

    def _choose(self, about: Watchable) -> None:
        """The same key on a second connection would take the seat of the first."""
        self._opens, self._notice = False, ""
        if about.table in self._visit.seated:
            self._tell(OWN_SEAT)
        else:
            self._watch(about)


def _head(count: int) -> str:
    return plural("{count} table can be watched", "{count} tables can be watched", count)
