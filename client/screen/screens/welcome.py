"""The first start: your name, what this game is, and the rules in short; Enter plays."""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from client.i18n import _
from client.screen.widgets.top import TopScreen, focus_first
from client.words.people import LONGEST_NAME
from client.words.welcome import GAME, RULES, TITLE, YOUR_NAME


class WelcomeScreen(TopScreen[bool]):
    """Comes to True when there is a name; None if the player leaves."""

    DEFAULT_CSS = """
    WelcomeScreen { align: center middle; }
    WelcomeScreen > Vertical { width: 74; height: auto; max-height: 100%; }
    WelcomeScreen .title { text-style: bold; color: $warning; }
    WelcomeScreen Static { height: auto; margin-bottom: 1; }
    WelcomeScreen Horizontal { height: 1; margin-bottom: 1; }
    WelcomeScreen Horizontal Static { width: auto; margin: 0 1 0 0; }
    WelcomeScreen Input { width: 24; height: 1; border: none; padding: 0 1; background: $panel; }
    WelcomeScreen Input:focus { border: none; }
    WelcomeScreen .trouble { color: $error; margin: 0; }
    WelcomeScreen Button { margin: 0 2 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, name: str, take: Callable[[str], str], doing: str) -> None:
        """``take`` says why a name cannot be had; ``doing``: what Enter does."""
        super().__init__()
        self._name = name
        self._take = take
        self._doing = doing

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(TITLE), classes="title")
            yield Static(Text("\n".join(GAME)))
            yield Static(Text("\n".join(RULES)))
            with Horizontal():
                yield Static(Text(YOUR_NAME))
                yield Input(self._name, max_length=LONGEST_NAME)
            yield Static(classes="trouble")
            with Horizontal():
                yield Button(_("Enter: {doing}", doing=self._doing), id="take", compact=True)
                yield Button(_("Esc: quit"), id="leave", compact=True)
            yield Static(Text(_("? at the table tells all keys and rules.")))

    def on_mount(self) -> None:
        focus_first(self, Input)

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        self._use_name()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "take":
            self._use_name()
        else:
            self.action_leave()

    def _use_name(self) -> None:
        trouble = self._take(self.query_one(Input).value.strip())
        self.write(".trouble", trouble)
        if not trouble:
            self.dismiss(True)
