"""A form: rows with a value each, and beside them what the row means, and every value with what it would mean.

It holds no values of its own: it tells what the player wants, and is given new rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import OptionList, Static

from client.i18n import _
from client.screen.widgets.dialogues import LineDialogue
from client.screen.widgets.pick_list import Line, PickList
from client.words.safe import columns, cut
from engine.records import record

_LABEL = 16
_TYPE = "type"


@record
class Choice:
    value: str
    text: str
    meaning: str = ""


@record
class Row:
    key: str
    label: str
    value: str
    meaning: str
    usual: str
    """The value that it has if nothing is said."""
    choices: tuple[Choice, ...] = ()
    question: str = ""
    """What to ask for if something is to be typed; empty if only the choices can be."""
    most: int = 300
    secret: bool = False
    shown: str = ""
    """What the value is called; if empty, as in the choices."""

    @property
    def text(self) -> str:
        return self.shown or next((choice.text for choice in self.choices if choice.value == self.value), self.value)


@record
class Heading:
    text: str


class _Rows(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", _("change"), key_display="←→"),
        Binding("delete", "reset", _("reset"), key_display="Del"),
    ]

    def action_step(self, step: int) -> None:
        self.query_ancestor(Form).step(step)

    def action_reset(self) -> None:
        self.query_ancestor(Form).reset()


class _Values(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", _("choose"), key_display="Enter"),
        Binding("left,escape", "leave", _("back"), key_display="Esc"),
    ]

    def action_leave(self) -> None:
        self.query_ancestor(Form).focus_rows()


class Form(Horizontal):
    """A list on the left; on the right its explanation, and the values of the row that is picked."""

    DEFAULT_CSS = """
    Form { height: 1fr; }
    Form > #form-rows { width: 38; height: 1fr; }
    Form > Vertical { width: 1fr; height: 1fr; padding: 0 1; border-left: vkey $panel; }
    Form #form-meaning { height: auto; margin-bottom: 1; }
    Form #form-values { height: 1fr; }
    """

    @dataclass
    class Wanted(Message):
        key: str
        value: str

    def __init__(self, lines: Sequence[Row | Heading]) -> None:
        super().__init__()
        self.lines = lines
        self._rows = _Rows(id="form-rows")
        self._values = _Values(id="form-values", points_unfocused=False)
        self._meaning = Static(id="form-meaning")

    def compose(self) -> ComposeResult:
        yield self._rows
        with Vertical():
            yield self._meaning
            yield self._values

    def on_mount(self) -> None:
        if self.children:  # none, if the screen has gone already
            self.focus_rows()
            self.show(self.lines)

    # what is shown

    def show(self, lines: Sequence[Row | Heading]) -> None:
        """The rows have changed; the same one stays picked."""
        self.lines = lines
        self._rows.show(
            Line(line.text) if isinstance(line, Heading) else Line(_row_text(line), line.key) for line in lines
        )
        self._explain()

    def _row(self, key: str) -> Row:
        return next(line for line in self.lines if isinstance(line, Row) and line.key == key)

    @property
    def _picked(self) -> Row:
        """A form has rows, and one of them is always picked."""
        return self._row(self._rows.picked)

    def _explain(self) -> None:
        row = self._picked
        self._meaning.update(Text("\n".join(_explanation(row))))
        lines = [
            Line(f"({'*' if each.value == row.value else ' '}) {each.text}", f"={each.value}", each.meaning, 6)
            for each in row.choices
        ]
        if row.question:
            lines.append(Line(_("type something else…") if lines else _("type it…"), _TYPE))
        self._values.show(lines, f"={row.value}")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_list is self._rows:
            self._explain()

    # what the player does

    def focus_rows(self) -> None:
        self._rows.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        row = self._picked
        if event.option_list is self._rows:
            self._explain()
            self._values.focus()
        elif self._values.picked == _TYPE:
            self.type(row.key, row.value)
        else:
            self.post_message(self.Wanted(row.key, self._values.picked.removeprefix("=")))
            self.focus_rows()

    def can_be_typed(self, key: str) -> bool:
        return bool(self._row(key).question)

    def type(self, key: str, text: str, trouble: str = "") -> None:
        """Ask for a line; once more if there is a sentence about what was wrong with it."""

        def typed(value: str | None) -> None:
            self.focus_rows()
            if value is not None:
                self.post_message(self.Wanted(key, value))

        row = self._row(key)
        dialogue = LineDialogue(row.question, text, most=row.most, hint=trouble, secret=row.secret)
        self.app.push_screen(dialogue, typed)

    def step(self, step: int) -> None:
        row = self._picked
        if not row.choices:
            self.app.bell()
            return
        values = [choice.value for choice in row.choices]
        at = values.index(row.value) + step if row.value in values else 0
        self.post_message(self.Wanted(row.key, values[at % len(values)]))

    def reset(self) -> None:
        self.post_message(self.Wanted(self._picked.key, self._picked.usual))


def _row_text(row: Row) -> str:
    """Label and value; a star says that the value is not the usual one."""
    label = cut(row.label, _LABEL)
    star = " " if row.value == row.usual else "*"
    return f"{label}{' ' * (_LABEL - columns(label))} {star}{row.text}"


def _explanation(row: Row) -> list[str]:
    lines = [row.label, row.meaning]
    if not row.choices:
        lines.append(_("Now: {value}", value=row.text))
    if row.value != row.usual:
        lines.append(_("* changed: Del resets it."))
    return lines
