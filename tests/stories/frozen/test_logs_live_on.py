"""Logs of finished games are proved by every later version of the program, whatever was added to it since."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.front import setup
from engine.mine import game as mine
from engine.mine.cards.card import Card
from engine.mine.sets import saboteur2
from engine.rules import parse
from protocol.audit.audit import Report, Verdict, audit
from protocol.log.records import Kind
from tests.stories.frozen import folded, made_up
from tests.stories.frozen.contents import EVERYTHING, EVERYWHERE, held
from tests.support.tables_at_play import AtPlay

LOGS = {path.stem: path.read_bytes() for path in sorted((Path(__file__).parent / "logs").glob("*.umlog"))}
BASE = ("base", "base-2006")
MOST_BYTES = 200_000

each_log = pytest.mark.parametrize("name", LOGS)


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Changes of the program; no book outlives them."""
    with monkeypatch.context() as changes:
        made_up.forget_books()
        yield changes
    made_up.forget_books()


@pytest.fixture
def later(patch: pytest.MonkeyPatch) -> None:
    """A program that knows more cards, flags, presets, acts, random kinds, modules and games."""
    made_up.register(patch)


def verified(report: Report) -> bool:
    """Proved, with every move of a bot worked out again; or it says that the bot is of an earlier revision."""
    assert report.reason == ""
    asked_again = report.bots_checked or bool(report.bots_left_out_why)
    return report.verdict is Verdict.VERIFIED and asked_again == bool(report.played_by_bots)


def unreadable(name: str) -> str:
    """Why this program does not judge the log."""
    report = audit(LOGS[name], bots=True)
    assert (report.verdict, report.findings) == (Verdict.UNREADABLE, [])
    return report.detail


def test_there_is_a_log_of_each_preset_and_together_they_show_everything() -> None:
    assert set(LOGS) == {"base", "base-2006", "saboteur2"}
    contents = {name: held(log) for name, log in LOGS.items()}
    assert all(shown >= EVERYWHERE for shown in contents.values())
    assert frozenset().union(*contents.values()) >= EVERYTHING
    assert max(map(len, LOGS.values())) < MOST_BYTES


@each_log
def test_a_log_is_proved_and_its_bots_are_checked_or_named(name: str) -> None:
    report = audit(LOGS[name], bots=True)
    assert verified(report)
    assert report.setting is not None
    assert str(report.setting.rules) == name
    assert report.removed


@each_log
@pytest.mark.usefixtures("later")
def test_a_log_is_proved_by_a_program_that_knows_more(name: str) -> None:
    assert verified(audit(LOGS[name], bots=True))


@pytest.mark.usefixtures("later")
def test_what_the_later_program_knows_can_be_played() -> None:
    """Or the test above would show nothing."""
    for rules in ("base+made-up+made-up-base=yes", "saboteur2+made-up", "base-made-up", "cellar"):
        assert setup(parse(rules), 3).book.seats == 3
    table = AtPlay(rules="base+made-up", server_bots=1)
    assert verified(audit(table.play(), bots=True))
    acts = [entry.body for entry in table.host.entries if entry.kind == Kind.ACT]
    assert any(made_up.VERB.encode() in act for act in acts)


def test_a_log_comes_to_the_same_however_texts_are_hashed() -> None:
    """Else two honest programs would say different things of one game."""
    told = {folded_by(number) for number in ("0", "1", "4242")}
    assert told == {"".join(f"{name} {folded.digest(log)}\n" for name, log in LOGS.items())}


def folded_by(hash_seed: str) -> str:
    """What another run of the program says of the logs."""
    ended = subprocess.run(
        [sys.executable, "-B", str(Path(folded.__file__))],
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(Path(__file__).parents[3]),
            "PYTHONHASHSEED": hash_seed,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == ""
    return ended.stdout


def test_a_row_of_another_card_set_changes_nothing(patch: pytest.MonkeyPatch) -> None:
    row = Card("made-up-bridge", 9003, "path", 0, ("NS", "EW"))
    patch.setattr(saboteur2, "DECK", (*saboteur2.DECK, row))
    patch.setattr(saboteur2, "CARDS", (*saboteur2.CARDS, row))
    assert row in mine.book(parse("saboteur2"), 4).cards
    assert all(verified(audit(LOGS[name], bots=True)) for name in BASE)


def test_a_new_revision_of_a_card_set_is_named_and_concerns_no_other(patch: pytest.MonkeyPatch) -> None:
    known = saboteur2.REV
    patch.setattr(saboteur2, "REV", known + 1)
    told = f"the table was played by revision {known} of 'saboteur2'; this program has {known + 1}"
    assert unreadable("saboteur2") == told
    assert all(verified(audit(LOGS[name], bots=True)) for name in BASE)


@each_log
def test_a_new_revision_of_the_core_is_named_and_concerns_all(name: str, patch: pytest.MonkeyPatch) -> None:
    known = mine.REV
    patch.setattr(mine, "REV", known + 1)
    assert unreadable(name) == f"the table was played by revision {known} of 'mine'; this program has {known + 1}"
