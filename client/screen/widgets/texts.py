"""Sentences in places of a fixed size, and texts that break with an indent."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text
from textual.widgets import Static


class Saying(Static):
    """Repaints without a relayout, so keys stay fast."""

    _said: str | None = None

    def say(self, text: str) -> None:
        if text != self._said:
            self._said = text
            self.update(Text(text), layout=False)


_INDENT = 2


class Hanging:
    """Breaks where the width of the place asks for it."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = max(1, options.max_width - _INDENT)
        for at, line in enumerate(self._text.wrap(console, room)):
            yield Text.assemble(" " * _INDENT if at else "", line)
