"""What a test audits is audited once more by the second auditor, which was written from the protocol page alone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

import pytest

from protocol.audit.audit import Report, audit
from protocol.follow.follower import Follower
from protocol.log.faults import Code, Fault
from protocol.log.records import Entry
from tests.protocol.audit.left_out import LEFT_OUT
from tests.stories import second_auditor
from tests.stories.cheats.games import Forge, Game

Said = tuple[str, str | None, int | None, str]
LONG = {"bots", "damage", "saboteur2"}
"""Where a second opinion takes long, for many files or long games; only the cheats of a list are always heard."""
LISTED = {"it ends in its own finding", "a cheat ends in its finding"}
"""The tests that go through a list of cheats, each called by its ``name``."""


def said_by_the_program(log: bytes) -> Said:
    """The verdict of `undermine audit`, its first finding and where, and the phrase."""
    return told(audit(log))


def told(report: Report) -> Said:
    """What a report comes to."""
    code, at = next(((str(first.code.value), first.at) for first in report.findings), (None, None))
    return report.verdict.name, code, at, " ".join(report.phrase)


def said_by_the_second(log: bytes) -> Said:
    """The same of the second auditor."""
    report = second_auditor.audit(log)
    return report.verdict, report.code, report.entry, report.phrase or ""


def check_same(name: str, logs: list[tuple[bytes, Said]]) -> None:
    """Both say the same of every log, or differ in one at least where the page says why."""
    same = [said_by_the_second(log) == expected for log, expected in logs]
    if any(name in names for names in LEFT_OUT.values()):
        assert not all(same), "it need not be left out"
    else:
        assert all(same), [(said_by_the_second(log), expected) for log, expected in logs]


@dataclass
class Witness:
    """Every log that is audited while a test runs, and what the audit says."""

    heard: list[tuple[bytes, Said]]

    def audit(self, log: bytes, **options: Any) -> Report:
        """The audit, overheard."""
        report = audit(log, **options)
        self.heard.append((log, told(report)))
        return report

    def stopped_at_once(self, make: Callable[[], Game], code: Code) -> None:
        """A game that its own server cannot go on with: its log holds the entry at which it stops."""
        game, taken, take = make(), [], Follower.take

        def taking(follower: Follower, entry: Entry) -> list[object]:
            """Keep what the server writes."""
            if follower is game.host.follower:
                taken.append(entry)
            return take(follower, entry)

        with patch.object(Follower, "take", taking), pytest.raises(Fault):
            game.play()
        report = self.audit(Forge(game).write(taken, signing=lambda entry: False))
        assert report.findings[0].code is code


@contextmanager
def witness(module: ModuleType) -> Iterator[Witness]:
    """Overhear the audits of a module of tests."""
    there = Witness([])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tests.stories.cheats.games.audit", there.audit)
        patched.setattr(module, "audit", there.audit, raising=False)
        patched.setattr(module, "stopped_at_once", there.stopped_at_once, raising=False)
        yield there


def theme_of(module: ModuleType) -> str:
    """What a module of tests is about: ``tests.stories.cheats.test_moves`` is about ``moves``."""
    return module.__name__.rpartition(".test_")[2]


def is_listed(function: Callable[..., Any]) -> bool:
    """Whether a test goes through a list of cheats."""
    return _words_of(function) in LISTED


def name_of(theme: str, function: Callable[..., Any], given: dict[str, Any]) -> str:
    """What a test with its parameters is called in the list of what is left out."""
    if is_listed(function):
        return f"{theme}: {given['name']}"
    words = [getattr(given[name], "__name__", str(given[name])) for names, _ in _grids(function) for name in names]
    return f"{theme}: {_words_of(function)}" + (f" [{', '.join(words)}]" if words else "")


def cases_in(module: ModuleType) -> Iterator[tuple[FunctionType, dict[str, Any]]]:
    """Each test of a module that is not long, with each of its parameters."""
    for called, function in vars(module).items():
        marks = getattr(function, "pytestmark", [])
        if called.startswith("test_") and not any(mark.name == "long" for mark in marks):
            rows = [[dict(zip(names, row, strict=True)) for row in values] for names, values in _grids(function)]
            for given in product(*rows):
                yield function, {name: value for row in given for name, value in row.items()}


def _words_of(function: Callable[..., Any]) -> str:
    return function.__name__.removeprefix("test_").replace("_", " ")


def _grids(function: Callable[..., Any]) -> Iterator[tuple[list[str], list[Any]]]:
    """The names that a test is given values for, and the rows of values, as its marks list them."""
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            names, values = mark.args
            one = isinstance(names, str)
            yield ([names], [[value] for value in values]) if one else (list(names), list(values))
