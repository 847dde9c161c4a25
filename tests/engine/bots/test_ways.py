"""How far the gold is in Saboteur 2: the search back from a goal against the survey, and a glance against the board."""

from collections import Counter
from random import Random

import pytest

from engine.grid.cells import START, Cell, Edges, Groups, beside, cell, half_turned
from engine.grid.fitting import fit_table
from engine.mine.board import Board
from engine.mine.bots.ground.extent import in_sight
from engine.mine.bots.ground.ground import ground
from engine.mine.bots.ground.sweep import CARD, FAR
from engine.mine.bots.saboteur2.field import Field
from engine.mine.bots.saboteur2.terrain import Terrain
from engine.mine.bots.saboteur2.trunk import trunk
from engine.mine.bots.saboteur2.ways import Ways
from engine.mine.bots.survey import distances
from engine.mine.cards.base import GOAL_CELLS
from engine.mine.cards.base import TUNNELS as BASE_TUNNELS
from engine.mine.cards.card import Card
from engine.mine.cards.saboteur2 import TUNNELS
from engine.mine.division import BLUE, GREEN
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.engine.bots.tables import NUMBER, stream

GOALS = [cell(*at) for at in GOAL_CELLS]
BARRED = beside(GOALS)
CARDS = (*BASE_TUNNELS, *TUNNELS)
ONE_TUNNEL = [card for card in CARDS if len(card.tunnels) == 1]
START_ONLY = (15,)


def edges(groups: Groups) -> Edges:
    return sum(groups)


def places(board: Board, card: Card, groups: Groups) -> list[Cell]:
    """Where the card may lie, the easternmost first."""
    found = board.network.joining_places(edges(groups), BARRED) if card.ladder else board.network.places(edges(groups))
    return sorted(found, reverse=True)


def lay(board: Board, at: Cell, card: Card, groups: Groups) -> None:
    (board.lay_root if card.ladder else board.lay)(at, 0, groups, 0)


def random_board(rng: Random) -> Board:
    """Cards of both boxes laid by the rules, goals turned up as stones, then some cards taken away."""
    board = Board(fit_table(must_connect=True), -1, START_ONLY)
    for goal in GOALS:
        board.hide(goal, 0)
    for _ in range(rng.randrange(40)):
        card = rng.choice(CARDS)
        groups = rng.choice((card.groups, half_turned(card.groups)))
        if found := places(board, card, groups):
            lay(board, rng.choice(found[:3]), card, groups)
        for reached in list(board.reach.reached):
            board.lay(reached, 0, (12,), 0)
    for _ in range(rng.randrange(4)):
        removable = [at for at in board.network.slots if at != START and at not in GOALS]
        if removable:
            board.remove(rng.choice(removable))
    return board


def test_the_way_back_from_a_goal_is_as_long_as_the_way_there() -> None:
    met: Counter[str] = Counter()
    for seed in range(250):
        board = random_board(Random(seed))
        for goal in board.network.hidden:
            expected = distances(board)[goal]
            assert Field(ground(board), goal).missing == expected
            met["no way" if expected == FAR else "ladders" if len(board.reach.roots) > 1 else "plain"] += 1
    assert min(met["no way"], met["ladders"], met["plain"]) > 30


def test_a_glance_at_a_new_card_is_hardly_ever_wrong() -> None:
    """It may miss that the card makes the cells beside it narrower, by a card at most; never which goals it reaches."""
    off: Counter[int] = Counter()
    for seed in range(250):
        rng = Random(seed)
        board = random_board(rng)
        for goal in board.network.hidden:
            terrain = Terrain(board, {goal: 1})
            card = rng.choice(ONE_TUNNEL)
            groups = rng.choice((card.groups, half_turned(card.groups)))
            for at in [at for at in places(board, card, groups) if all(map(in_sight, beside([at])))][:4]:
                way = terrain.with_card(at, groups, root=card.ladder)
                after = board.copy()
                lay(after, at, card, groups)
                off[distances(after)[goal] - int(way.missing * CARD)] += 1
                assert (way.found == 1) == (goal in after.reach.reached)
    assert set(off) <= {0, 1, 2}
    assert off[0] > 500
    assert off[0] > 9 * (off[1] + off[2])


def test_what_a_fallen_card_leaves_is_measured_exactly() -> None:
    measured = 0
    for seed in range(60):
        board = random_board(Random(seed))
        for goal in board.network.hidden:
            terrain = Terrain(board, {goal: 1})
            for at in [at for at in board.network.slots if at != START and at not in GOALS][:5]:
                after = board.copy()
                after.remove(at)
                assert terrain.without(at).missing * CARD == distances(after)[goal]
                measured += 1
    assert measured > 200


def test_what_would_shorten_the_way_if_it_fell_is_nearly_always_seen_at_a_glance() -> None:
    """It may miss that cells become wider when the card beside them is gone."""
    seen: Counter[bool] = Counter()
    for seed in range(125):
        board = random_board(Random(seed))
        for goal in board.network.hidden:
            terrain = Terrain(board, {goal: 1})
            for at in [at for at in board.network.slots if at != START and at not in GOALS]:
                if terrain.now.missing - terrain.without(at).missing > 1:
                    seen[terrain.is_in_the_way(at)] += 1
    assert seen[True] > 20
    assert seen[True] > 20 * seen[False]


def test_a_way_hangs_on_its_trunk() -> None:
    """Without the cards between the start and an open end, that end is cut off; the others do not matter."""
    board = Board(fit_table(must_connect=True), -1, START_ONLY)
    for x in (1, 2, 3):
        board.lay(cell(x, 0), 0, (15,), 0)
    board.lay(cell(2, 1), 0, (5,), 0)
    board.lay(cell(-1, 0), 0, (10,), 0)
    assert trunk(board, [cell(4, 0)]) == {START, cell(1, 0), cell(2, 0), cell(3, 0)}
    assert trunk(board, [cell(2, 2), cell(-2, 0)]) == {START, cell(1, 0), cell(2, 0), cell(2, 1), cell(-1, 0)}
    assert trunk(board, [cell(7, 7)]) == set()


@pytest.mark.parametrize(("colour", "opens_to", "shuts_out"), [("blue", BLUE, GREEN), ("green", GREEN, BLUE)])
def test_a_door_is_a_wall_to_the_other_team_alone(colour: str, opens_to: int, shuts_out: int) -> None:
    table = Tabletop(parse("saboteur2"), 3, stream("doors").draw)
    table.advance()
    state, weights = table.state, {cell(8, 0): 1}
    for x in (1, 2, 4):
        state.board.lay(cell(x, 0), -1, (10,), 0)
    face = NUMBER[f"{colour}-door-straight-short"]
    glance = Ways(state, weights).with_card(cell(3, 0), face, 0)
    slot = len(state.pile_of)
    state.faces[slot] = face
    state.board.lay(cell(3, 0), slot, (10,), 0)
    now = Ways(state, weights).now
    for outlook in (glance, now):
        assert outlook.anybody.missing == outlook.of(opens_to).missing == 3
        assert outlook.of(shuts_out).missing > 6
        assert outlook.open_teams() == [opens_to]


def test_without_doors_all_go_the_same_way() -> None:
    table = Tabletop(parse("saboteur2"), 3, stream("no doors").draw)
    table.advance()
    now = Ways(table.state, dict.fromkeys(GOALS, 1)).now
    assert now.anybody is now.blue is now.green
    assert now.open_teams() == [BLUE, GREEN]
