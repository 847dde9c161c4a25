"""What the program tells to type is what was typed to start it."""

import pytest

from client import i18n
from client.i18n import _
from server.main import _program as _server


@pytest.mark.parametrize(
    ("started", "program", "server"),
    [
        ("/usr/bin/undermine", "undermine", "undermine-server"),
        ("./play", "./play", "./play server"),
        ("/home/eva/my games/play", "'/home/eva/my games/play'", "'/home/eva/my games/play' server"),
        ("-c", "undermine", "undermine-server"),
        ("", "undermine", "undermine-server"),
    ],
)
def test_it_is_called_as_it_was_started(started: str, program: str, server: str) -> None:
    assert i18n.program(started) == program
    assert _server(started) == server


def test_sentences_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.i18n.PROGRAM", "./play")
    assert _("check it with: {undermine} audit {file}", file="a.umlog") == "check it with: ./play audit a.umlog"
