"""What the first paint waits for: no network, no cryptography, no engine."""

import subprocess
import sys

import pytest

HEAVY = {"cryptography", "msgspec", "OpenSSL", "twisted", "zeroconf", "zope"}
COMMAND = "from client.main import build; build()"
APP = "import client.commands.start, client.screen.app.run"


def loaded_by(code: str) -> set[str]:
    said = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(said.stdout.split())


@pytest.mark.parametrize("screen", ["menu", "connecting", "settings", "welcome"])
def test_a_first_screen_is_painted_without_the_network(screen: str) -> None:
    loaded = loaded_by(f"{COMMAND}\n{APP}\nimport client.screen.screens.{screen}")
    assert not HEAVY & loaded
    assert "engine.front" not in loaded


def test_the_rest_leaves_the_choice_of_a_reactor_to_the_program() -> None:
    loaded = loaded_by("from client.screen.app.run import *\nfor name in (*BEHIND, SCREENS): __import__(name)")
    assert "client.screen.table.screen" in loaded
    assert "twisted.internet.reactor" not in loaded
