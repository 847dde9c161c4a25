"""What a thoughtful player makes of the table: who may be a saboteur, and where the gold may lie.

Built from public events and from what the bot's seat was shown, nothing else.  Only the four basic operations are used
on numbers, and sums only of whole ones: logarithms, exponentials and sums of floats differ in their last bit from
machine to machine and from one Python to the next, and the same seed must give the same moves on all.
"""

from collections.abc import Collection, Mapping
from typing import Any, Self

from engine.events import RoundDealt
from engine.grid.cells import Cell
from engine.mine.bots.dead_ends import DEAD_ENDS
from engine.mine.bots.ground.sweep import CARD, FAR
from engine.mine.bots.habits import NONE, Note
from engine.mine.bots.survey import distances
from engine.mine.cards.base import GOALS, ROLE_DECKS, ROLES
from engine.mine.rules.actions.break_tool import ToolBroken
from engine.mine.rules.actions.read_map import MapRead
from engine.mine.rules.actions.repair_tool import ToolRepaired
from engine.mine.rules.actions.rockfall import RocksFell
from engine.mine.rules.placing.goals import GoalRevealed
from engine.mine.rules.turn.passing import CardsPassed
from engine.mine.state import State
from engine.mine.view import View
from engine.placing import PathPlaced
from engine.slots import Face, Seat, Slot

TREASURE = next(goal.number for goal in GOALS if goal.key == "treasure")
DIGGER, SABOTEUR = (next(role.number for role in ROLES if role.key == key) for key in ("digger", "saboteur"))

# How much an act speaks for or against its player.  Found by trying, not by theory.
_PROGRESS = 0.7
_STANDSTILL = 0.15
_SETBACK = 1.1
_ROCKFALL = 0.8
_HARM = 1.3
_HELP = 1.0
_ECHO = 0.35
_PASS = 0.08
_WRECKER, _WRECKS = 3, 0.8
"""A seat that has laid so many dead ends in the way is suspected so much at least, whatever else it does."""
_TOWARD, _AWAY = (9, 5), (1, 2)
EVEN = 1000
"""The weight of a goal of which nothing is known."""


class Belief:
    """The memory of one bot for one game."""

    __slots__ = ("_distances", "_notes", "announced", "dead_ends", "gold", "looked", "odds", "seat", "seats", "stopped")

    def __init__(self, seat: Seat, seats: int, notes: Mapping[type, Note] = NONE.notes) -> None:
        self.seat = seat
        self.seats = seats
        self._notes = notes
        self.announced: Any = None
        """The act that was announced last, at a table where acts are."""
        self.odds: list[float] = []
        """By seat: how its acts this round speak, above zero for a saboteur."""
        self.gold: dict[Cell, int] = {}
        """By goal that lies face down: a weight for the treasure being there, as far as acts tell."""
        self.looked: list[set[Cell]] = []
        """By seat: the goals it has looked at."""
        self.dead_ends: list[int] = []
        """By seat: how many dead ends it has laid this round that set the tunnel back."""
        self.stopped: dict[Slot, Seat] = {}
        """By card that this player has laid in front of another seat this round: which seat."""
        self._distances: dict[Cell, int] = {}

    def copy(self) -> Self:
        """A memory that goes its own way from here."""
        twin = type(self)(self.seat, self.seats, self._notes)
        twin.announced, twin._distances = self.announced, self._distances
        twin.odds, twin.dead_ends, twin.gold = self.odds.copy(), self.dead_ends.copy(), self.gold.copy()
        twin.stopped, twin.looked = self.stopped.copy(), [looked.copy() for looked in self.looked]
        return twin

    def likely_role(self, seat: Seat, role: Face, view: View) -> float:
        """How likely the seat has that role, compared with others."""
        suspicion = self.suspicion(seat)
        return suspicion if role == SABOTEUR else 1 - suspicion

    def suspicion(self, seat: Seat) -> float:
        """How likely the seat is a saboteur, from 0 to 1."""
        odds = self.odds[seat]
        suspicion = 0.5 + odds / (2 + 2 * abs(odds))
        return max(suspicion, _WRECKS) if self._wrecks(seat) else suspicion

    def _wrecks(self, seat: Seat) -> bool:
        return self.dead_ends[seat] >= _WRECKER

    def refuses(self, seat: Seat, state: State, *, digs: bool) -> bool:
        """Whether the seat gets no help, whatever speaks for it.

        A card of this player still lies in front of it, or a digger has seen it lay too many dead ends in the way.
        """
        return (digs and self._wrecks(seat)) or not self.stopped.keys().isdisjoint(state.front[seat])

    def treasure(self, view: View) -> dict[Cell, int]:
        """The goals that are still face down and may hold the treasure, with their weights."""
        known = {at: view.goal(at) for at in view.hidden_goals()}
        for at, face in known.items():
            if face == TREASURE:
                return {at: EVEN}
        found = {at: self.gold.get(at, EVEN) for at, face in known.items() if face is None}
        return found if any(found.values()) else dict.fromkeys(found, EVEN)

    def note(self, event: Any, view: View) -> None:
        """Fold one event."""
        kind = type(event)
        fold = FOLDS.get(kind) or self._notes.get(kind)
        if fold is not None:
            fold(self, event, view)

    def look_again(self, view: View) -> None:
        """The grid has changed, and nothing can be read from it."""
        self._distances = self._measured(view)

    def moved(self, event: Any, view: View) -> None:
        """The seat has laid a card that lay elsewhere before."""
        self._placed(event, view)

    def mix_goals(self, one: Cell, other: Cell, view: View) -> None:
        """Two goals may have changed places: what was known of one is half known of both."""
        known = self.treasure(view)
        self.gold = {at: known.get(at, 0) for at in view.hidden_goals()}
        self.gold[one] = self.gold[other] = (self.gold[one] + self.gold[other]) // 2
        for looked in self.looked:
            looked -= {one, other}

    def move_goal(self, at: Cell, to: Cell, view: View) -> None:
        """A goal lies elsewhere, and what is known of it goes along."""
        self.gold[to] = self.gold.pop(at, EVEN)
        for looked in self.looked:
            if at in looked:
                looked.remove(at)
                looked.add(to)
        self.look_again(view)

    def forget(self, seats: Collection[Seat]) -> None:
        """These seats have other roles: what they did says nothing any more."""
        for seat in seats:
            self.odds[seat] = self._at_first()
        self._acquit(seats)

    def _acquit(self, seats: Collection[Seat]) -> None:
        """Nothing is held against these seats."""
        for seat in seats:
            self.dead_ends[seat] = 0
        self.stopped = {slot: seat for slot, seat in self.stopped.items() if seat not in seats}

    def _at_first(self) -> float:
        saboteurs, diggers = ROLE_DECKS[self.seats]
        return (saboteurs - diggers) / (2 * saboteurs)

    def _begin(self, event: RoundDealt, view: View) -> None:
        self.odds = [self._at_first()] * self.seats
        self._start_over(view)

    def _start_over(self, view: View) -> None:
        """Nothing has been done in this round."""
        self.dead_ends = [0] * self.seats
        self.stopped = {}
        self.gold = dict.fromkeys(view.state.goals, EVEN)
        self.looked = [set() for _ in range(self.seats)]
        self._distances = self._measured(view)

    def _placed(self, event: PathPlaced, view: View) -> None:
        gains = self._gains(view)
        expected = self._expected(gains, view)
        if event.seat == self.seat:
            return
        if expected > 0:
            self.odds[event.seat] -= _PROGRESS
        elif expected < 0:
            self.odds[event.seat] += min(2.5, _SETBACK * -expected / CARD)
            if event.face in DEAD_ENDS:
                self.dead_ends[event.seat] += 1
        else:
            self.odds[event.seat] += _STANDSTILL
        self._read_direction(event.seat, gains)

    def _fell(self, event: RocksFell, view: View) -> None:
        expected = self._expected(self._gains(view), view)
        if event.seat != self.seat:
            self.odds[event.seat] += _ROCKFALL * (1 if expected <= 0 else -1.5)

    def _broke(self, event: ToolBroken, view: View) -> None:
        trust = 1 - 2 * self.suspicion(event.target)
        if event.seat == self.seat:
            self.stopped[event.slot] = event.target
        else:
            self.odds[event.seat] += _HARM * trust
        if event.target not in (self.seat, event.seat):
            self.odds[event.target] += _ECHO * (1 - 2 * self.suspicion(event.seat))

    def _repaired(self, event: ToolRepaired, view: View) -> None:
        if event.seat == self.seat:
            return
        if event.target != event.seat:
            self.odds[event.seat] -= _HELP * (1 - 2 * self.suspicion(event.target))
        else:
            self.odds[event.seat] -= _ECHO / 2

    def _passed(self, event: CardsPassed, view: View) -> None:
        if event.seat != self.seat and not view.state.broken[event.seat]:
            self.odds[event.seat] += _PASS

    def _read(self, event: MapRead, view: View) -> None:
        self.looked[event.seat].add(event.cell)

    def _revealed(self, event: GoalRevealed, view: View) -> None:
        self.gold.pop(event.cell, None)
        self._distances = self._measured(view)

    def _gains(self, view: View) -> dict[Cell, int]:
        """By goal: how many cards nearer the tunnel came by the last change."""
        now = self._measured(view)
        before, self._distances = self._distances, now
        return {at: before.get(at, FAR) - now[at] for at in now}

    def _measured(self, view: View) -> dict[Cell, int]:
        measured = distances(view.state.board)
        return {at: measured[at] for at in view.hidden_goals()}

    def _expected(self, gains: dict[Cell, int], view: View) -> float:
        return weighed(self.treasure(view), gains)

    def _read_direction(self, seat: Seat, gains: dict[Cell, int]) -> None:
        """A digger who has seen a goal builds toward the treasure and not toward a stone."""
        if self.suspicion(seat) > 0.5:
            return
        best = max(gains.values(), default=0)
        for at in self.looked[seat] & self.gold.keys():
            if best > 0:
                more, less = _TOWARD if gains.get(at, 0) == best else _AWAY
                self.gold[at] = max(1, self.gold[at] * more // less)


FOLDS: dict[type, Any] = {
    RoundDealt: Belief._begin,
    PathPlaced: Belief._placed,
    RocksFell: Belief._fell,
    ToolBroken: Belief._broke,
    ToolRepaired: Belief._repaired,
    CardsPassed: Belief._passed,
    MapRead: Belief._read,
    GoalRevealed: Belief._revealed,
}


def weighed(weights: dict[Cell, int], values: dict[Cell, int]) -> float:
    """The mean of the values of the goals, by their weights."""
    total = sum(weights.values())
    return sum(weight * values.get(at, 0) for at, weight in weights.items()) / total if total else 0.0
