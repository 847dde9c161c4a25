"""What is seen of a table: board, hand, players, story, and the line that says what to do."""

import re

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from client.audit.files import Audited
from client.games.mine import picking as picks
from client.games.mine.picking import Picking
from client.games.mine.pictures.hand_picture import hand_picture
from client.games.mine.pictures.map_picture import Look, map_picture
from client.games.mine.pictures.players_picture import Seats, has_heading, players_picture
from client.games.mine.pictures.tiles import LARGE, SMALL
from client.i18n import _
from client.render.spans import Picture
from client.screen.app.kit import Kit
from client.screen.app.palette import palette
from client.screen.table.acquaintances import ShownAcquaintances
from client.screen.table.pages import PageText
from client.screen.table.story_view import StoryView
from client.screen.table.words import about_lines, head_line, prompt
from client.screen.widgets.choice_dialogue import ChoiceDialogue
from client.screen.widgets.hanging import Hanging
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.page import Page
from client.screen.widgets.picture_view import PictureView
from client.screen.widgets.saying import Saying
from client.screen.widgets.top import TopScreen
from client.terminal.alert import Alert
from client.visit.news import News, What
from client.visit.table import VisitedTable
from client.visit.told import ToldKind
from client.words.safe import cut
from engine.grid.cells import Cell
from engine.mine.view import View

_STYLES = {ToldKind.STORY: "plain", ToldKind.SECRET: "secret", ToldKind.TALK: "talk", ToldKind.NOTICE: "quiet"}
_TICK_SECONDS = 1.0
_COLUMNS = re.compile(r"(?<=\S) {2,}")


class TableSight(TopScreen[str]):
    """Draws, and says what there is to say; what is done about it is not its matter."""

    def __init__(self, table: VisitedTable, kit: Kit, *, link: str = "", in_lobby: bool = False) -> None:
        """``link``: where this computer serves the table, how others come; ``in_lobby``: whether one is behind it."""
        super().__init__()
        self._link = link
        self._in_lobby = in_lobby
        self.table = table
        self._kit = kit
        self._charset = kit.charset
        self._people = ShownAcquaintances(table, kit)
        self._story = StoryView(self._fit_if_needed)
        self._picking = Picking()
        self._glance: int | None = None
        """The card that is looked at while it is not the person's turn."""
        self._centre: tuple[float, float] | None = None
        self._round = 0
        """The round whose board was drawn last."""
        self._zoom: bool | None = None
        self._written = 0
        self._fitted = 0
        """The width for which the story was broken into lines; 0 before that."""
        self._wishes = table.wishes
        """For how many wishes of others the bell was rung."""
        self._asked_at = -1
        """The entry at which the last dialogue was opened, so that it is opened once."""
        self._question: ChoiceDialogue | None = None
        """The dialogue, while it is open."""
        self._reported = len(table.reports)
        self._reading = False
        """Whether such a report is open."""
        self._stopped = False
        """Whether the page was shown that says why nothing is played here any more."""
        self._leaving = False
        """For good, and the log does not say so yet."""
        self._judged: Audited | None = None
        self._seen_out = False
        """Whether the game is over, and not to be offered again."""

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Saying(id="head")
        with Horizontal(id="middle"):
            yield PictureView(self._draw_map, id="map")
            with Vertical(id="side"):
                yield PictureView(self._draw_players, id="players")
                yield self._story
        with Horizontal(id="bottom"):
            yield PictureView(self._draw_hand, id="hand")
            yield Saying(id="about")
        yield Saying(id="prompt")
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(_TICK_SECONDS, self._tick)
        self.update()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._fit)

    def on_screen_resume(self) -> None:
        """While something lay over it, nothing was laid out here."""
        self.call_after_refresh(self._fit_if_needed)

    def _fit_if_needed(self) -> None:
        if self.is_current and self._fitted not in (0, self._story.size.width):
            self._fit()

    def _fit(self) -> None:
        """After a change of the layout: the story is broken into lines anew, and the players get their rows."""
        self._fitted = self._story.size.width
        self._story.clear()
        self._written = 0
        self.update()
        self.call_after_refresh(self._story.scroll_end, animate=False)  # when it is as high as it will be

    def update(self) -> None:
        """The table has changed."""
        if not self.is_mounted:
            return
        players = self.query_one("#players", PictureView)
        players.styles.height = len(self.table.people) + has_heading(players.size.width)
        self._begin_round()
        self._picking = self._checked(self._picking)
        if self.table.asked is not None:
            self._glance = None
        for name in ("#map", "#hand", "#players"):
            self.query_one(name, PictureView).redraw()
        self._write_story()
        self._say()
        self._people.meet()
        self.went_on()

    def _begin_round(self) -> None:
        """A new board is looked at from the start, wherever the old one has led."""
        view = self._view
        if view is not None and view.state.round != self._round:
            self._round = view.state.round
            self._picking, self._centre = Picking(), None

    def went_on(self) -> None:
        """What follows from a change: questions, reports, the end."""

    def heard(self, news: News) -> None:
        """News of the network; most are not about this table."""
        if news.table == self.table.tid:
            self.update()
        elif news.what in (What.CUT_OFF, What.CONNECTED) and self.is_mounted:
            self._say()

    def _say(self) -> None:
        """The sentences around the board."""
        text, own = prompt(self.table, self._picking)
        if self.table.notice:
            text = f"{self.table.notice}  {text}"
        line = self.query_one("#prompt", Saying)
        line.set_class(own, "own-turn")
        line.say(cut(text, self.size.width - 2))  # one column is left free on either side
        self._alert(text if own else "")
        self.query_one("#head", Saying).say(head_line(self.table, self.size.width, self._verdict))
        looked_at = self._picking if self._glance is None else Picking(self._glance)
        self.query_one("#about", Saying).say("\n".join(about_lines(self.table, looked_at)))

    def _alert(self, text: str) -> None:
        """Call the person, once for each question and for each wish of others."""
        alert: Alert | None = getattr(self.app, "alert", None)
        if alert is None:
            return
        if self._wishes < self.table.wishes:
            self._wishes = self.table.wishes
            alert.ring()
        if text and self.table.asked is not None:
            alert.your_turn(_("Your turn"))
        else:
            alert.calm()

    def _tick(self) -> None:
        """The clock goes on also if nothing happens."""
        if self.table.seconds_left() is not None:
            self._say()

    def _write_story(self) -> None:
        story, lines = self._story, self.table.told_lines
        if len(lines) < self._written:  # it was read again from the beginning
            story.clear()
            self._written = 0
        colours = palette(self.app.theme, safe=getattr(self.app, "safe_colours", False))
        follows = story.is_vertical_scroll_end  # whoever reads what was told before is not disturbed
        for told in lines[self._written :]:
            if told.text:
                text = Text(self._told(told.text), style=colours[_STYLES[told.kind]])
                story.write(Hanging(text) if told.kind is ToldKind.TALK else text, scroll_end=follows)
        self._written = len(lines)

    def _told(self, line: str) -> str:
        """Columns within a line are kept where there is room for them."""
        return line if has_heading(self._story.size.width) else _COLUMNS.sub(" ", line)

    @property
    def _view(self) -> View | None:
        return self.table.view

    def _look(self, view: View) -> Look:
        legal = self.table.legal()
        size = None if self._zoom is None else LARGE if self._zoom else SMALL
        return Look(
            centre=self._centre,
            cursor=self._picking.cursor,
            lit=picks.lit(self._picking, view, legal),
            preview=picks.preview(self._picking, view, legal),
            size=size,
        )

    def _draw_map(self, width: int, height: int) -> Picture[Cell] | None:
        view = self._view
        if view is None or not view.state.round:
            return None
        return map_picture(view, self._look(view), self._charset, width, height)

    def _draw_hand(self, width: int, height: int) -> Picture[int] | None:
        view, picking = self._view, self._picking
        if view is None:
            return None
        card = picking.card if self._glance is None else self._glance
        chosen = frozenset() if card is None else frozenset({card})
        return hand_picture(view, chosen if picking.several is None else picking.several, self._charset, width, height)

    def _draw_players(self, width: int, height: int) -> Picture[int] | None:
        view, table = self._view, self.table
        if view is None:
            return None
        seats = Seats(
            names=[table.people.name(seat) for seat in range(len(table.people))],
            own=table.seat,
            waiting=table.waiting_for,
            marks=self._people.guesses(),
            standing=self._people.signs(),
            here=table.presence.seats if table.presence else (),
            confirmed=[table.confirmed(seat) for seat in range(len(table.people))],
        )
        return players_picture(view, seats, self._charset, width, height)

    def _checked(self, picking: Picking) -> Picking:
        """What is picked must still be there, and be asked for."""
        view = self._view
        if view is None or self.table.asked is None:
            return picking.dropped()
        hand = len(view.hand())
        if picking.card is not None and picking.card >= hand:
            return picking.dropped()
        return picking

    def _show(self, text: PageText) -> None:
        self.app.push_screen(Page(text.title, text.lines))

    @property
    def _verdict(self) -> str:
        return "" if self._judged is None else self._judged.report.verdict.value
