"""Which teams could pass to the treasure, walked route by route, against the engine's search (B5.4, B8, HB1 to HB4)."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.grid.cells import cell
from engine.mine.division import TEAMS
from engine.mine.rules.round.share_gold import open_teams
from engine.mine.scenario.position import Position, arrange
from engine.mine.state import State
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.stories.naive.cards import LADDERS, PRINTED, TUNNELS, TUNNELS_2
from tests.stories.properties.plain import BACK, At, Node, beside, cards_on, keys_on
from tests.stories.properties.positions import NUMBER

START, TREASURE = (0, 0), (8, 0)
BOARDS = 2500
BLOCK = [(x, y) for x in (5, 6, 7) for y in (-1, 0, 1)]
CORRIDOR = [(x, 0) for x in (1, 2, 3, 4)]
THROUGH = [
    *(3 * ["straight-short", "crystal-straight-short-stub", "bridge"]),
    *("blue-door-straight-short", "green-door-straight-short"),
]


def random_board(rng: Random) -> list[tuple[int, int, int]]:
    """A corridor with or without doors, then a block before the treasure in which anything may lie."""
    deck = [key for table in (TUNNELS, TUNNELS_2) for key, (_, copies) in table.items() for _ in range(copies)]
    board = []
    for at in CORRIDOR:
        key = rng.choice([key for key in THROUGH if key in deck])
        board.append((at, key))
        deck.remove(key)
    doors = [key for key in deck if "door" in key]
    crossings = [key for key in deck if len(PRINTED[key][0]) > 2]
    for at in BLOCK:
        key = rng.choice(rng.choice((doors, *[crossings] * 4, deck)) or deck)
        for cards in (deck, doors, crossings):
            if key in cards:
                cards.remove(key)
        if rng.random() < 0.95:
            board.append((at, key))
    return [(cell(*at), NUMBER[key], rng.choice((0, 180))) for at, key in board]


def laid_out(rng: Random) -> State:
    """The treasure lies open; it need not be reached."""
    table = Tabletop(parse("saboteur2"), 2, lambda below: 0)
    goals = [NUMBER[key] for key in ("stone-a", "treasure", "stone-b")]
    board = random_board(rng)
    arrange(table, Position(board=board, goals=goals, face_up=[(cell(*TREASURE), 0)], hands=[[NUMBER["map"]], []]))
    state: State = table.state
    return state


def routes(cards: dict[At, tuple[str, ...]], ladders: set[At]) -> Iterator[list[At]]:
    """Every route from the start to the treasure that comes to no node twice; from the start one may climb a ladder."""
    for root in (START, *sorted(ladders)):
        for group in cards[root]:
            yield from _onward(cards, [(root, group)])


def _onward(cards: dict[At, tuple[str, ...]], route: list[Node]) -> Iterator[list[At]]:
    at, group = route[-1]
    if at == TREASURE:
        yield [there for there, _ in route]
        return
    for edge in group:
        there = beside(at, edge)
        for other in cards.get(there, ()):
            if BACK[edge] in other and (there, other) not in route:
                yield from _onward(cards, [*route, (there, other)])


def colours_of_doors(state: State) -> list[set[str]]:
    """For each route the colours of the doors on its cards."""
    keys, cards = keys_on(state), cards_on(state)
    ladders = {at for at, key in keys.items() if key in LADDERS}
    return [{keys[at].partition("-door")[0] for at in route if "-door" in keys[at]} for route in routes(cards, ladders)]


def compare(seeds: range) -> Counter[str]:
    """All boards of these seeds; how often which teams could pass."""
    seen = Counter[str]()
    for seed in seeds:
        state = laid_out(Random(f"doors {seed}"))
        doors = colours_of_doors(state)
        teams = [colour for colour in TEAMS if any(there <= {colour} for there in doors)]
        assert open_teams(state) == [TEAMS[colour] for colour in teams], seed
        seen[" and ".join(teams) or ("neither" if doors else "not reached")] += 1
        seen["ways that differ"] += len({frozenset(there) for there in doors}) > 1
        seen["ladders"] += bool(teams) and len(state.board.reach.roots) > 1
    return seen


def test_the_search_finds_what_walking_every_route_finds() -> None:
    """HB3: one route is enough; all answers come up often, and so do ways that differ and ways by ladder."""
    seen = compare(range(BOARDS))
    often = {"not reached", "neither", "blue", "green", "blue and green", "ways that differ", "ladders"}
    assert {what for what, times in seen.items() if times > 15} == often, seen


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_search_finds_it_on_forty_times_as_many_boards() -> None:
    """The same, for the night."""
    compare(range(40 * BOARDS))
