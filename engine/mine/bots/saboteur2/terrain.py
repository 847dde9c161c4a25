"""One grid, and how many cards are missing on it to the treasure: now, with one card more, and with one less."""

from collections.abc import Mapping
from typing import TypeAlias

from engine.grid.cells import SIDES, Cell, Edges, Groups
from engine.mine.board import Board
from engine.mine.bots.ground.extent import Mask
from engine.mine.bots.ground.ground import ground
from engine.mine.bots.ground.sweep import CARD, COST, FAR
from engine.mine.bots.ground.tunnels import Group, cut_off
from engine.mine.bots.habits import live_edges
from engine.mine.bots.saboteur2.field import Field
from engine.mine.bots.survey import Distances, distances, without
from engine.records import record

_EVERY_SIDE: Edges = 15

Weights: TypeAlias = Mapping[Cell, int]
"""By goal: how likely the treasure lies there."""


@record
class Way:
    """How it stands: the cards that are missing to the treasure, and how likely none is."""

    missing: float
    found: float


class Terrain:
    """What was measured on a board is measured once."""

    def __init__(self, board: Board, weights: Weights) -> None:
        self._board = board
        self._ground = ground(board)
        self._weights = weights
        self._total = sum(weights.values()) or 1
        self.now = self._way(distances(board))

    def field(self, goal: Cell, taken: Cell | None = None) -> Field:
        """The way back from a goal, as if a card that leads nowhere lay on the cell that is ``taken``."""
        here = self._ground
        return self._board.noted(
            ("field", goal, taken), lambda: Field(here if taken is None else here.taken(taken), goal)
        )

    def with_card(self, at: Cell, groups: Groups, *, root: bool) -> Way:
        """After such a card was laid; a root is joined to the start wherever it lies.

        A glance: what the card has beside the tunnel that is joined to the start is taken for rock.
        """
        live = live_edges(groups, _EVERY_SIDE if root else self._board.reach.entries(at))
        return self._way(self._board.noted(("glance", at, live), lambda: self._with_live(at, live)))

    def without(self, at: Cell) -> Way:
        """After the card there was taken away."""
        return self._way(without(self._board, at))

    def gain(self, measured: Distances) -> float:
        """How many cards nearer the treasure would be, if the goals were so far from the tunnel."""
        return self.now.missing - self._way(measured).missing

    def is_in_the_way(self, at: Cell) -> bool:
        """Whether the way may be shorter by more than a card without the card there: a glance, not a measurement."""
        touching = sum(1 for _, step, _ in SIDES if at + step in self._board.network.edges)
        onward = self._ground.beyond(self._ground.extent.bits[at])
        fields = (self.field(goal) for goal in self._weights)
        return any(COST[touching] + here.cost(onward) < here.missing - CARD for here in fields)

    def _way(self, missing: Mapping[Cell, int]) -> Way:
        far = found = 0
        for goal, weight in self._weights.items():
            far += weight * missing[goal]
            found += 0 if missing[goal] else weight
        return Way(far / self._total / CARD, found / self._total)

    def _with_live(self, at: Cell, live: Edges) -> Distances:
        """After a card was laid that leads on to these sides."""
        onward = self._onward(at, live)
        return {goal: self._missing(goal, at, onward) for goal in self._board.network.hidden}

    def _missing(self, goal: Cell, at: Cell, onward: Mask) -> int:
        """Half cards to a goal from a new card that leads on to these cells."""
        here = self.field(goal)
        if here.missing == FAR or here.cells & self._ground.extent.bits[at]:
            here = self.field(goal, at)  # a shortest way leads over the cell, and must lead around it
        return min(here.missing, here.cost(onward))

    def _onward(self, at: Cell, live: Edges) -> Mask:
        """The cells that a new card leads on to by these sides, or by a tunnel that was cut off."""
        shown = self._ground.extent
        found = shown.faced(shown.bits[at], live)
        if self._ground.is_beside_tunnel(at):
            tunnels = cut_off(self._board, shown.bits)
            for group in self._facing(at, live):
                found |= tunnels.get(group, 0)
        return found

    def _facing(self, at: Cell, live: Edges) -> list[Group]:
        """The groups of other cards that open on the cell from these sides."""
        groups_of = self._board.network.groups
        near = [(at + step, back) for side, step, back in SIDES if live & side]
        return [(there, group) for there, back in near for group in groups_of.get(there, ()) if group & back]
