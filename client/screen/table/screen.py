"""The table: questions, reports of rounds, and the end, over what the person sees and does."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from client.audit.files import examine
from client.games.mine.questions import question
from client.i18n import _
from client.screen.table.beside import TableBeside
from client.screen.table.pages import (
    PageText,
    end_page,
    objection_page,
    trouble_page,
)
from client.screen.widgets.choice_dialogue import ChoiceDialogue
from client.screen.widgets.line_dialogue import LineDialogue
from client.screen.widgets.page import Page
from engine.wants import Window
from protocol.follow.ending import DISSOLVED


class TableScreen(TableBeside):
    """Shows one table.  Comes to what the person wants next: again, menu, left, quit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", _("play"), key_display="Enter"),
        Binding("space", "turn", _("turn"), key_display="Space"),
        Binding("d", "discard", _("discard")),
        Binding("tab", "next_place(1)", show=False, priority=True),
        Binding("shift+tab", "next_place(-1)", show=False, priority=True),
        Binding("t", "talk", _("talk")),
        Binding("g", "guess", _("guess")),
        Binding("v", "trust", _("trust")),
        Binding("question_mark,f1", "help", _("help"), key_display="?"),
        Binding("q", "leave", _("leave")),
        Binding("escape", "drop", show=False),
        *(Binding(str(number), f"pick({number - 1})", show=False) for number in range(1, 10)),
        Binding("left", "move(-1,0)", show=False),
        Binding("right", "move(1,0)", show=False),
        Binding("up", "move(0,1)", show=False),
        Binding("down", "move(0,-1)", show=False),
        Binding("shift+left", "pan(-1,0)", show=False),
        Binding("shift+right", "pan(1,0)", show=False),
        Binding("shift+up", "pan(0,1)", show=False),
        Binding("shift+down", "pan(0,-1)", show=False),
        Binding("pageup", "tell(-1)", show=False),
        Binding("pagedown", "tell(1)", show=False),
        Binding("c", "centre", show=False),
        Binding("z", "zoom", show=False),
        Binding("p", "pause", show=False),
        Binding("b", "back", show=False),
        Binding("n", "reports", show=False),
        Binding("m", "mute", show=False),
        Binding("s", "secrets", show=False),
    ]

    def went_on(self) -> None:
        """What follows from a change; whoever types or chooses something is not cut short by it."""
        self._drop_question()
        if self.table.scores is not None and self.table.is_done_with and not self._seen_out:
            self._seen_out = True
            self.table.seen_out()
        if not isinstance(self.app.screen, LineDialogue | ChoiceDialogue):
            self._ask()
            self._report()
            self._stop()

    def on_screen_resume(self) -> None:
        """Whatever stood over the table is closed, and something may have waited for that."""
        if self.is_mounted:
            self.went_on()

    # questions and reports

    def _drop_question(self) -> None:
        """What is not asked any more, since the clock has answered it, goes."""
        if self._question is not None and (question(self.table) is None or self._asked_at != self.table.game):
            self._take_away(self._question)

    def _ask(self) -> None:
        """Once at each entry."""
        asked, entry = question(self.table), self.table.game
        if asked is None or self._asked_at == entry:
            return

        def answered(at: int | None) -> None:
            self._question = None
            if at is not None and self.table.game == entry and self.table.asked is not None:
                self._asked_at = -1  # should the server refuse it, it is asked again
                asked.options[at].answer()

        self._asked_at = entry
        may_wait = isinstance(self.table.asked, Window)
        self._question = ChoiceDialogue(asked.title, [option.text for option in asked.options], may_cancel=may_wait)
        self.app.push_screen(self._question, answered)

    def _take_away(self, dialogue: ChoiceDialogue) -> None:
        """Whatever a person has opened over it goes with it."""
        self._question = None
        if dialogue in self.app.screen_stack:
            while self.app.screen is not dialogue:
                self.app.pop_screen()
            self.app.pop_screen()

    def _report(self) -> None:
        """What people want to read when a round, or the game, is over."""
        if self._reported < len(self.table.reports) and not self._reading:
            report = self.table.reports[self._reported]
            self._reported += 1
            self._reading = True
            page = Page(_("Round {number} is over", number=report.round), report.lines)
            self.app.push_screen(page, lambda _: self._read())

    def _read(self) -> None:
        """Another page may have waited for it."""
        self._reading = False
        self.update()

    # the end

    def _stop(self) -> None:
        """Trouble, an objection, or the end: once, and whatever was asked before is not asked any more."""
        table = self.table
        if self._leaving and (table.away or table.ended is not None):
            self._leaving, self._stopped = False, True
            self._go("left")
        if self._stopped or not (table.trouble or table.objection or (table.ended and self._confirmed)):
            return
        self._stopped = True
        if table.ended is not None and table.ended.reason == DISSOLVED:
            self._go(DISSOLVED)
        elif table.trouble is not None or table.objection:
            self._last_page()
        elif self._reading:
            self._stopped = False  # first the last round, then the game
        else:
            self._judge()

    def _go(self, what: str) -> None:
        """Away from here, and from whatever stands over the table."""
        if self in self.app.screen_stack:
            while self.app.screen is not self:
                self.app.pop_screen()
            self.dismiss(what)

    @property
    def _confirmed(self) -> bool:
        return self.table.following is not None and self.table.following.confirmed

    def _judge(self) -> None:
        """The whole log again, from the file, as anybody would check it."""
        page = self._last_page()
        assert self.table.log is not None

        def judged(found: Any) -> None:
            self._judged = found
            self._say()
            page.tell(end_page(self.table, found).lines)

        self._kit.in_thread(examine, self.table.log).addCallback(judged)

    def _last_page(self) -> Page:
        """Why nothing is played here any more, and what can be done now."""
        text, fair = self._last_words()
        buttons = [("again", _("Another game"))] if fair else []
        away = _("To the lobby") if fair and self._in_lobby else _("To the start menu")
        buttons += [("menu", away), ("close", _("Look at the table")), ("quit", _("Quit"))]
        page = Page(text.title, text.lines, buttons, kind="" if fair else "trouble")
        self.app.push_screen(page, self._after)
        return page

    def _last_words(self) -> tuple[PageText, bool]:
        """And whether the game came to an end as it should."""
        if self.table.trouble is not None:
            return trouble_page(self.table.trouble, self.table), False
        if self.table.objection:
            return objection_page(self.table.objection), False
        return end_page(self.table, self._judged), True

    def _after(self, what: str | None) -> None:
        if what in ("again", "menu", "quit"):
            self._go(what)

    def action_leave(self) -> None:
        """Away from the table: for now or for good."""
        if self._stopped:
            self._last_page()
            return
        ways = self._ways_out()

        def chosen(at: int | None) -> None:
            if at == 3:
                self._leaving = True
                self.table.leave()
                self.update()
            elif at:
                self._go({1: "menu", 2: "quit"}[at])

        self.app.push_screen(ChoiceDialogue(_("Leave the table?"), ways), chosen)

    def _ways_out(self) -> list[str]:
        """What leaving means depends on who is left, and on where the server runs."""
        if self._link:
            return [
                _("Stay"),
                _("To the start menu: your server stops, and all wait until you host the game again"),
                _("Quit the program: your server stops, and all wait until you host the game again"),
            ]
        keys = (
            self.table.following.follower.setting.seat_keys
            if self.table.following and self.table.following.follower
            else ()
        )
        if sum(key is not None for key in keys) <= 1:
            return [
                _("Stay"),
                _("To the start menu; the game waits for you"),
                _("Quit the program; the game waits for you"),
                _("Give the game up"),
            ]
        return [
            _("Stay"),
            _("To the start menu; the game waits, and its clock runs on"),
            _("Quit the program; the game waits, and its clock runs on"),
            _("Leave the table: somebody else plays on for you, until you come back"),
        ]
