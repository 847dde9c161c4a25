"""A screen with a list to pick from, words about what is picked, a line to type, and one sentence to be known."""

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from client.i18n import _
from client.screen.widgets.pick_list import PickList
from client.screen.widgets.top import TopScreen, focus_first

_Result = TypeVar("_Result")


class LineBelow(Input):
    """Esc leaves it, and what was typed stays."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", _("to the list"), key_display="Esc")]

    def action_leave(self) -> None:
        self.screen.query_one(PickList).focus()


class ListScreen(TopScreen[_Result]):
    DEFAULT_CSS = """
    ListScreen .columns { height: 1; padding: 0 2; color: $text-muted; }
    ListScreen PickList { height: 1fr; }
    ListScreen .rules { height: auto; padding: 0 1; border-top: hkey $panel; scrollbar-size-vertical: 1; }
    ListScreen .notice { height: auto; padding: 0 1; }
    ListScreen Input { height: 1; border: none; padding: 0 1; }
    ListScreen Input:focus { border: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._notice = ""
        self._composed = False

    def on_mount(self) -> None:
        self._composed = True
        focus_first(self, PickList)
        self.update()

    def update(self) -> None:
        """Show everything again."""
        raise NotImplementedError

    def explain(self) -> None:
        """Another line is picked."""
        raise NotImplementedError

    def on_option_list_option_highlighted(self) -> None:
        self.explain()

    def write_notice(self) -> None:
        self.write(".notice", self._notice)
        self.query_one(".notice").display = bool(self._notice)

    def _tell(self, text: str) -> None:
        self._notice = text
        self.update()

    def _heard_if(self, heard: bool, notice: str = "") -> bool:
        self._tell(notice if heard else _("There is no connection at the moment."))
        return heard

    def action_type(self) -> None:
        """At once: the next key may be on its way."""
        self.set_focus(self.query_one(Input))
