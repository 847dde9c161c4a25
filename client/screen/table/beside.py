"""What a person does at a table beside the game: talk, guesses, and looking things up."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from textual import events

from client.i18n import _
from client.screen.table.hands import TableHands
from client.screen.table.pages import (
    help_page,
    secrets_page,
    trust_page,
)
from client.screen.widgets.choice_dialogue import ChoiceDialogue
from client.screen.widgets.line_dialogue import LineDialogue
from client.screen.widgets.page import Page
from client.screen.widgets.picture_view import PictureView


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done."""

    words: str
    do: Callable[[], object]


class TableBeside(TableHands):
    """Nothing here changes the game."""

    def action_talk(self, begun: str = "") -> None:
        """To everybody at the table; some of it may be typed already."""

        def typed(text: str | None) -> None:
            if text:
                self.table.talk(text)

        title = _("Say to everybody at the table (it stands in the log):")
        self.app.push_screen(LineDialogue(title, begun), typed)

    def action_tell(self, pages: int) -> None:
        """More of the story: what was told before, or after that."""
        lines = max(1, self._story.size.height - 1)
        self._story.scroll_relative(y=pages * lines, animate=False, immediate=True)

    def action_guess(self) -> None:
        """Whom does the pencil mark?"""
        seats = self._people.others()
        names = [self.table.people.name(seat) for seat in seats]

        def chosen(at: int | None) -> None:
            if at is not None:
                self._guess(seats[at])

        self.app.push_screen(ChoiceDialogue(_("Your guess about whom? Only you see it."), names), chosen)

    def on_picture_view_pointed(self, event: PictureView.Pointed) -> None:
        if event.view.id == "players":
            self._guess(event.thing)

    def _guess(self, seat: int) -> None:
        """What a player is taken for."""
        options = self._people.options()
        if seat == self.table.seat or not options:
            return

        def chosen(at: int | None) -> None:
            if at == len(options):
                self._people.toggle_mute(seat)
            elif at is not None:
                self._people.guess(seat, at)
                self.query_one("#players", PictureView).redraw()

        title = _("What do you take {name} for?", name=self.table.people.name(seat))
        self.app.push_screen(ChoiceDialogue(title, [*options, self._people.muting(seat)]), chosen)

    def action_mute(self) -> None:
        """Whom not to hear, or to hear again."""
        seats = self._people.others()
        words = [self._people.muting(seat) for seat in seats]

        def chosen(at: int | None) -> None:
            if at is not None:
                self._people.toggle_mute(seats[at])

        self.app.push_screen(ChoiceDialogue(_("Whose talk do you not want to read?"), words), chosen)

    def action_trust(self) -> None:
        """What was checked."""
        self._show(trust_page(self.table, self._judged, self._link))

    def action_secrets(self) -> None:
        """All that only this seat knows; beside the hand there may be no room for it."""
        view = self._view
        if view is not None:
            self._show(secrets_page(view, self.table.people))

    def on_click(self, event: events.Click) -> None:
        """What only this seat knows; and the lines above and below the board, for what else keys can do."""
        where = event.widget.id if event.widget is not None else ""
        if where == "about":
            self.action_secrets()
        elif where in ("head", "prompt"):
            self._offer_more()

    def _offer_more(self) -> None:
        """For those without a keyboard: what neither the last line nor a click on the thing itself does."""
        deeds = list(self._more())

        def chosen(at: int | None) -> None:
            if at is not None:
                deeds[at].do()

        self.app.push_screen(ChoiceDialogue(_("What else?"), [deed.words for deed in deeds]), chosen)

    def _more(self) -> Iterator[Deed]:
        if self.table.away or self.table.counted_out:
            yield Deed(_("Come back to the table"), self.action_back)
        elif self.table.playing and self.table.has_pauses:
            words, on = self._about_pause()
            yield Deed(words, partial(self.table.ask_pause, on=on))
        if self.table.reports:
            yield Deed(_("The end of the last round again"), self.action_reports)
        yield Deed(_("The whole board again, centred"), self.action_centre)
        yield Deed(_("Larger or smaller tiles"), self.action_zoom)

    def action_help(self) -> None:
        """Keys and signs."""
        self._show(help_page(self._view, self._charset))

    def action_pause(self) -> None:
        """Ask for a pause, agree to one, or end it."""
        _words, on = self._about_pause()
        self.table.ask_pause(on=on)

    def _about_pause(self) -> tuple[str, bool]:
        """What the person can do about a pause, and whether that is to want one."""
        wanted = self.table.pause_wanted
        if self.table.paused:
            return _("Let the clocks run again"), False
        if self.table.seat in wanted:
            return _("Ask for no pause any more"), False
        return (_("Agree to a pause") if wanted else _("Ask for a pause")), True

    def action_back(self) -> None:
        """Come back after having left, or having been away."""
        if self.table.away or self.table.counted_out:
            self.table.come_back()

    def action_reports(self) -> None:
        """The last end of a round again."""
        if self.table.reports:
            report = self.table.reports[-1]
            self.app.push_screen(Page(_("Round {number} is over", number=report.round), report.lines))
