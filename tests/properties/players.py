"""Simple players: each picks one of the choices by what everybody can see."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.grid import SIDES, xy
from engine.mine.rules.place_path import PlacePath
from engine.mine.rules.repair_tool import RepairTool
from engine.mine.rules.rockfall import CauseRockfall
from engine.mine.state import State

Player = Callable[[State, Sequence[Any], Random], Any]

FAR = 99


def at_random(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Any of the choices."""
    return rng.choice(acts)


def seeking(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Bring the tunnel closer to a goal; else mend an own tool; else anything."""
    if rng.random() < 0.1:
        return rng.choice(acts)
    placements = [act for act in acts if type(act) is PlacePath]
    distances = [_distance(state, act) for act in placements]
    nearest = min(distances, default=FAR)
    if nearest < FAR:
        return rng.choice([act for act, far in zip(placements, distances, strict=True) if far == nearest])
    mends = [act for act in acts if type(act) is RepairTool and act.target == act.seat]
    return rng.choice(mends or acts)


def spoiling(state: State, acts: Sequence[Any], rng: Random) -> Any:
    """Let rocks fall where it can, and build toward the goals otherwise."""
    falls = [act for act in acts if type(act) is CauseRockfall]
    return rng.choice(falls) if falls else seeking(state, acts, rng)


def _distance(state: State, act: PlacePath) -> int:
    """From the openings of the card laid there to the nearest hidden goal; dead ends lead nowhere.

    A card that hangs on nothing is as good as an empty cell: joining it brings the tunnel there.
    """
    board = state.board
    groups = state.book.groups[act.face][act.turned == 180]
    if len(groups) > 1:
        return FAR
    ahead = [act.cell + step for side, step, _ in SIDES if groups[0] & side and not board.reach.get(act.cell + step)]
    return min((_apart(at, goal) for at in ahead for goal in board.hidden), default=FAR)


def _apart(one: int, other: int) -> int:
    (x, y), (to_x, to_y) = xy(one), xy(other)
    return abs(x - to_x) + abs(y - to_y)
