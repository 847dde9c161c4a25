"""A question over the board: a list to choose from by arrows, by number, or by mouse."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option as ListOption

from client.i18n import _
from client.screen.widgets.top import TopDialogue

_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"


class ChoiceDialogue(TopDialogue[int | None]):
    """Comes to the number of what was chosen; None if nothing was."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "cancel", _("back"))]

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
            yield OptionList(*(ListOption(Text(self._label(at, text))) for at, text in enumerate(self._options)))
            yield Label(how, classes="dialogue-keys")

    @staticmethod
    def _label(at: int, text: str) -> str:
        return f"{_KEYS[at]}  {text}" if at < len(_KEYS) else f"   {text}"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def on_key(self, event: events.Key) -> None:
        at = _KEYS.find(event.character) if event.character else -1
        if 0 <= at < len(self._options):
            event.stop()
            self.dismiss(at)

    def on_click(self, event: events.Click) -> None:
        """Beside the dialogue, or on the words that say how to go back."""
        if event.widget is self or (event.widget is not None and event.widget.has_class("dialogue-keys")):
            self.action_cancel()

    def action_cancel(self) -> None:
        """Go back, if the question can wait."""
        if self._may_cancel:
            self.dismiss(None)
