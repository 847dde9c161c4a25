"""A text is copied by the terminal, or the caller hears that it was not sent."""

from base64 import b64decode
from io import StringIO

import pytest

from client.terminal.clipboard import copy


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_sent_the_text() -> None:
    terminal = Terminal()
    assert copy("undermine://mine.example#\u017elu\u0165", terminal, {"TERM": "xterm"})
    before, _semicolon, behind = terminal.getvalue().rpartition(";")
    assert (before, behind[-1]) == ("\x1b]52;c", "\a")
    assert b64decode(behind[:-1]).decode() == "undermine://mine.example#\u017elu\u0165"


@pytest.mark.parametrize(
    ("out", "environ"),
    [
        (StringIO(), {"TERM": "xterm"}),
        (Terminal(), {"TERM": "linux"}),
        (Terminal(), {"TERM": "dumb"}),
        (Terminal(), {}),
    ],
)
def test_what_would_print_it_is_sent_nothing(out: StringIO, environ: dict[str, str]) -> None:
    assert not copy("link", out, environ)
    assert out.getvalue() == ""
