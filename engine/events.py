"""What happened at the table that is no rule of one game: deals, openings, chance, renewals, choices, the clock."""

from engine.records import record
from engine.slots import Face, Seat, Slot


@record
class RoundDealt:
    """A round's cards lie on the table; ``first`` is the number of its first slot."""

    round: int
    first: Slot
    sizes: tuple[int, ...]


@record
class RoundClosed:
    """The round is over and paid; ``starter`` begins the next one (A10.3)."""

    round: int
    starter: Seat


@record
class SlotsOpened:
    """All seats see these faces."""

    faces: tuple[tuple[Slot, Face], ...]


@record
class SlotsShown:
    """One seat, and no other, saw these slots."""

    seat: Seat
    slots: tuple[Slot, ...]


@record
class ChanceCalled:
    """The table asks chance for a value below ``below``."""

    kind: str
    subject: Seat | None
    below: int


@record
class NumberDrawn:
    """Chance gave a value."""

    kind: str
    subject: Seat | None
    value: int


@record
class SlotsRenewed:
    """The old slots are dead; the new ones hold the same faces in an unknown order, or in one that ``by`` chose.

    All of them are of one pile: a zone with cards of several piles is renewed pile by pile.
    """

    old: tuple[Slot, ...]
    new: tuple[Slot, ...]
    by: Seat | None = None


@record
class ChoiceMade:
    """A seat chose in secret; if by the clock, chance did."""

    seat: Seat
    by_clock: bool = False


@record
class QuestionAnswered:
    """What was said about hidden faces; it is proved when they open."""

    question: str
    yes: bool


@record
class TimeRanOut:
    """The clock answered for a seat."""

    seat: Seat
