"""Simple players: each picks one of the choices by what is public."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.grid.cells import SIDES, xy
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.state import State
from engine.placing import PlacePath

Player = Callable[[State, Sequence[Any], Random], Any]

FAR = 99


def at_random(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Any of the choices."""
    return rng.choice(acts)


def of_any_kind(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Any kind of act, then any of that kind: where there are many ways to pass, not passing all the time."""
    kind = rng.choice(sorted({type(act).__name__ for act in acts}))
    return rng.choice([act for act in acts if type(act).__name__ == kind])


def seeking(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Bring the tunnel closer to a goal; else mend an own tool; else anything."""
    return _toward_the_goals(state, acts, rng) or rng.choice(acts)


def spoiling(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Let rocks fall where it can, and build toward the goals otherwise."""
    falls = [act for act in acts if type(act) is CauseRockfall]
    return rng.choice(falls) if falls else seeking(state, acts, rng)


def seeking_with_more_cards(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """In Saboteur 2: as `seeking`, or out of prison, or any kind of act."""
    if rng.random() < 0.3:
        return of_any_kind(state, acts, rng)
    return _toward_the_goals(state, acts, rng) or _freed(acts, rng) or of_any_kind(state, acts, rng)


def spoiling_with_more_cards(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """In Saboteur 2: rocks fall, and then a ladder is laid wherever it can be."""
    for kind in (CauseRockfall, PlaceLadder):
        there = [act for act in acts if type(act) is kind]
        if there:
            return rng.choice(there)
    return seeking_with_more_cards(state, acts, rng)


def _toward_the_goals(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """None where nothing brings the tunnel closer."""
    if rng.random() < 0.1:
        return rng.choice(acts)
    placements = [act for act in acts if type(act) in (PlacePath, PlaceLadder)]
    distances = [_distance(state, act) for act in placements]
    nearest = min(distances, default=FAR)
    if nearest < FAR:
        return rng.choice([act for act, far in zip(placements, distances, strict=True) if far == nearest])
    mends = [act for act in acts if type(act) is RepairTool and act.target == act.seat]
    return rng.choice(mends) if mends else None


def _freed(acts: Sequence[Any], rng: Random) -> Any:
    freed: list[Any] = [act for act in acts if type(act) is FreePlayer and act.target == act.seat]
    freed = freed or [act for act in acts if type(act) is DiscardTwo]
    return rng.choice(freed) if freed and rng.random() < 0.5 else None


def _distance(state: State, act: Any) -> int:
    """From the openings of the card laid there to the nearest hidden goal; dead ends lead nowhere.

    A card that hangs on nothing is as good as an empty cell: joining it brings the tunnel there.
    """
    board = state.board
    groups = state.book.groups[act.face][act.turned == 180]
    if len(groups) > 1:
        outlets = board.reach.entries(act.cell)
        groups = tuple(group for group in groups if group & outlets)
    open_edges = sum(groups)  # groups have no edge in common
    ahead = [
        act.cell + step for side, step, _ in SIDES if open_edges & side and not board.reach.outlets.get(act.cell + step)
    ]
    return min((_apart(at, goal) for at in ahead for goal in board.network.hidden), default=FAR)


def _apart(one: int, other: int) -> int:
    (x, y), (to_x, to_y) = xy(one), xy(other)
    return abs(x - to_x) + abs(y - to_y)
