"""The survey's distance against a search that is written down as plainly as it can be."""

from random import Random

import pytest

from engine.grid.cells import Cell, cell
from engine.grid.fitting import fit_table
from engine.mine.board import Board
from engine.mine.bots.ground.sweep import CARD, FAR
from engine.mine.bots.survey import distances
from engine.mine.cards.base import GOAL_CELLS
from tests.engine.bots.plain_search import COSTS, plain_distances, random_board

GOALS = [cell(*at) for at in GOAL_CELLS]


def test_the_distance_is_that_of_the_plain_search_on_many_boards() -> None:
    rng = Random("boards")
    met: dict[str, int] = {"cut off": 0, "reached": 0, "no way": 0, "between": 0}
    for _ in range(80):
        board = random_board(rng)
        met["cut off"] += any(
            not board.reach.outlets[at] & group and group.bit_count() > 1
            for at in board.network.slots
            for group in board.network.groups[at]
        )
        found = distances(board)
        assert found == plain_distances(board)
        for expected in found.values():
            met["reached" if expected == 0 else "no way" if expected == FAR else "between"] += 1
    assert met["cut off"] > 15
    assert min(met["reached"], met["no way"]) > 1
    assert met["between"] > 100


def test_a_tunnel_that_was_cut_off_costs_nothing() -> None:
    """Eight cards from the start to the middle goal; six of them lie there already, and only one is missing."""
    board = Board(fit_table(must_connect=True), -1, (15,))
    for goal in GOALS:
        board.hide(goal, 0)
    assert distances(board)[cell(8, 0)] == 7 * CARD
    for x in range(2, 8):
        board.lay(cell(x, 0), 0, (10,), 0)
    assert distances(board)[cell(8, 0)] == COSTS[2]


def test_a_dead_end_in_a_cut_off_tunnel_leads_nowhere() -> None:
    board = Board(fit_table(must_connect=True), -1, (15,))
    board.hide(cell(8, 0), 0)
    board.lay(cell(2, 0), 0, (2, 8), 0)
    assert distances(board)[cell(8, 0)] == plain_distances(board)[cell(8, 0)] > 7 * CARD


def test_a_start_that_is_walled_in_is_far_from_everything() -> None:
    board = Board(fit_table(must_connect=True), -1, (15,))
    board.hide(cell(8, 0), 0)
    for x, y, edge in ((1, 0, 8), (-1, 0, 2), (0, 1, 4), (0, -1, 1)):
        board.lay(cell(x, y), 0, (edge,), 0)
    assert distances(board)[cell(8, 0)] == FAR


@pytest.mark.parametrize("goal", GOALS)
def test_a_board_that_changed_in_place_is_measured_again(goal: Cell) -> None:
    """What is remembered is the answer for a board as it was, not for the object."""
    board = Board(fit_table(must_connect=True), -1, (15,))
    for at in GOALS:
        board.hide(at, 0)
    before = distances(board)[goal]
    board.lay(cell(1, 0), 0, (15,), 0)
    assert distances(board)[goal] == before - CARD
    board.remove(cell(1, 0))
    assert distances(board)[goal] == before
