"""Which bots an entry says were asked: each of them has used one decision of its chance, reacting or silent."""

from engine.slots import Seat
from engine.wants import Window
from protocol.follow.absence import Absence
from protocol.follow.follower import Follower
from protocol.log.records import Entry, Kind


def asked_bots(follower: Follower, entry: Entry) -> list[Seat]:
    """In the order in which they were asked; the follower stands before the entry.

    At the end of a window all its bots are asked, by ascending seat, until one reacts.  A person's reaction comes
    before that, and leaves them unasked.
    """
    waiting, by_bot = follower.play.waiting(), entry.kind == Kind.ACT and not entry.is_signed
    if not isinstance(waiting, Window):
        return [entry.actor] if by_bot else []
    if not by_bot and entry.kind != Kind.TIMEOUT:
        return []
    return [seat for seat in bots_in(waiting, follower.absence) if not by_bot or seat <= entry.actor]


def bots_in(window: Window, absence: Absence) -> list[Seat]:
    """The seats of a window that bots of the server play now, in the order in which they are asked."""
    return [seat for seat in sorted(window.seats) if absence.is_bots(seat)]
