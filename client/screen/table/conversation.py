"""What a table asks and tells a player by itself: questions, the ends of rounds, and windows to react in.

A window is one line over whatever the player looks at or types into, answered by one key or a click.  It never takes
the focus, so nothing that is typed is lost; letting it pass needs no key.
"""

from collections.abc import Callable
from functools import partial

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from client.games.game import AnAct
from client.screen.table.hands import AtDesk
from client.screen.table.words import clock_text
from client.screen.widgets.dialogues import ChoiceDialogue, Deed, nothing, offer
from client.screen.widgets.page import Page
from client.screen.widgets.top import by_itself
from client.visit.table import VisitedTable
from engine.wants import Choose, Window


class Questions:
    """Each is asked in a list of its own; a window is none of them, since it may pass."""

    def __init__(self, at_desk: AtDesk[VisitedTable]) -> None:
        self._at = at_desk
        self._table = at_desk.table
        self._asked_at = -1
        """The entry at which the last list was opened, so that it is opened once."""
        self._open: ChoiceDialogue | None = None

    @property
    def title(self) -> str:
        game, asked = self._at.game, self._table.asked
        return "" if game is None or asked is None or isinstance(asked, Window) else game.question(asked)

    def drop(self) -> None:
        """What the clock has answered is not asked any more."""
        if self._open is not None and (not self.title or self._asked_at != self._table.game):
            dialogue, self._open = self._open, None
            dialogue.take_away()

    def ask(self) -> None:
        if self.title and self._asked_at != self._table.game:
            self._asked_at = self._table.game
            self._open = by_itself(offer(self._at.screen.app, self.title, self._answers(), may_cancel=False))

    def _answers(self) -> list[Deed]:
        game, asked, table = self._at.game, self._table.asked, self._table
        if isinstance(asked, Choose) and game is not None:
            return [Deed(game.way(asked, way), self._answer(partial(table.choose, way))) for way in range(asked.below)]
        return [Deed(self._at.sentence(act), self._answer(partial(table.act, act))) for act in table.legal()]

    def _answer(self, do: Callable[[], None]) -> Callable[[], None]:
        entry = self._table.game

        def answer() -> None:
            self._open = None
            if self._table.game == entry and self._table.asked is not None:
                self._asked_at = -1  # should the server refuse it, it is asked again
                do()

        return answer


class Reports:
    def __init__(self, at_desk: AtDesk[VisitedTable], read: Callable[[], None]) -> None:
        """``read``: another page may have waited for it."""
        self._at = at_desk
        self._table = at_desk.table
        self._read = read
        self._told = len(self._table.reports)
        self.is_open = False

    def tell(self, *, revealing: bool) -> None:
        """The end of a round is seen on the board; where the next deal has come too soon for that, on a page."""
        table = self._table
        if self._told >= len(table.reports) or self.is_open:
            return
        if not table.lately.closed:
            self._told += 1
            self.is_open = True
            by_itself(self._show(self._told - 1, self._closed))
        elif not revealing:
            self._told = len(table.reports)

    def again(self) -> None:
        if self._table.reports:
            self._show(-1, nothing)

    def _show(self, at: int, then: Callable[[], None]) -> Page:
        report = self._table.reports[at]
        page = Page(report.title, report.lines)
        self._at.screen.app.push_screen(page, lambda _: then())
        return page

    def _closed(self) -> None:
        self.is_open = False
        self._table.go_on()
        self._read()


FIRST_KEY = 2
"""F2: F1 is for help.  Keys of this kind are no text, and a line that is typed does not take them."""
MOST = 8
"""Up to F9: many terminals keep the next ones for themselves."""


class ReactionLine(Static):
    """Lies over the prompt, on whichever screen is on top."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    ReactionLine { layer: window; dock: bottom; height: auto; max-height: 4; margin-bottom: 1; padding: 0 1;
                   background: $warning; color: #000000; text-style: bold;
                   link-color: #000000; link-background: $warning; link-style: bold underline; }
    """


class Reactions:
    def __init__(self, at_desk: AtDesk[VisitedTable]) -> None:
        self._at = at_desk
        self._table = at_desk.table
        self._line: ReactionLine | None = None
        self._said = ""

    @property
    def _open(self) -> dict[str, AnAct]:
        """By its words: each reaction.  Cards that read the same do the same, so one stands for all."""
        acts = self._table.legal() if isinstance(self._table.asked, Window) else []
        distinct = {self._at.sentence(act): act for act in acts}
        return dict(list(distinct.items())[:MOST])

    @property
    def prompt(self) -> str:
        return self._text().plain

    def _text(self) -> Text:
        desk, game, asked, reactions = self._at.desk, self._at.game, self._table.asked, self._open
        if not reactions or desk is None or game is None or asked is None:
            return Text()
        text = Text(desk.announced() or game.question(asked))
        for at, words in enumerate(reactions):
            link = Style(meta={"@click": f"app.react({at})"})
            text.append("  ").append(f"F{at + FIRST_KEY} {words}", link)
        return text

    def show(self) -> None:
        """On the screen that is on top now, if a window is open."""
        text, top = self._text(), self._at.screen.app.screen
        if text:
            text.append(clock_text(self._table))
        if self._line is not None and (not text or self._line.parent is not top):
            self._line.remove()
            self._line = None
        if text and self._line is None:
            if not top.is_mounted:
                top.call_later(self.show)  # it is on its way
                return
            self._line = ReactionLine()
            self._said = ""
            top.mount(self._line)
        if self._line is not None and text.plain != self._said:
            self._said = text.plain
            self._line.update(text)

    def react(self, at: int) -> bool:
        reactions = list(self._open.values())
        if at >= len(reactions):
            return False
        self._table.act(reactions[at])
        return True
