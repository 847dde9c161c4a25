"""Cards in three characters each, to see the whole cave: lines as heavy as the level, a sign on either side."""

from client.render.charset import Charset
from client.render.spans import Span
from engine.cave.cards.chart import Chart
from engine.grid.cells import EAST, NORTH, SOUTH, WEST, Groups

_JOINTS = {
    2: tuple(" ╨╞╚╥║╔╠╡╝═╩╗╣╦╬"),
    3: tuple(" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"),
}
"""By level and by the sides that are open; those of level I are the usual lines."""
_BRIDGE, _RISING, _FALLING = (
    {NORTH | SOUTH, EAST | WEST},
    {NORTH | WEST, EAST | SOUTH},
    {NORTH | EAST, SOUTH | WEST},
)


def overview(
    chart: Chart, groups: Groups, charset: Charset, symbol: Span | None, figures: list[Span]
) -> tuple[Span, Span, Span]:
    """A path card: its symbol stands left, who is on it right, where the middle shows whether the way is open too."""
    joints = _JOINTS.get(weight(chart), charset.joints)
    left, right = (Span(joints[EAST | WEST] if sum(groups) & side else " ", "rail") for side in (WEST, EAST))
    return symbol or left, Span(_middle(chart, groups, joints), "rail"), figures[0] if figures else right


def weight(chart: Chart) -> int:
    """How many moves it takes to cross the card, or to come to its end: one, two, or three."""
    further_in = any(not edges and space != chart.tunnel for space, edges in enumerate(chart.edges))
    return min(len(chart.names), 3 if further_in else 2)


def _middle(chart: Chart, groups: Groups, joints: tuple[str, ...]) -> str:
    ways = set(groups)
    if ways == _BRIDGE:
        return "╫" if any(chart.edges[space] & NORTH for space in chart.wood) else "╪"
    signs = ((_RISING, "/"), (_FALLING, "\\"))
    return next((sign for parted, sign in signs if ways == parted), joints[sum(groups)])
