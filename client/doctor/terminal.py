"""The terminal: whether it is one, its size, its colours, its characters."""

import locale
import os
import sys
from collections.abc import Iterator, Mapping
from typing import TextIO

from client.doctor.finding import Finding, hint, ok
from client.i18n import _
from client.profile.person import charset_of
from client.render.charset import BOX

SMALLEST = (80, 24)
_COLOURS = {"standard": 16, "windows": 16, "256": 256}
_SAMPLE = "┌─┐ ▓▓ ►◄ ✓✗ ×·"


def findings() -> Iterator[Finding]:
    yield from _streams((sys.stdin, sys.stdout, sys.stderr))
    yield _kind(os.environ)
    yield from _size()
    yield _colours(os.environ)
    yield from _characters()
    yield _locale()


def _streams(streams: tuple[TextIO | None, ...]) -> Iterator[Finding]:
    names = (_("standard input"), _("standard output"), _("standard error"))
    missing = [name for name, stream in zip(names, streams, strict=True) if stream is None or not stream.isatty()]
    if missing:
        yield hint(
            "terminal/no-tty",
            _("{names}: no terminal here.", names=", ".join(missing)),
            _("The game is told in lines there. For the screen, start it in a terminal, without a pipe or “>”."),
        )
    else:
        yield ok("terminal/tty", _("Input and output are a terminal."))


def _kind(environ: Mapping[str, str]) -> Finding:
    kind = environ.get("TERM", "")
    if kind in ("", "dumb"):
        return hint(
            "terminal/dumb",
            _("TERM is “{kind}”, which has no screen.", kind=kind),
            _("The game is told in lines there. For the screen, try: export TERM=xterm-256color"),
        )
    return ok("terminal/term", _("TERM is “{kind}”.", kind=kind))


def _size() -> Iterator[Finding]:
    size = next(filter(None, map(_size_of, (sys.__stdout__, sys.__stdin__, sys.__stderr__))), None)
    if size is None:
        return
    columns, lines = size
    told = {"columns": columns, "lines": lines}
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        yield hint(
            "terminal/small",
            _("The window is {columns} by {lines}: parts of the screen are cut off.", **told),
            _("Make it 80 columns by 24 rows or larger, take a smaller font, or play with --plain."),
        )
    else:
        yield ok("terminal/size", _("The window is {columns} by {lines}.", **told))


def _size_of(stream: TextIO | None) -> tuple[int, int] | None:
    try:
        return tuple(os.get_terminal_size(stream.fileno())) if stream is not None else None  # type: ignore[return-value]
    except (OSError, ValueError):
        return None


def _colours(environ: Mapping[str, str]) -> Finding:
    if environ.get("NO_COLOR"):
        return ok("terminal/no-color", _("NO_COLOR is set: the screen has no colours, and signs say the same."))
    from rich.console import Console  # noqa: PLC0415  # it takes its time

    system = Console(force_terminal=True, _environ=environ).color_system
    if system is None:
        return ok("terminal/no-color", _("The terminal says that it has no colours; signs say the same."))
    if system == "truecolor":
        return ok("terminal/colours", _("The terminal says that it has all colours."))
    count = _COLOURS[system]
    text = _("The terminal says that it has {count} colours.", count=count)
    if count < max(_COLOURS.values()):
        remedy = _("If it has more, try: export TERM=xterm-256color. Nothing is said by colour alone.")
        return hint("terminal/few-colours", text, remedy)
    return ok("terminal/colours", text)


def _characters() -> Iterator[Finding]:
    encoding = sys.stdout.encoding or ""
    if charset_of(ascii_only=False) == BOX:
        text = _("Cards are drawn with lines and blocks ({encoding}): {sample}", encoding=encoding, sample=_SAMPLE)
        yield ok("terminal/characters", text)
        return
    if encoding.lower().startswith("utf"):
        text = _("Cards are drawn with ASCII characters, since the locale is “{name}”.", name=_named())
    else:
        text = _("Cards are drawn with ASCII characters, since the output is {encoding}.", encoding=encoding)
    yield hint(
        "terminal/ascii",
        text,
        _('If the terminal shows UTF-8, try: export LC_ALL=C.UTF-8. Or set look = "box" in the settings.'),
    )


def _named() -> str:
    """The locale that counts for characters."""
    return next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "C")


def _locale() -> Finding:
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        return hint(
            "terminal/locale",
            _("The locale “{name}” is not installed on this computer.", name=_named()),
            _("Choose one that “locale -a” lists, such as: export LC_ALL=C.UTF-8"),
        )
    finally:
        locale.setlocale(locale.LC_ALL, before)
    return ok("terminal/locale", _("The locale is “{name}”.", name=_named()))
