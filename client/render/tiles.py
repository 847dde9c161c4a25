"""One card in five by three characters: rock all round, tunnels cut into it."""

from client.render.charset import Charset
from engine.grid import EAST, NORTH, SOUTH, WEST, Edges, Groups

WIDTH, HEIGHT = 5, 3
_CUTS = {NORTH: ((0, 2),), EAST: ((1, 3), (1, 4)), SOUTH: ((2, 2),), WEST: ((1, 1), (1, 0))}
"""By side: the characters that a tunnel cuts, from the middle outward."""
_BRIDGE = {NORTH | SOUTH, EAST | WEST}
_RISING = {NORTH | WEST, EAST | SOUTH}
_FALLING = {NORTH | EAST, SOUTH | WEST}

Tile = list[list[str]]


def tunnels(groups: Groups, charset: Charset, mark: str = "", *, ladder: bool = False) -> list[str]:
    """A path card; ``mark`` stands in its middle.  With a ladder even a single opening leads somewhere."""
    tile = [[charset.rock] * WIDTH for _ in range(HEIGHT)]
    ways = [group for group in groups if ladder or group.bit_count() > 1]
    for group in groups:
        _cut(tile, group)
        if group not in ways and (ways or mark):
            _block(tile, group, charset.blocked)
    tile[1][2] = mark or (" " if ways else charset.blocked)
    _part(tile, set(ways), charset)
    return ["".join(row) for row in tile]


def _cut(tile: Tile, group: Edges) -> None:
    for side, cuts in _CUTS.items():
        if group & side:
            for row, column in cuts:
                tile[row][column] = " "


def _block(tile: Tile, side: Edges, blocked: str) -> None:
    """A dead end is marked where it ends if something else lies in the middle."""
    row, column = _CUTS[side][0]
    tile[row][column] = blocked


def _part(tile: Tile, ways: set[Edges], charset: Charset) -> None:
    """Two ways that do not meet: the rails of a bridge (up and down runs over), or rock between two curves."""
    if ways == _BRIDGE:
        tile[1][1] = tile[1][3] = charset.rail
    elif ways == _RISING:
        tile[1][2] = "/"
    elif ways == _FALLING:
        tile[1][2] = "\\"


def framed(text: str, charset: Charset) -> list[str]:
    """A card that is no tunnel: three characters in a frame."""
    top_left, top_right, bottom_left, bottom_right = charset.corner
    line = charset.across * (WIDTH - 2)
    return [
        f"{top_left}{line}{top_right}",
        f"{charset.down}{text:^3.3}{charset.down}",
        f"{bottom_left}{line}{bottom_right}",
    ]


def empty(charset: Charset, *, free: bool) -> list[str]:
    """A cell without a card."""
    blank = " " * WIDTH
    return [blank, charset.free.center(WIDTH) if free else blank, blank]
