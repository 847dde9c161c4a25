"""Cards in three characters each, for a board that outgrows its window: tunnels as lines, and a letter beside them."""

from client.render.charset import Charset
from engine.grid.cells import EAST, NORTH, SOUTH, WEST, Edges, Groups

WIDTH = 3
_BRIDGE, _RISING, _FALLING = (
    {NORTH | SOUTH, EAST | WEST},
    {NORTH | WEST, EAST | SOUTH},
    {NORTH | EAST, SOUTH | WEST},
)
_STUBS = {
    (EAST | WEST, NORTH): "┸",
    (EAST | WEST, SOUTH): "┰",
    (EAST | WEST, NORTH | SOUTH): "╂",
    (EAST | SOUTH, NORTH): "┞",
    (NORTH | EAST, SOUTH): "┟",
    (SOUTH | WEST, NORTH): "┦",
    (NORTH | WEST, SOUTH): "┧",
    (EAST | SOUTH | WEST, NORTH): "╀",
    (NORTH | EAST | WEST, SOUTH): "╁",
}
"""By the way through and the dead ends beside it, up and down: these are heavy strokes."""


def overview(groups: Groups, charset: Charset, mark: str, *, ladder: bool) -> str:
    """A path card; its letter stands where the line to the left or right would, which the middle shows too."""
    ways = [group for group in groups if ladder or group.bit_count() > 1]
    dead = sum(groups) - sum(ways)
    left, right = (_side(side, ways, dead, charset) for side in (WEST, EAST))
    if mark and dead & WEST and not dead & EAST:
        right = mark
    elif mark:
        left = mark
    return f"{left}{_middle(ways, dead, charset)}{right}"


def _side(side: Edges, ways: list[Edges], dead: Edges, charset: Charset) -> str:
    if sum(ways) & side or (dead & side and not ways):
        return charset.across
    return charset.blocked if dead & side else " "


def _middle(ways: list[Edges], dead: Edges, charset: Charset) -> str:
    if not ways:
        return charset.blocked
    signs = ((_BRIDGE, "╪"), (_RISING, "/"), (_FALLING, "\\"))
    apart = next((sign for parted, sign in signs if set(ways) == parted), "")
    return apart or _STUBS.get((sum(ways), dead & (NORTH | SOUTH)), charset.joints[sum(ways)])
