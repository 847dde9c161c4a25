"""What is reachable and what fits, searched for from the cards on the board alone, without the engine's tables."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.grid.cells import xy
from engine.mine.board import Board
from engine.mine.cards.base import GOAL_CELLS
from engine.mine.state import State
from tests.stories.naive.cards import LADDERS, PRINTED
from tests.stories.properties.positions import KEY

At = tuple[int, int]
Node = tuple[At, str]

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
BIT = {"N": 1, "E": 2, "S": 4, "W": 8}


class Found(NamedTuple):
    """What a search over the whole board finds."""

    reach: dict[At, int]
    sides: dict[At, int]
    fits: dict[At, int]
    reached: set[At]


def cards_on(state: State) -> dict[At, tuple[str, ...]]:
    """The groups of every face-up card as it lies (0.4); the start card has no slot."""
    turned = {xy(at): degrees for at, degrees in state.board.network.turned.items()}
    return {at: _turned(PRINTED[key], turned[at]) for at, key in keys_on(state).items()}


def keys_on(state: State) -> dict[At, str]:
    """Which card lies face up on which cell."""
    slots = state.board.network.slots
    return {xy(at): "start" if slot < 0 else KEY[state.faces[slot]] for at, slot in slots.items()}


def ladders_on(state: State) -> set[At]:
    """Where the ladders lie (0.6)."""
    return {at for at, key in keys_on(state).items() if key in LADDERS}


def ladder_cells(cards: dict[At, tuple[str, ...]], found: "Found", edges: int) -> list[At]:
    """HB13: where a ladder with these edges matches all cards and meets one of them, and no goal is beside it."""
    barred = {beside(goal, edge) for goal in GOAL_CELLS for edge in STEP}
    return sorted(at for at in found.sides if at not in barred and _joins(cards, at, edges))


def _joins(cards: dict[At, tuple[str, ...]], at: At, edges: int) -> bool:
    joined = False
    for edge, bit in BIT.items():
        groups = cards.get(beside(at, edge))
        if groups is not None:
            is_open = any(BACK[edge] in group for group in groups)
            if is_open != bool(edges & bit):
                return False
            joined = joined or is_open
    return joined


def _turned(groups: tuple[str, ...], degrees: int) -> tuple[str, ...]:
    """0.3: turned by half, north is south and east is west."""
    return groups if degrees == 0 else tuple("".join(BACK[edge] for edge in group) for group in groups)


def searched(
    cards: dict[At, tuple[str, ...]], hidden: set[At], *, must_connect: bool, ladders: Collection[At] = ()
) -> Found:
    """Everything that the board keeps up, from nothing."""
    nodes = _reachable(cards, [(0, 0), *ladders])
    outlets = {(at, edge) for at, group in nodes for edge in group}
    ends = {(beside(at, edge), BACK[edge]) for at, edge in outlets}
    empty = {beside(at, edge) for at in cards for edge in STEP} - cards.keys() - hidden
    sides = {at: _sides(cards, ends, at) for at in empty}
    fits = {at: _fitting(seen, must_connect) for at, seen in sides.items()}
    reach = {at: sum(BIT[edge] for there, edge in outlets if there == at) for at in cards}
    return Found(reach, sides, fits, {at for at, _ in ends if at in hidden})


def beside(at: At, edge: str) -> At:
    """The cell on that side."""
    return at[0] + STEP[edge][0], at[1] + STEP[edge][1]


def _reachable(cards: dict[At, tuple[str, ...]], roots: Collection[At]) -> set[Node]:
    """0.6, 0.7: group by group, from the start and from every ladder."""
    found: set[Node] = {(at, group) for at in roots for group in cards[at]}
    ahead = list(found)
    while ahead:
        for node in _joined(cards, *ahead.pop()):
            if node not in found:
                found.add(node)
                ahead.append(node)
    return found


def _joined(cards: dict[At, tuple[str, ...]], at: At, group: str) -> Iterator[Node]:
    for edge in group:
        there = beside(at, edge)
        for other in cards.get(there, ()):
            if BACK[edge] in other:
                yield there, other


def _sides(cards: dict[At, tuple[str, ...]], ends: set[tuple[At, str]], at: At) -> int:
    seen = 0
    for edge, bit in BIT.items():
        groups = cards.get(beside(at, edge))
        if groups is not None:
            is_open = any(BACK[edge] in group for group in groups)
            seen |= bit << 8 | (bit << 4) * is_open | bit * ((at, edge) in ends)
    return seen


def _fitting(seen: int, must_connect: bool) -> int:
    return sum(1 << edges for edges in range(16) if _fits(seen, edges, must_connect))


def _fits(seen: int, edges: int, must_connect: bool) -> bool:
    """A4.2, A4.3 and A4.5, side by side."""
    joined = False
    for bit in BIT.values():
        if seen & bit << 8 and bool(edges & bit) != bool(seen & bit << 4):
            return False
        joined = joined or bool(edges & bit and seen & bit)
    return joined or not must_connect


def kept(board: Board) -> Found:
    """What the board has kept up, in the same form."""
    return Found(
        {xy(at): edges for at, edges in board.reach.outlets.items()},
        {xy(at): seen for at, seen in board.network.sides.items()},
        {xy(at): fits for at, fits in board.network.fits.items()},
        {xy(at) for at in board.reach.reached},
    )
