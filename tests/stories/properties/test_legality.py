"""What `decide` accepts is exactly what `choices` lists, and deciding changes nothing."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.errors import Illegal
from engine.front import choices, decide
from engine.grid.cells import xy
from engine.mine.cards.card import TOOLS
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.mine.state import State
from engine.placing import PlacePath
from engine.slots import Seat
from tests.stories.properties.neighbours import AIMED, Judge, around
from tests.stories.properties.snapshots import snapshot
from tests.stories.properties.stories import ALL_TABLES, FEW, FEW_BY_DAY, Retold, Story, stories

MOST_CHOICES = 2_048
OFTEN = {"opening": 0.1, "pick-gold": 0.15, "renewing": 0.1, "chance": 0.1, "deal": 0.1, "over": 0.2}
"""How many of the waits of a stage are looked at; the questions about goals and thefts always."""
TURNS = {"base": 0.015, "saboteur2": 0.005}
"""How many of the turns: with more cards there are more of them, and each has more to try."""


def moments(tale: Story, rng: Random) -> Iterator[tuple[Retold, int]]:
    """Some of the waits of a story, every stage among them."""
    often = OFTEN | {"turn": TURNS[tale.rules.card_set]}
    for table, number in tale.retold():
        if rng.random() < often.get(table.state.stage, 1):
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


@pytest.mark.parametrize(("rules", "seats"), FEW)
def test_decide_accepts_exactly_the_choices_and_changes_nothing(rules: str, seats: int) -> None:
    """Legality is public: the state and the face that is shown decide (0.9, A3.1, A4, A5, A6, A7, A9.4, B4, B6)."""
    check_legality(rules, seats, 1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), ALL_TABLES)
def test_decide_accepts_exactly_the_choices_in_ten_times_as_many_games(rules: str, seats: int) -> None:
    """The same, for the night."""
    check_legality(rules, seats, 10)


def check_legality(rules: str, seats: int, times: int) -> None:
    rng = Random(f"around {rules} {seats}")
    for tale in stories(rules, seats, times):
        for table, number in moments(tale, rng):
            look_around(table, tale.inputs[:number], rng)


@pytest.mark.parametrize(("rules", "seats"), FEW_BY_DAY)
def test_choices_are_few_distinct_and_in_a_fixed_order(rules: str, seats: int) -> None:
    """Slots ascending; upright, then turned; cells by x, then y; seats clockwise; discards last (HA25)."""
    for tale in stories(rules, seats):
        for table, _ in tale.retold():
            active = table.waiting()
            for seat in range(seats):
                acts = choices(table.view(seat))
                assert bool(acts) == (active is not None and seat in active.seats)
                if acts:
                    check_list(acts, seat, table.state)
                    assert acts == choices(table.view(seat))


def check_list(acts: list[Any], seat: Seat, state: State) -> None:
    keys = [order(act, state) for act in acts]
    assert all(one < next_ for one, next_ in pairwise(keys)), acts
    assert len(acts) == len(set(acts)) < MOST_CHOICES
    assert all(act.seat == seat for act in acts)


def order(act: Any, state: State) -> tuple[Any, ...]:
    """Where the documented order puts the act."""
    seats = state.book.seats
    match act:
        case PlacePath(_, slot, _, at, turned) | PlaceLadder(_, slot, _, at, turned):
            return 0, slot, turned, xy(at)
        case RepairTool(seat, slot, _, target, tool):
            return 0, slot, (target - seat) % seats, list(TOOLS.values()).index(tool)
        case CauseRockfall(_, slot, _, at) | ReadMap(_, slot, _, at):
            return 0, slot, xy(at)
        case LayTheft(_, slot, _):
            return 0, slot
        case DiscardTwo(seat, slots, removed):
            return 1, state.front[seat].index(removed), slots
        case Pass(_, slots):
            return 2, len(slots), slots
        case _:
            return _order_of_questions(act, seats) if type(act) not in (BreakTool, *AIMED) else _aimed(act, seats)


def _aimed(act: Any, seats: int) -> tuple[Any, ...]:
    return 0, act.slot, (act.target - act.seat) % seats


def _order_of_questions(act: Any, seats: int) -> tuple[Any, ...]:
    match act:
        case TakeGold(_, slot):
            return 3, slot
        case TurnGoal(_, at):
            return 3, xy(at)
        case RotateGoal(_, turned):
            return 3, turned
        case Steal(seat, target):
            return 3, (target - seat) % seats
        case StealNothing():
            return (4,)
        case _:
            raise AssertionError(f"{act} has no place in the order")


@pytest.mark.parametrize(("rules", "seats"), [("base", 3), ("base", 10), ("saboteur2", 2), ("saboteur2", 12)])
def test_a_spectator_has_no_choice(rules: str, seats: int) -> None:
    """A spectator's view is the public state, and asks for nothing."""
    for tale in stories(rules, seats):
        assert all(choices(table.view(None)) == [] for table, _ in tale.retold())
