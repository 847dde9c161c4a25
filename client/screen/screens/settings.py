"""What a player may set, each with its meaning; every change is kept at once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from client.i18n import _
from client.profile.profile import Profile
from client.profile.settings import SETTINGS, BadSettings, Setting, Settings, Value, change
from client.screen.widgets.form import Choice, Form, Row
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.top import TopScreen
from client.words.people import LONGEST_NAME, NAME_RULE, is_name
from client.words.safe import shown

_ON, _OFF = "true", "false"


class SettingsScreen(TopScreen[None]):
    """Goes back to where it was opened; ``settings`` is what holds now."""

    DEFAULT_CSS = """
    SettingsScreen .note { height: auto; min-height: 1; padding: 0 1; background: $panel; }
    SettingsScreen.-wide #form-rows { width: 70; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", _("back"), key_display="Esc")]

    def __init__(
        self, profile: Profile, settings: Settings, changed: Callable[[Settings], object] = lambda settings: None
    ) -> None:
        """``changed`` is told of every change, whether it could be kept or not."""
        super().__init__()
        self._profile = profile
        self.settings = settings
        self._changed = changed

    def compose(self) -> ComposeResult:
        yield Static(Text(_("Settings of the profile “{name}”", name=self._profile.name)), classes="head")
        yield Form(self._rows())
        yield Static(Text(_("Kept in {file}", file=self._profile.settings_file)), classes="note")
        yield KeyBar()

    def _rows(self) -> list[Row]:
        return [_row(setting, getattr(self.settings, setting.key)) for setting in SETTINGS]

    def on_form_wanted(self, event: Form.Wanted) -> None:
        [setting] = [setting for setting in SETTINGS if setting.key == event.key]
        value: Value = event.value == _ON if setting.is_switch else event.value
        wrong = _wrong(setting, value)
        if wrong:
            self.query_one(Form).type(event.key, event.value, wrong)
            return
        new: dict[str, Any] = {setting.key: value}
        self.settings = replace(self.settings, **new)
        self.write(".note", self._keep(new))
        self.query_one(Form).show(self._rows())
        self._changed(self.settings)

    def _keep(self, new: dict[str, Value]) -> str:
        try:
            change(self._profile, **new)
        except BadSettings as trouble:
            return _("! {why}. The change holds until the program ends.", why="; ".join(trouble.problems))
        return _("Kept in {file}", file=self._profile.settings_file)


def _wrong(setting: Setting, value: Value) -> str:
    """Why it cannot be the value, as a sentence; empty if it can."""
    if setting.key == "name" and isinstance(value, str) and value and not is_name(value):
        return NAME_RULE
    return "" if setting.allows(value) else _("It must be {allowed}.", allowed=setting.allowed)


def _row(setting: Setting, value: Value) -> Row:
    row = Row(setting.key, setting.label, str(value), setting.meaning, str(setting.default))
    if setting.is_switch:
        on, off = Choice(_ON, _("yes")), Choice(_OFF, _("no"))
        return replace(row, value=row.value.lower(), usual=row.usual.lower(), choices=(on, off))
    if setting.choices:
        return replace(row, choices=tuple(Choice(value, word) for value, word in setting.choices.items()))
    most = LONGEST_NAME if setting.key == "name" else row.most
    return replace(row, shown=shown(row.value) or _("none"), question=setting.meaning, most=most)
