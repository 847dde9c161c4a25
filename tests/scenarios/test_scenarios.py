"""Every scenario holds, and together they show every rule, every refusal, every event and every flag."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from scenarios.rule_numbers import RULE_NUMBERS

from engine.errors import Reason
from engine.mine.flags import FLAGS
from engine.mine.game import book
from engine.rules import parse
from engine.scenario.model import Scenario, Step
from engine.scenario.reader import read
from engine.scenario.runner import run

HERE = Path(__file__).parent
TESTS = HERE.parent
FILES = sorted(HERE.rglob("*.toml"))
FEWEST_FILES = 160
CITED = re.compile(r"(?<![\w.-])(0\.\d{1,2}|A\d{1,2}\.\d{1,2}|TV-A\d{1,2}|G\d{1,2}|HA\d{1,2}|I1)(?![\w.]*\d)")


@cache
def scenario_in(path: Path) -> Scenario:
    return read(path.read_text(encoding="utf-8"))


def scenarios() -> list[Scenario]:
    return [scenario_in(path) for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(HERE).as_posix())
def test_scenario_holds(path: Path) -> None:
    run(scenario_in(path))


def test_no_scenario_got_lost() -> None:
    assert len(FILES) >= FEWEST_FILES


def test_no_folder_is_empty() -> None:
    folders = [path for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert folders
    assert [folder.name for folder in folders if not any(folder.rglob("*.toml"))] == []


def test_every_title_tells_a_story_of_its_own() -> None:
    counts = Counter(scenario.title for scenario in scenarios())
    assert [title for title, count in counts.items() if count > 1] == []


def test_every_rule_is_shown_by_a_scenario_or_a_test() -> None:
    cited = {number for scenario in scenarios() for number in scenario.cites}
    for path in TESTS.rglob("test_*.py"):
        cited.update(CITED.findall(path.read_text(encoding="utf-8")))
    assert sorted(RULE_NUMBERS - cited) == []


def test_scenarios_cite_rules_that_exist() -> None:
    cited = {number for scenario in scenarios() for number in scenario.cites}
    assert sorted(cited - RULE_NUMBERS) == []


def test_every_refusal_is_reached() -> None:
    reached = {step.expected.refused for scenario in scenarios() for step in scenario.steps}
    assert [reason.value for reason in Reason if reason.value not in reached] == []


def test_every_event_happens() -> None:
    seen: set[type] = set()

    def watch(step: Step, refused: str | None, events: list[object]) -> None:
        seen.update(map(type, events))

    for scenario in scenarios():
        run(scenario, watch)
    assert [kind.__name__ for kind in book(parse("base"), 5).evolve if kind not in seen] == []


def test_every_value_of_every_flag_is_played() -> None:
    played = {choice for scenario in scenarios() for choice in scenario.rules.flags}
    assert [(flag.name, value) for flag in FLAGS for value in flag.values if (flag.name, value) not in played] == []


def test_every_number_of_players_is_played() -> None:
    assert {scenario.seats for scenario in scenarios()} == set(range(3, 11))
