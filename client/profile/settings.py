"""What a person may set in a profile: one table, with each setting's default and meaning, and the file that it is in.

The table is the class itself: it is what the program uses, what the file is read against, and what a settings screen
shows.  The file is the person's own: only the lines change whose settings do, and what is not understood stays.
"""

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from client.i18n import _, plural
from client.profile import BadProfile
from protocol.keys.secretfile import sole_writer, write_whole

if TYPE_CHECKING:
    from client.profile.profile import Profile

Value = str | bool
_LONGEST = 1 << 16


@dataclass(frozen=True, slots=True)
class Setting:
    key: str
    default: Value
    label: str
    meaning: str
    choices: dict[str, str]  # by value: what people call it; none for a switch or a text
    before: Mapping[Value, Value]  # by value of an earlier version: what it is called now

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def allowed(self) -> str:
        if self.choices:
            return _("one of {choices}", choices=", ".join(f'"{choice}"' for choice in self.choices))
        return _("true or false") if self.is_switch else _("a text")

    def now(self, value: object) -> object:
        """What a file holds, in the words of this version."""
        return self.before.get(value, value) if isinstance(value, bool) else value

    def allows(self, value: object) -> bool:
        if self.choices:
            return value in list(self.choices)  # which compares whatever a file holds
        if self.is_switch:
            return isinstance(value, bool)
        return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)


def _row(
    default: Value, label: str, meaning: str, before: Mapping[Value, Value] = MappingProxyType({}), **choices: str
) -> Any:
    row = {"default": default, "label": label, "meaning": meaning, "choices": choices, "before": before}
    return field(default=default, metadata=row)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    name: str = _row("", _("name"), _("Your name.  Empty: none yet."))
    look: str = _row(
        "auto",
        _("characters"),
        _(
            "What cards are drawn with: lines and blocks, ASCII characters only, or whatever this terminal can show;"
            " “in words” leaves pictures out where the game is told in lines."
        ),
        auto=_("automatic"),
        box=_("lines and blocks"),
        ascii=_("ASCII only"),
        words=_("in words"),
    )
    theme: str = _row(
        "dark",
        _("theme"),
        _("The colours of the screen."),
        dark=_("dark"),
        light=_("light"),
        contrast=_("high contrast"),
    )
    palette: str = _row(
        "usual",
        _("card colours"),
        _("The colours of teams and cards; the safe ones can be told apart by the colour-blind."),
        usual=_("standard"),
        safe=_("safe"),
    )
    bell: bool = _row(True, _("bell"), _("Ring the terminal's bell when you are asked for something."))
    title: bool = _row(True, _("window title"), _("Say in the title of the window that you are asked for something."))
    notify: bool = _row(False, _("notification"), _("Let the terminal show a notification on the desktop, if it can."))
    confirm: str = _row(
        "harm",
        _("ask once more"),
        _("Ask once more before a card is played: one that breaks or collapses something, every card, or none."),
        before={True: "always", False: "never"},
        harm=_("harmful cards"),
        always=_("every card"),
        never=_("never"),
    )


SETTINGS = tuple(Setting(row.name, **row.metadata) for row in fields(Settings))


class BadSettings(BadProfile):
    """The settings cannot be used: ``problems`` are sentences, ``settings`` is what holds without the wrong ones."""

    def __init__(self, problems: list[str], settings: Settings) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems
        self.settings = settings


@dataclass(frozen=True, slots=True)
class _Reading:
    text: str
    content: dict[str, object]
    settings: Settings
    mistakes: dict[str, str]  # by key; a key that is unknown here may be known to another version


def read(profile: "Profile", only: str = "") -> Settings:
    """`BadSettings` if there is a mistake; where ``only`` one setting matters, if it is in that one."""
    found = _reading(profile.settings_file)
    problems = [problem for key, problem in found.mistakes.items() if only in ("", key)]
    if problems:
        raise BadSettings(problems, found.settings)
    return found.settings


def change(profile: "Profile", **values: Value) -> None:
    """Keep these values, and all else as it is; `BadSettings` if that cannot be.  No change touches no file."""
    file = profile.settings_file
    own = Path(os.path.realpath(file))  # what the file may be a link to, so that it stays one
    try:
        with sole_writer(own):
            found = _reading(file)
            text = _changed(file, found, values)
            if text != found.text:
                write_whole(own, text.encode())
    except OSError as error:
        problem = _("{file} cannot be written: {why}", file=file, why=error.strerror)
        raise BadSettings([problem], Settings()) from error


def _reading(file: Path) -> _Reading:
    text, content = _loaded(file)
    there = [(setting, setting.now(content[setting.key])) for setting in SETTINGS if setting.key in content]
    good: dict[str, Any] = {setting.key: value for setting, value in there if setting.allows(value)}
    wrong = {setting.key: _mistake(file, setting) for setting, value in there if not setting.allows(value)}
    return _Reading(text, content, Settings(**good), wrong)


def _loaded(file: Path) -> tuple[str, dict[str, object]]:
    try:
        text = file.read_bytes().decode("utf-8-sig")  # an editor may have left its mark
        if len(text) > _LONGEST:
            raise ValueError(
                plural("it has more than {count} character", "it has more than {count} characters", _LONGEST)
            )
        return text, tomllib.loads(text)
    except FileNotFoundError:
        return "", {}
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadSettings([_("{file} cannot be read: {why}", file=file, why=why)], Settings()) from error


def _mistake(file: Path, setting: Setting) -> str:
    return _("{file}: the key {key!r} must be {allowed}", file=file, key=setting.key, allowed=setting.allowed)


def _changed(file: Path, found: _Reading, values: dict[str, Value]) -> str:
    """The text with other values; new lines come first, where they belong to no table of the file."""
    text = found.text
    for setting in reversed(SETTINGS):
        if setting.key in values and values[setting.key] != getattr(found.settings, setting.key):
            if not setting.allows(values[setting.key]) or _is_table(found.content.get(setting.key)):
                raise BadSettings([_mistake(file, setting)], found.settings)
            text = _with(text, setting.key, values[setting.key])
    return text


def _is_table(value: object) -> bool:
    """Whether it may stand on lines that are not beside each other."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, dict) for one in value))


def _with(text: str, key: str, value: Value) -> str:
    if isinstance(value, bool):
        written = str(value).lower()
    else:
        written = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # JSON would let it pass
    start, end = _place(text, key)
    ending = _ending(text[start:end]) if end else "\n"
    return f"{text[:start]}{key} = {written}{ending}{text[end:]}"


def _place(text: str, key: str) -> tuple[int, int]:
    """Where a key has its lines, before the first table; nowhere is (0, 0)."""
    start = end = 0
    for line in text.splitlines(keepends=True):
        end += len(line)
        content = _complete(text[start:end])
        if content is None:
            continue
        if text[start:end].lstrip().startswith("["):
            break
        if key in content:
            return start, end
        start = end
    return 0, 0


def _ending(lines: str) -> str:
    heads = (lines[:at] for at, char in enumerate(lines) if char == "#")
    head = next((head for head in heads if _complete(head) is not None), lines)
    return lines[len(head.rstrip()) :]


def _complete(text: str) -> dict[str, object] | None:
    """What it says, if a new line can begin after it: it cannot within a list or a long text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
