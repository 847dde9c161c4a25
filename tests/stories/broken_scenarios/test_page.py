"""docs/scenarios.md says what the code does: its examples run, and its tables are complete."""

import shlex
from dataclasses import fields
from pathlib import Path

import pytest

from client.main import main
from engine.mine.game import book
from engine.mine.scenario.position import Position
from engine.registry import game_of
from engine.rules import parse, preset
from engine.scenario.checks import CHECKS
from engine.scenario.keys import BadScenario
from engine.scenario.language import language
from engine.scenario.model import Expected, Scenario
from engine.scenario.reader import read
from engine.scenario.runner import run
from tests.stories.broken_scenarios.page import blocks, table, whole_scenarios, words

WORDS = language(book(preset("base"), 4))
WHOLE = language(book(parse("saboteur2+everything"), 4))
"""With the words of every module."""
CAVE = language(game_of(preset("cave")).book(preset("cave"), 4))
FRAGMENTS = [text for text in blocks("toml") if text not in whole_scenarios()]
FRAME = 'title = "A frame"\ncites = ["0.1"]\nseats = 4\nrules = "saboteur2+everything"\n'
CODES_AFTER_A_RUN = {"cannot be used": 2, "differs": 1}


@pytest.mark.parametrize("text", whole_scenarios(), ids=lambda text: text.splitlines()[0])
def test_every_whole_scenario_holds(text: str) -> None:
    run(read(text))


@pytest.mark.parametrize("text", FRAGMENTS, ids=lambda text: text.splitlines()[-1])
def test_every_fragment_can_be_read(text: str) -> None:
    assert len(read(FRAME + text).steps) == 1


def test_every_verb_has_an_example() -> None:
    assert {step.verb for text in FRAGMENTS for step in read(FRAME + text).steps} == {"", *WHOLE.verbs}


@pytest.mark.parametrize("number", range(len(blocks("console"))))
def test_the_command_says_what_the_page_shows(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *shown = blocks("console")[number].splitlines()
    example = whole_scenarios()[0]
    changes = {0: ("", ""), 1: ("turn = 1", "turn = 2"), 3: ('"cross"\nat', '"crosss"\nat')}
    monkeypatch.chdir(tmp_path)
    if number in changes:
        Path("story.toml").write_text(example.replace(*changes[number]), "utf-8")
    code = main(shlex.split(command.removeprefix("$ ./play ")))
    out, err = capsys.readouterr()
    assert (err + out).splitlines() == shown
    assert code == next((code for text, code in CODES_AFTER_A_RUN.items() if text in shown[-1]), 0)


def test_the_table_of_events_is_complete() -> None:
    told = {name: set(words(rest.split(" | ")[0])) for name, rest in table("### Events").items()}
    assert told == WHOLE.events


def test_the_table_of_verbs_is_complete() -> None:
    told = table("## Steps")
    assert list(told) == list(WHOLE.verbs)
    assert {verb for verb, rest in told.items() if "a seat" in rest} == {
        name for name, verb in WHOLE.verbs.items() if verb.by_a_seat
    }


def test_the_table_of_after_is_complete() -> None:
    assert list(table("### after")) == list(WORDS.checks)


def test_the_table_of_the_position_is_complete() -> None:
    told = list(table("## A position"))
    assert told == list(WORDS.position) == [field.name.replace("_", "-") for field in fields(Position)]


def test_the_table_of_the_top_level_is_complete() -> None:
    told = {"dealer_by_hand": "dealer", "deals": "deal", "steps": "step"}
    assert set(table("## The top level")) == {told.get(field.name, field.name) for field in fields(Scenario)}


def test_the_table_of_expectations_is_complete() -> None:
    assert list(table("## What must follow")) == [field.name for field in fields(Expected)]


def test_the_table_of_sight_has_its_keys_and_all_ways_to_point_at_a_card() -> None:
    keys, ways = ["seat", "card", "is", "among"], list(table("### sight"))
    assert ways[: len(keys)] == keys
    assert [WORDS.references.read(way) for way in ways[len(keys) :]] == ways[len(keys) :]
    with pytest.raises(BadScenario) as refused:
        read(FRAME + '[[step]]\nsight = [{ seat = 0, card = "?", is = "map" }]\n')
    assert all(repr(way) in str(refused.value) for way in ways[len(keys) :])


def test_the_tables_of_the_cave_are_complete() -> None:
    """What every game has stands above them."""
    assert list(table("### Positions of the cave")) == list(CAVE.position)
    assert list(table("### after in the cave")) == [key for key in CAVE.checks if key not in CHECKS]
    told = {name: set(words(rest.split(" | ")[0])) for name, rest in table("### Events of the cave").items()}
    common = {name: fields for name, fields in CAVE.events.items() if name not in told}
    assert told | common == CAVE.events
    assert common.keys() <= WHOLE.events.keys()
    verbs = table("### Steps of the cave")
    assert list(verbs) == [
        name for name, verb in CAVE.verbs.items() if verb.by_a_seat and name not in ("choose", "show")
    ]


@pytest.mark.parametrize("seats", [3, 6, 10])
def test_slots_are_numbered_as_told(seats: int) -> None:
    state = run(read(f'title = "Slots"\ncites = ["A2.5"]\nseats = {seats}\n[[step]]\n')).state
    size = {3: 6, 6: 5, 10: 4}[seats]
    assert state.gold_pile == list(range(28))
    assert [*state.roles, *state.spare_roles] == list(range(28, 29 + seats))
    assert list(state.goals.values()) == list(range(29 + seats, 32 + seats))
    assert state.hands[1] == list(range(32 + seats + size, 32 + seats + 2 * size))
    assert state.pile[::-1] == list(range(32 + seats + seats * size, 99 + seats))
