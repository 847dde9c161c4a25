"""How a table is left, and how it ends: by trouble, by an objection, or as it should."""

from collections.abc import Callable
from functools import partial
from typing import Any

from client.audit.files import Audited, examine
from client.i18n import _
from client.screen.app.kit import InThread
from client.screen.table.over import Deed, Over, nothing
from client.screen.table.pages import PageText, end_page, objection_page, trouble_page
from client.screen.widgets.page import Page
from client.visit.table import VisitedTable
from protocol.follow.ending import DISSOLVED


class Ending:
    """Leads away from the table, with what the player wants next: again, menu, left, quit."""

    def __init__(self, table: VisitedTable, over: Over, in_thread: InThread, *, serves: bool, in_lobby: bool) -> None:
        """``serves``: whether this computer serves the table; ``in_lobby``: whether a lobby is behind it."""
        self._table = table
        self._over = over
        self._in_thread = in_thread
        self._serves = serves
        self._in_lobby = in_lobby
        self.judged: Audited | None = None
        """The verdict over the whole log, once the game is over."""
        self._stopped = False
        """Whether the page was shown that says why nothing is played here any more."""
        self._leaving = False
        """For good, and the log does not say so yet."""
        self._seen_out = False

    def see_out(self) -> None:
        """A game whose end was shown is not offered again, whatever is open then."""
        if self._table.scores is not None and self._table.is_done_with and not self._seen_out:
            self._seen_out = True
            self._table.seen_out()

    def look(self, *, reading: bool, judged: Callable[[], None]) -> None:
        """Trouble, an objection, or the end: once.  The last page waits while a report is read."""
        table = self._table
        if self._leaving and (table.away or table.ended is not None):
            self._leaving, self._stopped = False, True
            self._over.leave("left")
        confirmed = table.following is not None and table.following.confirmed
        is_over = table.ended is not None and confirmed
        if self._stopped or not (table.trouble or table.objection or is_over):
            return
        if table.ended is not None and table.ended.reason == DISSOLVED:
            self._stopped = True
            self._over.leave(DISSOLVED)
        elif table.trouble is not None or table.objection:
            self._stopped = True
            self._last_page()
        elif not reading:
            self._stopped = True
            self._judge(judged)

    def _judge(self, judged: Callable[[], None]) -> None:
        """The whole log again, from the file, as anyone would check it."""
        page = self._last_page()
        assert self._table.log is not None

        def found(verdict: Any) -> None:
            self.judged = verdict
            judged()
            page.tell(end_page(self._table, verdict).lines)

        self._in_thread(examine, self._table.log).addCallback(found)

    def _last_page(self) -> Page:
        """Why nothing is played here any more, and what can be done now."""
        text, fair = self._last_words()
        buttons = [("again", _("Another game"))] if fair else []
        away = _("To the lobby") if fair and self._in_lobby else _("To the start menu")
        buttons += [("menu", away), ("close", _("Look at the table")), ("quit", _("Quit"))]
        page = Page(text.title, text.lines, buttons, kind="" if fair else "trouble")
        self._over.open(page, self._after)
        return page

    def _last_words(self) -> tuple[PageText, bool]:
        """And whether the game came to an end as it should."""
        if self._table.trouble is not None:
            return trouble_page(self._table.trouble, self._table), False
        if self._table.objection:
            return objection_page(self._table.objection), False
        return end_page(self._table, self.judged), True

    def _after(self, what: str | None) -> None:
        if what in ("again", "menu", "quit"):
            self._over.leave(what)

    # leaving

    def leave(self) -> None:
        """For now or for good; after the end, the last page again."""
        if self._stopped:
            self._last_page()
        else:
            self._over.offer(_("Leave the table?"), [Deed(_("Stay"), nothing), *self._ways_out()])

    def _ways_out(self) -> list[Deed]:
        """What leaving means depends on who is left, and on where the server runs."""
        if self._serves:
            return self._away(
                _("To the start menu: your server stops, and all wait until you host the game again"),
                _("Quit the program: your server stops, and all wait until you host the game again"),
            )
        following = self._table.following
        keys = following.follower.setting.seat_keys if following and following.follower else ()
        if sum(key is not None for key in keys) <= 1:
            return [
                *self._away(
                    _("To the start menu; the game waits for you"), _("Quit the program; the game waits for you")
                ),
                Deed(_("Give the game up"), self._leave_for_good),
            ]
        return [
            *self._away(
                _("To the start menu; the game waits, and its clock runs on"),
                _("Quit the program; the game waits, and its clock runs on"),
            ),
            Deed(_("Leave the table: somebody else plays on for you, until you come back"), self._leave_for_good),
        ]

    def _away(self, menu: str, quit_: str) -> list[Deed]:
        return [Deed(menu, partial(self._over.leave, "menu")), Deed(quit_, partial(self._over.leave, "quit"))]

    def _leave_for_good(self) -> None:
        self._leaving = True
        self._table.leave()
