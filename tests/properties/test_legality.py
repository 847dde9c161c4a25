"""What `decide` accepts is exactly what `choices` lists, and deciding changes nothing."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from properties.neighbours import Judge, around
from properties.snapshots import snapshot
from properties.stories import TABLES, Retold, Story, stories

from engine.errors import Illegal
from engine.front import choices, decide
from engine.grid import xy
from engine.mine.cards import TOOLS
from engine.mine.rules.break_tool import BreakTool
from engine.mine.rules.goals import RotateGoal, TurnGoal
from engine.mine.rules.gold_draft import TakeGold
from engine.mine.rules.passing import Pass
from engine.mine.rules.place_path import PlacePath
from engine.mine.rules.read_map import ReadMap
from engine.mine.rules.repair_tool import RepairTool
from engine.mine.rules.rockfall import CauseRockfall
from engine.slots import Seat

MOST_CHOICES = 2_048
OFTEN = {"turn": 0.03, "opening": 0.1, "pick-gold": 0.15, "renewing": 0.1, "chance": 0.1, "deal": 0.1, "over": 0.2}
"""How many of the waits of a stage are looked at; the questions about goals always."""


def moments(tale: Story, rng: Random) -> Iterator[tuple[Retold, int]]:
    """Some of the waits of a story, every stage among them."""
    for table, number in tale.retold():
        if rng.random() < OFTEN.get(table.state.stage, 1):
            yield table, number


def accepted(table: Retold, given: object) -> bool:
    """Whether the rules take the input; a refusal has a reason."""
    try:
        events = decide(table.state, given)
    except Illegal:
        return False
    assert events
    return True


def look_around(table: Retold, past: tuple[object, ...], rng: Random) -> None:
    """Try everything near the legal inputs, and see that the table has not moved."""
    judge = Judge(table)
    verdicts = [(given, judge.accepts(given)) for given in around(table, past, rng)]
    before = snapshot(table.state)
    for given, expected in verdicts:
        assert accepted(table, given) == expected, (table.state.stage, given)
    assert snapshot(table.state) == before


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_decide_accepts_exactly_the_choices_and_changes_nothing(rules: str, seats: int) -> None:
    """Legality is public: the state and the face that is shown decide (0.9, A3.1, A4, A5, A6, A7, A9.4)."""
    check_legality(rules, seats, 1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_decide_accepts_exactly_the_choices_in_ten_times_as_many_games(rules: str, seats: int) -> None:
    """The same, for the night."""
    check_legality(rules, seats, 10)


def check_legality(rules: str, seats: int, times: int) -> None:
    rng = Random(f"around {rules} {seats}")
    for tale in stories(rules, seats, times):
        for table, number in moments(tale, rng):
            look_around(table, tale.inputs[:number], rng)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_choices_are_few_distinct_and_in_a_fixed_order(rules: str, seats: int) -> None:
    """Slots ascending; upright, then turned; cells by x, then y; seats clockwise; passes last (HA25)."""
    for tale in stories(rules, seats):
        for table, _ in tale.retold():
            active = table.waiting()
            for seat in range(seats):
                acts = choices(table.view(seat))
                assert bool(acts) == (active is not None and seat in active.seats)
                check_list(acts, seat, seats)
                assert acts == choices(table.view(seat))


def check_list(acts: list[Any], seat: Seat, seats: int) -> None:
    keys = [order(act, seats) for act in acts]
    assert all(one < next_ for one, next_ in pairwise(keys)), acts
    assert len(acts) == len(set(acts)) < MOST_CHOICES
    assert all(act.seat == seat for act in acts)


def order(act: Any, seats: int) -> tuple[Any, ...]:
    """Where the documented order puts the act."""
    match act:
        case PlacePath(_, slot, _, at, turned):
            return 0, slot, turned, xy(at)
        case BreakTool(seat, slot, _, target):
            return 0, slot, (target - seat) % seats
        case RepairTool(seat, slot, _, target, tool):
            return 0, slot, (target - seat) % seats, list(TOOLS.values()).index(tool)
        case CauseRockfall(_, slot, _, at) | ReadMap(_, slot, _, at):
            return 0, slot, xy(at)
        case Pass(_, (slot,)) | TakeGold(_, slot):
            return 1, slot
        case TurnGoal(_, at):
            return 2, xy(at)
        case RotateGoal(_, turned):
            return 2, turned
        case _:
            raise AssertionError(f"{act} has no place in the order")


@pytest.mark.parametrize("seats", [3, 6, 10])
def test_a_spectator_has_no_choice(seats: int) -> None:
    """A spectator's view is the public state, and asks for nothing."""
    for tale in stories("base", seats):
        assert all(choices(table.view(None)) == [] for table, _ in tale.retold())
