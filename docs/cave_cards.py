"""Draw the cards of the cave with their spaces, from the card table: `python -m docs.cave_cards`, from the top.

The pictures are shown by docs/cave-cards.md; a test compares them with what this makes.
"""

from collections.abc import Collection, Iterator
from pathlib import Path

from engine.cave.cards.card import Card
from engine.cave.cards.chart import Chart, chart
from engine.cave.cards.table import GOALS, PATHS, START
from engine.grid.cells import letters

PICTURES = Path(__file__).parent / "pictures"
SHEETS = {
    "cave-goals": (START, *GOALS),
    **{f"cave-level-{level}": tuple(card for card in PATHS if card.level == level) for level in (1, 2, 3)},
}
"""By picture: the cards on it."""
Spot = tuple[float, float]

_WIDTH, _HEIGHT = 120, 168
_MIDDLE: Spot = (60, 84)
_BORDER: dict[str, Spot] = {"N": (60, 0), "E": (120, 84), "S": (60, 168), "W": (0, 84)}
_AT_EDGE: dict[str, Spot] = {"N": (60, 20), "E": (102, 84), "S": (60, 148), "W": (18, 84)}
_ASIDE = 0.45
"""How far two spaces that would lie on each other move toward their first neighbours."""
_RADIUS = 9
_GAP, _LABEL, _ACROSS = 28, 44, 6
_STYLE = """
text { font: 12px "DejaVu Sans", Verdana, sans-serif; text-anchor: middle; fill: #222 }
.page { fill: #f4f1ea } .rock { fill: #6b6259; stroke: #3a342e }
.floor { stroke: #d9cdb4; stroke-width: 22 } .wood { stroke: #b0743a; stroke-width: 22 }
.step { stroke: #555; stroke-width: 2 } .toll { stroke: #b8860b; stroke-width: 3; stroke-dasharray: 4 3 }
.space { fill: #fff; stroke: #222 } .marked { fill: #ffd866; stroke: #222; stroke-width: 2 }
.tunnel { fill: #e6b422; stroke: #222; stroke-dasharray: 3 2 } .round { stroke-linecap: round }
.sign { font-size: 10px; font-weight: bold; fill: #fff; text-anchor: end }
"""


def sheet(cards: tuple[Card, ...]) -> str:
    """Cards side by side, each with its name and its copies."""
    across, down = min(_ACROSS, len(cards)), -(-len(cards) // _ACROSS)
    width, height = across * (_WIDTH + _GAP) + _GAP, down * (_HEIGHT + _LABEL) + _GAP
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<style>{_STYLE}</style>",
        f'<rect class="page" width="{width}" height="{height}"/>',
    ]
    for number, card in enumerate(cards):
        x = _GAP + number % _ACROSS * (_WIDTH + _GAP)
        y = _GAP + number // _ACROSS * (_HEIGHT + _LABEL)
        drawn += [f'<g id="{card.key}" transform="translate({x} {y})">', *_card(card), "</g>"]
    return "\n".join([*drawn, "</svg>", ""])


def _card(card: Card) -> Iterator[str]:
    """Rock, what is under a bridge, what is over it, spaces, and what is written."""
    here = chart(card)
    spots = places(here)
    yield f'<rect class="rock" width="{_WIDTH}" height="{_HEIGHT}" rx="6"/>'
    yield from _tunnels(here, spots, "floor", set(range(len(spots))) - here.wood)
    yield from _tunnels(here, spots, "wood", here.wood)
    for space, spot in enumerate(spots):
        yield from _space(here, space, spot)
    if card.symbol:
        yield f'<text class="sign" x="{_WIDTH - 4}" y="13">{card.symbol}</text>'
    yield f'<text x="{_MIDDLE[0]}" y="{_HEIGHT + 16}">{card.key}</text>'
    yield f'<text x="{_MIDDLE[0]}" y="{_HEIGHT + 31}">{_copies(card)}</text>'


def _tunnels(here: Chart, spots: list[Spot], kind: str, spaces: Collection[int]) -> Iterator[str]:
    """From the edges of the card to these spaces, and the steps between them."""
    steps = [(space, near) for space in sorted(spaces) for near in here.near[space] if space < near]
    for space in sorted(spaces):
        yield from (_line(kind, _BORDER[edge], spots[space]) for edge in letters(here.edges[space]))
    for one, other in steps:
        yield _line(f"{kind} round", spots[one], spots[other])
    for one, other in steps:
        yield _line("toll" if here.tunnel in (one, other) else "step", spots[one], spots[other])


def _copies(card: Card) -> str:
    return "1 copy" if card.copies == 1 else f"{card.copies} copies"


def _line(kind: str, one: Spot, other: Spot) -> str:
    (x, y), (u, v) = one, other
    return f'<line class="{kind}" x1="{x:g}" y1="{y:g}" x2="{u:g}" y2="{v:g}"/>'


def _space(here: Chart, space: int, spot: Spot) -> Iterator[str]:
    """A circle with the number by which scenarios, logs and programs name the space."""
    kind = "marked" if space == here.marked else "tunnel" if space == here.tunnel else "space"
    x, y = spot
    yield f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{_RADIUS}"/>'
    yield f'<text x="{x:g}" y="{y + 4:g}">{space}</text>'


def places(here: Chart) -> list[Spot]:
    """Where each space of a card lies: at its edges, or else between its neighbours; one alone in the middle."""
    spots = [_at_edges(here, space) for space in range(len(here.names))]
    inner = [space for space, edges in enumerate(here.edges) if not edges]
    for _ in range(60 if len(inner) > 1 else 0):  # far more than it takes until nothing moves any more
        for space in inner:
            near = [spots[other] for other in here.near[space]]
            spots[space] = _mean(near) if len(near) > 1 else _MIDDLE
    spots = [(round(x), round(y)) for x, y in spots]
    return [_aside(spots, here, space) if spots.count(spot) > 1 else spot for space, spot in enumerate(spots)]


def _at_edges(here: Chart, space: int) -> Spot:
    edges = letters(here.edges[space])
    return _mean([_AT_EDGE[edge] for edge in edges]) if edges and len(here.names) > 1 else _MIDDLE


def _aside(spots: list[Spot], here: Chart, space: int) -> Spot:
    (x, y), (u, v) = spots[space], spots[here.near[space][0]]
    return round(x + _ASIDE * (u - x)), round(y + _ASIDE * (v - y))


def _mean(spots: list[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


if __name__ == "__main__":
    for name, shown in SHEETS.items():
        (PICTURES / f"{name}.svg").write_text(sheet(shown), "utf-8")
