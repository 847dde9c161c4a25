"""What people say beside the tables, and a line to say something."""

from collections.abc import Callable, Iterable

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from client.i18n import _
from client.screen.widgets.list_screen import LineBelow
from client.screen.widgets.pick_list import PickList
from client.words.safe import called, shown
from protocol.wire import lobby

LONGEST = 300
_LONGEST_NAME = 24
_INDENT = 2


class Hanging:
    """Breaks where the width of the place asks for it."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = max(1, options.max_width - _INDENT)
        for at, line in enumerate(self._text.wrap(console, room)):
            yield Text.assemble(" " * _INDENT if at else "", line)


class Talk(Vertical):
    DEFAULT_CSS = """
    Talk { border-top: hkey $panel; }
    Talk > VerticalScroll { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    """

    def __init__(self, say: Callable[[str], bool]) -> None:
        """``say`` tells whether there was a connection."""
        super().__init__()
        self._say = say
        self._written: list[str] | None = None

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(id="said")
        place = _("T: say something to all here")
        yield LineBelow(max_length=LONGEST, placeholder=place, select_on_focus=False)

    def show(self, said: Iterable[lobby.Said]) -> None:
        lines = [_("{who}: {text}", who=called(one.name, _LONGEST_NAME), text=shown(one.text, LONGEST)) for one in said]
        if lines == self._written:  # a player who reads what was said before is not brought back to the end
            return
        self._written = lines
        nothing = Text(_("No one has said anything yet."))
        self.query_one("#said", Static).update(Group(*(Hanging(Text(line)) for line in lines)) if lines else nothing)
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Back to the list; without a connection the line stays, to be said again."""
        event.stop()
        text = shown(event.value, LONGEST)
        if not text or self._say(text):
            event.input.value = ""
            event.input.screen.query_one(PickList).focus()
