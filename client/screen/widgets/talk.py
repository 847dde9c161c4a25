"""What people say beside the tables, and a line to say something."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Input, Static

from client.i18n import _
from client.screen.widgets.pick_list import PickList
from client.screen.widgets.texts import Hanging
from client.screen.widgets.top import TopScreen, focus_first
from client.words.naming import called
from client.words.safe import shown
from protocol.wire import lobby

if TYPE_CHECKING:
    from client.visit.visit import Visit

_Result = TypeVar("_Result")
LONGEST = 300
_LONGEST_NAME = 24


class _Line(Input):
    """Esc leaves it, and what was typed stays."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", _("to the list"), key_display="Esc")]

    def action_leave(self) -> None:
        self.post_message(Talk.Left())


class Talk(Vertical):
    DEFAULT_CSS = """
    Talk { border-top: hkey $panel; }
    Talk > VerticalScroll { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    Talk > Input { height: 1; border: none; padding: 0 1; }
    Talk > Input:focus { border: none; }
    """

    class Left(Message):
        """The player does not type any more."""

    def __init__(self, say: Callable[[str], bool]) -> None:
        """``say`` tells whether there was a connection."""
        super().__init__()
        self._say = say
        self._written: list[str] | None = None

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(id="said")
        place = _("T: say something to everybody here")
        yield _Line(max_length=LONGEST, placeholder=place, select_on_focus=False)

    def show(self, said: Iterable[lobby.Said]) -> None:
        lines = [_("{who}: {text}", who=called(one.name, _LONGEST_NAME), text=shown(one.text, LONGEST)) for one in said]
        if lines == self._written:  # a player who reads what was said before is not brought back to the end
            return
        self._written = lines
        nothing = Text(_("Nobody has said anything yet."))
        self.query_one("#said", Static).update(Group(*(Hanging(Text(line)) for line in lines)) if lines else nothing)
        self.query_one(VerticalScroll).scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Without a connection the line stays, to be said again.  An empty line is left."""
        event.stop()
        text = shown(event.value, LONGEST)
        if not text or self._say(text):
            event.input.value = ""
        if not text:
            self.post_message(self.Left())


class TalkScreen(TopScreen[_Result]):
    """A screen at a server: people talk beside its list, and one sentence says what is to be known."""

    def __init__(self, visit: "Visit") -> None:
        super().__init__()
        self.visit = visit
        self._notice = ""
        self._composed = False

    def on_mount(self) -> None:
        self._composed = True
        focus_first(self, PickList)
        self.update()

    def update(self) -> None:
        raise NotImplementedError

    def explain(self) -> None:
        """Another line is picked."""
        raise NotImplementedError

    def on_option_list_option_highlighted(self) -> None:
        self.explain()

    def _tell(self, text: str) -> None:
        self._notice = text
        self.update()

    def _heard_if(self, heard: bool, notice: str = "") -> bool:
        self._tell(notice if heard else _("There is no connection at the moment."))
        return heard

    def action_talk(self) -> None:
        self.query_one(Input).focus()

    def on_talk_left(self, _event: Talk.Left) -> None:
        self.query_one(PickList).focus()
