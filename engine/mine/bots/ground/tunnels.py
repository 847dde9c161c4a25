"""Tunnels that are cut off from the start: whatever way meets one comes out at all its ends."""

from typing import TypeAlias

from engine.grid.cells import SIDES, Cell, Edges
from engine.mine.board import Board
from engine.mine.bots.ground.extent import Mask

Group: TypeAlias = tuple[Cell, Edges]


def cut_off(board: Board, bits: dict[Cell, Mask]) -> dict[Group, Mask]:
    """By group that is not reachable: the cells that its tunnel opens on.

    A tunnel is made of all the groups that are joined; one that has a single open edge leads nowhere and is left out.
    """
    outlets = board.reach.outlets
    found: dict[Group, Mask] = {}
    for at, edges in board.network.edges.items():
        if outlets[at] != edges:
            for group in board.network.groups[at]:
                if not group & outlets[at] and group.bit_count() > 1 and (at, group) not in found:
                    joined, ends = _tunnel(board, bits, (at, group))
                    found |= dict.fromkeys(joined, ends)
    return found


def _tunnel(board: Board, bits: dict[Cell, Mask], begun: Group) -> tuple[list[Group], Mask]:
    """What is joined to a group, and what it all opens on."""
    groups_of = board.network.groups
    joined, ends = [begun], 0
    for at, group in joined:  # it grows meanwhile
        for side, step, back in SIDES:
            if group & side:
                near = at + step
                ends |= bits[near]
                found = ((near, other) for other in groups_of.get(near, ()) if other & back)
                joined += [other for other in found if other not in joined]
    return joined, ends
