"""What the dealer said that only the seeds can prove, kept until they open."""

from typing import TypeAlias

from engine.records import record
from engine.slots import Seat, Slot


@record
class Dealt:
    """A round's commitments."""

    seq: int
    round: int
    first: Slot
    commitments: tuple[bytes, ...]


@record
class Drawn:
    """A random value."""

    seq: int
    round: int
    kind: str
    subject: Seat | None
    below: int
    value: int


@record
class Renewed:
    """The commitments of new slots; ``by`` is the seat whose secret choice orders them, None if chance does."""

    seq: int
    round: int
    old: tuple[Slot, ...]
    piles: tuple[int, ...]
    """By old slot: the number of its pile."""
    by: Seat | None
    first: Slot
    commitments: tuple[bytes, ...]


@record
class Chosen:
    """A secret choice; without a commitment the clock made it."""

    seq: int
    round: int
    seat: Seat
    below: int
    counter: int
    commitment: bytes | None


@record
class Answered:
    """A yes or no about hidden cards."""

    seq: int
    round: int
    question: str
    subject: Seat | None
    slots: tuple[Slot, ...]
    yes: bool


@record
class Shown:
    """A private opening."""

    seq: int
    round: int
    seat: Seat
    slots: tuple[Slot, ...]
    box: bytes


Claim: TypeAlias = Dealt | Drawn | Renewed | Chosen | Answered | Shown
