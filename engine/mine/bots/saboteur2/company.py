"""The others at the table: who is a friend, who a foe, and with how many the gold would be shared."""

from collections.abc import Collection

from engine.mine.bots.saboteur2.belief import SURE, Characters
from engine.mine.division import BLUE, BOSS, GEOLOGIST, GREEN, PROFITEER, SABOTEUR, pay, winning_roles
from engine.mine.view import View
from engine.slots import Face, Seat

_DIGGERS_LIKE = {BOSS: 0.6, PROFITEER: -0.4, GEOLOGIST: -0.2, SABOTEUR: -1.0}
_LIKES = {
    # how much the first role likes the second to lay tunnels: 1 for a friend, -1 for a foe
    BLUE: _DIGGERS_LIKE | {BLUE: 0.8, GREEN: -0.5},
    GREEN: _DIGGERS_LIKE | {GREEN: 0.8, BLUE: -0.5},
    BOSS: {BLUE: 0.6, GREEN: 0.6, PROFITEER: -0.3, GEOLOGIST: -0.2, SABOTEUR: -1.0},
    PROFITEER: {BLUE: -0.7, GREEN: -0.7, BOSS: -0.8, GEOLOGIST: 0.1, SABOTEUR: 0.8},
    GEOLOGIST: {BLUE: -0.1, GREEN: -0.1, BOSS: -0.1, PROFITEER: 0.1, GEOLOGIST: 0.3, SABOTEUR: 0.1},
    SABOTEUR: {BLUE: -1.0, GREEN: -1.0, BOSS: -1.0, PROFITEER: 0.5, GEOLOGIST: 0.3, SABOTEUR: 1.0},
}


class Company:
    """The other seats, as far as the player can tell."""

    def __init__(self, belief: Characters, view: View, seat: Seat) -> None:
        self._belief = belief
        self._view = view
        self.others = view.state.book.clockwise[seat][1:]
        self._weights: dict[Seat, dict[Face, int]] = {}

    def weights(self, seat: Seat) -> dict[Face, int]:
        """By role: how likely the seat has it, in thousandths."""
        found = self._weights.get(seat)
        if found is None:
            found = self._weights[seat] = self._belief.weights(seat, self._view)
        return found

    def likes(self, role: Face, seat: Seat) -> float:
        """How much a player in that role wants the seat to lay tunnels: from 1 for a friend to -1 for a foe."""
        liked = 0.0
        for other, weight in self.weights(seat).items():
            liked += _LIKES[role].get(other, 0.0) * weight / SURE
        return liked

    def expected(self, roles: Collection[Face]) -> int:
        """How many of the others have one of these roles and are free, in thousandths."""
        imprisoned = self._view.state.imprisoned
        return sum(
            weight
            for seat in self.others
            if not imprisoned[seat]
            for role, weight in self.weights(seat).items()
            if role in roles
        )

    def share(self, role: Face, finisher: Face | None, open_to: Collection[Face]) -> int:
        """The nuggets for the player in a role, if the round ends so (B8, B9)."""
        winning = winning_roles(finisher, open_to, solo_must_finish=self._view.state.book.solo_must_finish)
        if role not in winning:
            return 0
        return pay(role, 1 + (self.expected(winning) + SURE // 2) // SURE)
