"""How a table is left, and how it ends: by trouble, by an objection, or as it should."""

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any

from client.audit.files import Audited, examine
from client.audit.underway import Underway
from client.i18n import _
from client.screen.app.kit import InThread
from client.screen.table.words import end_page, objection_page, trouble_page, trust_page
from client.screen.widgets.dialogues import Deed, offer
from client.screen.widgets.page import Page
from client.screen.widgets.top import TopScreen, by_itself
from client.visit.table import VisitedTable
from protocol.follow.ending import DISSOLVED

_PROOF = "v"
"""As at the table: the key that tells what was checked."""
_EVERY = 0.5
"""Seconds between two looks at how far the check is."""


class Ending:
    """Leads away from the table, with what the player wants next: again, menu, left, quit."""

    _leave_title = _("Leave the table?")

    def __init__(
        self,
        table: VisitedTable,
        screen: TopScreen[str],
        *,
        in_thread: InThread,
        closing: Event,
        serves: bool = False,
        in_lobby: bool = False,
    ) -> None:
        """``serves``: whether this computer serves the table; ``in_lobby``: whether a lobby is behind it."""
        self._table = table
        self._screen = screen
        self._in_thread = in_thread
        self._closing = closing
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
            self._go("left")
        confirmed = table.following is not None and table.following.confirmed
        fails = table.trouble is not None or bool(table.objection)
        if self._stopped or not (fails or (table.ended is not None and confirmed)):
            return
        dissolved = table.ended is not None and table.ended.reason == DISSOLVED
        self._stopped = dissolved or fails or not reading
        if dissolved:
            self._go(DISSOLVED)
        elif fails:
            by_itself(self._last_page())
        elif not reading:
            self._judge(judged)

    def _judge(self, judged: Callable[[], None]) -> None:
        """The whole log again, from the file, as anyone would check it."""
        page = by_itself(self._last_page())
        underway = Underway(self._closing)
        looks = page.set_interval(_EVERY, lambda: page.tell(end_page(self._table, None, underway.line).lines))
        assert self._table.log is not None

        def found(verdict: Any) -> None:
            looks.stop()
            self.judged = verdict
            judged()
            page.tell(end_page(self._table, verdict).lines)

        self._in_thread(partial(examine, self._table.log, bar=underway.bar)).addCallback(found)

    def _last_page(self) -> Page:
        fair = self._table.trouble is None and not self._table.objection
        if self._table.trouble is not None:
            text = trouble_page(self._table.trouble, self._table)
        elif self._table.objection:
            text = objection_page(self._table.objection)
        else:
            text = end_page(self._table, self.judged)
        buttons = [*self._ways_on(fair=fair), ("close", _("Look at the table")), ("quit", _("Quit"))]
        page = Page(*text, buttons, kind="" if fair else "trouble", keys=(_PROOF,) if fair else ())
        self._screen.app.push_screen(page, self._after)
        return page

    def _ways_on(self, *, fair: bool) -> list[tuple[str, str]]:
        menu = _("To the tables") if fair and self._in_lobby else _("To the start menu")
        return [*([("again", _("Another game"))] if fair else []), ("menu", menu)]

    def _after(self, what: str | None) -> None:
        if what in ("again", "menu", "quit"):
            self._go(what)
        elif what == _PROOF:
            proof = Page(*trust_page(self._table, self.judged))
            self._screen.app.push_screen(proof, self._again)

    def _again(self, _what: str | None) -> None:
        self._last_page()

    # leaving

    def _go(self, what: str) -> None:
        if self._screen.come_up():
            self._screen.dismiss(what)

    def leave(self) -> None:
        """For now or for good; after the end, the last page again."""
        if self._stopped:
            self._last_page()
        else:
            offer(self._screen.app, self._leave_title, [Deed(_("Stay")), *self._ways_out()])

    def _ways_out(self) -> list[Deed]:
        """What leaving means depends on who is left, and on where the server runs."""
        follower = self._table.follower
        people = sum(key is not None for key in follower.setting.seat_keys) if follower is not None else 0
        if self._serves:
            menu = _("To the start menu: the game stops until you host it again")
            leave = _("Quit: the game stops until you host it again")
        elif people <= 1:
            menu = _("To the start menu; the game is saved")
            leave = _("Quit; the game is saved")
        else:
            menu = _("To the start menu; your seat is kept, your clock keeps running")
            leave = _("Quit; your seat is kept, your clock keeps running")
        ways = [Deed(menu, partial(self._go, "menu")), Deed(leave, partial(self._go, "quit"))]
        if not self._serves:
            away = _("Leave the table: your stand-in plays until you come back")
            ways.append(Deed(_("Give the game up") if people <= 1 else away, self._leave_for_good))
        return ways

    def _leave_for_good(self) -> None:
        self._leaving = True
        self._table.leave()
