"""What a bot chooses is allowed, at every table, and is a matter of its seed alone."""

from itertools import product
from typing import Any

import pytest
from bots.tables import whole_game

from engine.bots import BOTS
from engine.front import choices
from engine.mine.rules.gold_draft import TakeGold
from engine.mine.rules.place_path import PlacePath

RULES = ("base", "base-2006")
GAMES = {"random": 3, "steady": 1}


class Legality:
    """Sees every act of a game, and asks whether it was offered."""

    def __init__(self) -> None:
        self.kinds: set[type] = set()
        self.acts = 0

    def __call__(self, view: Any, act: Any) -> None:
        assert act in choices(view)
        self.kinds.add(type(act))
        self.acts += 1


@pytest.mark.parametrize(("rules", "seats"), [*product(RULES, range(3, 11))])
@pytest.mark.parametrize("name", BOTS)
def test_every_choice_is_one_of_the_choices_of_its_view(name: str, rules: str, seats: int) -> None:
    for seed in range(GAMES[name]):
        legality = Legality()
        table = whole_game(rules, seats, [name], seed, legality)
        assert table.state.winners
        assert table.state.round == 3
        assert PlacePath in legality.kinds
        assert legality.acts > 3 * seats


@pytest.mark.parametrize("rules", RULES)
def test_bots_of_both_kinds_play_at_one_table(rules: str) -> None:
    """Positions that neither would bring about alone."""
    legality = Legality()
    for seed in range(2):
        whole_game(rules, 5, ["steady", "random", "steady"], seed, legality)
    assert {PlacePath, TakeGold} <= legality.kinds


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_acts_and_another_seed_gives_others(name: str) -> None:
    def acts(seed: int) -> list[Any]:
        made: list[Any] = []
        whole_game("base", 4, [name], seed, lambda view, act: made.append(act))
        return made

    assert acts(1) == acts(1)
    assert acts(1) != acts(2)


def test_every_bot_is_registered_under_its_own_name() -> None:
    assert {name: bot.name for name, bot in BOTS.items()} == {name: name for name in GAMES}
