"""Path cards in characters: rock all round, tunnels cut into it, and a sign for every space where a figure can stand.

Spaces are counted on the picture: a way is as long as there are signs on it.
"""

from collections.abc import Callable, Iterator
from functools import cache

from client.games.cave.names import CARD
from client.games.cave.pictures.layout import SMALL, Size, Spot, layout
from client.render.charset import Charset
from client.render.spans import Line, Span, joined
from client.render.tiles import framed
from engine.cave.cards.card import EXIT, LADDER, LAIR, VEIN
from engine.cave.cards.chart import Chart
from engine.cave.cards.chart import chart as chart_of
from engine.cave.cards.table import MONSTERS
from engine.grid.cells import EAST, NORTH, SOUTH, WEST, Groups
from engine.slots import Face

SPACE, TUNNEL = "o", "t"
SYMBOLS = {LADDER: "H", LAIR: "L", VEIN: "$", EXIT: "X"}
SYMBOL_STYLES = {LADDER: "ladder", LAIR: "dead", VEIN: "gold", EXIT: "start"}
_ACTIONS = {
    "secret-information": "(?)",
    "cave-in": "{0.stones}{0.stones}{0.stones}",
    "card-swap": "{0.toward[0]}{0.across}{0.toward[1]}",
    "cobweb-circle": "web o",
    "cobweb-triangle": "web ^",
    "cobweb-diamond": "web #",
    "boots": "boots",
    "battle-axe": "axe",
}
"""What an action card shows, but for monsters."""
_BRIDGE = {NORTH | SOUTH, EAST | WEST}
_RISING = {NORTH | WEST, EAST | SOUTH}
_FALLING = {NORTH | EAST, SOUTH | WEST}

Tile = dict[Spot, Span]
"""One character each, where the tile differs from what lies below it."""


def rows(size: Size, sign: Callable[[Spot], Span]) -> list[Line]:
    """The lines of a tile."""
    return [joined(sign((row, column)) for column in range(size.width)) for row in range(size.height)]


def path(chart: Chart, groups: Groups, charset: Charset, size: Size = SMALL, *, mined: bool = False) -> Tile:
    """A path card as it lies; ``mined``: its vein has no nugget any more."""
    tile = _cut(chart, groups, charset, size).copy()
    for space, place in enumerate(layout(chart, size)):
        tile[place[0]] = space_sign(chart, space, mined=mined)
    return tile


def space_sign(chart: Chart, space: int, *, mined: bool = False) -> Span:
    """What a space shows where no figure stands."""
    if space == chart.marked and not (mined and chart.symbol == VEIN):
        return Span(SYMBOLS[chart.symbol], SYMBOL_STYLES[chart.symbol])
    return Span(TUNNEL, "gold") if space == chart.tunnel else Span(SPACE, "floor")


def picture(face: Face | None, charset: Charset, size: Size = SMALL) -> list[Line]:
    """A card of the hand; one whose opening has not arrived is a question mark."""
    card = None if face is None else CARD[face]
    if card is not None and card.tunnels:
        tile = path(chart_of(card), card.groups, charset, size)
        return rows(size, tile.__getitem__)
    if card is None:
        sign = "?"
    elif card.monster:  # its letter on the board, and how far it goes
        sign = f"{card.monster[0].upper()} {MONSTERS[card.monster]}"
    else:
        sign = _ACTIONS[card.key].format(charset)
    return [(Span(row, "quiet" if card is None else "card"),) for row in framed(sign, charset, size)]


@cache
def _cut(chart: Chart, groups: Groups, charset: Charset, size: Size) -> Tile:
    """Rock, and the tunnels in it: open, with lines from space to space, and signs that part two ways."""
    tile = {(row, column): Span(charset.rock, "rock") for row in range(size.height) for column in range(size.width)}
    for spot in _floor(sum(groups), size):
        tile[spot] = Span(" ", "floor")
    if len(chart.names) > 1:
        for group in sorted(groups, key=lambda group: _is_wooden(chart, group)):
            tile |= {spot: Span(charset.joints[sides], "rail") for spot, sides in _lines(chart, group, size).items()}
    return tile | {spot: Span(sign, "rail") for spot, sign in _parted(chart, groups, charset, size)}


def _is_wooden(chart: Chart, group: int) -> bool:
    return any(chart.edges[space] & group for space in chart.wood)


def _floor(edges: int, size: Size) -> Iterator[Spot]:
    """From each open edge to the middle; a large tile has wide tunnels up and down."""
    row, column = size.middle
    aside = range(column - 1, column + 2) if size.height > SMALL.height else (column,)
    for side, at in ((NORTH, range(row)), (SOUTH, range(row + 1, size.height))):
        if edges & side:
            yield from ((each, beside) for each in at for beside in aside)
    for side, at in ((WEST, range(column)), (EAST, range(column + 1, size.width))):
        if edges & side:
            yield from ((row, each) for each in at)


def _lines(chart: Chart, group: int, size: Size) -> dict[Spot, int]:
    """Between neighbouring spaces of one tunnel: by character, the sides that lines come from."""
    places = layout(chart, size)
    taken = {place[0] for place in places}
    lines: dict[Spot, int] = {}
    for space, neighbours in enumerate(chart.near):
        for near in neighbours:
            if chart.edges[space] & group:
                spots = _between(places[space][0], places[near][0], size, to_edge=chart.edges[near])
                for spot, sides in spots:
                    if spot not in taken:
                        lines[spot] = lines.get(spot, 0) | sides
    return lines


def _between(one: Spot, other: Spot, size: Size, *, to_edge: int) -> Iterator[tuple[Spot, int]]:
    """From a space at an edge straight into the card, then to the other one; to another edge by the middle."""
    corner = size.middle if to_edge else (one[0], other[1]) if one[0] == size.middle[0] else (other[0], one[1])
    spots = [one, *_straight(one, corner), *_straight(corner, other)]
    for at, spot in enumerate(spots[1:-1], start=1):
        yield spot, _side(spot, spots[at - 1]) | _side(spot, spots[at + 1])


def _straight(one: Spot, other: Spot) -> list[Spot]:
    """Without the first, with the last."""
    (row, column), (to_row, to_column) = one, other
    down, right = (to_row > row) - (to_row < row), (to_column > column) - (to_column < column)
    steps = max(abs(to_row - row), abs(to_column - column))
    return [(row + down * step, column + right * step) for step in range(1, steps + 1)]


def _side(spot: Spot, toward: Spot) -> int:
    if spot[1] == toward[1]:
        return NORTH if toward[0] < spot[0] else SOUTH
    return WEST if toward[1] < spot[1] else EAST


def _parted(chart: Chart, groups: Groups, charset: Charset, size: Size) -> Iterator[tuple[Spot, str]]:
    """Two ways that do not meet: the rails of a bridge beside its wood, or walls between two curves."""
    ways, last, right = set(groups), size.height - 1, size.width - 1
    row, column = size.middle
    if ways == _BRIDGE and chart.wood:
        if _is_wooden(chart, NORTH):
            aside = size.width // 3 - 1
            yield from (((at, column + step), charset.rail) for at in (0, last) for step in (-aside, aside))
        else:
            yield from (((row + step, at), charset.plank) for step in (-1, 1) for at in (1, right - 1))
    for parted, sign, way in ((_RISING, "/", 1), (_FALLING, "\\", -1)):
        if ways == parted:
            up = column + way * (column - 2)
            yield from (((row - 1, up), sign), ((row + 1, right - up), sign))
