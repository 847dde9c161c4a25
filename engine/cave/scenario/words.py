"""The cards, spaces and borders of the cave as scenarios write them."""

import re
from typing import Any

from engine.cave.board import Border, Space, border, cell_of, number_of, space
from engine.cave.cards.table import CARDS as ALL_CARDS
from engine.scenario.keys import one_line, shown
from engine.scenario.words import Cards, cell_text, read_cell

CARDS = Cards(lambda: {card.key: card.number for card in ALL_CARDS})
EDGES = "NESW"
_SPACE = re.compile(r"(?P<at>\S+) (?P<space>[0-7])")
_BORDER = re.compile(r"(?P<at>\S+) (?P<edge>[NESW])")


def read_space(value: Any) -> Space:
    """A cell and the number of a space on the card there, such as ``1,0 2``."""
    match = _SPACE.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a cell and the number of a space, such as "1,0 2", found {shown(value)}')
    return space(read_cell(match["at"]), int(match["space"]))


def space_text(where: Space) -> str:
    """A space as people write it."""
    return f"{cell_text(cell_of(where))} {number_of(where)}"


def read_border(value: Any) -> Border:
    """A cell and an edge, such as ``1,0 N``: the border there, from whichever side it is named."""
    match = _BORDER.fullmatch(one_line(value))
    if not match:
        raise ValueError(f'expected a cell and an edge, such as "1,0 N", found {shown(value)}')
    return border(read_cell(match["at"]), EDGES.index(match["edge"]))


def border_text(where: Border) -> str:
    """A border as the cell to its south or west has it."""
    return f"{cell_text(where >> 1)} {'NE'[where & 1]}"
