"""What a player points at on the board that is no cell: the ways of a figure, cobwebs, and places for them."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from client.games.cave.pictures.layout import OVERVIEW, SMALL, Size, Spot
from client.games.cave.pictures.map_picture import border_spots, spot_of
from engine.cave.board import Border, Space, border, cell_of, space
from engine.cave.rules.actions.cobweb import SpinCobweb
from engine.cave.rules.walk.chop_web import ChopWeb
from engine.cave.rules.walk.walk import Step
from engine.cave.state import State
from engine.cave.view import View
from engine.grid.cells import Cell, xy

Aim: TypeAlias = Step | ChopWeb | SpinCobweb
AIMS = (Step, ChopWeb, SpinCobweb)

Point: TypeAlias = tuple[int, int]
"""To the right and up from the start, on a picture with small tiles; a row is as high as two columns are wide."""


def space_of(aim: Aim) -> Space | None:
    """The space that it points at; None if it points at a border."""
    return space(aim.cell, aim.space) if isinstance(aim, Step) else None


def border_of(aim: Aim, state: State) -> Border | None:
    """The border that it points at."""
    if isinstance(aim, Step):
        return None
    at = aim.cell if isinstance(aim, SpinCobweb) else cell_of(state.dwarfs[aim.seat])
    return border(at, aim.edge)


def drawn_at(aim: Aim, view: View, size: Size = SMALL) -> list[tuple[Cell, Spot]]:
    """The characters of tiles that show it; the overview shows no more than the cell."""
    size, to = SMALL if size is OVERVIEW else size, space_of(aim)
    if to is not None:
        return [(cell_of(to), spot_of(view, to, size))]
    where = border_of(aim, view.state)
    assert where is not None
    return border_spots(view, where, size)


def point_of(aim: Aim, view: View) -> Point:
    return _point(*drawn_at(aim, view)[0])


def point_of_space(where: Space, view: View) -> Point:
    return _point(cell_of(where), spot_of(view, where, SMALL))


def _point(at: Cell, spot: Spot) -> Point:
    (x, y), (row, column) = xy(at), spot
    return x * SMALL.width + column, 2 * (y * SMALL.height - row)


def toward(aims: Iterable[Aim], view: View, origin: Point, right: int, up: int) -> Aim | None:
    """The nearest one in a direction; what lies aside counts as twice as far."""

    def way_to(aim: Aim) -> tuple[int, int]:
        x, y = point_of(aim, view)
        over, above = x - origin[0], y - origin[1]
        return over * right + above * up, abs(over * up) + abs(above * right)

    ways = [(along + 2 * aside, at, aim) for at, aim in enumerate(aims) for along, aside in [way_to(aim)] if along > 0]
    return min(ways, key=lambda way: way[:2])[2] if ways else None


def clicked(aims: Sequence[Aim], view: View, at: Cell, spot: Spot, size: Size) -> Aim | None:
    """The one that is drawn nearest to a character of a cell."""
    drawn = [(aim, [where for cell, where in drawn_at(aim, view, size) if cell == at]) for aim in aims]
    ways = [
        (2 * abs(row - spot[0]) + abs(column - spot[1]), number, aim)
        for number, (aim, places) in enumerate(drawn)
        for row, column in places
    ]
    return min(ways, key=lambda way: way[:2])[2] if ways else None
