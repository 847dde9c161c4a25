"""The rules of one cave, resolved when the table is set up, so that play looks things up and asks for no flag."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import machine
from engine.cave.board import Board
from engine.cave.cards.card import Card
from engine.cave.cards.chart import Chart
from engine.grid.cells import Cell, Edges, Groups
from engine.slots import Face
from engine.wants import Want


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Book(machine.Book):
    """What the rules of the cave look up."""

    cards: tuple[Card, ...]
    """The rows of all cards that lie on this table."""
    groups: Mapping[Face, tuple[Groups, Groups]]
    """By face: the groups upright, and turned by 180 degrees."""
    masks: Mapping[Face, tuple[Edges, Edges]]
    """By face: the edges upright, and turned; -1 if turning changes nothing."""
    charts: Mapping[Face, tuple[Chart, Chart]]
    """By face: the spaces upright, and turned."""
    monsters: Mapping[Face, int]
    """By face of a monster card: which monster it is, in the order in which they attack."""
    monster_moves: tuple[int, ...]
    works_for: Mapping[Face, int]
    """By face of a clan card: the side that its dwarf works for (F2.2)."""
    clan_of: Mapping[int, int]
    """By pile number: the clan whose cards lie in it."""
    clan_orders: tuple[tuple[int, ...], ...]
    """Every order in which the clan cards may come (HF24): the clan of each."""
    goal_cells: tuple[Cell, ...]
    dealt: tuple[int, int, int]
    """Cards of each level in a hand."""
    removed: int
    """Cards of each level that are out of the game."""
    start: Face

    walk_wants: tuple[tuple[Want, ...], ...]
    attacks_from_lairs: bool
    ends_at_once: bool

    def empty_board(self) -> Board:
        """A board with the start card alone, which has no slot."""
        return Board(-1, self.groups[self.start][0], self.charts[self.start][0])
