"""A page of sentences over the screen: reports, help, trust, trouble; with buttons for what can be done next."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Static

from client.i18n import _
from client.screen.widgets.top import TopDialogue, focus_first

CLOSE = "close"
_ALL = 10_000
"""Lines; no page is longer."""
_AROUND = 7
"""Rows that the text cannot have: title, frame, the buttons with a space above them, and one on either side."""


class Page(TopDialogue[str]):
    """Comes to the key of the button that was pressed; `CLOSE` if the page was only read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "close", _("back")),
        ("q", "close", ""),
        ("left", "app.focus_previous", ""),
        ("right", "app.focus_next", ""),
        ("up", "scroll(-1)", ""),
        ("down", "scroll(1)", ""),
        ("pageup", "turn_page(-1)", ""),
        ("pagedown", "turn_page(1)", ""),
        ("home", f"scroll({-_ALL})", ""),
        ("end", f"scroll({_ALL})", ""),
    ]

    def __init__(
        self,
        title: str,
        lines: Sequence[str],
        buttons: Sequence[tuple[str, str]] = (),
        *,
        kind: str = "",
        keys: Sequence[str] = (),
    ) -> None:
        """``keys``: letters that close it too, and what it then comes to."""
        super().__init__()
        self._title = title
        self._lines = lines
        self._buttons = tuple(buttons) or ((CLOSE, _("Continue")),)
        self._kind = kind
        self._keys = keys

    def compose(self) -> ComposeResult:
        with Vertical(classes=f"page {self._kind}"):
            yield Static(Text(self._title), classes="page-title")
            with VerticalScroll(classes="page-text", can_focus=False):
                yield Static(Text("\n".join(self._lines)), id="page-lines")
            with Horizontal(classes="page-buttons"):
                for key, text in self._buttons:
                    yield Button(text, id=f"button-{key}", compact=True)

    def on_mount(self) -> None:
        focus_first(self, Button)

    def on_resize(self, event: events.Resize) -> None:
        for text in self.query(VerticalScroll):
            text.styles.max_height = max(1, event.size.height - _AROUND)

    def tell(self, lines: Sequence[str]) -> None:
        """Other sentences than before; nothing happens if the page is closed already."""
        self._lines = lines
        for text in self.query("#page-lines").results(Static):
            text.update(Text("\n".join(lines)))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss_with((event.button.id or "").removeprefix("button-"))

    def on_key(self, event: events.Key) -> None:
        if event.key.lower() in self._keys:
            event.stop()
            self.dismiss_with(event.key.lower())

    def action_close(self) -> None:
        self.dismiss_with(CLOSE)

    def dismiss_with(self, key: str) -> None:
        self.dismiss(key)

    def action_scroll(self, lines: int) -> None:
        """At once: the next key may be on its way, and goes on from there."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False, immediate=True)

    def action_turn_page(self, pages: int) -> None:
        self.action_scroll(pages * self.query_one(VerticalScroll).size.height)
