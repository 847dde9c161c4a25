"""What the table is told that is no act of a player: the dealer's answers and the clock.

Each want of `engine.wants` is answered by one kind of input; acts belong to their game.
The engine never sees salts, keys or signatures: they are checked before an input is made.
"""

from engine.records import record
from engine.slots import Face, Seat, Slot


@record
class DealRound:
    """New slots lie on the table: how many in each pile, in the order of the piles wanted."""

    sizes: tuple[int, ...]


@record
class OpenSlots:
    """Some or all of the slots that are to be opened to all, each with its face."""

    faces: tuple[tuple[Slot, Face], ...]


@record
class ShowSlots:
    """These slots were shown to one seat: the fact, without the faces."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class GiveRandom:
    """The random value wanted."""

    value: int


@record
class RenewSlots:
    """The new slots, in the order of the zone."""

    slots: tuple[Slot, ...]


@record
class CommitChoice:
    """The seat has made its secret choice: the fact, without the choice."""

    seat: Seat


@record
class AnswerQuestion:
    """The answer to a question about hidden faces."""

    yes: bool


@record
class TimeUp:
    """The time of a seat is up; what it would have been asked is decided by its default (HA25).

    A window has the clock of the `TABLE`, which counts for no seat.
    """

    seat: Seat
