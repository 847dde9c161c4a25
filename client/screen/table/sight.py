"""What is seen of a table: board, hand, players, story, and the lines of sentences around them."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from client.games.game import Seats
from client.render.spans import Picture
from client.screen.table.at_desk import AtDesk
from client.screen.table.beside import Beside
from client.screen.table.story_view import StoryView
from client.screen.widgets.picture_view import PictureView
from client.screen.widgets.saying import Saying
from client.visit.table import VisitedTable
from client.words.safe import cut


class Sight:
    """The widgets, and what is drawn in them."""

    def __init__(self, table: VisitedTable, at_desk: AtDesk, beside: Beside, resized: Callable[[], None]) -> None:
        self._table = table
        self._at = at_desk
        self._beside = beside
        self.story = StoryView(table, resized)
        self.map = PictureView(lambda *size: desk.board(*size) if (desk := at_desk.desk) else None, id="map")
        self.hand = PictureView(lambda *size: desk.hand(*size) if (desk := at_desk.desk) else None, id="hand")
        self.players = PictureView(self._draw_players, id="players")
        self._head, self._about, self._prompt = (Saying(id=name) for name in ("head", "about", "prompt"))

    def compose(self) -> ComposeResult:
        """From top to bottom."""
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
        """Everything: the table has changed."""
        desk = self._at.desk
        if desk is not None:
            desk.refresh()
            self.players.styles.height = desk.players_height(self.players.size.width)
        self.redraw_desk()
        self.players.redraw()
        self.story.tell()

    def redraw_desk(self) -> None:
        """What a key at the desk can change."""
        self.map.redraw()
        self.hand.redraw()

    def say(self, head: str, prompt: str, *, own: bool) -> None:
        """The sentences around the board; ``own``: whether the prompt is this player's to follow."""
        self._head.say(head)
        self._prompt.set_class(own, "own-turn")
        self._prompt.say(cut(prompt, self._prompt.screen.size.width - 2))  # one column is left free on either side
        desk = self._at.desk
        self._about.say("\n".join(desk.about()) if desk is not None else "")

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
        )
        return desk.players(seats, width, height)
