"""A text whose further lines are indented: none of them looks as if another player, or this program, had begun it."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

_INDENT = 2


class Hanging:
    """Breaks where the width of the place asks for it."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = max(1, options.max_width - _INDENT)
        for at, line in enumerate(self._text.wrap(console, room)):
            yield Text.assemble(" " * _INDENT if at else "", line)
