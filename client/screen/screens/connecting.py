"""What is seen while a server is started or called."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Button, LoadingIndicator, Static

from client.i18n import _
from client.screen.widgets.top import TopScreen


class ConnectingScreen(TopScreen[bool]):
    """Comes to True if the person does not want to wait any longer."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "give_up", _("back"))]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """A sentence, and a way out."""
        with Vertical(id="connecting"):
            yield Static(Text(self._text), id="connecting-text")
            yield LoadingIndicator()
            yield Button(_("Back to the menu"), id="give-up", compact=True)

    def tell(self, text: str) -> None:
        """Another sentence."""
        self._text = text
        if self.is_mounted:
            self.query_one("#connecting-text", Static).update(Text(text))

    def on_button_pressed(self) -> None:
        self.dismiss(True)

    def action_give_up(self) -> None:
        """Wait no longer."""
        self.dismiss(True)
