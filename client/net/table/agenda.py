"""What a seat says next, one thing at a time: protests, then its duties, then what its person wants."""

from collections import deque
from dataclasses import dataclass
from functools import partial

from client.net.table.duties import Silence, acknowledgement, due
from client.net.table.grievances import Grievances
from client.net.table.signer import Make
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.records import Entry, Kind

_MOST_OVERTAKINGS = 3  # how often something is overtaken that the server refused: the next answer does the same


@dataclass(slots=True)
class Wish:
    """Something that the person wants to say; an act is an answer to the game as it stood, and to no other."""

    make: Make
    game: int  # the last entry that changed the game when the person decided; 0 if it does not matter
    deed: bool  # whether it shows that the person is at the table, and wants to be


class Agenda:
    """``name`` is what the person is called, if that was agreed to on this computer."""

    def __init__(self, follower: SeatFollower, name: bodies.Name | None, grievances: Grievances) -> None:
        self._follower = follower
        self._name = name
        self._grievances = grievances
        self.silence = Silence(follower)
        self._wishes: deque[Wish] = deque()
        self._game = 0  # the last entry that changed the game
        self._overtakings: list[int] = []
        """How long the log was when the last thing that was refused was overtaken."""
        self._to_overtake = -1

    def follow(self, entry: Entry, events: list[object]) -> None:
        self.silence.follow(entry)
        if events:
            self._game = entry.seq

    def wish(self, make: Make, *, act: bool = False, deed: bool = True) -> None:
        """The person wants to say something, as soon as it can be said."""
        self._wishes.append(Wish(make, self._game if act else 0, deed))

    def next(self) -> Make | None:
        """What is to be said now; what it gives once is not given again unless it is still due."""
        duty = self._protest() or self._overtaking()
        duty = duty or due(self._follower, self._name, self._grievances, silent=self.silence.too_long)
        return duty or self._next_wish()

    @property
    def _goes_on(self) -> bool:
        return self._follower.ended is None and not self._follower.ending.game_opened

    def _protest(self) -> Make | None:
        """Before anything else: others should hear it at once.  What finds no place is told at the next end."""
        follower = self._follower
        if not self._goes_on or follower.seat in follower.absence.left:
            return None
        body = self._grievances.protest()
        return None if body is None else partial(follower.say, Kind.PROTEST, body)

    def _overtaking(self) -> Make | None:
        """What was refused must not be used later: with a higher counter in the log, it cannot be."""
        counter, last = self._grievances.to_overtake, self._follower.chain.last
        if counter is None or not self._goes_on:
            return None
        if counter != self._to_overtake:
            self._to_overtake, self._overtakings = counter, []
        if last in self._overtakings or len(self._overtakings) >= _MOST_OVERTAKINGS:
            return None
        self._overtakings.append(last)
        return acknowledgement(self._follower)

    def _next_wish(self) -> Make | None:
        """A seat that counts as away says first that it is back; acts that the game has overtaken are forgotten."""
        while self._wishes:
            wish = self._wishes[0]
            if wish.deed and self._follower.seat in self._follower.absence.out:
                wish.deed = False  # once for each wish, whatever becomes of it
                return back(self._follower)
            self._wishes.popleft()
            if wish.game in (0, self._game):
                return wish.make
        return None


def back(follower: SeatFollower) -> Make:
    """The person is there again."""
    return partial(follower.say, Kind.BACK, bodies.Nothing())
