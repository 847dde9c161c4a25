"""What the client's network reaches for: no reactor, no server, and no chance or time of its own."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOLDERS = ("net", "bot")
FILES = (path for folder in FOLDERS for path in (ROOT / "client" / folder).rglob("[!_]*.py"))
MODULES = sorted(".".join(path.relative_to(ROOT / "client").with_suffix("").parts) for path in FILES)
STARTS_PROCESSES = {"bot.run", "net.local_server"}
"""These read the clock of this computer."""


FORGETTING = """
import importlib, sys

kept = set(sys.modules)
for module in sys.argv[1:]:
    importlib.import_module(module)
    print(*sys.modules.keys() - kept)
    for name in [name for name in sys.modules if name.startswith(("client", "server", "twisted.internet.reactor"))]:
        del sys.modules[name]
"""
"""Imports one module after the other, as if it were the first of ours."""


@cache
def loaded_by(*modules: str) -> list[set[str]]:
    """What each of them brings along."""
    command = [sys.executable, "-c", FORGETTING, *modules]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [set(line.split()) for line in run.stdout.splitlines()]


def test_the_modules_are_found() -> None:
    assert {"net.wire", "net.conversation", "net.table.table", *STARTS_PROCESSES} <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_nothing_chooses_a_reactor_by_being_imported(module: str) -> None:
    loaded = loaded_by(*(f"client.{name}" for name in MODULES))[MODULES.index(module)]
    assert f"client.{module}" in loaded
    assert "twisted.internet.reactor" not in loaded
    assert not any(name == "server" or name.startswith("server.") for name in loaded)


@pytest.mark.parametrize("module", MODULES)
def test_time_and_chance_are_handed_in(module: str) -> None:
    text = (ROOT / "client" / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
    reached = {"import time", "import random", "import secrets", "from time", "from random", "from secrets"}
    assert module in STARTS_PROCESSES or not any(f"\n{line}" in text for line in reached)


def test_other_commands_do_not_wait_for_twisted() -> None:
    assert not any(name.split(".")[0] == "twisted" for name in loaded_by("client.main")[0])
