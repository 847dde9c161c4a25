"""A list to pick from by arrows or mouse; a sign, and not only a colour, says which line is picked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from client.i18n import _

_POINTER = ">"


@dataclass(frozen=True, slots=True)
class Line:
    """One line; without a key it is a heading and cannot be picked."""

    text: str
    key: str = ""
    below: str = ""
    """More words, on lines of their own."""
    indent: int = 2
    """Of what stands below."""


class PickList(OptionList):
    """Lines have keys, and the one that is picked stays so while others come and go."""

    DEFAULT_CSS = """
    PickList, PickList:focus {
        border: none; padding: 0; background: $background; scrollbar-size-vertical: 1;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    PickList > .option-list--option-disabled { text-style: bold; color: $text-muted; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", _("choose"), key_display="Enter")]

    def __init__(self, lines: Sequence[Line] = (), *, id: str, points_unfocused: bool = True) -> None:  # noqa: A002
        super().__init__(id=id)
        self._given: list[Line] = []
        self._pointed: int | None = None
        """The line that has the sign now."""
        self._points_unfocused = points_unfocused
        self.show(lines)

    @property
    def picked(self) -> str:
        """The key of the line that is picked; empty if there is none."""
        at = self.highlighted
        return "" if at is None or at >= len(self._given) else self._given[at].key

    def show(self, lines: Iterable[Line], key: str = "") -> None:
        """Other lines; the one with the key is picked, or else the one that was, or else the first."""
        wanted = key or self.picked
        before = self.highlighted or 0
        self.highlighted = None  # before the lines change: what is picked is looked up in them
        self._given = list(lines)
        self._pointed = None
        self.set_options(Option(_prompt(line, False), disabled=not line.key) for line in self._given)
        there = [at for at, line in enumerate(self._given) if line.key]
        same = [at for at in there if self._given[at].key == wanted]
        if there:
            self.highlighted = same[0] if same else min(there, key=lambda at: (abs(at - before), at))

    def change(self, line: Line) -> None:
        """Other words in the line with this key, if there is one; of a long list it is the only one drawn again."""
        for at, one in enumerate(self._given):
            if one.key == line.key:
                self._given[at] = line
                self.replace_option_prompt_at_index(at, _prompt(line, at == self._pointed))

    def watch_highlighted(self, highlighted: int | None) -> None:
        super().watch_highlighted(highlighted)
        self._point()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Some lists point only while they have the keys."""
        super().watch_has_focus(has_focus)
        self._point()

    def _point(self) -> None:
        before, self._pointed = self._pointed, self.highlighted if self._points_unfocused or self.has_focus else None
        for at in {before, self._pointed} - {None}:
            if at is not None and at < len(self._given):
                self.replace_option_prompt_at_index(at, _prompt(self._given[at], at == self._pointed))


def _prompt(line: Line, pointed: bool) -> RenderableType:
    if not line.key:
        return Text(line.text)
    head = Text(f"{_POINTER if pointed else ' '} {line.text}")
    return Group(head, Padding(Text(line.below), (0, 0, 0, line.indent))) if line.below else head
