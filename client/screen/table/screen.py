"""The table: the one screen on which a game is played.  It holds its parts together and knows no game."""

import re
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from client.games.game import Desk
from client.i18n import _
from client.screen.app.kit import Kit
from client.screen.table.beside import Beside
from client.screen.table.conversation import Questions, Reactions, Reports
from client.screen.table.ending import Ending
from client.screen.table.hands import AtDesk, Hands
from client.screen.table.opening import Opening
from client.screen.table.revealing import Revealing
from client.screen.table.sight import Sight
from client.screen.table.words import PageText, head_line, help_page, prompt, score_page, secrets_page, trust_page
from client.screen.widgets.dialogues import ChoiceDialogue, Deed, LineDialogue, offer
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.page import Page
from client.screen.widgets.picture_view import PictureView
from client.screen.widgets.top import TopScreen
from client.terminal.alert import Alert
from client.visit.news import News, What
from client.visit.table import VisitedTable

_TICK_SECONDS = 1.0
_ACTION = re.compile(r"\w+\('(\w+)'")
_GOING_ON = ("play", "turn")
"""Enter and Space: a round that is over has been seen."""
_AT_TIMES = frozenset({"play", "turn", "next_place", "discard", "drop", "back", "reports"})
"""Of the keys in the last line, those that do something now and then only."""
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


class TableScreen(TopScreen[str]):
    """Shows one table.  Comes to what the player wants next: again, menu, left, quit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "desk('play')", _("play"), key_display="Enter"),
        Binding("space", "desk('turn')", _("turn"), key_display="Space"),
        Binding("tab", "desk('next_place',(1,))", _("next"), key_display="Tab"),
        Binding("d", "desk('discard')", _("discard")),
        Binding("escape", "desk('drop')", _("back"), key_display="Esc"),
        Binding("b", "do('back')", _("come back")),
        Binding("n", "do('reports')", _("last round")),
        Binding("shift+tab", "desk('next_place',(-1,))", show=False),
        Binding("t", "talk", _("talk")),
        Binding("g", "do('guess')", _("guess")),
        Binding("v", "do('trust')", _("trust")),
        Binding("question_mark,f1", "do('help')", _("help"), key_display="?"),
        Binding("q", "do('leave')", _("leave")),
        *(Binding(str(number), f"desk('pick',({number - 1},))", show=False) for number in range(1, 10)),
        *(Binding(arrow, f"desk('move',{step})", show=False) for arrow, step in _ARROWS.items()),
        *(Binding(f"shift+{arrow}", f"desk('pan',{step})", show=False) for arrow, step in _ARROWS.items()),
        Binding("c", "desk('centre')", show=False),
        Binding("z", "desk('zoom')", show=False),
        Binding("pageup", "tell(-1)", show=False),
        Binding("pagedown", "tell(1)", show=False),
        *(Binding(word[0], f"do('{word}')", show=False) for word in ("pause", "mute", "secrets")),
        Binding("r", "do('score')", show=False),
        Binding("a", "do('acts')", show=False),
    ]

    def __init__(self, table: VisitedTable, kit: Kit, *, link: str = "", in_lobby: bool = False) -> None:
        """``link``: where this computer serves the table, how others come; ``in_lobby``: whether one is behind it."""
        super().__init__()
        self.table = table
        self._wishes = table.wishes
        """For how many wishes of others the bell was rung."""
        self._at = AtDesk(table, self, kit.charset)
        self._beside = Beside(self._at, kit, guessed=self.update)
        self._revealing = Revealing(self._at, self.update)
        self._sight = Sight(self._at, self._beside, self._revealing, self._fit_if_needed)
        self._hands = Hands(self._at, confirms=kit.settings.confirm, redraw=self._redraw_desk)
        self._questions = Questions(self._at)
        self._reactions = Reactions(self._at)
        self._reports = Reports(self._at, self.update)
        self._opening = Opening(self._at)
        self._ending = Ending(table, self, kit.in_thread, serves=bool(link), in_lobby=in_lobby)
        self._deeds: dict[str, Callable[[], None]] = {
            "guess": self._beside.guess,
            "acts": self._beside.look_back,
            "mute": self._beside.mute,
            "pause": self._beside.pause,
            "back": self._beside.come_back,
            "reports": self._reports.again,
            "leave": self._ending.leave,
            "trust": lambda: self._read(trust_page(table, self._ending.judged, link)),
            "help": lambda: self._read(help_page(self._at.game, table.view, kit.charset, self._pointed())),
            "secrets": self._show_secrets,
            "score": lambda: self._read(score_page(table)),
        }
        """By the word of a key."""
        self._useful: frozenset[str] = frozenset()

    @property
    def desk(self) -> Desk | None:
        return self._at.desk

    # what is shown

    def compose(self) -> ComposeResult:
        yield from self._sight.compose()
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(_TICK_SECONDS, self._tick)
        self.update()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._fit)

    def on_screen_suspend(self) -> None:
        """A window to react in goes along with what is opened."""
        self.call_later(self._reactions.show)

    def on_screen_resume(self) -> None:
        """Something may have waited until the table is on top again, and nothing was laid out here meanwhile."""
        self.call_after_refresh(self._fit_if_needed)
        if self.is_mounted:
            self._go_on()

    def _fit_if_needed(self) -> None:
        if self.is_current and not self._sight.story.fits:
            self._fit()

    def _fit(self) -> None:
        self._sight.story.fit()
        self.update()

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
            self._say()
            self._reactions.show()

    def _say(self) -> None:
        text, own = prompt(self.table, self._asks(), self.desk.announced() if self.desk is not None else "")
        notice = self.table.notice or (self.desk.notice if self.desk is not None else "")
        text = f"{notice}  {text}" if notice else text
        if self._revealing.is_running:
            text, own = _("Any key: show the rest at once"), True
        judged = self._ending.judged
        head = head_line(self.table, self.size.width, judged.report.verdict.value if judged is not None else "")
        self._sight.say(head, text, own=own)
        self._show_keys()
        self._alert(own=own)

    def _show_keys(self) -> None:
        useful = self.desk.keys() if self.desk is not None else frozenset()
        useful |= {"reports"} if self.table.reports else set()
        useful |= {"back"} if self.table.away or self.table.counted_out else set()
        if useful != self._useful:
            self._useful = useful
            self.refresh_bindings()

    def is_useful(self, action: str) -> bool:
        named = _ACTION.match(action)
        return named is None or named[1] not in _AT_TIMES or named[1] in self._useful

    def _asks(self) -> str:
        if self.table.asked is None or self.desk is None:
            return ""
        return self._reactions.prompt or self._questions.title or self.desk.prompt()

    def _alert(self, *, own: bool) -> None:
        """Call the player, once for each question and for each wish of others."""
        alert: Alert | None = getattr(self.app, "alert", None)
        if alert is None:
            return
        if self._wishes < self.table.wishes:
            self._wishes = self.table.wishes
            alert.ring()
        if own and self.table.asked is not None:
            alert.your_turn(_("Your turn"))
        else:
            alert.calm()

    def _go_on(self) -> None:
        """What follows from a change; a player who types or chooses something is not cut short by it."""
        self._questions.drop()
        self._reactions.show()
        self._ending.see_out()
        if not isinstance(self.app.screen, LineDialogue | ChoiceDialogue):
            self._questions.ask()
            self._reports.tell(revealing=self._revealing.is_running)
            if not self._reports.is_open:
                self._opening.show()
            reading = self._reports.is_open or self._revealing.is_running
            self._ending.look(reading=reading, judged=self._say)

    # what keys and clicks do

    def on_key(self, event: events.Key) -> None:
        """Any key skips what is being drawn, and does nothing else; then it goes on, or ends a bot's wait."""
        if self._revealing.skip():
            event.stop()
            event.prevent_default()
        elif self.table.between_rounds is not None and event.key not in self._bindings.key_to_bindings:
            self.table.go_on()
        else:
            self.table.hurry()

    def action_desk(self, key: str, numbers: tuple[int, ...] = ()) -> None:
        """Numbers of cards are bound like all other keys: only those are obeyed in the order of typing."""
        if self._revealing.skip() or (key in _GOING_ON and self.table.closed_round and self.table.go_on()):
            return
        self._hands.press(key, *numbers)

    def action_do(self, what: str) -> None:
        self._deeds[what]()

    def action_talk(self, begun: str = "") -> None:
        self._beside.talk(begun)

    def action_tell(self, pages: int) -> None:
        self._sight.story.turn_page(pages)

    def react(self, at: int) -> bool:
        """Answer the window that is open, whatever stands over the table; whether there is such a reaction."""
        return self._reactions.react(at)

    def on_picture_view_pointed(self, event: PictureView.Pointed) -> None:
        if self._revealing.skip():
            return
        if event.view is self._sight.players:
            self._beside.guess_about(event.thing)
        else:
            self._hands.press("pick" if event.view is self._sight.hand else "point", event.thing)

    def on_picture_view_rolled(self, event: PictureView.Rolled) -> None:
        if event.view is self._sight.map:
            self._hands.press("pan", event.right, event.up)

    def on_click(self, event: events.Click) -> None:
        where = event.widget.id if event.widget is not None else ""
        if self._revealing.skip() or (where == "prompt" and self.table.closed_round and self.table.go_on()):
            return
        if where == "about":
            self._show_secrets()
        elif where in ("head", "prompt"):
            self._offer_more()

    def _offer_more(self) -> None:
        """For players without a keyboard: what neither the last line nor a click on the thing itself does."""
        deeds = self._beside.deeds()
        if self.table.reports:
            deeds.append(Deed(_("The end of the last round again"), self._reports.again))
        deeds.append(Deed(_("The score so far"), self._deeds["score"]))
        deeds.append(Deed(_("What a player has done so far"), self._deeds["acts"]))
        deeds.append(Deed(_("The whole board again, centred"), partial(self._hands.press, "centre")))
        deeds.append(Deed(_("Larger or smaller tiles"), partial(self._hands.press, "zoom")))
        offer(self.app, _("What else?"), deeds)

    def _read(self, page: PageText) -> None:
        self.app.push_screen(Page(*page))

    def _pointed(self) -> list[str]:
        return self.desk.pointed() if self.desk is not None and self.table.playing else []

    def _show_secrets(self) -> None:
        """Beside the hand there may be no room for all of them."""
        if self._at.game is not None:
            self._read(secrets_page(self._at.game, self.table.view, self.table.people))
