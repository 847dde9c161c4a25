"""One decision in Saboteur 2: what the player is, how it stands for whom, and who the others are."""

from functools import cached_property
from typing import Any

from engine.grid.cells import Cell, Groups
from engine.mine.board import Board
from engine.mine.bots.belief import weighed
from engine.mine.bots.fortune import cards_left
from engine.mine.bots.ground.sweep import CARD
from engine.mine.bots.habits import NONE, Habits, all_lures
from engine.mine.bots.saboteur2.belief import Characters
from engine.mine.bots.saboteur2.company import Company
from engine.mine.bots.saboteur2.fortune import Fortunes
from engine.mine.bots.saboteur2.trunk import trunk
from engine.mine.bots.saboteur2.ways import ANYBODY, Outlook, Ways
from engine.mine.bots.survey import distances, with_card
from engine.mine.division import BLUE, BOSS, GEOLOGIST, GREEN, PROFITEER, SABOTEUR
from engine.mine.view import View
from engine.slots import Face, Seat

_NEAR = 2.5
"""So many cards from the treasure the round may soon be over."""
_FEW = 3
"""So many cards a seat, and it is over soon in any case."""
_MOST_GAIN = 6.0
_IDLE = 6.0
_HARM = 0.5
"""A detour of that many cards is worth a card."""


class Player:
    """The view, and what follows from it for every act."""

    def __init__(self, belief: Characters, view: View, habits: Habits = NONE) -> None:
        assert view.seat is not None
        self.belief = belief
        self.view = view
        self.state = view.state
        self.book = view.state.book
        self.seat: Seat = view.seat
        self.role: Face = view.role(self.seat) or SABOTEUR
        """It is shown with the deal; before that the player may have any role."""
        self.treasure = belief.treasure(view)
        self.ways = Ways(self.state, self.treasure)
        self.now = self.ways.now
        self.company = Company(belief, view, self.seat)
        self.sides_with = self._sides_with()
        self.hinders = self.sides_with in (SABOTEUR, GEOLOGIST)
        """Whether the player can do without the treasure."""
        self.near = self.now.anybody.missing <= _NEAR or cards_left(self.state) <= _FEW * self.book.seats
        """Whether the round may soon be over."""
        self._outlooks: dict[tuple[Cell, Face, int], Outlook] = {}
        self.habits = habits
        self.lures = all_lures(habits, self) if habits.lures else {}
        """What may be reached besides, and what that is worth."""

    def _sides_with(self) -> Face:
        """A profiteer plays for the better pay: with the saboteurs, or for the treasure."""
        if self.role != PROFITEER:
            return self.role
        return BOSS if self.profits_by(self.now) else SABOTEUR

    def profits_by(self, outlook: Outlook) -> bool:
        """Whether a profiteer is paid more if the treasure is found, as the doors stand, than if it is not."""
        found = self.company.share(PROFITEER, BOSS, outlook.open_teams())
        return found > self.company.share(PROFITEER, None, ())

    @property
    def own(self) -> Face:
        """Whose way is the player's: that of a team, or of those whom no door stops."""
        return self.role if self.role in (BLUE, GREEN) else ANYBODY

    def likes(self, seat: Seat) -> float:
        """From 1 for a friend to -1 for a foe."""
        return self.company.likes(self.sides_with, seat)

    def outlook(self, at: Cell, face: Face, turned: int) -> Outlook:
        """What laying a card there would bring; two equal cards bring the same."""
        key = at, face, turned
        found = self._outlooks.get(key)
        if found is None:
            found = self._outlooks[key] = self.ways.with_card(at, face, turned)
        return found

    @cached_property
    def fortunes(self) -> Fortunes:
        """What every role can hope for."""
        return Fortunes(self.company, self.view, self.now)

    @cached_property
    def trunk(self) -> set[Cell]:
        """The cells that the shortest ways to the treasure hang on."""
        return trunk(self.state.board, self.ways.nearest(ANYBODY))

    @cached_property
    def helpful(self) -> set[Face]:
        """The path cards in hand that would bring the player nearer to the aim somewhere."""
        faces = {face for _, face in self.view.hand() if face is not None}
        return {face for face in faces if self._helps(face)}

    def _helps(self, face: Face) -> bool:
        if self.role == GEOLOGIST:
            return face in self.book.crystals
        return any(self._is_better(self.outlook(at, face, turned)) for at, turned in self._places(face))

    def _is_better(self, then: Outlook) -> bool:
        if self.hinders:
            return then.anybody.missing > self.now.anybody.missing + _HARM
        return then.of(self.own).missing < self.now.of(self.own).missing

    def _places(self, face: Face) -> list[tuple[Cell, int]]:
        """Where a card might lie, whether or not the player may lay cards now."""
        network, barred = self.state.board.network, self.state.beside_goals()
        ladder = face in self.book.ladders
        return [
            (at, turned)
            for edges, turned in zip(self.book.masks.get(face, (0, 0)), (0, 180), strict=True)
            if edges > 0
            for at in (network.joining_places(edges, barred) if ladder else network.places(edges))
        ]

    # what modules ask for, alike with every card set

    @property
    def spoils(self) -> bool:
        """Whether the player is paid if the treasure is not found."""
        return self.sides_with == SABOTEUR

    @property
    def idle(self) -> float:
        """What a turn is worth in which nothing is done but to throw useless cards away."""
        return _IDLE

    @property
    def alone(self) -> bool:
        """Whether the player is paid only for reaching the treasure itself."""
        return False

    @property
    def missing(self) -> float:
        """The cards that are missing to the treasure."""
        return self.now.of(self.own).missing

    def missed(self, face: Face) -> float:
        """How much the player would miss the card."""
        return self.habits.misses(self, face)

    def of_change(self, gain: float) -> float:
        """The treasure comes nearer by so many cards, for all players alike."""
        if self.role == GEOLOGIST:
            return -1.0
        if self.hinders:
            return 1 + 6 * min(-gain, _MOST_GAIN) if gain <= 0 else -8.0
        return 5 + 9 * min(gain, _MOST_GAIN) if gain > 0 else -1.0

    def gain(self, act: Any) -> float:
        """How many cards nearer the treasure is for the player when this card is laid."""
        return self.missing - self.outlook(act.cell, act.face, act.turned).of(self.own).missing

    def gain_without(self, at: Cell) -> float:
        """The same when a card is taken away."""
        return self.missing - self.ways.without(at).of(self.own).missing

    def gain_on(self, board: Board) -> float:
        """The same if that board lay there, for those whom no door stops."""
        return self.ways.gain(distances(board))

    def gain_with(self, board: Board, at: Cell, groups: Groups) -> float:
        """The same on that board with a card more."""
        return self.ways.gain(with_card(board, at, groups))

    def gain_if(self, weights: dict[Cell, int]) -> float:
        """The same if the treasure lay so likely where these weights say."""
        return self.now.anybody.missing - weighed(weights, distances(self.state.board)) / CARD

    def worth_of(self, act: Any) -> float:
        """What any act is worth."""
        return self.habits.worth[type(act)](self, act)

    @property
    def hope(self) -> float:
        """The nuggets that the player's role may still bring in this round."""
        return self.fortunes.of_role[self.role]

    @property
    def hope_of_another(self) -> float:
        """What a role may bring that is drawn blindly."""
        return self.fortunes.of_another
