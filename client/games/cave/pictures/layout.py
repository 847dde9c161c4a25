"""Where the spaces of a card are drawn on its tile, worked out from the card's data.

A space at one edge lies there; what lies further in goes to the place from which its lines are shortest.
"""

from functools import cache
from itertools import permutations

from engine.cave.cards.chart import Chart
from engine.records import record

Spot = tuple[int, int]
"""Row and column of a character on a tile."""
Place = tuple[Spot, ...]
"""The characters of a space: the first is its own, the others are for more figures that stand there."""


@record
class Size:
    """A tile, and what its characters are for; edges come in the order N, E, S, W."""

    width: int
    height: int
    ends: tuple[Place, Place, Place, Place]
    """Where a space at an edge lies."""
    inner: tuple[Place, ...]
    """Where others can lie; the first is the middle."""
    hall: Place
    """Where the only space of a card lies."""
    webs: tuple[Spot, Spot, Spot, Spot]
    """Where the age of a cobweb stands."""

    @property
    def middle(self) -> Spot:
        return self.height // 2, self.width // 2


OVERVIEW = Size(3, 1, ((), (), (), ()), (), (), ((0, 0),) * 4)
"""Lines in place of rock, where the set of characters has them."""
SMALL = Size(
    7,
    3,
    ends=(((0, 3), (0, 2)), ((1, 5), (1, 6)), ((2, 3), (2, 2)), ((1, 1), (1, 0))),
    inner=(((1, 3),), ((1, 2),), ((1, 4),)),
    hall=((1, 3), (1, 2), (1, 4), (1, 1), (1, 5)),
    webs=((0, 4), (1, 6), (2, 4), (1, 0)),
)
LARGE = Size(
    9,
    5,
    ends=(
        ((0, 4), (0, 3), (0, 5)),
        ((2, 7), (2, 8)),
        ((4, 4), (4, 3), (4, 5)),
        ((2, 1), (2, 0)),
    ),
    inner=(
        ((2, 4), (2, 3), (2, 5)),
        ((1, 2), (1, 1)),
        ((1, 6), (1, 7)),
        ((3, 2), (3, 1)),
        ((3, 6), (3, 7)),
    ),
    hall=((2, 4), (2, 3), (2, 5), (2, 2), (2, 6), (2, 1), (2, 7)),
    webs=((0, 6), (1, 8), (4, 6), (1, 0)),
)


@cache
def layout(chart: Chart, size: Size) -> tuple[Place, ...]:
    """By space of the card as it lies: its place."""
    if len(chart.names) == 1:
        return (size.hall,)
    edges = {space: _edges(chart, space) for space in range(len(chart.names))}
    ends = {space: size.ends[only[0]] for space, only in edges.items() if len(only) == 1}
    inside = [space for space in edges if space not in ends]

    def length(places: tuple[Place, ...]) -> tuple[bool, bool, int]:
        """Of all lines; before that, the middle is used, by the tunnel between two curves if there is one."""
        at = ends | dict(zip(inside, places, strict=True))
        lines = sum(_distance(at[space], at[near]) for space in inside for near in chart.near[space])
        to_edges = sum(_distance(at[space], size.ends[edge]) for space in inside for edge in edges[space])
        middle = size.inner[0]
        return middle not in places, chart.tunnel in inside and at[chart.tunnel] != middle, lines + to_edges

    places = min(permutations(size.inner, len(inside)), key=length)
    at = ends | dict(zip(inside, places, strict=True))
    return tuple(at[space] for space in edges)


def _edges(chart: Chart, space: int) -> list[int]:
    """The edges at which a space lies, counted N, E, S, W."""
    return [edge for edge in range(4) if chart.edges[space] >> edge & 1]


def _distance(one: Place, other: Place) -> int:
    (row, column), (to_row, to_column) = one[0], other[0]
    return abs(row - to_row) + abs(column - to_column)
