"""Every scenario holds, and together they show every rule; those of a card set every refusal, event, flag and card."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from engine.events import ChanceCalled, TimeRanOut
from engine.front import all_rules
from engine.machine import Book, reasons_of
from engine.mine.game import CARD_SETS
from engine.mine.rules.round.game_end import GoldTurnedUp
from engine.registry import game_of, games
from engine.rules import Rules, preset
from engine.scenario.model import Scenario, Step
from engine.scenario.reader import read
from engine.scenario.runner import run
from engine.slots import Face
from engine.waits import RULE as WAITS
from tests.stories.scenarios.rule_numbers import RULE_NUMBERS

HERE = Path(__file__).parent
TESTS = HERE.parents[1]
FILES = sorted(HERE.rglob("*.toml"))
FEWEST_FILES = 270
REASONS = {each.NAME: reasons_of([WAITS, *each.RULES]) for each in games()}
"""By game: why it may refuse."""
ELSEWHERE = {
    "base": {code for code, reason in REASONS["mine"].items() if reason.rule.startswith(("B", "HB"))},
    "saboteur2": {"pass/one-card-only", "gold/not-offered"},
    "cave": set[str](),
}
"""By card set: the refusals of rules that it does not have."""
DEALERS = {"AnswerQuestion", "DealRound", "GiveRandom", "OpenSlots", "RenewSlots", "ShowSlots", "TimeUp"}
VERB_OF = {row.act.__name__: row.verb for rule in all_rules() for row in rule.acts}
CITED = re.compile(
    r"(?<![\w.-])(0\.\d{1,2}|A\d{1,2}\.\d{1,2}|[BF]\d{1,2}(?:\.\d{1,2})?|TV-[ABF]\d{1,2}|G\d{1,2}|H[ABF]\d{1,2}|I[124])(?![\w.]*\d)"
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
    """What happened in all scenarios of a card set."""

    def __init__(self, card_set: str) -> None:
        self.told = [scenario for scenario in scenarios() if scenario.rules.card_set == card_set]
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
        for event, next_ in pairwise(events):
            if isinstance(event, TimeRanOut):
                self.by_clock.add(next_.kind if isinstance(next_, ChanceCalled) else type(next_).__name__)


@cache
def shown_by(card_set: str) -> Shown:
    return Shown(card_set)


def rules_of(card_set: str) -> Rules:
    return preset(card_set)


def book_of(card_set: str) -> Book:
    rules = rules_of(card_set)
    return game_of(rules).book(rules, game_of(rules).seats(rules)[-1])


each_card_set = pytest.mark.parametrize("card_set", [*CARD_SETS, "cave"])


@each_card_set
def test_every_refusal_is_reached(card_set: str) -> None:
    here = REASONS[rules_of(card_set).game].keys() - ELSEWHERE[card_set]
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
    played = {choice for scenario in shown_by(card_set).told for choice in scenario.rules.flags}
    flags = [flag for flag in game_of(rules_of(card_set)).FLAGS if card_set in flag.card_sets]
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
    new = set(book_of(card_set).kinds)  # type: ignore[attr-defined]  # every game has kinds of cards in hands
    if card_set == "saboteur2":
        new -= book_of("base").kinds.keys()  # type: ignore[attr-defined]
    assert sorted(new - shown_by(card_set).faces) == []


@each_card_set
def test_every_number_of_players_is_played(card_set: str) -> None:
    played = {scenario.seats for scenario in shown_by(card_set).told}
    assert played == set(game_of(rules_of(card_set)).seats(rules_of(card_set)))


@each_card_set
def test_every_verb_of_a_player_is_used(card_set: str) -> None:
    """Every kind of act that the card set has is accepted at least once."""
    accepted = {step.verb for tale in shown_by(card_set).told for step in tale.steps if step.expected.refused is None}
    acts = {kind.__name__ for kind in book_of(card_set).decide} - DEALERS
    assert sorted(name for name in acts if VERB_OF[name] not in accepted) == []
