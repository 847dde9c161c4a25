"""From a file and the environment to settings: the environment wins over the file, the file over the default.

All problems are found at once, each with its place and with what is allowed there.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from server.settings.kinds import NotAllowed, Value
from server.settings.settings import SETTINGS, Setting, Settings

BAD_SETTINGS = 78
"""The exit code, EX_CONFIG of sysexits.h: a supervisor should not try again."""

PREFIX = "UNDERMINE_SERVER_"
DEFAULT = "default"
_LONGEST_FILE = 1 << 18
_SHOWN = 60


class BadSettings(ValueError):
    """The settings cannot be used; ``problems`` are sentences, one for each thing to put right."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Found:
    """Settings, and by name where each of them comes from."""

    settings: Settings
    origins: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Given:
    """A setting as it was given, unchecked; a file gives typed values, a variable only text."""

    name: str
    place: str
    value: object
    in_file: bool


def variable(name: str) -> str:
    """The variable of the environment that sets this setting."""
    return PREFIX + name.replace("-", "_").upper()


def read_settings(config: Path | None, environ: Mapping[str, str]) -> Found:
    """The settings that hold, or `BadSettings`."""
    in_file, problems = _from_file(config)
    values: dict[str, Value] = {}
    origins = {setting.name: DEFAULT for setting in SETTINGS}
    failed: set[str] = set()
    for given in (*in_file, *_from_environment(environ)):
        try:
            setting = _setting(given)
            origins[setting.name] = given.place
            values[setting.attribute] = _value(given, setting)
        except NotAllowed as error:
            failed.add(given.name)
            problems.append(f"{given.place}: {error}")
    found = Found(Settings(**values), origins)  # type: ignore[arg-type]  # their kinds have checked them
    problems += _contradictions(found, failed)
    if problems:
        raise BadSettings(problems)
    return found


def _setting(given: _Given) -> Setting:
    known = {setting.name: setting for setting in SETTINGS}
    if given.name in known:
        return known[given.name]
    near = get_close_matches(given.name, known, n=1)
    advice = f"is “{near[0]}” meant?" if near else f"there are {', '.join(known)}"
    raise NotAllowed(f"there is no setting “{_printable(given.name)}”; {advice}")


def _value(given: _Given, setting: Setting) -> Value:
    try:
        return setting.kind.check(given.value) if given.in_file else setting.kind.read(str(given.value))
    except NotAllowed as error:
        shown, allowed = _shown(given.value), setting.kind.allowed
        raise NotAllowed(f"{given.name} = {shown} is not possible; allowed is {allowed}") from error


def _from_file(config: Path | None) -> tuple[list[_Given], list[str]]:
    """What the file says, or the problem with it."""
    if config is None:
        return [], []
    try:
        text = _text(config)
        content = tomllib.loads(text)
    except OSError as error:
        return [], [f"{config}: cannot be read: {error.strerror}"]
    except ValueError as error:  # from TOML, which names the line, or from UTF-8
        return [], [f"{config}: is not a TOML file: {_printable(str(error))}"]
    except RecursionError:
        return [], [f"{config}: lists or tables are nested too deeply"]
    return [_Given(name, _place(config, text, name), value, in_file=True) for name, value in content.items()], []


def _text(config: Path) -> str:
    with config.open("rb") as file:
        content = file.read(_LONGEST_FILE + 1)
    if len(content) > _LONGEST_FILE:
        raise ValueError(f"it has more than {_LONGEST_FILE} bytes")
    return content.decode("utf-8-sig")  # an editor may have left its mark


def _place(config: Path, text: str, name: str) -> str:
    """The file and the line, which `tomllib` does not tell."""
    start = re.compile(rf"\s*\[?\s*([\"']?){re.escape(name)}\1\s*[\].=]")
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if start.match(line) and _is_complete("".join(lines[:number])):
            return f"{config}, line {number + 1}"
    return str(config)  # the name is written with escapes


def _is_complete(text: str) -> bool:
    """Whether a new line of TOML can begin after this: it cannot within a list or a long text."""
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return True


def _from_environment(environ: Mapping[str, str]) -> Iterator[_Given]:
    for name in sorted(environ):
        if name.startswith(PREFIX):
            setting = name.removeprefix(PREFIX).replace("_", "-").lower()
            yield _Given(setting, f"variable {_printable(name)}", environ[name], in_file=False)


def _contradictions(found: Found, failed: set[str]) -> Iterator[str]:
    """Values that are possible one by one, and not together."""
    for one, other, why in _pairs(found.settings):
        if failed.isdisjoint((one, other)):
            yield f"{one} ({found.origins[one]}) and {other} ({found.origins[other]}): {why}"


def _pairs(settings: Settings) -> Iterator[tuple[str, str, str]]:
    if bool(settings.certificate) != bool(settings.certificate_key):
        yield "certificate", "certificate-key", "set both or none of them"
    if settings.plain_tcp and settings.certificate:
        yield "plain-tcp", "certificate", "without TLS no certificate is shown; set only one of them"
    if settings.ping_seconds >= settings.idle_seconds:
        yield "ping-seconds", "idle-seconds", "no player could answer in time; set the second to more than the first"


def _shown(value: object) -> str:
    match value:
        case bool():
            shown = str(value).lower()
        case str():
            shown = f'"{value}"'
        case _:
            shown = str(value)
    return _printable(shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…")


def _printable(text: str) -> str:
    """Nothing that a terminal would obey."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
