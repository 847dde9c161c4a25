"""The grid with ladders: roots that are joined to the start wherever they lie, and ways past doors (0.6, HB13, HB3)."""

from itertools import product
from random import Random

import pytest

from engine.grid.cells import EAST, NORTH, SOUTH, START, WEST, Groups, beside, cell, letters, xy
from engine.grid.fitting import fit_table, join_table
from engine.mine.board import Board
from tests.stories.properties.plain import BIT, kept, searched
from tests.stories.properties.snapshots import board_snapshot

CROSS: Groups = (15,)
STRAIGHT: Groups = (EAST | WEST,)
UPRIGHT: Groups = (NORTH | SOUTH,)
BRIDGE: Groups = (NORTH | SOUTH, EAST | WEST)
DOUBLE_CURVE: Groups = (NORTH | WEST, SOUTH | EAST)
STUB: Groups = (NORTH | SOUTH, EAST)
SHAPES: list[Groups] = [CROSS, STRAIGHT, UPRIGHT, BRIDGE, DOUBLE_CURVE, STUB, (NORTH | EAST,), (SOUTH, WEST), (WEST,)]
LADDERS: list[Groups] = [(SOUTH,), (WEST,), (NORTH | WEST,), (NORTH | EAST,)]


def empty_board() -> Board:
    """The start card alone."""
    return Board(fit_table(must_connect=True), -1, CROSS)


def test_the_start_is_the_only_root_of_an_empty_mine() -> None:
    assert empty_board().reach.roots == [START]


def test_a_root_is_reachable_far_from_the_start_and_makes_its_neighbours_so() -> None:
    """0.6, 0.7."""
    board = empty_board()
    board.lay(cell(5, 0), 1, STRAIGHT, 0)
    assert board.reach.outlets[cell(5, 0)] == 0
    board.lay_root(cell(4, 0), 2, (EAST | SOUTH,), 0)
    assert board.reach.outlets[cell(5, 0)] == EAST | WEST
    assert board.reach.outlets[cell(4, 0)] == EAST | SOUTH
    assert cell(6, 0) in board.network.places(WEST)
    assert cell(4, -1) in board.network.places(NORTH)


def test_a_root_may_reach_a_hidden_card_that_is_not_beside_it() -> None:
    """HB14."""
    board = empty_board()
    board.hide(cell(7, 0), 9)
    board.lay(cell(6, 0), 1, STRAIGHT, 0)
    assert board.reach.reached == []
    board.lay_root(cell(5, 0), 2, (EAST,), 0)
    assert board.reach.reached == [cell(7, 0)]


def test_roots_stay_joined_when_what_was_between_them_is_gone() -> None:
    """HB14."""
    board = empty_board()
    board.lay(cell(1, 0), 1, STRAIGHT, 0)
    board.lay_root(cell(2, 0), 2, (WEST | NORTH,), 0)
    board.lay_root(cell(2, 1), 3, (SOUTH,), 0)
    board.remove(cell(1, 0))
    assert board.reach.outlets[cell(2, 0)] == WEST | NORTH
    board.remove(cell(2, 0))
    assert board.reach.outlets[cell(2, 1)] == SOUTH
    assert board.reach.roots == [START, cell(2, 1)]


def test_a_root_that_is_removed_leaves_its_neighbours_cut_off() -> None:
    """HA10; the hole is a place for any other card."""
    board = empty_board()
    board.lay(cell(5, 0), 1, STRAIGHT, 0)
    before = board_snapshot(board)
    board.lay_root(cell(4, 0), 2, (EAST,), 0)
    board.remove(cell(4, 0))
    assert board.reach.roots == [START]
    assert board.reach.outlets[cell(5, 0)] == 0
    assert {name: board_snapshot(board)[name] for name in ("outlets", "roots", "reached")} == {
        name: before[name] for name in ("outlets", "roots", "reached")
    }


def test_a_second_tunnel_of_a_bridge_is_reached_by_a_root() -> None:
    """HB15: group by group."""
    board = empty_board()
    board.lay(cell(1, 0), 1, BRIDGE, 0)
    assert board.reach.outlets[cell(1, 0)] == EAST | WEST
    board.lay_root(cell(1, 1), 2, (SOUTH,), 0)
    assert board.reach.outlets[cell(1, 0)] == 15


def test_a_double_curve_is_attached_to_only_where_it_is_reached() -> None:
    """B5.2, HB15."""
    board = empty_board()
    board.lay(cell(1, 0), 1, DOUBLE_CURVE, 0)
    assert board.reach.outlets[cell(1, 0)] == NORTH | WEST
    assert cell(1, 1) in board.network.places(SOUTH)
    assert cell(2, 0) not in board.network.places(WEST)
    assert cell(2, 0) in board.network.joining_places(WEST, ())


def test_a_stub_beside_a_tunnel_leads_nowhere() -> None:
    """HA4: its opening must be matched, and nothing goes on through it."""
    board = empty_board()
    board.lay(cell(0, 1), 1, STUB, 0)
    assert board.reach.outlets[cell(0, 1)] == NORTH | SOUTH
    assert board.network.mismatches(cell(1, 1), NORTH)
    assert cell(1, 1) not in board.network.places(WEST)


def test_the_join_table_says_what_the_rules_say() -> None:
    """HB13: every touching edge matches, and one of them meets a tunnel, reachable or not."""
    table = join_table()
    for touched, opened, reached in product(range(16), repeat=3):
        if opened & ~touched or reached & ~opened:
            continue  # no board looks like this
        for edges in range(16):
            matches = all((edges & bit > 0) == (opened & bit > 0) for bit in BIT.values() if touched & bit)
            joined = any(edges & bit and opened & bit for bit in BIT.values())
            assert bool(table[touched << 8 | opened << 4 | reached] >> edges & 1) == (matches and joined)


def test_a_root_may_be_joined_to_what_is_cut_off_but_not_lie_on_a_barred_cell() -> None:
    """HB13, B5.3: its answer is kept apart from that of other cards."""
    board = empty_board()
    board.lay(cell(6, 0), 1, STRAIGHT, 0)
    assert [xy(at) for at in board.network.places(WEST)] == [(1, 0)]
    assert [xy(at) for at in board.network.joining_places(WEST, ())] == [(1, 0), (7, 0)]
    board.lay(cell(1, 0), 2, STRAIGHT, 0)
    goals = beside([cell(8, 0)])
    assert [xy(at) for at in board.network.joining_places(WEST, goals)] == [(2, 0)]
    assert [xy(at) for at in board.network.places(WEST)] == [(2, 0)]
    assert board.network.joins(cell(2, 0), WEST)
    assert not board.network.joins(cell(1, 1), WEST)
    assert not board.network.joins(cell(9, 9), WEST)


def test_beside_is_what_shares_a_side() -> None:
    assert {xy(at) for at in beside([cell(8, 0), cell(8, 2)])} == {
        *((8, 1), (9, 0), (8, -1), (7, 0)),
        *((8, 3), (9, 2), (7, 2)),
    }


@pytest.mark.parametrize("seed", range(20))
def test_any_cards_and_ladders_in_any_order_give_what_a_plain_search_finds(seed: int) -> None:
    rng = Random(f"ladders {seed}")
    board = empty_board()
    for number in range(60):
        _change(board, number, rng)
        cards = {xy(at): tuple(map(letters, groups)) for at, groups in board.network.groups.items()}
        ladders = [xy(at) for at in board.reach.roots[1:]]
        assert kept(board) == searched(cards, set(), must_connect=True, ladders=ladders)
        assert board_snapshot(board.copy()) == board_snapshot(board)


def _change(board: Board, number: int, rng: Random) -> None:
    placed = sorted(board.network.slots.keys() - {START})
    if placed and rng.random() < 0.3:
        board.remove(rng.choice(placed))
    elif rng.random() < 0.2:
        board.lay_root(rng.choice(sorted(board.network.sides)), number, rng.choice(LADDERS), 0)
    else:
        board.lay(rng.choice(sorted(board.network.sides)), number, rng.choice(SHAPES), 0)


# Ways past doors


def a_fork() -> Board:
    """Two ways to (4,0): straight along the middle, and round above it."""
    board = empty_board()
    for x in (1, 2):
        board.lay(cell(x, 0), x, STRAIGHT, 0)
    board.lay(cell(3, 0), 3, (NORTH | EAST | WEST,), 0)
    board.lay(cell(4, 0), 4, CROSS, 0)
    board.lay(cell(0, 1), 5, (SOUTH | EAST,), 0)
    for x in (1, 2):
        board.lay(cell(x, 1), 5 + x, STRAIGHT, 0)
    board.lay(cell(3, 1), 8, (SOUTH | WEST,), 0)
    return board


def test_one_way_without_a_shut_card_is_enough() -> None:
    """HB3."""
    board, goal = a_fork(), cell(4, 0)
    assert board.reach.leads_to(goal, set())
    assert board.reach.leads_to(goal, {cell(1, 0)})
    assert board.reach.leads_to(goal, {cell(2, 1)})
    assert not board.reach.leads_to(goal, {cell(1, 0), cell(2, 1)})
    assert not board.reach.leads_to(goal, {cell(3, 0)})


def test_a_way_does_not_change_tunnels_on_a_bridge() -> None:
    """HB15: what meets on a bridge is not joined."""
    board = empty_board()
    board.lay(cell(1, 0), 1, BRIDGE, 0)
    board.lay(cell(1, 1), 2, (SOUTH,), 0)
    assert not board.reach.leads_to(cell(1, 1), set())
    assert board.reach.leads_to(cell(1, 0), set())


def test_a_way_may_begin_at_any_ladder() -> None:
    """0.6: all ladders are joined to the start, so a door between them shuts no seat out."""
    board = empty_board()
    board.lay(cell(1, 0), 1, STRAIGHT, 0)
    board.lay(cell(2, 0), 2, STRAIGHT, 0)
    shut = {cell(1, 0)}
    assert not board.reach.leads_to(cell(2, 0), shut)
    board.lay_root(cell(3, 0), 3, (WEST,), 0)
    assert board.reach.leads_to(cell(2, 0), shut)
