"""How far a dwarf is from what it looks for: moves through the cave as it lies, and cards that are still missing.

Whole numbers only, so that the same seed gives the same moves on every machine.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from engine.cave.board import NOWHERE, Board, Border, Space, cell_of
from engine.cave.cards.chart import Chart
from engine.cave.cards.table import PATHS
from engine.grid.cells import SIDES, Cell, Edges, mask, quarter_turned, xy

FAR = 400
"""The distance of what cannot be reached."""
CARD = 3
"""The moves that a missing card counts for."""
_WEB = 4
"""The moves that a cobweb counts for."""
_RARE = 10
"""Where fewer cards of the box than that could lie, one is harder to come by."""
End = tuple[Cell, Edges]
"""An empty cell, and the side of it by which a card there would be entered."""


def walked(board: Board, where: Space, webs: Collection[Border]) -> dict[Space, int]:
    """By space: the moves from there, where a cobweb costs some more."""
    found = {where: 0}
    ring = [where]
    later: dict[int, list[Space]] = {}
    moves = 0
    while ring or later:
        for at in ring:
            if found[at] < moves:
                continue
            for there, crossed in board.near(at):
                cost = moves + (1 + _WEB if crossed in webs else 1)
                if cost < found.get(there, FAR):
                    found[there] = cost
                    later.setdefault(cost, []).append(there)
        moves += 1
        ring = later.pop(moves, [])
    return found


def open_ends(board: Board, moves: Mapping[Space, int]) -> dict[End, int]:
    """By open end toward an empty cell: the moves to the space that lies at it."""
    network, ends = board.network, dict[End, int]()
    for where, count in moves.items():
        at = cell_of(where)
        edges = board.edges_at(where)
        for side, step, back in SIDES:
            if edges & side and at + step not in network.edges and at + step not in network.hidden:
                ends[at + step, back] = min(count, ends.get((at + step, back), FAR))
    return ends


def _passages() -> Counter[Edges]:
    """By edges that a card can show: how many cards of the box lead on from one edge to another and can show them."""
    found = Counter[Edges]()
    for card in PATHS:
        edges = mask("".join(card.tunnels))
        for shown in {edges, quarter_turned(edges, 2)} if len(card.tunnels[0]) > 1 else ():
            found[shown] += card.copies
    return found


PASSAGES = _passages()


class Way:
    """What one dwarf has before it, toward some places it looks for, each with a handicap for not being sure."""

    def __init__(self, board: Board, where: Space, webs: Collection[Border], wanted: Mapping[Space, int]) -> None:
        self.board = board
        self.moves = walked(board, where, webs) if where != NOWHERE else {}
        self.ends = open_ends(board, self.moves)
        self.wanted = wanted
        self._count: dict[tuple[Cell, Edges], int] = {}
        self._by_end = {end: self._beyond(*end, count) for end, count in self.ends.items()}
        self._there = min((self.moves.get(place, FAR) + more for place, more in wanted.items()), default=FAR)
        self.distance = min([self._there, *self._by_end.values()])

    def _beyond(self, cell: Cell, back: Edges, moves: int) -> int:
        """From an open end on: the cards that would be needed, the first of which must fit there and lead on."""
        best = FAR
        for side, step, _ in SIDES:
            if side != back:
                here = self._next(cell, back | side)
                best = min(best, here + self._from(cell + step))
        return moves + best if best < FAR else FAR

    def _next(self, cell: Cell, edges: Edges) -> int:
        """What it takes to get a card onto a cell that shows these edges among others."""
        fits = self.board.network.fits.get(cell)
        count = self._count.get((cell, edges))
        if count is None:
            shown = (each for each in PASSAGES if each & edges == edges and (fits is None or fits >> each & 1))
            count = self._count[cell, edges] = sum(PASSAGES[each] for each in shown)
        if not count:
            return FAR
        return CARD + 1 if count >= _RARE else 2 * CARD

    def _from(self, cell: Cell) -> int:
        """What is left from a cell on, as the crow digs."""
        network = self.board.network
        if cell in network.hidden:
            return self.wanted.get(cell << 3, FAR)
        if cell in network.edges:
            return self.wanted.get(self.board.exit, FAR) if cell == cell_of(self.board.exit) else FAR
        return min((CARD * apart(cell, cell_of(at)) + more for at, more in self.wanted.items()), default=FAR)

    def with_card(self, at: Cell, chart: Chart) -> int:
        """The distance if such a card lay there."""
        best = self._there
        for (cell, _), distance in self._by_end.items():
            if cell != at and distance < best:
                best = distance
        for back in (side for side, _, _ in SIDES):
            moves = self.ends.get((at, back))
            if moves is not None and any(edges & back for edges in chart.edges):
                best = min(best, self._through(at, chart, chart.at(back), moves + 1))
        return best

    def _through(self, at: Cell, chart: Chart, entered: int, moves: int) -> int:
        """The shortest way on from a card that is entered by one of its spaces."""
        best = FAR
        for space, more in crossings(chart, entered):
            for side, step, back in SIDES:
                if chart.edges[space] & side:
                    best = min(best, self._onward(at + step, back, moves + more))
        return best

    def _onward(self, cell: Cell, back: Edges, moves: int) -> int:
        """Beyond an edge: a goal that lies face down, an empty cell, or what lies there already."""
        network = self.board.network
        if cell in network.hidden:
            return moves + 1 + self.wanted.get(cell << 3, FAR)
        if cell in network.edges:
            return FAR
        return self._beyond(cell, back, moves)


def crossings(chart: Chart, entered: int) -> Iterable[tuple[int, int]]:
    """The spaces of a card, each with the moves from one of them."""
    found, ring, moves = {entered: 0}, [entered], 0
    while ring:
        moves += 1
        ring = [near for at in ring for near in chart.near[at] if found.setdefault(near, moves) == moves]
    return found.items()


def apart(one: Cell, other: Cell) -> int:
    """How many cards lead from one cell to another, as the crow digs."""
    (x, y), (u, v) = xy(one), xy(other)
    return abs(x - u) + abs(y - v)
