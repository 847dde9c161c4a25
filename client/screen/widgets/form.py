"""A form: rows with a value each, and beside them what the row means, and every value with what it would mean.

It holds no values of its own: it tells what the player wants, and is given the rows anew.
"""

from collections.abc import Sequence
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
        Binding("left", "step(-1)", _("before"), key_display="←"),
        Binding("right", "step(1)", _("next"), key_display="→"),
        Binding("delete", "reset", _("as usual"), key_display="Del"),
    ]

    def action_step(self, step: int) -> None:
        self.query_ancestor(Form).step(step)

    def action_reset(self) -> None:
        self.query_ancestor(Form).reset()


class _Values(PickList):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", _("take this"), key_display="Enter"),
        Binding("left,escape", "leave", _("to the rows"), key_display="Esc"),
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

    class Wanted(Message):
        def __init__(self, key: str, value: str) -> None:
            super().__init__()
            self.key = key
            self.value = value

    def __init__(self, lines: Sequence[Row | Heading]) -> None:
        super().__init__()
        self._lines = tuple(lines)

    def compose(self) -> ComposeResult:
        yield _Rows(self._row_lines(), id="form-rows")
        with Vertical():
            yield Static(id="form-meaning")
            yield _Values(id="form-values", points_unfocused=False)

    def on_mount(self) -> None:
        if self.children:  # none, if the screen has gone already
            self.focus_rows()
            self._explain()

    @property
    def _rows(self) -> PickList:
        return self.query_one("#form-rows", PickList)

    @property
    def _values(self) -> PickList:
        return self.query_one("#form-values", PickList)

    # what is shown

    def show(self, lines: Sequence[Row | Heading]) -> None:
        """The rows have changed; the same one stays picked."""
        self._lines = tuple(lines)
        self._rows.show(self._row_lines())
        self._explain()

    def _row_lines(self) -> list[Line]:
        return [
            Line(line.text) if isinstance(line, Heading) else Line(_row_text(line), line.key) for line in self._lines
        ]

    def _row(self, key: str) -> Row | None:
        return next((line for line in self._lines if isinstance(line, Row) and line.key == key), None)

    def _explain(self) -> None:
        row = self._row(self._rows.picked)
        if row is None:
            return
        self.query_one("#form-meaning", Static).update(Text("\n".join(_explanation(row))))
        lines = [_choice_line(choice, choice.value == row.value) for choice in row.choices]
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
        row = self._row(self._rows.picked)
        if row is None:
            return
        if event.option_list is self._rows:
            self._explain()
            self._values.focus()
        elif self._values.picked == _TYPE:
            self.type(row.key, row.value)
        else:
            self.post_message(self.Wanted(row.key, self._values.picked.removeprefix("=")))
            self.focus_rows()

    def type(self, key: str, text: str, trouble: str = "") -> None:
        """Ask for a line; once more if there is a sentence about what was wrong with it."""
        row = self._row(key)
        assert row is not None

        def typed(value: str | None) -> None:
            self.focus_rows()
            if value is not None:
                self.post_message(self.Wanted(key, value))

        dialogue = LineDialogue(row.question, text, most=row.most, hint=trouble, secret=row.secret)
        self.app.push_screen(dialogue, typed)

    def step(self, step: int) -> None:
        row = self._row(self._rows.picked)
        if row is None or not row.choices:
            self.app.bell()
            return
        values = [choice.value for choice in row.choices]
        at = values.index(row.value) + step if row.value in values else 0
        self.post_message(self.Wanted(row.key, values[at % len(values)]))

    def reset(self) -> None:
        row = self._row(self._rows.picked)
        if row is not None:
            self.post_message(self.Wanted(row.key, row.usual))


def _row_text(row: Row) -> str:
    """Label and value; a star says that the value is not the usual one."""
    label = cut(row.label, _LABEL)
    star = " " if row.value == row.usual else "*"
    return f"{label}{' ' * (_LABEL - columns(label))} {star}{row.text}"


def _choice_line(choice: Choice, now: bool) -> Line:
    """The value that holds has a sign before it."""
    return Line(f"({'*' if now else ' '}) {choice.text}", f"={choice.value}", choice.meaning, 6)


def _explanation(row: Row) -> list[str]:
    lines = [row.label, row.meaning]
    if not row.choices:
        lines.append(_("Now: {value}", value=row.text))
    if row.value != row.usual:
        lines.append(_("* not as usual: Del brings that back."))
    return lines
