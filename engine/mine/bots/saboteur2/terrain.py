"""One grid, and how many cards are missing on it to the treasure: now, with one card more, and with one less."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from engine.grid.cells import SIDES, Cell, Edges, Groups
from engine.mine.board import Board
from engine.mine.bots.saboteur2.field import Field, field
from engine.mine.bots.survey import CARD, COST, FAR
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
        self.board = board
        self._weights = weights
        self._total = sum(weights.values()) or 1
        self._fields: dict[tuple[Cell, Cell | None], Field] = {}
        self.now = self._way((goal, self.field(goal).network) for goal in weights)

    def field(self, goal: Cell, taken: Cell | None = None) -> Field:
        """The way back from a goal, as if a card lay on the cell that is ``taken``."""
        found = self._fields.get((goal, taken))
        if found is None:
            found = self._fields[goal, taken] = field(self.board, goal, taken)
        return found

    def with_card(self, at: Cell, groups: Groups, *, root: bool) -> Way:
        """After such a card was laid; a root is joined to the start wherever it lies.

        A glance: what the card has beside the tunnel that is joined to the start is taken for rock.
        """
        live = _live(groups, _EVERY_SIDE if root else self.board.reach.entries(at))
        return self._way((goal, self._missing(goal, at, live)) for goal in self._weights)

    def without(self, at: Cell) -> Way:
        """After the card there was taken away."""
        board = self.board.copy()
        board.remove(at)
        return self._way((goal, field(board, goal).network) for goal in self._weights)

    def is_in_the_way(self, at: Cell) -> bool:
        """Whether the way may be shorter by more than a card without the card there: a glance, not a measurement."""
        touching = sum(1 for _, step, _ in SIDES if at + step in self.board.network.edges)
        return any(
            COST[touching] + self._onward(here, goal, at, _EVERY_SIDE) < here.network - CARD
            for goal, here in ((goal, self.field(goal)) for goal in self._weights)
        )

    def _way(self, missing: Iterable[tuple[Cell, int]]) -> Way:
        far = found = 0
        for goal, halves in missing:
            far += self._weights[goal] * halves
            found += 0 if halves else self._weights[goal]
        return Way(far / self._total / CARD, found / self._total)

    def _missing(self, goal: Cell, at: Cell, live: Edges) -> int:
        """Half cards to a goal from a new card that leads on to these sides."""
        here = self.field(goal)
        if here.cells.get(at, FAR) <= here.network:  # a shortest way leads over the cell, and must lead around it
            here = self.field(goal, at)
        return min(here.network, self._onward(here, goal, at, live))

    def _onward(self, measured: Field, goal: Cell, at: Cell, live: Edges) -> int:
        missing = FAR
        for side, step, back in SIDES:
            if live & side:
                near = at + step
                missing = min(missing, 0 if near == goal else measured.beyond(self.board, near, back))
        return missing


def _live(groups: Groups, outlets: Edges) -> Edges:
    """The sides to which a card leads on, if it is joined to the start on these."""
    live = 0
    for group in groups:
        if group & outlets:
            live |= group
    return live
