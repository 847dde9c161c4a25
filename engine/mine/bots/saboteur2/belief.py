"""What the table's acts tell of its players in Saboteur 2: who digs, for which team, and who counts crystals.

It goes on from the belief of the base game, which asks only who hinders the digging.  The same arithmetic holds.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Self

from engine.events import RoundDealt
from engine.mine.bots.belief import FOLDS, Belief
from engine.mine.bots.habits import NONE, Note
from engine.mine.cards.saboteur2 import ROLES
from engine.mine.division import BLUE, BOSS, GEOLOGIST, GREEN, PROFITEER, SABOTEUR, TEAMS
from engine.mine.rules.actions.break_tool import ToolBroken
from engine.mine.rules.actions.freedom import PlayerFreed
from engine.mine.rules.actions.prison import PlayerImprisoned
from engine.mine.rules.actions.repair_tool import ToolRepaired
from engine.mine.rules.actions.rockfall import RocksFell
from engine.mine.rules.actions.swap_hats import HatsSwapped
from engine.mine.rules.placing.place_ladder import LadderPlaced
from engine.mine.rules.turn.passing import CardsPassed
from engine.mine.view import View
from engine.placing import PathPlaced
from engine.slots import Face, Seat

COPIES = {role.number: role.copies for role in ROLES}
"""By role: how many of it are dealt from."""

# How much an act speaks for or against its player.  Found by trying, not by theory.
_START = -0.25
_AT_FIRST = 0.4
"""The suspicion that goes with it: six of fifteen roles do not dig."""
_DOOR = 0.8
_DOOR_GONE = 1.2
_SIDE = 0.4
_CRYSTAL = 0.5
SURE = 1000
"""Certainty, in thousandths."""


class Characters(Belief):
    """The memory of one bot for one game."""

    __slots__ = ("hues", "stones")

    def __init__(self, seat: Seat, seats: int, notes: Mapping[type, Note] = NONE.notes) -> None:
        super().__init__(seat, seats, notes)
        self.hues: list[float] = []
        """By seat: how its acts this round speak, above zero for blue and below for green."""
        self.stones: list[float] = []
        """By seat: how its acts this round speak for a geologist."""

    def copy(self) -> Self:
        """A memory that goes its own way from here."""
        twin = super().copy()
        twin.hues, twin.stones = self.hues.copy(), self.stones.copy()
        return twin

    def likely_role(self, seat: Seat, role: Face, view: View) -> float:
        """How likely the seat has that role, compared with others."""
        return self.weights(seat, view).get(role, 0) / SURE

    def note(self, event: Any, view: View) -> None:
        """Fold one event."""
        kind = type(event)
        fold = _FOLDS.get(kind) or self._notes.get(kind)
        if fold is not None:
            fold(self, event, view)

    def weights(self, seat: Seat, view: View) -> dict[Face, int]:
        """By role: how likely the seat has it, in thousandths."""
        known = view.role(seat)
        if known is not None:
            return {known: SURE}
        hinders = self.suspicion(seat) / _AT_FIRST
        digs = (1 - self.suspicion(seat)) / (1 - _AT_FIRST)
        blue = _share(self.hues[seat])
        speaks = {
            BLUE: digs * 2 * blue,
            GREEN: digs * 2 * (1 - blue),
            BOSS: digs,
            PROFITEER: hinders,
            GEOLOGIST: hinders * 2 * _share(self.stones[seat]),
            SABOTEUR: hinders,
        }
        left = undealt(view)
        return _thousandths({role: int(SURE * left[role] * weight) for role, weight in speaks.items()})

    def _begin(self, event: RoundDealt, view: View) -> None:
        self.odds = [_START] * self.seats
        self.hues = [0.0] * self.seats
        self.stones = [0.0] * self.seats
        self._start_over(view)

    def _laid(self, event: Any, view: View) -> None:
        """A crystal that leads nowhere is no sabotage: geologists lay them so."""
        before = self.odds[event.seat]
        self._placed(event, view)
        if event.seat == self.seat:
            return
        book = view.state.book
        if event.face in book.doors:
            self.hues[event.seat] += _DOOR * _sign(book.doors[event.face])
        if event.face in book.crystals and self.odds[event.seat] > before:
            self.odds[event.seat] = before + (self.odds[event.seat] - before) / 2
            self.stones[event.seat] += _CRYSTAL

    def _fell_on(self, event: RocksFell, view: View) -> None:
        """A digger does not take away a door of its team."""
        self._fell(event, view)
        door = view.state.book.doors.get(view.state.faces[event.removed])
        if door and event.seat != self.seat:
            self.hues[event.seat] -= _DOOR_GONE * _sign(door)

    def _harmed(self, event: Any, view: View) -> None:
        self._broke(event, view)
        self._take_sides(event, -_SIDE)

    def _helped(self, event: Any, view: View) -> None:
        self._repaired(event, view)
        self._take_sides(event, _SIDE)

    def _take_sides(self, event: Any, how: float) -> None:
        """A seat that helps a blue one is rather blue."""
        if self.seat not in (event.seat, event.target) and event.seat != event.target:
            self.hues[event.seat] += how * (2 * _share(self.hues[event.target]) - 1)

    def _changed_hats(self, event: HatsSwapped, view: View) -> None:
        self.forget((event.target,))

    def forget(self, seats: Collection[Seat]) -> None:
        """Whatever these seats did before says nothing any more."""
        for seat in seats:
            self.odds[seat] = _START
            self.hues[seat] = self.stones[seat] = 0.0
        self._acquit(seats)

    def _passed_cards(self, event: CardsPassed, view: View) -> None:
        if not view.state.imprisoned[event.seat]:
            self._passed(event, view)


_FOLDS: dict[type, Any] = FOLDS | {
    RoundDealt: Characters._begin,
    PathPlaced: Characters._laid,
    LadderPlaced: Characters._laid,
    RocksFell: Characters._fell_on,
    ToolBroken: Characters._harmed,
    PlayerImprisoned: Characters._harmed,
    ToolRepaired: Characters._helped,
    PlayerFreed: Characters._helped,
    HatsSwapped: Characters._changed_hats,
    CardsPassed: Characters._passed_cards,
}


def undealt(view: View) -> dict[Face, int]:
    """By role: how many of it may lie with any seat, as far as this seat can tell."""
    state = view.state
    known = Counter(view.face(slot) for slot in (*state.roles, *state.spare_roles, *state.roles_aside))
    return {role: copies - known[role] for role, copies in COPIES.items()}


def _thousandths(weights: dict[Face, int]) -> dict[Face, int]:
    total = sum(weights.values()) or 1
    return {role: SURE * weight // total for role, weight in weights.items()}


def _share(speaks: float) -> float:
    """From 0 to 1, the half where nothing speaks."""
    return 0.5 + speaks / (2 + 2 * abs(speaks))


def _sign(colour: str) -> int:
    return 1 if TEAMS[colour] == BLUE else -1
