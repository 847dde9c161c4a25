"""The card with which a round begins: who the player is, and what the player wants.  Any key closes it."""

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from client.games.game import Identity
from client.i18n import _
from client.screen.app.palette import palette
from client.screen.table.hands import AtDesk
from client.screen.widgets.top import TopDialogue, forward
from client.visit.table import VisitedTable

_ONLY_CLOSE = ("enter", "space", "escape")


class RoundCard(TopDialogue[None]):
    comes_by_itself = True

    def __init__(self, identity: Identity, progress: str) -> None:
        super().__init__()
        self._identity = identity
        self._progress = progress

    def compose(self) -> ComposeResult:
        colours = palette(self.app.theme, safe=getattr(self.app, "safe_colours", False))
        letter = Text(f" {self._identity.letter} ", style=colours[self._identity.style])
        with Vertical(classes="card"):
            yield Static(Text.assemble(letter, "  ", self._identity.line), classes="card-who")
            yield Static(Text(_("{progress}. Any key continues.", progress=self._progress)), classes="card-rest")

    def on_key(self, event: events.Key) -> None:
        """What is typed in haste is not lost: a key that means something at the table does that too."""
        event.stop()
        event.prevent_default()
        closes = self.is_current
        self.dismiss(None)
        if not closes or event.key not in _ONLY_CLOSE:
            forward(event.copy(), self.app.screen)

    def on_click(self, event: events.Click) -> None:
        self.dismiss(None)


class Opening:
    """Shows the card once a round, as soon as the player knows."""

    def __init__(self, at_desk: AtDesk[VisitedTable]) -> None:
        self._at = at_desk
        self._table = at_desk.table
        lately = self._table.lately
        self._shown = 0 if lately.by is None else lately.dealt
        """The last round that was opened; one that is under way needs no card."""

    def show(self) -> None:
        """Over the board, and over nothing else that is read."""
        game, view, dealt = self._at.game, self._table.view, self._table.lately.dealt
        identity = None if game is None or view is None else game.identity(view)
        if game is None or identity is None or dealt <= self._shown or not self._table.live:
            return
        if self._at.screen.is_current:
            self._shown = dealt
            self._at.screen.app.push_screen(RoundCard(identity, game.progress(view)))
