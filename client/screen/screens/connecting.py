"""What is seen while a server is started or called, and when the connection is gone."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Button, LoadingIndicator, Static

from client.i18n import _
from client.screen.widgets.page import Page
from client.screen.widgets.top import TopScreen

if TYPE_CHECKING:
    from client.visit.visit import Visit

HOME = (("menu", _("To the start menu")), ("quit", _("Quit")))
"""Buttons of a page behind which nothing goes on."""


class ConnectingScreen(TopScreen[bool]):
    """Comes to True if the player does not want to wait any longer."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(True)", _("back"))]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(id="connecting"):
            yield Static(Text(self._text), id="connecting-text")
            yield LoadingIndicator()
            yield Button(_("Back to the menu"), action="screen.dismiss(True)", compact=True)

    def tell(self, text: str) -> None:
        self._text = text
        if self.is_mounted:
            self.write("#connecting-text", text)


class LostPage(Page):
    """Goes by itself when the server is back."""

    def __init__(self, visit: "Visit", *, watches: bool = False) -> None:
        buttons = (("now", _("Try now")), ("close", _("Show table")), *HOME)
        super().__init__(_("Connection lost"), [], buttons)
        self._visit = visit
        self._kept = _("Nothing is lost: your game is kept on this computer too.")
        if watches:
            self._kept = _("What you have seen is kept on this computer.")

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(0.5, self._say)
        self._say()

    def _say(self) -> None:
        seconds = self._visit.seconds_to_retry()
        soon = _("Next try in {seconds:.0f} s.", seconds=seconds)
        lines = [str(self._visit.why or ""), "", self._kept, soon if seconds > 0 else _("Trying again…")]
        self.tell(lines)

    def dismiss_with(self, key: str) -> None:
        """Trying again leaves the page where it is."""
        if key == "now" and self._visit.guest is not None:
            self._visit.guest.hurry()
        else:
            super().dismiss_with(key)
