"""The games that the properties look at are not dull: everything that can happen does, and often enough."""

from collections import Counter
from random import Random

import pytest
from properties.neighbours import around
from properties.stories import RULES, SEATS, Retold, Story, story

from engine.errors import Illegal, Reason
from engine.front import decide
from engine.mine.game import book
from engine.mine.rules.goals import TREASURE, GoalReached, GoalRevealed, GoalTied
from engine.mine.rules.gold_draft import GoldDrawn
from engine.mine.rules.rockfall import CauseRockfall, RocksFell
from engine.mine.rules.round_end import RoundEnded
from engine.rules import parse
from engine.slots import Slot

GAMES = {"random": 1, "seeking": 1, "near": 1, "near, seeking": 3, "spoiling": 1, "near, spoiling": 1}
BATCH = [
    (rules, seats, kind, seed)
    for rules in RULES
    for seats in SEATS
    for kind, games in GAMES.items()
    for seed in range(games)
]
OFTEN = {"turn": 0.002, "choose-goal": 1.0, "rotate-goal": 1.0}
LEAST = {
    "treasures": 200,
    "stones": 200,
    "gold drafts": 200,
    "rockfalls that cut something off": 200,
    "double reaches": 20,
    "cascades": 10,
    "ties": 5,
}


class Tally:
    """How often what happened."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.events: Counter[type] = Counter()
        self.reasons: Counter[Reason] = Counter()

    def hear(self, tale: Story) -> None:
        stage, reached = "", set[int]()
        for table, number in tale.retold():
            if number:
                self._count(tale.told[number - 1], reached)
            self.seen["double reaches"] += table.state.stage == "choose-goal" != stage
            stage, reached = table.state.stage, set(table.state.board.reached)
            if number < len(tale.inputs):
                self._foresee(table, tale.inputs[number])

    def _count(self, events: tuple[object, ...], reached: set[int]) -> None:
        turned_up = False
        for event in events:
            self.events[type(event)] += 1
            match event:
                case RoundEnded(treasure=True):
                    self.seen["treasures"] += 1
                case GoalRevealed(face=face):
                    turned_up = True
                    self.seen["stones"] += face != TREASURE
                case GoalReached(cell=at):
                    self.seen["cascades"] += turned_up and at not in reached
                case GoldDrawn():
                    self.seen["gold drafts"] += 1
                case GoalTied():
                    self.seen["ties"] += 1

    def _foresee(self, table: Retold, given: object) -> None:
        """What an input changes on the board is seen on a copy."""
        if isinstance(given, CauseRockfall):
            self.seen["rockfalls that cut something off"] += bool(cut_off(table, given))

    def try_around(self, tale: Story, rng: Random) -> None:
        """Which reasons the inputs near the legal ones are refused for."""
        for table, number in tale.retold():
            if rng.random() < OFTEN.get(table.state.stage, 0.02):
                for given in around(table, tale.inputs[:number], rng):
                    self._refuse(table, given)

    def _refuse(self, table: Retold, given: object) -> None:
        try:
            decide(table.state, given)
        except Illegal as illegal:
            self.reasons[illegal.reason] += 1


def cut_off(table: Retold, act: CauseRockfall) -> set[Slot]:
    """The cards that were reachable and are no longer, but for the one that is gone."""
    board = table.state.board.copy()
    before = {at for at, reach in board.reach.items() if reach and at != act.cell}
    board.remove(act.cell)
    return {at for at in before if not board.reach[at]}


def total(times: int) -> Tally:
    tally = Tally()
    for rules, seats, kind, seed in BATCH:
        for more in range(times):
            tally.hear(story(rules, seats, kind, seed + GAMES[kind] * more))
    return tally


def test_the_batch_sees_everything_often_enough() -> None:
    """Treasures, stones, cascades, drafts, rockfalls that cut, and every event of the book (A5.5, A7, A9, HA5)."""
    check(total(1), 1)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_batches_see_everything_ten_times_as_often() -> None:
    """The same, for the night."""
    check(total(10), 10)


def check(tally: Tally, times: int) -> None:
    assert {what: tally.seen[what] for what, least in LEAST.items() if tally.seen[what] < least * times} == {}
    assert tally.events.keys() == book(parse("base"), 5).evolve.keys()
    assert tally.events[RocksFell] > LEAST["rockfalls that cut something off"] * times


def test_every_reason_is_given() -> None:
    """No refusal is left that no input meets."""
    tally = Tally()
    for number, (rules, seats, kind, seed) in enumerate(BATCH[::5]):
        tally.try_around(story(rules, seats, kind, seed), Random(f"reasons {number}"))
    assert set(Reason) - tally.reasons.keys() == set()
