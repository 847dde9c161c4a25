"""The command `undermine audit`, asked for JSON."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from client.main import main

Play = Callable[..., bytes]
Write = Callable[[str, bytes], str]
Capture = pytest.CaptureFixture[str]


def told_json(capsys: Capture, *arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the object."""
    code = main(["audit", "--json", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    assert found["exit_code"] == code
    return code, found
