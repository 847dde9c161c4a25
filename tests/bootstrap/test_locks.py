"""The committed locks: complete, hashed, and free of addresses."""

import re
import tomllib

import pytest

from bootstrap.environment import PLAY, TEST, Purpose
from bootstrap.progress import PIN
from tests.bootstrap.small_clone import PROJECT

both = pytest.mark.parametrize("purpose", [PLAY, TEST], ids=lambda purpose: purpose.name)


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in requirements}


@both
def test_a_lock_holds_pins_and_hashes_and_nothing_else(purpose: Purpose) -> None:
    lines = [line for line in purpose.lock.read_text("utf-8").splitlines() if not line.lstrip().startswith("#")]
    foreign = [
        line
        for line in lines
        if not re.match(r"[\w.-]+==[\w.!+]+( ;[^\\]+)? \\$|    --hash=sha256:[0-9a-f]{64}( \\)?$", line)
    ]
    assert foreign == []


@both
def test_a_lock_names_no_address(purpose: Purpose) -> None:
    assert "://" not in purpose.lock.read_text("utf-8")


def test_the_locks_cover_what_pyproject_asks_for() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    played = names(project["project"]["dependencies"])
    assert played <= names(pins(PLAY))
    assert played | names(project["dependency-groups"]["dev"]) <= names(pins(TEST))


def test_what_is_tested_is_what_is_played() -> None:
    assert set(pins(PLAY)) <= set(pins(TEST))


def pins(purpose: Purpose) -> list[str]:
    lines = purpose.lock.read_text("utf-8").splitlines()
    return [line.rstrip(" \\") for line in lines if PIN.match(line)]
