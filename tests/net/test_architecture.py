"""What the client's network reaches for: no reactor, no server, and no chance or time of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(path.stem for path in (ROOT / "client" / "net").glob("*.py") if path.stem != "__init__")
CHOOSES_A_REACTOR = "bot_run"


def loaded_by(module: str) -> set[str]:
    code = f"import sys; old = set(sys.modules); import {module}; print(*set(sys.modules) - old)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_the_modules_are_found() -> None:
    assert {"wire", "conversation", "following", CHOOSES_A_REACTOR} <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_nothing_chooses_a_reactor_by_being_imported(module: str) -> None:
    loaded = loaded_by(f"client.net.{module}")
    assert "twisted.internet.reactor" not in loaded
    assert not any(name == "server" or name.startswith("server.") for name in loaded)


@pytest.mark.parametrize("module", MODULES)
def test_time_and_chance_are_handed_in(module: str) -> None:
    text = (ROOT / "client" / "net" / f"{module}.py").read_text(encoding="utf-8")
    reached = {"import time", "import random", "import secrets", "from time", "from random", "from secrets"}
    assert module == CHOOSES_A_REACTOR or not any(f"\n{line}" in text for line in reached)


def test_other_commands_do_not_wait_for_twisted() -> None:
    assert not any(name.split(".")[0] == "twisted" for name in loaded_by("client.main"))
