"""What is seen of a table: board, hand, players, story, and the lines of sentences around them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import RichLog, Static

from client.games.game import Covered, Seats
from client.i18n import _
from client.render.spans import Picture
from client.screen.app.palette import palette
from client.screen.table.hands import AtDesk
from client.screen.table.words import Head
from client.screen.widgets.picture_view import PictureView
from client.screen.widgets.talk import Hanging
from client.visit.seen import SeenTable
from client.visit.told import ToldKind
from client.words.safe import cut

_STYLES = {
    ToldKind.STORY: "plain",
    ToldKind.SECRET: "secret",
    ToldKind.TALK: "talk",
    ToldKind.AGAINST: "warn",
    ToldKind.NOTICE: "quiet",
    ToldKind.HINT: "quiet",
}
_COLUMNS = re.compile(r"(?<=\S) {2,}")
_WIDE = 60
"""Columns within a line are kept where there is so much room."""


class Saying(Static):
    """Repaints without a relayout, so keys stay fast."""

    _said: str | None = None

    def say(self, text: str) -> None:
        if text != self._said:
            self._said = text
            self.update(Text(text), layout=False)


class StoryView(RichLog):
    """Tells of its width itself: that of the window is known before the width of what stands in it."""

    def __init__(self, table: SeenTable, told: Callable[[], int | None], resized: Callable[[], None]) -> None:
        """``told``: how many lines can be read now; None: all."""
        super().__init__(id="story", min_width=1, wrap=True, markup=False, highlight=False, max_lines=2000)
        self.can_focus = False  # else it would take the arrows
        self._table = table
        self._told = told
        self._resized = resized
        self._written = 0
        self._fitted = 0
        """The width for which the lines were broken; 0 before that."""
        self._acts = 0
        """How often the player had acted when it was told last."""

    def on_resize(self, event: events.Resize) -> None:
        self.call_later(self._resized)

    @property
    def fits(self) -> bool:
        return self._fitted in (0, self.size.width)

    def fit(self) -> None:
        self._fitted = self.size.width
        self._begin_again()
        self.tell()
        self.call_after_refresh(self.scroll_end, animate=False)  # when it is as high as it will be

    def tell(self) -> None:
        lines = self._table.told_lines[: self._told()]
        if len(lines) < self._written:  # it was read again from the beginning
            self._begin_again()
        colours = palette(self.app.theme, safe=getattr(self.app, "safe_colours", False))
        acts, self._acts = self._acts, self._table.lately.own_acts
        if acts != self._acts:  # the player goes on, and reads on
            self.go_to_end()
        follows = self.is_vertical_scroll_end  # a player who reads what was told before is not disturbed
        for told in lines[self._written :]:
            if told.text:
                words = told.text if self.size.width >= _WIDE else _COLUMNS.sub(" ", told.text)
                text = Text(words, style=colours[_STYLES[told.kind]])
                self.write(Hanging(text) if told.kind is ToldKind.TALK else text, scroll_end=follows)
        if not follows and len(lines) > self._written:
            self.border_title = _("new below ▼ PgDn")
        self._written = len(lines)

    def turn_page(self, pages: int) -> None:
        lines = max(1, self.size.height - 1)
        self.scroll_relative(y=pages * lines, animate=False, immediate=True)
        self._look()

    def watch_scroll_y(self, old: float, new: float) -> None:
        super().watch_scroll_y(old, new)
        self._look()

    def _look(self) -> None:
        """At the end there is nothing below."""
        if self.is_vertical_scroll_end:
            self.border_title = ""

    def go_to_end(self) -> None:
        self.scroll_end(animate=False, immediate=True)
        self.border_title = ""

    def _begin_again(self) -> None:
        self.clear()
        self._written = 0


class Company(Protocol):
    """What is drawn beside the names of players, by seat; see `client.games.game.Seats`."""

    def marks(self) -> Mapping[int, str]: ...
    def signs(self) -> Mapping[int, str]: ...


class Veil(Protocol):
    """What is not shown yet of what the table has, while the end of a round is drawn."""

    @property
    def covered(self) -> Covered: ...
    @property
    def told(self) -> int | None:
        """How many lines of the story can be read; None: all."""


class Sight:
    def __init__(
        self,
        at_desk: AtDesk[SeenTable],
        beside: Company,
        revealing: Veil,
        resized: Callable[[], None],
        instead: Callable[[], Sequence[str]],
    ) -> None:
        """``instead``: what stands where the hand is, when there is none."""
        self._at = at_desk
        self._table = at_desk.table
        self._beside = beside
        self._revealing = revealing
        self._instead = instead
        self.story = StoryView(at_desk.table, lambda: revealing.told, resized)
        self.map = PictureView(lambda *size: desk.board(*size) if (desk := at_desk.desk) else None, id="map")
        self.hand = PictureView(lambda *size: desk.hand(*size) if (desk := at_desk.desk) else None, id="hand")
        self.players = PictureView(self._draw_players, id="players")
        self._badge = Static(id="badge")
        self._letter = ""
        self._head, self._about, self._prompt = (Saying(id=name) for name in ("head", "about", "prompt"))

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield self._badge
            yield self._head
        with Horizontal(id="middle"):
            yield self.map
            with Vertical(id="side"):
                yield self.players
                yield self.story
        with Horizontal(id="bottom"):
            yield self.hand
            yield self._about
        yield self._prompt

    def redraw(self) -> None:
        desk = self._at.desk
        if desk is not None:
            desk.refresh()
            self.players.styles.height = desk.players_height(self.players.size.width)
        self.redraw_desk()
        self.players.redraw()
        self.story.tell()

    def redraw_desk(self) -> None:
        self.map.redraw()
        self.hand.redraw()

    def say(self, head: Head, prompt: str, *, own: bool) -> None:
        """The sentences around the board; ``own``: whether the prompt is this player's to follow."""
        self._wear(head)
        self._head.say(head.text)
        self._prompt.set_class(own, "own-turn")
        self._prompt.say(cut(prompt, self._prompt.screen.size.width - 2))  # one column is left free on either side
        self._about.screen.set_class(bool(instead := self._instead()), "-over")
        desk = self._at.desk
        self._about.say("\n".join(instead or (desk.about() if desk is not None else ())))

    def _wear(self, head: Head) -> None:
        """The badge changes with a round: only then the first line is laid out anew."""
        if head.badge != self._letter:
            self._letter = head.badge
            colours = palette(self._badge.app.theme, safe=getattr(self._badge.app, "safe_colours", False))
            self._badge.display = bool(head.badge)
            self._badge.update(Text(head.badge, style=colours[head.style]))

    def _draw_players(self, width: int, height: int) -> Picture[int] | None:
        desk, table = self._at.desk, self._table
        if desk is None:
            return None
        everyone = range(len(table.people))
        seats = Seats(
            names=[table.people.name(seat) for seat in everyone],
            own=table.seat,
            waiting=table.waiting_for,
            marks=self._beside.marks(),
            standing=self._beside.signs(),
            here=table.presence.seats if table.presence else (),
            confirmed=[table.confirmed(seat) for seat in everyone],
            acted=table.lately.by,
            hit=table.lately.to,
            covered=self._revealing.covered.roles,
        )
        return desk.players(seats, width, height)
