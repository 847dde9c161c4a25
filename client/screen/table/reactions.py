"""A window to react in: one line over whatever the player looks at or types into, answered by one key or a click.

It never takes the focus, so nothing that is typed is lost; letting it pass needs no key.
"""

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from client.games.game import AnAct
from client.screen.table.hands import AtDesk
from client.screen.table.over import Over
from client.screen.table.words import clock_text
from client.visit.table import VisitedTable
from engine.wants import Window

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
    def __init__(self, table: VisitedTable, at_desk: AtDesk, over: Over) -> None:
        self._table = table
        self._at = at_desk
        self._over = over
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
        text, top = self._text(), self._over.top
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
