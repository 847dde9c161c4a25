"""Boards as masks of cells: every sweep against a plain search, and every try against the board that it stands for."""

from collections import Counter
from random import Random

from engine.grid.cells import SIDES, START, Cell, Groups, cell, half_turned
from engine.mine.board import Board
from engine.mine.bots.ground.extent import extent, in_sight
from engine.mine.bots.ground.ground import ground
from engine.mine.bots.ground.sweep import FAR
from engine.mine.bots.saboteur2.field import Field
from engine.mine.bots.survey import at_best_without, distances, with_card, without
from engine.mine.cards.base import TUNNELS
from engine.mine.cards.saboteur2 import TUNNELS as TUNNELS_2
from tests.engine.bots.plain_search import GOALS, plain_distances, plain_ways_back, random_board, wide_board

SHAPES = [card.groups for card in (*TUNNELS, *TUNNELS_2)]


def removable(board: Board) -> list[Cell]:
    return [at for at in board.network.slots if at != START and at not in GOALS]


def test_a_window_keeps_the_order_of_the_cells_and_shows_their_neighbours() -> None:
    for cells in ([START], [cell(-30, 4), cell(40, -9)]):
        shown = extent(cells)
        assert sorted(shown.bits, key=shown.bits.__getitem__) == sorted(shown.bits)
        assert shown.cells(shown.sight) == [at for at in sorted(shown.bits) if in_sight(at)]
        for at in cells:
            assert shown.cells(shown.around(shown.bits[at])) == sorted(at + step for _, step, _ in SIDES)
            for side, step, _ in SIDES:
                assert shown.cells(shown.faced(shown.bits[at], side)) == [at + step]


def test_no_step_in_sight_leads_around_the_edge_of_a_window() -> None:
    for cells in ([START], [cell(-30, 4), cell(40, -9)]):
        shown = extent(cells)
        for at in shown.cells(shown.sight):
            assert set(shown.cells(shown.around(shown.bits[at]))) == {at + step for _, step, _ in SIDES}


def test_a_sweep_finds_what_the_plain_search_finds() -> None:
    """Also where tunnels lead out of sight, and cards lie there."""
    met: Counter[str] = Counter()
    for seed in range(60):
        board = wide_board(Random(f"wide {seed}"))
        met["out of sight"] += not all(map(in_sight, board.network.edges))
        met["tunnels"] += bool(ground(board).tunnels)
        found = distances(board)
        assert found == plain_distances(board)
        for expected in found.values():
            met["no way" if expected == FAR else "reached" if expected == 0 else "between"] += 1
    assert min(met["out of sight"], met["tunnels"]) > 20
    assert met["between"] > 60


def test_a_sweep_back_from_a_goal_finds_what_the_plain_search_finds() -> None:
    measured = 0
    for seed in range(40):
        board = random_board(Random(f"back {seed}"))
        here = ground(board)
        for goal in board.network.hidden:
            field, plain = Field(here, goal), plain_ways_back(board, goal)
            for at in [at for at, paid in plain.items() if paid <= field.missing]:
                assert field.cost(here.extent.bits[at]) == plain[at]
                measured += 1
    assert measured > 2000


def test_a_card_that_is_tried_changes_what_the_card_would_change() -> None:
    """Everywhere beside the network, whether the card fits there or not; tunnels that are cut off are joined."""
    met: Counter[str] = Counter()
    for seed in range(40):
        rng = Random(f"try {seed}")
        board = wide_board(rng) if seed % 3 == 0 else random_board(rng)
        before = distances(board).copy()
        for at, groups in tries(board, rng):
            after = board.copy()
            after.lay(at, 0, groups, 0)
            tried = with_card(board, at, groups)
            assert tried == plain_distances(after)
            met["beside a tunnel"] += ground(board).is_beside_tunnel(at)
            met["nearer"] += any(tried[goal] < before[goal] for goal in tried)
            met["farther"] += any(tried[goal] > before[goal] for goal in tried)
        assert distances(board) == before
    assert min(met.values()) > 20


def tries(board: Board, rng: Random) -> list[tuple[Cell, Groups]]:
    """Cards where they fit, and cards anywhere."""
    shapes = rng.sample(SHAPES, 4)
    shapes += [half_turned(shape) for shape in shapes]
    fitting = [(at, shape) for shape in shapes for at in board.network.places(sum(shape))]
    return rng.sample(fitting, min(5, len(fitting))) + [
        (at, rng.choice(shapes)) for at in rng.sample(sorted(board.network.sides), 2)
    ]


def test_a_card_that_is_taken_away_is_measured_exactly_and_never_undercuts_the_glance() -> None:
    met: Counter[str] = Counter()
    for seed in range(25):
        rng = Random(f"fall {seed}")
        board = random_board(rng)
        cards = removable(board)
        for at in rng.sample(cards, min(4, len(cards))):
            after = board.copy()
            after.remove(at)
            exact, best = without(board, at), at_best_without(board, at)
            assert exact == plain_distances(after)
            assert all(best[goal] <= exact[goal] for goal in exact)
            met["as seen" if best == exact else "cut off"] += 1
    assert min(met["as seen"], met["cut off"]) > 10


def test_boards_of_one_page_share_what_was_found_until_one_changes() -> None:
    """A copy may change, and its original may change; neither sees what the other found."""
    board = random_board(Random("page"))
    twin = board.copy()
    assert ground(twin) is ground(board)
    twin.lay(cell(40, 40), 0, (15,), 0)
    assert ground(twin) is not ground(board)
    found = ground(board)
    board.hide(cell(30, 30), 0)
    assert ground(board) is not found
