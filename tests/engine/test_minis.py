"""What the mini-expansions change in a table, where a scenario cannot say it."""

from random import Random

import pytest

from engine.errors import UnfitRules
from engine.front import deal
from engine.grid.cells import cell
from engine.grid.network import Network
from engine.grid.reach import Reach, WatchingReach
from engine.mine.board import Board
from engine.mine.cards.base import GOALS
from engine.mine.cards.minis import NEW_GOALS
from engine.mine.game import book
from engine.mine.modules.toll.price import TollPaid, toll
from engine.mine.modules.toll.state import Collector
from engine.mine.rules.placing.goals import TREASURE
from engine.rules import parse
from engine.tabletop import Tabletop


@pytest.mark.parametrize("card_set", ["base", "saboteur2"])
def test_the_postcard_has_two_sides(card_set: str) -> None:
    """HD7."""
    with pytest.raises(UnfitRules, match="HD7"):
        parse(f"{card_set}+costume+party")


@pytest.mark.parametrize("seed", range(20))
def test_the_treasure_is_always_among_the_five_goals(seed: int) -> None:
    """D4.1; all eight are dealt, each once."""
    rules = parse("base+new-goals")
    names = [pile.name for pile in book(rules, 5).piles]
    goals = deal(rules, 5, 1, Random(seed).randrange)[names.index("goals")]
    assert TREASURE in goals[:5]
    assert sorted(goals) == sorted(card.number for card in NEW_GOALS)


def test_each_of_the_other_goals_may_lie_aside() -> None:
    rules = parse("saboteur2+new-goals")
    names = [pile.name for pile in book(rules, 5).piles]
    aside = {face for seed in range(60) for face in deal(rules, 5, 1, Random(seed).randrange)[names.index("goals")][5:]}
    assert aside == {card.number for card in NEW_GOALS} - {TREASURE}


def test_the_goals_of_the_base_game_are_the_same_cards() -> None:
    assert set(GOALS) <= set(NEW_GOALS)


def watched(*, at: int) -> Board:
    """A board with a crossing that is watched, apart from the start."""
    board = Board(book(parse("base"), 3).fit_table, -1, (15,))
    board.lay(at, 7, (15,), 0)
    board.watch(at)
    return board


def test_a_watched_card_is_reached_once() -> None:
    """0.9."""
    board = watched(at=cell(2, 0))
    assert board.reach.reached == []
    board.lay(cell(1, 0), 8, (15,), 0)
    assert board.reach.reached == [cell(2, 0)]
    board.leave(cell(2, 0))
    board.remove(cell(1, 0))
    board.lay(cell(1, 0), 9, (15,), 0)
    assert board.reach.reached == []


def test_a_ladder_reaches_a_watched_card() -> None:
    """HD23."""
    board = watched(at=cell(2, 0))
    board.lay_root(cell(2, 1), 8, (15,), 0)
    assert board.reach.reached == [cell(2, 0)]


def test_a_copy_of_a_watching_reach_is_another_one() -> None:
    board = watched(at=cell(2, 0))
    twin = board.copy()
    assert twin == board
    twin.lay(cell(1, 0), 8, (15,), 0)
    assert board.reach.reached == []
    assert twin != board
    assert board.reach != Reach(Network(board.network.fit_table))
    assert isinstance(twin.reach, WatchingReach)


def test_a_payer_may_pay_with_what_it_was_just_paid() -> None:
    """HD17: two collectors at one cell are paid one after the other."""
    table = Tabletop(parse("saboteur2+toll"), 3, Random(1).randrange)
    table.advance()
    state = table.state
    state.nuggets = [1, 0, 0]
    for number, owner in ((1, 1), (2, 2)):
        state.collectors.append(Collector(number, owner, cell(0, 0), -1, cell(1, 0)))
    state.toll_payers = {1: 0, 2: 1}
    at = cell(1, 0)
    assert toll(state, 0, at) == (TollPaid(0, 1, 1, at), TollPaid(1, 2, 2, at))
    state.toll_payers = {1: 0, 2: 0}
    assert toll(state, 0, at) is None
