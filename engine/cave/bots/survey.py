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
    empty, ends = board.network.fits, dict[End, int]()
    for where, count in moves.items():
        edges = board.edges_at(where)
        if edges:
            at = cell_of(where)
            for side, step, back in SIDES:
                if edges & side and at + step in empty:
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


class Ground:
    """What lies beyond the open ends, toward some places, each with a handicap for not being sure.

    It is the same for all dwarfs, and looked at once for a decision.
    """

    def __init__(self, board: Board, wanted: Mapping[Space, int]) -> None:
        self.board = board
        self.wanted = wanted
        self._beyond: dict[End, int] = {}
        self._next: dict[End, int] = {}
        self._from: dict[Cell, int] = {}

    def beyond(self, cell: Cell, back: Edges) -> int:
        """From an open end on: the cards that would be needed, the first of which must fit there and lead on."""
        found = self._beyond.get((cell, back))
        if found is None:
            steps = [(side, step) for side, step, _ in SIDES if side != back]
            best = min(self._card_at(cell, back | side) + self._onward(cell + step) for side, step in steps)
            found = self._beyond[cell, back] = min(best, FAR)
        return found

    def _card_at(self, cell: Cell, edges: Edges) -> int:
        """What it takes to get a card onto a cell that shows these edges among others."""
        found = self._next.get((cell, edges))
        if found is None:
            fits = self.board.network.fits.get(cell)
            shown = (each for each in PASSAGES if each & edges == edges and (fits is None or fits >> each & 1))
            count = sum(PASSAGES[each] for each in shown)
            found = self._next[cell, edges] = _cost_of_one_of(count)
        return found

    def _onward(self, cell: Cell) -> int:
        """What is left from a cell on, as the crow digs."""
        found = self._from.get(cell)
        if found is None:
            found = self._from[cell] = self._left_from(cell)
        return found

    def _left_from(self, cell: Cell) -> int:
        network = self.board.network
        if cell in network.hidden:
            return self.wanted.get(cell << 3, FAR)
        if cell in network.edges:
            return self.wanted.get(self.board.exit, FAR) if cell == cell_of(self.board.exit) else FAR
        return min((CARD * apart(cell, cell_of(at)) + more for at, more in self.wanted.items()), default=FAR)


def _cost_of_one_of(count: int) -> int:
    """In moves, of a card of which the box has so many."""
    if not count:
        return FAR
    return CARD + 1 if count >= _RARE else 2 * CARD


class Way:
    """What one dwarf has before it."""

    def __init__(self, ground: Ground, where: Space, webs: Collection[Border]) -> None:
        self.ground = ground
        self.moves = walked(ground.board, where, webs) if where != NOWHERE else {}
        self.ends = open_ends(ground.board, self.moves)
        self._by_end = {end: min(FAR, count + ground.beyond(*end)) for end, count in self.ends.items()}
        self._there = min((self.moves.get(place, FAR) + more for place, more in ground.wanted.items()), default=FAR)
        self.distance = min([self._there, *self._by_end.values()])

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
                    best = min(best, moves + more + self._onward(at + step, back))
        return best

    def _onward(self, cell: Cell, back: Edges) -> int:
        """Beyond an edge: a goal that lies face down, an empty cell, or what lies there already."""
        network = self.ground.board.network
        if cell in network.hidden:
            return 1 + self.ground.wanted.get(cell << 3, FAR)
        return FAR if cell in network.edges else self.ground.beyond(cell, back)


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
