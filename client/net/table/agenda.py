"""What a seat says next, one thing at a time: protests, then its duties, then what its person wants.

Duties are what a seat signs without asking its person: consent, seeds, confirmations, complaints.  The person has
agreed to the table before; all of them follow from that and from the log.  None says that the person is there: a seat
that counts as away comes back when its person wants it, and not before.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from client.net.table.grievances import Grievances
from engine.front import choices
from engine.slots import TABLE
from engine.wants import Act, Window
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.records import Entry, Kind

_MOST_OVERTAKINGS = 3  # how often something is overtaken that the server refused: the next answer does the same

Make = Callable[[], Entry]


@dataclass(slots=True)
class _Wish:
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
        self.turns_silent = 0  # how many turns have begun since the seat signed something
        self._turn: tuple[int, ...] = ()
        self._wishes: deque[_Wish] = deque()
        self._game = 0  # the last entry that changed the game
        self._overtakings: list[int] = []  # how long the log was when the last thing that was refused was overtaken
        self._to_overtake = -1

    def follow(self, entry: Entry, events: list[object]) -> None:
        waiting = self._follower.play.waiting()
        if isinstance(waiting, Act) and waiting.seats != self._turn:
            self._turn = waiting.seats
            self.turns_silent += 1
        if entry.actor == self._follower.seat and entry.is_signed:
            self.turns_silent = 0
        if events:
            self._game = entry.seq

    def wish(self, make: Make, *, act: bool = False, deed: bool = True) -> None:
        self._wishes.append(_Wish(make, self._game if act else 0, deed))

    def next(self) -> Make | None:
        """What is to be said now; what it gives once is not given again unless it is still due."""
        return self._protest() or self._overtaking() or self._duty() or self._next_wish()

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
        return self._acknowledgement()

    def _duty(self) -> Make | None:
        follower = self._follower
        if follower.seat in follower.absence.left and follower.ended is None:
            return None  # a seat that has left says nothing before it comes back
        if (make := self._agreement() or self._confirmation()) is not None:
            return make
        if not self._goes_on or not follower.agreement.all_revealed:
            return None
        silent = self.turns_silent > follower.setting.seats
        return self._of_mode() or self._let_pass() or (self._acknowledgement() if silent else None)

    def _agreement(self) -> Make | None:
        """Name, seal, seed; the seed when all seals stand under a HEAD, and nothing else is ever taken from the log."""
        follower, agreement, seat = self._follower, self._follower.agreement, self._follower.seat
        if not self._goes_on or agreement.all_revealed:
            return None
        if self._name is not None and seat not in agreement.names:
            return partial(follower.say, Kind.NAME, self._name)
        if seat not in agreement.missing:
            return None
        return follower.reveal if agreement.all_sealed else follower.seal

    def _confirmation(self) -> Make | None:
        follower = self._follower
        if follower.ending.game_opened and follower.ended is None:
            return None
        open_ends = follower.ending.unconfirmed(frozenset({follower.seat}))
        if not open_ends:
            return None
        seq = open_ends[0][0]
        last = follower.ended is not None and seq == follower.ending.confirmations()[-1][0]
        return partial(follower.say, Kind.CLOSE, self._grievances.close(seq, end=last))

    def _of_mode(self) -> Make | None:
        said = self._follower.party.due()
        return None if said is None else partial(self._follower.write, said)

    def _let_pass(self) -> Make | None:
        """The only person at a table has nothing to react with: the window need not last any longer."""
        follower, waiting = self._follower, self._follower.play.waiting()
        if len(follower.setting.people) != 1 or not isinstance(waiting, Window) or follower.seat not in waiting.seats:
            return None
        shut = follower.absence.paused or not follower.absence.left_ms(TABLE, waiting)
        if shut or follower.blind or choices(follower.view):
            return None
        return partial(follower.say, Kind.LET_PASS, bodies.Nothing())

    def _acknowledgement(self) -> Make:
        """Others see up to where this seat has seen the same log."""
        chain = self._follower.chain
        return partial(self._follower.say, Kind.ACK, bodies.Ack(seq=chain.last, head=chain.heads[chain.last]))

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
    return partial(follower.say, Kind.BACK, bodies.Nothing())
