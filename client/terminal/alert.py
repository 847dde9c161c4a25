"""Calling a person who looks elsewhere: the terminal's bell, the title of its window, a notification on the desktop."""

from collections.abc import Callable, Mapping

from client.profile.settings import Settings
from client.words.safe import shown

_BELL = "\a"
_OSC, _END = "\x1b]", "\x1b\\"
_KEEP_TITLE, _BRING_TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
_NAME = "Undermine"
_LONGEST = 100
_BELL_ONLY = "linux"
"""The console has no windows, and would print what is meant for one."""
_URXVT = ("rxvt", "foot")
"""Terminals that notify as urxvt does; those made with VTE say so in a variable."""


class Alert:
    """Writes to one terminal; ``settings`` may be replaced while it is used."""

    def __init__(self, settings: Settings, write: Callable[[str], object], environ: Mapping[str, str]) -> None:
        self.settings = settings
        self._write = write
        self._environ = environ
        self._terminal = environ.get("TERM") or ("xterm" if "WT_SESSION" in environ else "dumb")
        self._asked: str | None = None
        self._titled = False

    def your_turn(self, text: str) -> None:
        """The person is asked for something; the same text again, before `calm`, is the same question."""
        line = shown(text, _LONGEST)
        if line == self._asked or self._terminal == "dumb":
            return
        self._asked = line
        parts = [_BELL] if self.settings.bell else []
        if self._terminal != _BELL_ONLY:
            parts += [self._title(line)] if self.settings.title else []
            parts += [self._notification(line)] if self.settings.notify else []
        if parts:
            self._write("".join(parts))

    def ring(self) -> None:
        """The bell alone: there is something to read, and nothing has to be done."""
        if self.settings.bell and self._terminal != "dumb":
            self._write(_BELL)

    def calm(self) -> None:
        """Nothing is asked any more: the window gets its title back."""
        self._asked = None
        if self._titled:
            self._titled = False
            # some terminals keep no titles: they are left with one that asks for nothing
            self._write(f"{_OSC}2;{_NAME}{_END}{_BRING_TITLE_BACK}")

    def _title(self, line: str) -> str:
        keep = "" if self._titled else _KEEP_TITLE
        self._titled = True
        return f"{keep}{_OSC}2;{line}{_END}"

    def _notification(self, line: str) -> str:
        """In one of two ways, since a terminal that knows both would notify twice.

        The name comes first: to some terminals a number there is an order.
        """
        text = line.replace(";", ",")
        if self._terminal.startswith(_URXVT) or "VTE_VERSION" in self._environ:
            sequence = f"{_OSC}777;notify;{_NAME};{text}{_END}"
        else:
            sequence = f"{_OSC}9;{_NAME}: {text}{_END}"
        return _through_tmux(sequence) if "TMUX" in self._environ else sequence


def _through_tmux(sequence: str) -> str:
    """As tmux hands it on to the terminal outside, if it is allowed to."""
    doubled = sequence.replace("\x1b", "\x1b\x1b")
    return f"\x1bPtmux;{doubled}{_END}"
