"""The games that the properties look at are not dull: everything that can happen does, and often enough."""

from collections import Counter
from random import Random

import pytest

from engine.errors import Illegal, Reason
from engine.front import decide
from engine.mine.division import TEAMS
from engine.mine.game import CARD_SETS, book
from engine.mine.rules.actions.inspection import RoleInspected
from engine.mine.rules.actions.rockfall import CauseRockfall, RocksFell
from engine.mine.rules.actions.swap_hands import HandsSwapped
from engine.mine.rules.actions.swap_hats import NO_ROLE_LEFT, HatsSwapped
from engine.mine.rules.placing.goals import TREASURE, GoalReached, GoalRevealed, GoalTied
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.round.game_end import GoldTurnedUp
from engine.mine.rules.round.gold_draft import GoldDrawn
from engine.mine.rules.round.round_end import NuggetsPaid, RoundEnded
from engine.mine.rules.round.share_gold import RoundWon, open_teams
from engine.mine.rules.round.steal import NothingStolen, NuggetStolen
from engine.mine.rules.turn.discard_two import TwoDiscarded
from engine.mine.rules.turn.passing import CardsPassed
from engine.mine.state import State
from engine.rules import parse
from engine.slots import Slot
from tests.stories.properties.neighbours import around
from tests.stories.properties.stories import ALL_TABLES, OF_EVERY_SIZE, Retold, Story, story

GAMES = {
    "base": {"random": 1, "seeking": 1, "near": 1, "near, seeking": 3, "spoiling": 1, "near, spoiling": 1},
    "saboteur2": {"random": 1, "seeking": 1, "near": 1, "near, seeking": 6, "spoiling": 1, "near, spoiling": 3},
}
OF_TABLES = {"base": ALL_TABLES, "saboteur2": sorted(set(OF_EVERY_SIZE))}
BATCH = {
    card_set: [
        (rules, seats, kind, seed)
        for rules, seats in OF_TABLES[card_set]
        if rules.startswith(card_set)
        for kind, games in GAMES[card_set].items()
        for seed in range(games)
    ]
    for card_set in CARD_SETS
}
OFTEN = {"choose-goal": 1.0, "rotate-goal": 1.0, "steal": 0.5}
TURNS = {"base": 0.002, "saboteur2": 0.004}
EVERY = {"base": 5, "saboteur2": 3}
"""How many of the games are tried for their refusals."""
LEAST = {
    "base": {
        "treasures": 200,
        "stones": 200,
        "gold drafts": 200,
        "rockfalls that cut something off": 200,
        "double reaches": 20,
        "cascades": 10,
        "ties": 5,
    },
    "saboteur2": {
        "treasures": 250,
        "stones": 250,
        "rockfalls that cut something off": 150,
        "double reaches": 15,
        "cascades": 5,
        "ties": 1,
        "doors on the way to the treasure": 100,
        "blue teams that alone could pass": 40,
        "green teams that alone could pass": 40,
        "both teams shut out": 20,
        "won by Boss or Profiteer without a team": 10,
        "prisoners when the round ends": 60,
        "prisoners who would have won": 12,
        "thefts resolved": 70,
        "thefts of nothing": 70,
        "thieves in prison": 6,
        "geologists paid": 150,
        "ladders that reconnect something": 50,
        "ladders that turn up a goal": 10,
        "ladders that fall": 50,
        "swapped hands": 120,
        "hands swapped with an empty one": 4,
        "swapped hats": 120,
        "inspections": 120,
        "two for one": 500,
        "passes with two": 500,
        "passes with three": 500,
    },
}
WITHOUT = {"base": set[Reason](), "saboteur2": {NO_ROLE_LEFT}}
"""Refusals that no game can meet: there are more undealt roles than Swap Hats in the box (HB18)."""


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
                self._count_new(table.state, tale.told[number - 1])
            self.seen["double reaches"] += table.state.stage == "choose-goal" != stage
            stage, reached = table.state.stage, set(table.state.board.reach.reached)
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
        match given:
            case CauseRockfall():
                self.seen["rockfalls that cut something off"] += bool(cut_off(table, given))
                self.seen["ladders that fall"] += given.cell in table.state.board.reach.roots
            case PlaceLadder():
                self.seen["ladders that reconnect something"] += bool(reconnected(table.state, given))

    def _count_new(self, state: State, events: tuple[object, ...]) -> None:
        """What only Saboteur 2 has."""
        by_ladder = any(type(event).__name__ == "LadderPlaced" for event in events)
        for event in events:
            match event:
                case HandsSwapped(seat=seat, target=target):
                    self.seen["swapped hands"] += 1
                    self.seen["hands swapped with an empty one"] += not (state.hands[seat] and state.hands[target])
                case HatsSwapped():
                    self.seen["swapped hats"] += 1
                case RoleInspected():
                    self.seen["inspections"] += 1
                case TwoDiscarded():
                    self.seen["two for one"] += 1
                case CardsPassed(slots=slots):
                    self.seen["passes with two"] += len(slots) == 2
                    self.seen["passes with three"] += len(slots) == 3
                case GoalReached():
                    self.seen["ladders that turn up a goal"] += by_ladder
                case NuggetStolen():
                    self.seen["thefts resolved"] += 1
                case NothingStolen():
                    self.seen["thefts of nothing"] += 1
                case RoundWon():
                    self._count_winners(state, event, events)

    def _count_winners(self, state: State, won: RoundWon, events: tuple[object, ...]) -> None:
        """The board still lies there, and all roles are open."""
        roles = {seat: state.faces[slot] for seat, slot in enumerate(state.roles)}
        prisoners = [seat for seat, imprisoned in enumerate(state.imprisoned) if imprisoned]
        winning = {roles[seat] for seat in won.winners}
        self.seen["prisoners when the round ends"] += bool(prisoners)
        self.seen["prisoners who would have won"] += any(roles[seat] in winning for seat in prisoners)
        self.seen["thieves in prison"] += any(seat in state.thefts for seat in prisoners)
        paid = [event.seat for event in events if isinstance(event, NuggetsPaid)]
        self.seen["geologists paid"] += any(seat not in won.winners for seat in paid)
        if state.treasure_found:
            teams = open_teams(state)
            self.seen["doors on the way to the treasure"] += len(teams) < len(TEAMS)
            self.seen["blue teams that alone could pass"] += teams == [TEAMS["blue"]]
            self.seen["green teams that alone could pass"] += teams == [TEAMS["green"]]
            self.seen["both teams shut out"] += not teams
            self.seen["won by Boss or Profiteer without a team"] += not teams and bool(won.winners)

    def try_around(self, tale: Story, rng: Random) -> None:
        """Which reasons the inputs near the legal ones are refused for."""
        often = OFTEN | {"turn": TURNS[tale.rules.card_set]}
        for table, number in tale.retold():
            if rng.random() < often.get(table.state.stage, 0.02):
                for given in around(table, tale.inputs[:number], rng):
                    self._refuse(table, given)

    def _refuse(self, table: Retold, given: object) -> None:
        try:
            decide(table.state, given)
        except Illegal as illegal:
            self.reasons[illegal.reason] += 1


def reconnected(state: State, act: PlaceLadder) -> set[int]:
    """The cells with cards that are reachable through the ladder and were not before."""
    board = state.board.copy()
    before = {at for at, reach in board.reach.outlets.items() if reach}
    board.lay_root(act.cell, act.slot, state.book.groups[act.face][act.turned == 180], act.turned)
    return {at for at, reach in board.reach.outlets.items() if reach} - before - {act.cell}


def cut_off(table: Retold, act: CauseRockfall) -> set[Slot]:
    """The cards that were reachable and are no longer, but for the one that is gone."""
    board = table.state.board.copy()
    before = {at for at, reach in board.reach.outlets.items() if reach and at != act.cell}
    board.remove(act.cell)
    return {at for at in before if not board.reach.outlets[at]}


def total(card_set: str, times: int) -> Tally:
    tally = Tally()
    for rules, seats, kind, seed in BATCH[card_set]:
        for more in range(times):
            tally.hear(story(rules, seats, kind, seed + GAMES[card_set][kind] * more))
    return tally


@pytest.mark.long
@pytest.mark.parametrize("card_set", CARD_SETS)
def test_the_batch_sees_everything_often_enough(card_set: str) -> None:
    """Treasures, cascades, drafts, rockfalls, doors, prisons, ladders, every event (A5.5, A7, A9, HA5, B5 to B12)."""
    check(card_set, total(card_set, 1), 1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("card_set", CARD_SETS)
def test_ten_batches_see_everything_ten_times_as_often(card_set: str) -> None:
    """The same, for the night."""
    check(card_set, total(card_set, 10), 10)


def check(card_set: str, tally: Tally, times: int) -> None:
    least = LEAST[card_set]
    assert {what: tally.seen[what] for what, times_ in least.items() if tally.seen[what] < times_ * times} == {}
    without = set[type]() if card_set == "base" else {GoldTurnedUp}  # there are no gold cards
    books = [book(parse(rules), seats) for rules, seats in OF_TABLES[card_set] if rules.startswith(card_set)]
    assert tally.events.keys() == {event for each in books for event in each.evolve} - without
    assert tally.events[RocksFell] > least["rockfalls that cut something off"] * times


@pytest.mark.long
@pytest.mark.parametrize("card_set", CARD_SETS)
def test_every_reason_is_given(card_set: str) -> None:
    """No refusal is left that no input meets."""
    tally = Tally()
    for number, (rules, seats, kind, seed) in enumerate(BATCH[card_set][:: EVERY[card_set]]):
        tally.try_around(story(rules, seats, kind, seed), Random(f"reasons {number}"))
    here = set(book(parse(card_set), 5).reasons.values())
    assert here - WITHOUT[card_set] - tally.reasons.keys() == set()
