"""How far the treasure is, and for whom: a door is open to its team, and a wall to the other (B5.4)."""

from collections.abc import Callable

from engine.grid.cells import Cell, Groups
from engine.mine.board import Board
from engine.mine.bots.saboteur2.terrain import Terrain, Way, Weights
from engine.mine.bots.survey import Distances
from engine.mine.division import BLUE, GREEN, TEAMS
from engine.mine.state import State
from engine.records import record
from engine.slots import Face

ANYBODY: Face = 0
"""Those whom no door stops."""
_SHUT_OUT = 1.5
"""A team whose detour is longer than that is shut out."""
_WALL: Groups = ()


@record
class Outlook:
    """How it stands for each team."""

    anybody: Way
    blue: Way
    green: Way

    def of(self, who: Face) -> Way:
        """The way of a team, or that of those whom no door stops."""
        return self.blue if who == BLUE else self.green if who == GREEN else self.anybody

    def open_teams(self) -> list[Face]:
        """The teams that are not shut out, as things stand."""
        far = self.anybody.missing + _SHUT_OUT
        return [team for team in TEAMS.values() if self.of(team).missing <= far]


class Ways:
    """The grid as each team may pass it, and what a card would change there."""

    def __init__(self, state: State, weights: Weights) -> None:
        self._book = state.book
        doors = {at: state.book.doors[face] for at, face in state.faces_on_board() if face in state.book.doors}
        everybody = Terrain(state.board, weights)
        self._terrains = {ANYBODY: everybody}
        for colour, team in TEAMS.items():
            shut = tuple(sorted(at for at, door in doors.items() if door != colour))
            self._terrains[team] = Terrain(_walled(state.board, shut), weights) if shut else everybody
        self._goals = sorted(weights)
        self.now = self._outlook(lambda who: self._terrains[who].now)

    def with_card(self, at: Cell, face: Face, turned: int) -> Outlook:
        """After a card was laid there."""
        groups = self._book.groups[face][turned == 180]
        opens_to = TEAMS.get(self._book.doors.get(face, ""), ANYBODY)
        root = face in self._book.ladders

        def way(who: Face) -> Way:
            shut = opens_to and who and who != opens_to
            return self._terrains[who].with_card(at, _WALL if shut else groups, root=root)

        return self._outlook(way, alike=not opens_to)

    def without(self, at: Cell) -> Outlook:
        """After the card there was taken away."""
        return self._outlook(lambda who: self._terrains[who].without(at))

    def gain(self, measured: Distances) -> float:
        """How many cards nearer the treasure would be, if the goals were so far from the tunnel."""
        return self._terrains[ANYBODY].gain(measured)

    def is_in_the_way(self, who: Face, at: Cell) -> bool:
        """Whether it may be worth while to take the card there away."""
        return self._terrains[who].is_in_the_way(at)

    def _outlook(self, way: Callable[[Face], Way], *, alike: bool = True) -> Outlook:
        """Where no door makes a difference, all go the same way."""
        anybody, everybody = way(ANYBODY), self._terrains[ANYBODY]
        blue, green = (anybody if alike and self._terrains[team] is everybody else way(team) for team in (BLUE, GREEN))
        return Outlook(anybody, blue, green)

    def nearest(self, who: Face) -> list[Cell]:
        """The empty cells with which the shortest ways begin."""
        cells = (self._terrains[who].field(goal).nearest for goal in self._goals)
        return [at for at in dict.fromkeys(cells) if at is not None]


def _walled(board: Board, shut: tuple[Cell, ...]) -> Board:
    """The board as it lies, with walls on some cells; all seats share it."""
    return board.noted(("walled", shut), lambda: _with_walls(board, shut))


def _with_walls(board: Board, shut: tuple[Cell, ...]) -> Board:
    walled = board.copy()
    for at in shut:
        walled.remove(at)
        walled.lay(at, -1, _WALL, 0)
    return walled
