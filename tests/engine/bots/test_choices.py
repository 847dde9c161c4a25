"""What a bot chooses is allowed, at every table, and is a matter of its seed alone."""

from typing import Any

import pytest

from engine.bots import BOTS
from engine.front import choices
from engine.mine.bots.saboteur2.mind import MIND
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import StealNothing
from engine.mine.sets import saboteur2
from engine.placing import PlacePath
from tests.engine.bots.tables import QUICK, whole_game

SEATS = {"base": range(3, 11), "base-2006": (3, 6, 10), "saboteur2": range(2, 13)}
TABLES = [(rules, seats) for rules, sizes in SEATS.items() for seats in sizes]
GAMES = {"random": 2, "easy": 1, "steady": 1}
WORTH = MIND.worth


class Legality:
    """Sees every act of a game, and asks whether it was offered."""

    def __init__(self) -> None:
        self.kinds: set[type] = set()
        self.acts = 0

    def __call__(self, view: Any, act: Any) -> None:
        assert act in choices(view)
        self.kinds.add(type(act))
        self.acts += 1


@pytest.mark.parametrize(("rules", "seats"), TABLES)
@pytest.mark.parametrize("name", QUICK)
def test_every_choice_is_one_of_the_choices_of_its_view(name: str, rules: str, seats: int) -> None:
    for seed in range(GAMES[name]):
        legality = Legality()
        table = whole_game(rules, seats, [name], seed, legality)
        assert table.state.winners
        assert table.state.round == 3
        assert PlacePath in legality.kinds
        assert legality.acts > 3 * seats


@pytest.mark.parametrize("rules", ["base", "base-2006"])
def test_bots_of_several_kinds_play_at_one_table(rules: str) -> None:
    """Positions that neither would bring about alone."""
    legality = Legality()
    for seed in range(2):
        whole_game(rules, 5, ["steady", "random", "steady"], seed, legality)
    assert {PlacePath, TakeGold} <= legality.kinds


def test_bots_of_several_kinds_do_everything_that_there_is_to_do_in_saboteur_2() -> None:
    """Between them, and are allowed to."""
    legality = Legality()
    for seed, seats in enumerate((4, 6, 8, 12)):
        whole_game("saboteur2", seats, ["steady", "random"], seed, legality)
    assert legality.kinds >= WORTH.keys() - {RotateGoal, StealNothing, TurnGoal}


@pytest.mark.parametrize(
    "flags",
    [
        "+must-connect=no+self-sabotage=yes",
        "+solo-must-finish=yes+swap-hats-old=aside+next-starter=last-card+first-player=youngest",
    ],
)
def test_bots_of_several_kinds_play_saboteur_2_with_every_flag(flags: str) -> None:
    legality = Legality()
    whole_game("saboteur2" + flags, 5, ["steady", "random"], 0, legality)
    assert len(legality.kinds) > 5


def test_steady_has_a_worth_for_every_act_of_saboteur_2() -> None:
    acts = {row.act for module in saboteur2.RULES for row in module.RULE.acts}
    assert WORTH.keys() == acts


@pytest.mark.parametrize("rules", ["base", "saboteur2"])
@pytest.mark.parametrize("name", QUICK)
def test_the_same_seed_gives_the_same_acts_and_another_seed_gives_others(name: str, rules: str) -> None:
    def acts(seed: int) -> list[Any]:
        made: list[Any] = []
        whole_game(rules, 4, [name], seed, lambda view, act: made.append(act))
        return made

    assert acts(1) == acts(1)
    assert acts(1) != acts(2)


def test_every_bot_is_registered_under_its_own_name() -> None:
    assert {name: bot.name for name, bot in BOTS.items()} == {name: name for name in BOTS}
