"""Where a figure can stand on a card, and which of those spaces are neighbours (HF2).

A chart is read from the row of a card.  Spaces are counted from 0: those at edges first, then those further in.
"""

from itertools import combinations, pairwise

from engine.cave.cards.card import Card
from engine.grid.cells import Edges, mask, quarter_turned
from engine.records import record

NO_SPACE = -1
_SINGLE = {1: "{0}", 2: "{0}-end", 3: "{0}-middle-end"}


@record
class Chart:
    """The spaces of a card as it lies."""

    names: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]
    """By space: its neighbours on the card."""
    edges: tuple[Edges, ...]
    """By space: the edges at which it lies."""
    symbol: str
    marked: int
    """The space with the symbol."""
    wood: frozenset[int]
    """The spaces of the tunnel that runs over a bridge."""
    tunnel: int
    """The space of the tunnel between two curves."""

    def at(self, edge: Edges) -> int:
        """The space at an open edge."""
        return next(space for space, edges in enumerate(self.edges) if edges & edge)

    def turned(self) -> "Chart":
        """The same card, turned by 180 degrees: the spaces keep their numbers."""
        edges = tuple(quarter_turned(edges, 2) for edges in self.edges)
        return Chart(self.names, self.near, edges, self.symbol, self.marked, self.wood, self.tunnel)


def chart(card: Card) -> Chart:
    """The chart of a card, upright."""
    chains = [chain.split("-") for chain in chains_of(card)]
    named = list(dict.fromkeys(name for chain in chains for name in chain))
    names = tuple(sorted(named, key=lambda name: not name.isupper()))
    links = {frozenset((names.index(one), names.index(other))) for chain in chains for one, other in pairwise(chain)}
    near = tuple(_neighbours(at, links) for at in range(len(names)))
    edges = tuple(mask(name) if name.isupper() else 0 for name in names)
    marked = names.index(card.at or _usual_mark(card, names)) if card.symbol else NO_SPACE
    wood = frozenset(_joined(near, {at for at, mine in enumerate(edges) if mine & mask(card.wood)}))
    return Chart(names, near, edges, card.symbol, marked, wood, names.index("tunnel") if card.passage else NO_SPACE)


def _neighbours(at: int, links: set[frozenset[int]]) -> tuple[int, ...]:
    return tuple(sorted(other for link in links if at in link for other in link - {at}))


def chains_of(card: Card) -> tuple[str, ...]:
    """The spaces as the row has them, or else as is usual for the level."""
    if card.spaces:
        return card.spaces
    many = len(card.tunnels) > 1
    tunnels = enumerate(card.tunnels, start=1)
    chains = [chain for number, tunnel in tunnels for chain in _of_tunnel(card, tunnel, number if many else 0)]
    return (*chains, *_of_passage(card)) if card.passage else tuple(chains)


def _of_tunnel(card: Card, tunnel: str, number: int) -> tuple[str, ...]:
    if card.level == 1 or not card.level:
        return (tunnel,)
    if len(tunnel) == 1:
        return (_SINGLE[card.level].format(tunnel),)
    if card.level == 2:
        return tuple(f"{one}-{other}" for one, other in combinations(tunnel, 2))
    return tuple(f"{edge}-{_hub(number)}" for edge in tunnel)


def _of_passage(card: Card) -> tuple[str, ...]:
    match card.level:
        case 1:
            return tuple(f"{tunnel}-tunnel" for tunnel in card.tunnels)
        case 2:
            return tuple(f"{edge}-tunnel" for tunnel in card.tunnels for edge in tunnel)
        case _:
            return (f"{_hub(1)}-tunnel-{_hub(2)}",)


def _hub(number: int) -> str:
    return f"hub{number}" if number else "hub"


def _usual_mark(card: Card, names: tuple[str, ...]) -> str:
    """The first edge named on II, else what lies furthest in."""
    return card.tunnels[0][0] if card.level == 2 and len(card.tunnels[0]) > 1 else names[-1]


def _joined(near: tuple[tuple[int, ...], ...], spaces: set[int]) -> set[int]:
    """With all that can be reached from them on the card."""
    more = {other for at in spaces for other in near[at]} - spaces
    return _joined(near, spaces | more) if more else spaces
