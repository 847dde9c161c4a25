"""A line to type, with buttons for the mouse; an empty line is an answer too."""

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from client.i18n import _
from client.screen.widgets.top import TopDialogue, focus_first
from client.visit.setup import LONGEST_PASSWORD


class LineDialogue(TopDialogue[str | None]):
    """Comes to what was typed, be it nothing; None if the player went back."""

    DEFAULT_CSS = """
    LineDialogue { align: center middle; }
    LineDialogue > .dialogue { width: 70; }
    LineDialogue .dialogue Input { width: 1fr; }
    LineDialogue Static { width: 1fr; }
    LineDialogue Horizontal { height: 1; margin-top: 1; align: center middle; }
    LineDialogue Button { margin: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", _("back"))]

    def __init__(self, title: str, text: str = "", *, most: int = 300, hint: str = "", secret: bool = False) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._most = most
        self._hint = hint
        self._secret = secret

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialogue"):
            yield Static(Text(self._title), classes="dialogue-title")
            if self._hint:
                yield Static(Text(self._hint))
            yield Input(self._text, max_length=self._most, password=self._secret, select_on_focus=False)
            with Horizontal():
                yield Button(_("Take it (Enter)"), id="take", compact=True)
                yield Button(_("Back (Esc)"), id="back", compact=True)

    def on_mount(self) -> None:
        focus_first(self, Input)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.query_one(Input).value.strip() if event.button.id == "take" else None)

    def action_cancel(self) -> None:
        self.dismiss(None)


def ask_password(screen: Screen[Any], use: Callable[[str], None], trouble: str = "") -> LineDialogue:
    """Ask for the password of a gathering; returns the dialogue that is open now."""

    def typed(password: str | None) -> None:
        if password is not None:
            use(password)

    title = _("The password of the table:")
    dialogue = LineDialogue(title, most=LONGEST_PASSWORD, hint=trouble, secret=True)
    screen.app.push_screen(dialogue, typed)
    return dialogue
