"""The survey's distance against a search that is written down as plainly as it can be."""

from random import Random

import pytest

from engine.grid.cells import SIDES, START, Cell, Edges, cell, half_turned, xy
from engine.grid.fitting import fit_table
from engine.mine.board import Board
from engine.mine.bots.survey import CARD, FAR, distance
from engine.mine.cards.base import GOAL_CELLS, TUNNELS

GOALS = [cell(*at) for at in GOAL_CELLS]
THROUGH = [card for card in TUNNELS if "E" in card.tunnels[0] and len(card.tunnels[0]) > 1]
COSTS = {0: 2, 1: 2, 2: 3, 3: 5, 4: 7}
Node = tuple[Cell, Edges]
"""A tunnel that is cut off, or (with all four ways) an empty cell."""


def plain_distance(board: Board, goal: Cell) -> int:
    """Costs that are lowered until none can be: no queue, no estimate."""
    if any(board.reach.outlets.get(goal + step, 0) & back for _, step, back in SIDES):
        return 0
    costs: dict[Node, int] = {(at, 15): cost(board, at) for at in outlets(board)}
    changed = True
    while changed:
        changed = False
        for (at, ways), paid in list(costs.items()):
            for node, price in onward(board, at, ways):
                if paid + price < costs.get(node, FAR):
                    costs[node] = paid + price
                    changed = True
    near = [
        paid for (at, ways), paid in costs.items() if any(ways & side and at + step == goal for side, step, _ in SIDES)
    ]
    return min(near, default=FAR)


def outlets(board: Board) -> set[Cell]:
    """The empty cells that the network opens on."""
    return {
        at + step
        for at, reach in board.reach.outlets.items()
        for side, step, _ in SIDES
        if reach & side and at + step not in board.network.edges and at + step not in board.network.hidden
    }


def cost(board: Board, at: Cell) -> int:
    """An empty cell, by how many cards it touches."""
    return COSTS[sum(at + step in board.network.edges for _, step, _ in SIDES)]


def onward(board: Board, at: Cell, ways: Edges) -> list[tuple[Node, int]]:
    """Where one can go from here, and for how much."""
    found: list[tuple[Node, int]] = []
    for side, step, back in SIDES:
        near = at + step
        if not ways & side or near in board.network.hidden:
            continue
        if near in board.network.edges:
            joined = [
                group for group in board.network.groups[near] if group & back and not group & board.reach.outlets[near]
            ]
            found += [((near, group), 0) for group in joined]
        elif -2 <= xy(near)[0] <= 11 and -5 <= xy(near)[1] <= 5:
            found.append(((near, 15), cost(board, near)))
    return found


def random_board(rng: Random) -> Board:
    """Cards laid by the rules, then some taken away again, and some that hang on nothing."""
    board = Board(fit_table(must_connect=True), -1, (15,))
    for goal in GOALS:
        board.hide(goal, 0)
    cards = rng.choice((TUNNELS, THROUGH))
    for _ in range(rng.randrange(40)):
        groups = rng.choice(cards).groups
        groups = rng.choice((groups, half_turned(groups)))
        places = board.network.places(sum(groups))
        if places:
            board.lay(rng.choice(sorted(places, reverse=True)[:3]), 0, groups, 0)
    for _ in range(rng.randrange(5)):
        removable = [at for at in board.network.slots if at != START]
        if removable:
            board.remove(rng.choice(removable))
    for _ in range(rng.choice((0, 0, 6, 20))):
        at = cell(rng.randrange(-1, 10), rng.randrange(-3, 4))
        if at not in board.network.edges and at not in board.network.hidden:
            board.lay(at, 0, rng.choice(TUNNELS).groups, 0)
    if rng.random() < 0.2:
        board.lay(rng.choice(GOALS), 0, (12,), 0)
    return board


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
        for goal in board.network.hidden:
            expected = plain_distance(board, goal)
            assert distance(board, goal) == expected
            met["reached" if expected == 0 else "no way" if expected == FAR else "between"] += 1
    assert met["cut off"] > 15
    assert min(met["reached"], met["no way"]) > 1
    assert met["between"] > 100


def test_a_tunnel_that_was_cut_off_costs_nothing() -> None:
    """Eight cards from the start to the middle goal; six of them lie there already, and only one is missing."""
    board = Board(fit_table(must_connect=True), -1, (15,))
    for goal in GOALS:
        board.hide(goal, 0)
    assert distance(board, cell(8, 0)) == 7 * CARD
    for x in range(2, 8):
        board.lay(cell(x, 0), 0, (10,), 0)
    assert distance(board, cell(8, 0)) == COSTS[2]


def test_a_dead_end_in_a_cut_off_tunnel_leads_nowhere() -> None:
    board = Board(fit_table(must_connect=True), -1, (15,))
    board.hide(cell(8, 0), 0)
    board.lay(cell(2, 0), 0, (2, 8), 0)
    assert distance(board, cell(8, 0)) == plain_distance(board, cell(8, 0)) > 7 * CARD


def test_a_start_that_is_walled_in_is_far_from_everything() -> None:
    board = Board(fit_table(must_connect=True), -1, (15,))
    board.hide(cell(8, 0), 0)
    for x, y, edge in ((1, 0, 8), (-1, 0, 2), (0, 1, 4), (0, -1, 1)):
        board.lay(cell(x, y), 0, (edge,), 0)
    assert distance(board, cell(8, 0)) == FAR


@pytest.mark.parametrize("goal", GOALS)
def test_a_board_that_changed_in_place_is_measured_again(goal: Cell) -> None:
    """What is remembered is the answer for a board as it was, not for the object."""
    board = Board(fit_table(must_connect=True), -1, (15,))
    for at in GOALS:
        board.hide(at, 0)
    before = distance(board, goal)
    board.lay(cell(1, 0), 0, (15,), 0)
    assert distance(board, goal) == before - CARD
    board.remove(cell(1, 0))
    assert distance(board, goal) == before
