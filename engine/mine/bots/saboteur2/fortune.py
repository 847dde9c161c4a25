"""What a role may still bring this round, by a rough guess: the nuggets that its player can hope for."""

from engine.mine.bots.fortune import cards_left, likely_found
from engine.mine.bots.saboteur2.belief import SURE, undealt
from engine.mine.bots.saboteur2.company import Company
from engine.mine.bots.saboteur2.ways import Outlook
from engine.mine.cards.saboteur2 import ROLES
from engine.mine.division import BOSS, GEOLOGIST
from engine.mine.rules.round.share_gold import crystals
from engine.mine.state import State
from engine.mine.view import View
from engine.slots import Face, Seat

_CARDS_A_TURN = 1.6
"""How many cards a turn takes from the pile, passes included."""


class Fortunes:
    """By role, as the table stands."""

    def __init__(self, company: Company, view: View, now: Outlook) -> None:
        self._company = company
        self._crystals = crystals(view.state)
        self._teams = now.open_teams()
        self._found = _likely_found(view.state, now)
        self.of_role = {role.number: self._of(role.number) for role in ROLES}
        self.of_another = 0.0
        """What a role is worth that is drawn blindly."""
        left = undealt(view)
        total = sum(left.values()) or 1
        for role, count in left.items():
            self.of_another += self.of_role[role] * count / total

    def of_seat(self, seat: Seat) -> float:
        """What another player can hope for."""
        hope = 0.0
        for role, weight in self._company.weights(seat).items():
            hope += self.of_role[role] * weight / SURE
        return hope

    def _of(self, role: Face) -> float:
        if role == GEOLOGIST:  # a crystal more is likely; two geologists share
            return (self._crystals + 1) * SURE / (SURE + self._company.expected((GEOLOGIST,)))
        spent = self._company.share(role, None, ())
        return self._found * self._if_found(role) + (1 - self._found) * spent

    def _if_found(self, role: Face) -> float:
        """Each team that is not shut out finishes as often as the other."""
        if not self._teams:
            return self._company.share(role, BOSS, ())
        hope = 0.0
        for team in self._teams:
            hope += self._company.share(role, team, self._teams) / len(self._teams)
        return hope


def _likely_found(state: State, now: Outlook) -> float:
    """Even where the cards should just be enough."""
    missing = now.anybody.missing
    turns = len(state.pile) / _CARDS_A_TURN + cards_left(state) - len(state.pile)
    return likely_found(missing, turns)
