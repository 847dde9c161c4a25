"""How far the cells are from a goal: one sweep from the goal back to the open ends of the network.

The survey tells how far the network is.  A seat that has six cards and twenty cells for them asks that for every pair,
and doors make three networks out of one; the way back from the goal is the same for all of them and is found once.
"""

from engine.grid.cells import Cell
from engine.mine.bots.ground.extent import Mask
from engine.mine.bots.ground.ground import Ground
from engine.mine.bots.ground.sweep import FAR, sweep


class Field:
    """Half cards to one goal, from every cell that is not farther from it than the network."""

    __slots__ = ("_levels", "cells", "missing", "nearest")

    def __init__(self, ground: Ground, goal: Cell) -> None:
        self.missing = FAR
        """From the network; 0 if it has reached the goal."""
        self.nearest: Cell | None = None
        """The cell that such a way begins with."""
        bit = ground.extent.bits[goal]
        self.cells = bit
        """Those that are not farther than the network, and the goal."""
        self._levels = [(0, bit)]
        if ground.reached & bit:
            self.missing, self.nearest = 0, goal
        else:
            self._sweep(ground, bit)

    def _sweep(self, ground: Ground, goal: Mask) -> None:
        for cost, here, _ in sweep(ground, ground.beyond(goal)):
            self.cells |= here
            self._levels.append((cost, here))
            if here & ground.ends:
                self.missing, self.nearest = cost, ground.extent.lowest(here & ground.ends)
                return

    def cost(self, cells: Mask) -> int:
        """From the nearest of these cells, with the card that it costs."""
        if cells & self.cells:
            for cost, here in self._levels:
                if here & cells:
                    return cost
        return FAR
