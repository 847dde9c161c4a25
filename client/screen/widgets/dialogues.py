"""Questions over a screen: a list to choose from by arrows, number or mouse, and a line to type."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option as ListOption

from client.i18n import _
from client.screen.widgets.top import TopDialogue, focus_first
from client.visit.errand import LONGEST_PASSWORD

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Of the lines of a list, from the first on."""


def nothing() -> None:
    """Stay as it is."""


class Deed(NamedTuple):
    words: str
    do: Callable[[], object] = nothing


class ChoiceDialogue(TopDialogue[int | None]):
    """Comes to the number of what was chosen; None if nothing was."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", _("back"))]

    def __init__(self, title: str, options: list[str], *, hint: str = "", may_cancel: bool = True) -> None:
        super().__init__()
        self._title = title
        self._options = options
        self._may_cancel = may_cancel
        self._hint = hint

    def compose(self) -> ComposeResult:
        how = _("Enter or a number chooses")
        if self._may_cancel:
            how = _("{how}, Esc goes back", how=how)
        with Vertical(classes="dialogue"):
            yield Label(Text(self._title), classes="dialogue-title")
            if self._hint:
                yield Label(Text(self._hint), classes="dialogue-hint")
            labels = (f"{KEYS[at : at + 1]:1}  {text}" for at, text in enumerate(self._options))
            yield OptionList(*(ListOption(Text(label)) for label in labels))
            yield Label(how, classes="dialogue-keys")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def on_key(self, event: events.Key) -> None:
        at = KEYS.find(event.character) if event.character else -1
        if 0 <= at < len(self._options):
            event.stop()
            self.dismiss(at)

    def on_click(self, event: events.Click) -> None:
        """Beside the dialogue, or on the words that say how to go back."""
        if event.widget is self or (event.widget is not None and event.widget.has_class("dialogue-keys")):
            self.action_leave()

    def action_leave(self) -> None:
        if self._may_cancel:
            self.dismiss(None)


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
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", _("back"))]

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
                yield Button(_("OK (Enter)"), id="take", compact=True)
                yield Button(_("Back (Esc)"), id="back", compact=True)

    def on_mount(self) -> None:
        focus_first(self, Input)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self.query_one(Input).value.strip() if event.button.id == "take" else None)


def offer(
    app: App[Any], title: str, deeds: Sequence[Deed], otherwise: Callable[[], object] = nothing, **more: Any
) -> ChoiceDialogue:
    """One of the deeds is done, or ``otherwise`` if none is chosen; ``more``: see `ChoiceDialogue`."""

    def chosen(at: int | None) -> None:
        (otherwise if at is None else deeds[at].do)()

    dialogue = ChoiceDialogue(title, [deed.words for deed in deeds], **more)
    app.push_screen(dialogue, chosen)
    return dialogue


def ask_line(app: App[Any], title: str, take: Callable[[str], str | None], text: str = "", **more: Any) -> LineDialogue:
    """Ask for a line, and again as long as ``take`` says why it cannot be had; ``more``: see `LineDialogue`."""

    def typed(line: str | None) -> None:
        if line is not None and (trouble := take(line)):
            ask_line(app, title, take, line, **more | {"hint": trouble})

    dialogue = LineDialogue(title, text, **more)
    app.push_screen(dialogue, typed)
    return dialogue


def ask_password(app: App[Any], use: Callable[[str], None], trouble: str = "") -> LineDialogue:
    return ask_line(app, _("The password of the table:"), use, most=LONGEST_PASSWORD, hint=trouble, secret=True)
