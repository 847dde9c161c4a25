"""Choosing what is played, and by whom, before there is a table."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Static

from client.i18n import _
from client.screen.screens.setup_rows import Kind, Unusable, changed, rows, summary
from client.screen.widgets.form import Form
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.top import TopScreen
from client.visit.errand import Setup
from client.words.rules import misfit, preset_of

_TITLES = {
    Kind.BOTS: _("A table with bots"),
    Kind.SERVER: _("A table on this server"),
    Kind.FRIENDS: _("A table for friends on this network"),
}
_READY = {Kind.BOTS: _("Play"), Kind.SERVER: _("Open the table"), Kind.FRIENDS: _("Open the table")}


class SetupScreen(TopScreen[Setup | None]):
    """Comes to what was chosen; None if the player went back."""

    DEFAULT_CSS = """
    SetupScreen .note { height: auto; min-height: 1; padding: 0 1; background: $panel; }
    SetupScreen .buttons { height: 1; align: center middle; }
    SetupScreen Button { margin: 0 2; }
    SetupScreen.-wide #form-rows { width: 70; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "done", _("start")),
        Binding("escape", "leave", _("back"), key_display="Esc"),
    ]

    def __init__(self, kind: Kind = Kind.SERVER, setup: Setup | None = None) -> None:
        super().__init__()
        self._kind = kind
        self.setup = setup or Setup()
        self._by_preset: dict[str, str] = {}
        """The rules as they were left when another game was looked at."""

    def compose(self) -> ComposeResult:
        yield Static(Text(_TITLES[self._kind]), classes="head")
        yield Form(rows(self.setup, self._kind))
        yield Static(classes="note")
        with Horizontal(classes="buttons"):
            yield Button(_READY[self._kind], action="screen.done", compact=True)
            yield Button(_("Back"), action="screen.leave", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self._say()

    def _say(self) -> None:
        wrong = misfit(self.setup.rules, self.setup.players)
        text = f"! {wrong}" if wrong else summary(self.setup, self._kind)
        self.write(".note", text)

    def on_form_wanted(self, event: Form.Wanted) -> None:
        """Another value; what cannot be used is asked for again, as it was typed, or refused in the note."""
        value = self._by_preset.get(event.value, event.value) if event.key == "preset" else event.value
        try:
            setup = changed(self.setup, event.key, value)
        except Unusable as trouble:
            if self.query_one(Form).can_be_typed(event.key):
                self.query_one(Form).type(event.key, event.value, str(trouble))
            else:
                self.app.bell()
                self.write(".note", f"! {trouble}")
            return
        self._by_preset[preset_of(self.setup.rules)] = self.setup.rules
        self.setup = setup
        self.query_one(Form).show(rows(setup, self._kind))
        self._say()

    def action_done(self) -> None:
        if misfit(self.setup.rules, self.setup.players):
            self.app.bell()
        else:
            self.dismiss(self.setup)
