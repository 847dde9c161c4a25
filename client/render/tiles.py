"""One card in five by three characters: rock all round, tunnels cut into it."""

from collections.abc import Iterable

from client.render.charset import Charset
from engine.grid import EAST, NORTH, SOUTH, WEST, Groups

WIDTH, HEIGHT = 5, 3
_MIDDLE = (1, 2)
_CUTS = {NORTH: ((0, 2),), EAST: ((1, 3), (1, 4)), SOUTH: ((2, 2),), WEST: ((1, 1), (1, 0))}
"""By side: the characters that a tunnel cuts, from the middle outward."""


def tunnels(groups: Groups, charset: Charset, mark: str = "") -> list[str]:
    """A path card; ``mark`` stands in its middle, where tunnels meet."""
    tile = [[charset.rock] * WIDTH for _ in range(HEIGHT)]
    joined = [group for group in groups if group.bit_count() > 1]
    for group in groups:
        for side, cuts in _CUTS.items():
            if group & side:
                _cut(tile, cuts)
                if joined and group.bit_count() == 1:  # a dead end beside a way through
                    tile[cuts[0][0]][cuts[0][1]] = charset.blocked
    tile[1][2] = (mark or " ") if joined else charset.blocked
    return ["".join(row) for row in tile]


def _cut(tile: list[list[str]], cuts: Iterable[tuple[int, int]]) -> None:
    for row, column in cuts:
        tile[row][column] = " "


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
