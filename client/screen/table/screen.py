"""The table: the one screen on which a game is played."""

import re
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events
from textual._time import get_time
from textual.binding import Binding, BindingType

from client.i18n import _
from client.screen.app.kit import Kit
from client.screen.table.conversation import Questions, Reactions
from client.screen.table.ending import Ending
from client.screen.table.opening import Opening
from client.screen.table.seeing import CARDS
from client.screen.table.shown import ALWAYS, LAST_ROUND, SKIP, UNNAMED, ShownTable
from client.screen.table.words import help_page, prompt, secrets_page, trust_page
from client.screen.widgets.dialogues import ChoiceDialogue, Deed, LineDialogue, offer
from client.screen.widgets.picture_view import PictureView
from client.terminal.alert import Alert
from client.visit.table import VisitedTable

_ACTION = re.compile(r"\w+\('(\w+)'")
_GOING_ON = ("enter", "space")
"""Besides all keys that do nothing at a table: a round that is over has been seen."""
_AT_TIMES = frozenset({"play", "turn", "next_place", "discard", "drop", "back", "reports"})
"""Of the keys in the last line, those that do something now and then only."""


class TableScreen(ShownTable):
    """Shows one table.  Comes to what the player wants next: again, menu, left, quit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "desk('play')", _("play"), key_display="Enter"),
        Binding("space", "desk('turn')", _("turn"), key_display="Space"),
        Binding("tab", "desk('next_place',(1,))", _("next"), key_display="Tab"),
        Binding("d", "desk('discard')", _("discard")),
        Binding("escape", "desk('drop')", _("back"), key_display="Esc"),
        Binding("b", "do('back')", _("come back")),
        LAST_ROUND,
        Binding("shift+tab", "desk('next_place',(-1,))", show=False),
        Binding("t", "talk", _("talk")),
        Binding("g", "do('guess')", _("guess")),
        *ALWAYS,
        *CARDS,
        *UNNAMED,
        *(Binding(word[0], f"do('{word}')", show=False) for word in ("pause", "secrets", "acts")),
        Binding("r", "do('score')", show=False),
    ]

    def __init__(
        self,
        table: VisitedTable,
        kit: Kit,
        *,
        link: str = "",
        in_lobby: bool = False,
        watch_link: Callable[[], str] = str,
    ) -> None:
        """``link``: where this computer serves the table, how others come; ``in_lobby``: whether one is behind it."""
        ending = partial(
            Ending, table, in_thread=kit.in_thread, closing=kit.closing, serves=bool(link), in_lobby=in_lobby
        )
        super().__init__(table, kit, ending, watch_link)
        self._wishes = table.wishes
        """For how many wishes of others the bell was rung."""
        self._questions = Questions(self._at)
        self._reactions = Reactions(self._at)
        self._opening = Opening(self._at)
        self._deeds |= {
            "guess": self._beside.guess,
            "pause": self._beside.pause,
            "back": self._beside.come_back,
            "trust": lambda: self._read(trust_page(table, self._ending.judged, link, watch_link())),
            "help": lambda: self._read(help_page(self._at.game, table.view, kit.charset, self._pointed())),
            "secrets": self._show_secrets,
        }
        self._useful: frozenset[str] = frozenset()
        self._offered_at: float | None = None
        """Since when the last line has said how to go on to the next round."""

    # what is shown

    def on_screen_suspend(self) -> None:
        """A window to react in goes along with what is opened."""
        self.call_later(self._reactions.show)

    def _tell_time(self) -> None:
        super()._tell_time()
        self._reactions.show()

    def _say(self) -> None:
        text, own = prompt(self.table, self._asks(), self._announced())
        notice = self.table.notice or (self.desk.notice if self.desk is not None else "")
        text = f"{notice}  {text}" if notice else text
        if self._revealing.is_running:
            text, own = SKIP, True
        self._sight.say(self._head(self.size.width), text, own=own)
        if self.table.between_rounds is None or self._revealing.is_running:
            self._offered_at = None
        elif self._offered_at is None:
            self._offered_at = get_time()
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
        super()._go_on()
        if not isinstance(self.app.screen, LineDialogue | ChoiceDialogue):
            self._questions.ask()
            self._reports.tell(revealing=self._revealing.is_running)
            if not self._reports.is_open:
                self._opening.show()
            reading = self._reports.is_open or self._revealing.is_running
            self._ending.look(reading=reading, judged=self._say)

    # what keys and clicks do

    def on_key(self, event: events.Key) -> None:
        """Where no key skips what is being drawn, any goes on, or ends a bot's wait; Textual asks the base itself.

        A key that was pressed for the board of before goes on from nothing.
        """
        if self._revealing.is_running:
            return
        if self.table.between_rounds is None:
            self.table.hurry()
        elif self._offers_at(event.time) and self._goes_on(event.key):
            self.table.go_on()

    def _goes_on(self, key: str) -> bool:
        return key in _GOING_ON or key not in self._bindings.key_to_bindings

    def _offers_at(self, time: float) -> bool:
        return self._offered_at is not None and self._offered_at <= time

    def action_talk(self, begun: str = "") -> None:
        self._beside.talk(begun)

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

    def on_click(self, event: events.Click) -> None:
        where = event.widget.id if event.widget is not None else ""
        if self._revealing.skip() or (where == "prompt" and self._offers_at(event.time) and self.table.go_on()):
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
        if self._watch_link():
            deeds.append(Deed(_("Copy the link to watch this table"), self._deeds["watch_link"]))
        deeds.append(Deed(_("The whole board again, centred"), partial(self._hands.press, "centre")))
        deeds.append(Deed(_("Larger or smaller tiles"), partial(self._hands.press, "zoom")))
        offer(self.app, _("What else?"), deeds)

    def _show_secrets(self) -> None:
        """Beside the hand there may be no room for all of them."""
        if self._at.game is not None:
            self._read(secrets_page(self._at.game, self.table.view, self.table.people))
