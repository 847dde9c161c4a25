"""The player of the base game with the weights of `sharp`, which were found by play against `steady`."""

from functools import cached_property

from engine.bots.mind import Mind
from engine.mine.bots.base import WORTH, Player
from engine.mine.bots.belief import DIGGER, SABOTEUR, Belief
from engine.mine.bots.foresight import with_player
from engine.mine.bots.fortune import cards_left, found_in_play
from engine.slots import Face

_FROM_ANYWHERE = 1000.0
_OF_DIGGER, _OF_ANOTHER = 1.57, 0.8
"""The nuggets of a role if the treasure is found: for a digger those of a gold card, on the mean."""


class Keen(Player):
    """A digger looks for the treasure before it digs, and a saboteur never hides."""

    LOOKS = 14.0
    HIDES_FROM = _FROM_ANYWHERE

    def hope_of(self, role: Face) -> float:
        """What a role may still bring in this round, to a player who knows all cards."""
        if role == SABOTEUR:
            return (1 - self._found) * self.state.book.saboteur_pay[max(1, self._saboteurs)]
        return self._found * (_OF_DIGGER if role == DIGGER else _OF_ANOTHER)

    @cached_property
    def _found(self) -> float:
        return found_in_play(self.distance, cards_left(self.state), self._saboteurs / self.state.book.seats)

    @cached_property
    def _saboteurs(self) -> int:
        return [self.view.role(seat) for seat in range(self.state.book.seats)].count(SABOTEUR)


MIND = Mind(Belief, Player, WORTH, Player.missed, with_player(Keen))
