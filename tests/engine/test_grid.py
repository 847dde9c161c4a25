"""The grid: cells, edges, turns, what fits, and what is reachable (0.2 to 0.8, A4)."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from engine.grid.cells import (
    EAST,
    NORTH,
    SIDES,
    SOUTH,
    START,
    WEST,
    Groups,
    cell,
    half_turned,
    is_symmetric,
    letters,
    mask,
    quarter_turned,
    xy,
)
from engine.grid.fitting import fit_table
from engine.mine.board import Board
from tests.stories.properties.plain import BACK, BIT, Found, kept, searched
from tests.stories.properties.snapshots import board_snapshot

CROSS: Groups = (15,)
STRAIGHT: Groups = (EAST | WEST,)
BRIDGE: Groups = (NORTH | SOUTH, EAST | WEST)
DOUBLE_CURVE: Groups = (NORTH | WEST, SOUTH | EAST)
DEAD_CROSS: Groups = (NORTH, EAST, SOUTH, WEST)
SHAPES: list[Groups] = [
    CROSS,
    STRAIGHT,
    BRIDGE,
    DOUBLE_CURVE,
    DEAD_CROSS,
    (NORTH | SOUTH,),
    (NORTH | EAST,),
    (SOUTH | WEST,),
    (NORTH | EAST | SOUTH,),
    (EAST, WEST),
    (WEST,),
]
MUST_CONNECT = fit_table(must_connect=True)


def empty_board(*, must_connect: bool = True) -> Board:
    """The start card alone."""
    return Board(fit_table(must_connect=must_connect), -1, CROSS)


# Cells, edges, turns


def test_a_cell_is_one_number_and_comes_back_as_its_coordinates() -> None:
    """0.2: as far in every direction as 67 cards can reach."""
    for x, y in product(range(-70, 79), range(-70, 71)):
        assert xy(cell(x, y)) == (x, y)


def test_cells_are_ordered_by_x_then_y() -> None:
    """HA25: the order of the choices."""
    places = list(product(range(-3, 4), range(-70, 71)))
    assert sorted(cell(x, y) for x, y in places) == [cell(x, y) for x, y in sorted(places)]
    assert cell(0, 0) == START


def test_each_side_leads_to_the_neighbour_that_faces_it() -> None:
    """0.2: y grows to the north, x to the east."""
    steps = {NORTH: (0, 1), EAST: (1, 0), SOUTH: (0, -1), WEST: (-1, 0)}
    at = cell(-2, 5)
    assert {side: xy(at + step) for side, step, _ in SIDES} == {
        side: (-2 + dx, 5 + dy) for side, (dx, dy) in steps.items()
    }
    assert {letters(side): letters(back) for side, _, back in SIDES} == BACK


def test_letters_and_masks_say_the_same() -> None:
    """0.3."""
    assert all(mask(letters(edges)) == edges for edges in range(16))
    assert letters(15) == "NESW"
    assert {letter: mask(letter) for letter in "NESW"} == BIT


@pytest.mark.parametrize("quarters", range(-4, 5))
def test_a_quarter_turn_moves_every_edge_clockwise(quarters: int) -> None:
    """0.3: north becomes east."""
    for edges in range(16):
        turned = "".join("NESW"[("NESW".index(letter) + quarters) % 4] for letter in letters(edges))
        assert quarter_turned(edges, quarters) == mask(turned)


def test_a_half_turn_swaps_opposite_edges_and_keeps_the_groups() -> None:
    """0.3, 0.4."""
    assert half_turned((mask("NE"), mask("S"))) == (mask("SW"), mask("N"))
    assert half_turned(half_turned(DOUBLE_CURVE)) == DOUBLE_CURVE


@pytest.mark.parametrize(
    ("groups", "symmetric"),
    [
        (CROSS, True),
        (STRAIGHT, True),
        (BRIDGE, True),
        (DOUBLE_CURVE, True),
        (DEAD_CROSS, True),
        ((mask("NE"),), False),
        ((mask("NES"),), False),
        ((mask("N"), mask("E")), False),
        ((mask("NS"), WEST), False),
        ((mask("NE"), mask("SW")), True),
        ((mask("NEW"), SOUTH), False),
    ],
)
def test_symmetry_looks_at_groups_and_not_only_at_edges(groups: Groups, symmetric: bool) -> None:
    """HA1: turning changes nothing."""
    assert is_symmetric(groups) is symmetric


# What fits


@pytest.mark.parametrize("must_connect", [True, False])
def test_the_fit_table_says_what_the_rules_say(must_connect: bool) -> None:
    """A4.2: a neighbour; A4.3: every touching edge matches; A4.5: one joins an outlet (G6: or not)."""
    table = fit_table(must_connect=must_connect)
    assert len(table) == 4096
    for touched, opened, reached in product(range(16), repeat=3):
        if opened & ~touched or reached & ~opened:
            continue  # no board looks like this
        for edges in range(16):
            matches = all((edges & bit > 0) == (opened & bit > 0) for bit in BIT.values() if touched & bit)
            joined = any(edges & bit and reached & bit for bit in BIT.values())
            expected = touched > 0 and matches and (joined or not must_connect)
            assert bool(table[touched << 8 | opened << 4 | reached] >> edges & 1) == expected


def test_beside_the_start_alone_everything_fits_that_opens_toward_it() -> None:
    """A4.3, A4.5."""
    board = empty_board()
    assert [xy(at) for at in board.network.places(15)] == [(-1, 0), (0, -1), (0, 1), (1, 0)]
    assert [xy(at) for at in board.network.places(WEST)] == [(1, 0)]
    assert board.network.places(0) == []


def test_a_hidden_card_takes_the_cell_and_sets_no_condition() -> None:
    """A4.1, A4.7, HA2."""
    board = empty_board()
    board.hide(cell(2, 0), 7)
    board.lay(cell(1, 0), 1, STRAIGHT, 0)
    assert cell(2, 0) not in board.network.fits
    assert not board.network.touches(cell(2, 0))
    assert board.reach.reached == [cell(2, 0)]
    assert not board.network.touches(cell(3, 0))
    assert not board.network.touches(cell(2, 1))


def test_a_card_beside_a_hidden_one_with_rock_toward_it_does_not_reach_it() -> None:
    """TV-A8."""
    board = empty_board()
    board.hide(cell(2, 0), 7)
    board.lay(cell(1, 0), 1, (NORTH | WEST,), 0)
    assert board.reach.reached == []
    assert board.reach.entries(cell(2, 0)) == 0


def test_a_card_that_is_hidden_beside_an_outlet_is_reached_at_once() -> None:
    """0.8."""
    board = empty_board()
    board.hide(cell(0, 1), 7)
    assert board.reach.reached == [cell(0, 1)]


def test_a_hidden_card_that_is_laid_open_joins_the_network() -> None:
    """A7.5, 0.5."""
    board = empty_board()
    board.hide(cell(1, 0), 7)
    board.lay(cell(1, 0), 7, (WEST | SOUTH,), 0)
    assert board.network.hidden == {}
    assert board.reach.reached == []
    assert board.reach.outlets[cell(1, 0)] == WEST | SOUTH
    assert board.network.places(NORTH) == [cell(0, -1), cell(1, -1)]


def test_an_open_edge_against_rock_joins_nothing() -> None:
    """HA7: a goal that does not fit stays, closed for connectivity."""
    board = empty_board()
    board.lay(cell(1, 0), 1, (NORTH | SOUTH,), 0)
    assert board.reach.outlets[cell(1, 0)] == 0
    assert board.network.mismatches(cell(2, 0), WEST)
    assert board.network.matches(cell(2, 0), EAST) == 1
    assert board.network.matches(cell(2, 0), WEST) == 0


# Reachable group by group


def test_a_bridge_is_two_tunnels() -> None:
    """0.4, HA3, B5.1: what reaches one of them does not reach the other."""
    board = empty_board()
    board.lay(cell(1, 0), 1, BRIDGE, 0)
    assert board.reach.outlets[cell(1, 0)] == EAST | WEST
    assert board.reach.entries(cell(2, 0)) == WEST
    assert board.reach.entries(cell(1, 1)) == 0
    board.lay(cell(0, 1), 2, (EAST | SOUTH,), 0)
    board.lay(cell(1, 1), 3, (SOUTH | WEST,), 0)
    assert board.reach.outlets[cell(1, 0)] == 15


def test_nothing_goes_on_through_a_dead_end() -> None:
    """HA4: its other openings are reached from outside, or not at all."""
    board = empty_board()
    board.lay(cell(1, 0), 1, DEAD_CROSS, 0)
    assert board.reach.outlets[cell(1, 0)] == WEST
    assert cell(2, 0) not in board.network.places(15)
    assert board.network.touches(cell(2, 0))


def test_a_card_taken_away_cuts_off_what_hung_on_it() -> None:
    """HA10: it stays, constrains, and is reachable again when it is joined again."""
    board = empty_board()
    for number in (1, 2, 3):
        board.lay(cell(number, 0), number, STRAIGHT, 0)
    board.remove(cell(2, 0))
    assert board.reach.outlets == {START: 15, cell(1, 0): EAST | WEST, cell(3, 0): 0}
    assert not board.network.fits.get(cell(4, 0), 0)
    assert board.network.mismatches(cell(2, 0), NORTH | SOUTH)
    board.lay(cell(2, 0), 4, STRAIGHT, 0)
    assert board.reach.outlets[cell(3, 0)] == EAST | WEST


def test_a_removed_card_leaves_no_trace() -> None:
    """A5.5: the hole may be filled later."""
    board, other = empty_board(), empty_board()
    other.lay(cell(1, 0), 1, CROSS, 0)
    other.lay(cell(1, 1), 2, CROSS, 0)
    other.remove(cell(1, 1))
    other.remove(cell(1, 0))
    assert board == other
    assert board.network.sides == other.network.sides


def test_what_was_found_is_forgotten_when_the_board_changes() -> None:
    """`places` keeps its answers only until the next change."""
    board = empty_board()
    assert cell(2, 0) not in board.network.places(15)
    board.lay(cell(1, 0), 1, CROSS, 0)
    assert cell(2, 0) in board.network.places(15)
    board.hide(cell(2, 0), 9)
    assert cell(2, 0) not in board.network.places(15)
    board.lay(cell(2, 0), 9, CROSS, 0)
    assert cell(3, 0) in board.network.places(15)
    board.remove(cell(1, 0))
    assert cell(3, 0) not in board.network.places(15)


def test_a_copy_of_a_board_is_equal_and_goes_its_own_way() -> None:
    """Search lays cards on copies."""
    board = empty_board()
    board.hide(cell(3, 0), 7)
    board.lay(cell(1, 0), 1, STRAIGHT, 0)
    before = board_snapshot(board)
    twin = board.copy()
    assert twin == board
    assert board_snapshot(twin) == before
    twin.network.places(15)
    twin.lay(cell(2, 0), 2, STRAIGHT, 0)
    twin.remove(cell(1, 0))
    assert twin != board
    assert board_snapshot(board) == before
    assert board.network.places(15) == sorted(board.network.places(15))


def test_what_was_noted_of_a_board_holds_until_it_changes() -> None:
    """Bots work out much from a board, and ask for it again and again."""
    board = empty_board()
    changes: list[Callable[[], None]] = [
        lambda: board.lay(cell(1, 0), 1, CROSS, 0),
        lambda: board.lay_root(cell(2, 0), 2, CROSS, 0),
        lambda: board.hide(cell(3, 0), 3),
        lambda: board.remove(cell(1, 0)),
    ]
    for change_it in changes:
        assert board.noted("what", lambda: "before") == "before"
        assert board.noted("what", lambda: "again") == "before"
        change_it()
        assert board.noted("what", lambda: "after") == "after"
        board.hide(cell(9, 9), 9)


def test_copies_share_what_was_noted_until_one_changes() -> None:
    """In either direction."""
    board = empty_board()
    first, second = board.copy(), board.copy()
    first.noted("cards", lambda: 1)
    assert second.noted("cards", lambda: 2) == 1
    second.lay(cell(1, 0), 1, CROSS, 0)
    assert second.noted("cards", lambda: 2) == 2
    assert board.noted("cards", lambda: 3) == 1


@pytest.mark.parametrize("must_connect", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_any_cards_in_any_order_give_what_a_plain_search_finds(must_connect: bool, seed: int) -> None:
    """Bridges, double curves and misfits too; goals are turned up when they are reached (0.6 to 0.9)."""
    rng = Random(f"grid {seed}")
    board = empty_board(must_connect=must_connect)
    for number in range(60):
        change(board, number, rng)
        assert kept(board) == plain(board, must_connect=must_connect)
        assert board_snapshot(board.copy()) == board_snapshot(board)


def change(board: Board, number: int, rng: Random) -> None:
    """Lay, hide or remove a card; a hidden one that is reached is turned up first, as the settle loop does."""
    placed = sorted(board.network.slots.keys() - {START})
    if board.reach.reached:
        board.lay(board.reach.reached[0], number, rng.choice(SHAPES), 0)
    elif placed and rng.random() < 0.25:
        board.remove(rng.choice(placed))
    else:
        at = rng.choice(sorted(board.network.sides))
        if rng.random() < 0.15 and not board.reach.entries(at):
            board.hide(at, number)
        else:
            board.lay(at, number, rng.choice(SHAPES), 0)


def plain(board: Board, *, must_connect: bool) -> Found:
    cards = {xy(at): tuple(map(letters, groups)) for at, groups in board.network.groups.items()}
    return searched(cards, set(map(xy, board.network.hidden)), must_connect=must_connect)


def test_a_hidden_card_is_no_longer_reached_when_the_tunnel_to_it_is_gone() -> None:
    """0.8: whatever turns hidden cards up must not find one that nothing leads to."""
    board = empty_board()
    board.hide(cell(2, 0), 7)
    board.lay(cell(1, 0), 1, STRAIGHT, 0)
    assert board.reach.reached == [cell(2, 0)]
    board.remove(cell(1, 0))
    assert board.reach.reached == []
