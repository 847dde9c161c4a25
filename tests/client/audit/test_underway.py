"""A check beside the screen: it tells how far it is between two decisions of a slow bot, and ends with the program."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from client.audit.files import examine
from client.audit.underway import Underway
from client.main import main
from engine.bots import BOTS
from engine.bots.bot import Bot
from protocol.audit.report import Verdict
from tests.protocol.test_slow_bots import played
from tests.support.slow_bots import SLOW


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, bot in SLOW.items():
        monkeypatch.setitem(BOTS, name, bot)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "slow.umlog"
    file.write_bytes(played("base", 3))
    return file


def beside(monkeypatch: pytest.MonkeyPatch, do: Any) -> None:
    """At each decision of the bot."""
    slow = BOTS["slow"]

    def choose(*known: Any) -> Any:
        do()
        return slow.choose(*known)

    monkeypatch.setitem(BOTS, "slow", Bot("slow", 1, slow.memory, slow.remember, choose, slow=True))


def test_what_it_tells_changes_between_two_decisions(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    underway, told = Underway(Event()), list[str]()
    beside(monkeypatch, lambda: told.append(underway.line))
    assert examine(log, bar=underway.bar).verdict is Verdict.VERIFIED
    assert len(told) > 20
    assert len(set(told)) == len(told)


def test_the_end_of_the_program_ends_it_behind_the_present_decision(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closing, decisions = Event(), list[int]()

    def decide() -> None:
        decisions.append(1)
        if len(decisions) == 3:
            closing.set()

    beside(monkeypatch, decide)
    assert examine(log, bar=Underway(closing).bar).verdict is not Verdict.VERIFIED
    assert len(decisions) == 3


def test_ctrl_c_ends_the_command_in_the_middle_of_a_decision(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    beside(monkeypatch, stop)
    assert main(["audit", str(log)]) == 130
