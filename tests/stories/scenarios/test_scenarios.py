"""Every scenario holds, and together they show every rule; those of a card set every refusal, event, flag and card."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.events import ChanceCalled, QuestionAnswered, TimeRanOut
from engine.front import all_rules
from engine.machine import Book, reasons_of
from engine.mine.game import CARD_SETS, PARTS, book
from engine.mine.rules.round.game_end import GoldTurnedUp
from engine.registry import game_of, games
from engine.rules import Rules, parse, preset
from engine.scenario.model import Scenario, Step
from engine.scenario.reader import read
from engine.scenario.runner import run
from engine.slots import Face
from engine.waits import RULE as WAITS
from tests.stories.scenarios.rule_numbers import RULE_NUMBERS

HERE = Path(__file__).parent
TESTS = HERE.parents[1]
FILES = sorted(HERE.rglob("*.toml"))
FEWEST_FILES = 530
REASONS = {each.NAME: reasons_of([WAITS, *each.RULES]) for each in games()}
"""By game: why it may refuse."""
ELSEWHERE = {
    "base": {code for code, reason in REASONS["mine"].items() if reason.rule.startswith(("B", "HB"))},
    "saboteur2": {"pass/one-card-only", "gold/not-offered"},
    "cave": set[str](),
}
"""By card set: the refusals of rules that it does not have."""
OF_MODULES = {
    code
    for module in PARTS.values()
    for code in reasons_of([*module.rules, *(file.RULE for file in module.exchanges.values())])
} - {reason.code for card_set in CARD_SETS.values() for file in card_set.RULES for reason in file.RULE.reasons}
DEALERS = {"AnswerQuestion", "DealRound", "GiveRandom", "OpenSlots", "RenewSlots", "ShowSlots", "TimeUp"}
VERB_OF = {row.act.__name__: row.verb for rule in all_rules() for row in rule.acts}
CITED = re.compile(
    r"(?<![\w.-])(0\.\d{1,2}|A\d{1,2}\.\d{1,2}|[B-F]\d{1,2}(?:\.\d{1,2})?|TV-[ABF]\d{1,2}|G\d{1,2}|H[A-F]\d{1,2}|I[1-4])(?![\w.]*\d)"
)


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


# What the scenarios of each card set show together


class Shown:
    """What happened in all scenarios of a card set alone, or of all those with a module or variant."""

    def __init__(self, name: str) -> None:
        self.told = [scenario for scenario in scenarios() if name in played_with(scenario.rules)]
        self.refused: set[str] = set()
        self.events: set[type] = set()
        self.faces: set[Face] = set()
        self.by_clock: set[str] = set()
        for scenario in self.told:
            run(scenario, self._watch)

    def _watch(self, step: Step, refused: str | None, events: list[object]) -> None:
        self.refused.add(refused or "")
        self.events.update(map(type, events))
        self.faces.update(getattr(event, "face", 0) for event in events)
        if step.verb == "time-up" and events:  # a window closes without saying whose time ran out
            first = next(event for event in events if not isinstance(event, TimeRanOut))
            self.by_clock.add(first.kind if isinstance(first, ChanceCalled) else type(first).__name__)


def played_with(rules: Rules) -> tuple[str, ...]:
    """A scenario with modules says nothing of its card set alone."""
    return (*rules.modules, *rules.variants) or (rules.card_set,)


@cache
def shown_by(name: str) -> Shown:
    return Shown(name)


def book_of(card_set: str) -> Book:
    rules = preset(card_set)
    return game_of(rules).book(rules, game_of(rules).seats(rules)[-1])


each_card_set = pytest.mark.parametrize("card_set", [*CARD_SETS, "cave"])


@each_card_set
def test_every_refusal_is_reached(card_set: str) -> None:
    here = REASONS[preset(card_set).game].keys() - ELSEWHERE[card_set] - OF_MODULES
    assert book_of(card_set).reasons.keys() == here
    assert sorted(here - shown_by(card_set).refused) == []


@each_card_set
def test_no_refusal_is_reached_that_belongs_to_another_card_set(card_set: str) -> None:
    assert sorted(ELSEWHERE[card_set] & shown_by(card_set).refused) == []


def test_every_refusal_belongs_to_a_card_set() -> None:
    assert set.intersection(*(ELSEWHERE[card_set] for card_set in CARD_SETS)) == set()


@each_card_set
def test_every_event_happens(card_set: str) -> None:
    """The gold that is turned up at the end is gold cards; where there are none nothing is turned up."""
    rules = book_of(card_set)
    has_gold = any(pile.name == "gold" for pile in rules.piles)
    without = set() if has_gold else {GoldTurnedUp} & rules.evolve.keys()
    assert sorted(kind.__name__ for kind in rules.evolve.keys() - shown_by(card_set).events) == [
        kind.__name__ for kind in without
    ]


@each_card_set
def test_every_value_of_every_flag_is_played(card_set: str) -> None:
    """Some flags mean something only beside a module."""
    told = (scenario for scenario in scenarios() if scenario.rules.card_set == card_set)
    played = {choice for scenario in told for choice in scenario.rules.flags}
    flags = [flag for flag in game_of(preset(card_set)).FLAGS if card_set in flag.card_sets]
    there = [(flag.name, value) for flag in flags for value in flag.values]
    assert [choice for choice in there if choice not in played] == []


@each_card_set
def test_every_wait_for_a_player_is_lost_to_the_clock_once(card_set: str) -> None:
    """HA25."""
    waits = [stage for stage in book_of(card_set).stages.values() if stage.time_up is not None]
    assert len(shown_by(card_set).by_clock) == len(waits)


@each_card_set
def test_every_card_of_the_box_is_played(card_set: str) -> None:
    """What comes with a card set; the cards that it has from another are played there."""
    new = set(book_of(card_set).kinds)
    if card_set == "saboteur2":
        new -= book_of("base").kinds.keys()
    assert sorted(new - shown_by(card_set).faces) == []


@each_card_set
def test_every_number_of_players_is_played(card_set: str) -> None:
    played = {scenario.seats for scenario in shown_by(card_set).told}
    assert played == set(game_of(preset(card_set)).seats(preset(card_set)))


@each_card_set
def test_every_verb_of_a_player_is_used(card_set: str) -> None:
    """Every kind of act that the card set has is accepted at least once."""
    accepted = {step.verb for tale in shown_by(card_set).told for step in tale.steps if step.expected.refused is None}
    acts = {kind.__name__ for kind in book_of(card_set).decide} - DEALERS
    assert sorted(name for name in acts if VERB_OF[name] not in accepted) == []


# What the scenarios of each module and variant show together


def alone_and_with(name: str) -> Iterator[tuple[Book, Book]]:
    """By card set: its book, and that with the module or variant."""
    for card_set in PARTS[name].card_sets:
        rules = parse(f"{card_set}+{name}")
        size = CARD_SETS[card_set].SEATS[len(CARD_SETS[card_set].SEATS) // 2]
        yield book(preset(card_set), size), book(rules, size)


each_part = pytest.mark.parametrize("name", PARTS)


@each_part
def test_every_card_set_of_a_module_is_played(name: str) -> None:
    assert {scenario.rules.card_set for scenario in shown_by(name).told} == set(PARTS[name].card_sets)


@each_part
def test_every_refusal_of_a_module_is_reached(name: str) -> None:
    new = {code for alone, with_it in alone_and_with(name) for code in with_it.reasons.keys() - alone.reasons.keys()}
    assert sorted(new - shown_by(name).refused) == []


@each_part
def test_every_event_of_a_module_happens(name: str) -> None:
    new = {kind for alone, with_it in alone_and_with(name) for kind in with_it.evolve.keys() - alone.evolve.keys()}
    if not any(rule.questions for rule in PARTS[name].rules):
        new -= {QuestionAnswered}
    assert sorted(kind.__name__ for kind in new - shown_by(name).events) == []


@each_part
def test_every_wait_of_a_module_is_lost_to_the_clock_once(name: str) -> None:
    """HA25."""
    stages = {stage: row for _, with_it in alone_and_with(name) for stage, row in with_it.stages.items()}
    alone = {stage for without, _ in alone_and_with(name) for stage in without.stages}
    waits = [row for stage, row in stages.items() if stage not in alone and row.time_up is not None]
    known = set.union(*(shown_by(card_set).by_clock for card_set in CARD_SETS))
    assert len(shown_by(name).by_clock - known) >= len(waits)


@each_part
def test_every_card_of_a_module_is_played(name: str) -> None:
    assert sorted(card.key for card in PARTS[name].deck if card.number not in shown_by(name).faces) == []


@each_part
def test_every_verb_of_a_module_is_used(name: str) -> None:
    accepted = {step.verb for tale in shown_by(name).told for step in tale.steps if step.expected.refused is None}
    new = {kind for alone, with_it in alone_and_with(name) for kind in with_it.acts.keys() - alone.acts.keys()}
    assert sorted(kind.__name__ for kind in new if VERB_OF[kind.__name__] not in accepted) == []
