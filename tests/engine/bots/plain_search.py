"""A search that is written down as plainly as it can be, and boards to try it on."""

from random import Random

from engine.grid.cells import SIDES, START, Cell, Edges, cell, half_turned, xy
from engine.grid.fitting import fit_table
from engine.mine.board import Board
from engine.mine.bots.ground.sweep import FAR
from engine.mine.cards.base import GOAL_CELLS, TUNNELS

GOALS = [cell(*at) for at in GOAL_CELLS]
THROUGH = [card for card in TUNNELS if "E" in card.tunnels[0] and len(card.tunnels[0]) > 1]
COSTS = {0: 2, 1: 2, 2: 3, 3: 5, 4: 7}
Node = tuple[Cell, Edges]
"""A tunnel that is cut off, or (with all four ways) an empty cell."""


def plain_distances(board: Board) -> dict[Cell, int]:
    """From the network to every goal that lies face down."""
    costs = lowered(board, {(at, 15): cost(board, at) for at in outlets(board)})
    return {goal: _to_goal(board, goal, costs) for goal in board.network.hidden}


def _to_goal(board: Board, goal: Cell, costs: dict[Node, int]) -> int:
    if any(board.reach.outlets.get(goal + step, 0) & back for _, step, back in SIDES):
        return 0
    near = [
        paid for (at, ways), paid in costs.items() if any(ways & side and at + step == goal for side, step, _ in SIDES)
    ]
    return min(near, default=FAR)


def plain_ways_back(board: Board, goal: Cell) -> dict[Cell, int]:
    """By empty cell: from there to the goal."""
    costs = lowered(board, dict(onward(board, goal, 15)))
    return {at: paid for (at, ways), paid in costs.items() if at not in board.network.edges}


def lowered(board: Board, costs: dict[Node, int]) -> dict[Node, int]:
    """Costs that are lowered until none can be: no queue, no estimate."""
    changed = True
    while changed:
        changed = False
        for (at, ways), paid in list(costs.items()):
            for node, price in onward(board, at, ways):
                if paid + price < costs.get(node, FAR):
                    costs[node] = paid + price
                    changed = True
    return costs


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


def wide_board(rng: Random) -> Board:
    """A board with tunnels that lead out of sight, and cards that lie there and hang on nothing."""
    board = random_board(rng)
    for _ in range(rng.randrange(30)):
        groups = rng.choice(THROUGH).groups
        groups = rng.choice((groups, half_turned(groups)))
        if places := board.network.places(sum(groups)):
            board.lay(rng.choice((places[0], places[-1], max(places, key=lambda at: abs(xy(at)[1])))), 0, groups, 0)
    for _ in range(rng.randrange(12)):
        at = cell(rng.randrange(-9, 17), rng.randrange(-9, 10))
        if at not in board.network.edges and at not in board.network.hidden:
            board.lay(at, 0, rng.choice(TUNNELS).groups, 0)
    return board
