"""What a seat signs by itself, without asking its person: consent, seeds, confirmations, complaints.

The person has agreed to the table before; everything here follows from that and from the log.  None of it says that
the person is there: a seat that counts as away comes back when its person wants it, and not before.
"""

from functools import partial

from client.net.table.grievances import Grievances
from client.net.table.signer import Make
from engine.wants import Act
from protocol.follow.caps import MOST_COMPLAINTS
from protocol.follow.seat import SeatFollower
from protocol.log import bodies
from protocol.log.records import Entry, Kind


class Silence:
    """How many turns have begun since the seat signed something."""

    def __init__(self, follower: SeatFollower) -> None:
        self._follower = follower
        self._turn: tuple[int, ...] = ()
        self.turns = 0

    def follow(self, entry: Entry) -> None:
        waiting = self._follower.play.waiting()
        if isinstance(waiting, Act) and waiting.seats != self._turn:
            self._turn = waiting.seats
            self.turns += 1
        if entry.actor == self._follower.seat and any(entry.signature):
            self.turns = 0

    def rest(self) -> None:
        """The seat has tried to say something: it is not tried again before another round of turns."""
        self.turns = 0

    @property
    def too_long(self) -> bool:
        """Whether every seat has had a turn since."""
        return self.turns > self._follower.setting.seats


def due(follower: SeatFollower, name: bodies.Name | None, grievances: Grievances, *, silent: bool) -> Make | None:
    """The next thing that the seat has to say, also if only because it was silent for too long."""
    seat = follower.seat
    if seat in follower.absence.left and follower.ended is None:
        return None  # a seat that has left says nothing before it comes back
    if (make := _agreement(follower, name) or _confirmation(follower, grievances)) is not None:
        return make
    if follower.ended is not None or follower.ending.game_opened or not follower.agreement.all_revealed:
        return None
    return _complaint(follower) or (acknowledgement(follower) if silent else None)


def _agreement(follower: SeatFollower, name: bodies.Name | None) -> Make | None:
    """Name, seal, seed; the seed when all seals stand under a HEAD, and nothing else is ever taken from the log."""
    agreement, seat = follower.agreement, follower.seat
    if follower.ended is not None or follower.ending.game_opened or agreement.all_revealed:
        return None
    if name is not None and seat not in agreement.names:
        return partial(follower.say, Kind.NAME, name)
    if seat not in agreement.missing:
        return None
    return follower.reveal if agreement.all_sealed else follower.seal


def _confirmation(follower: SeatFollower, grievances: Grievances) -> Make | None:
    """Every end of a round, and of the game, with what is to be said there."""
    if follower.ending.game_opened and follower.ended is None:
        return None
    open_ends = follower.ending.unconfirmed(frozenset({follower.seat}))
    if not open_ends:
        return None
    seq = open_ends[0][0]
    last = follower.ended is not None and seq == follower.ending.confirmations()[-1][0]
    return partial(follower.say, Kind.CLOSE, grievances.close(seq, end=last))


def _complaint(follower: SeatFollower) -> Make | None:
    """About each box that cannot be read, once."""
    made = {box for _, seat, box in follower.play.complaints if seat == follower.seat}
    unread = sorted(set(follower.unread.values()) - made)
    if not unread or follower.caps.complaints(follower.seat, follower.state.round) >= MOST_COMPLAINTS:
        return None
    return partial(follower.say, Kind.COMPLAINT, bodies.Complaint(seq=unread[0]))


def acknowledgement(follower: SeatFollower) -> Make:
    """Others see up to where this seat has seen the same log."""
    last = follower.chain.last
    return partial(follower.say, Kind.ACK, bodies.Ack(seq=last, head=follower.chain.heads[last]))
