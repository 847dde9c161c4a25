"""What the dealer said that only the seeds can prove, kept until they open."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.slots import Seat, Slot


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round's commitments."""

    seq: int
    round: int
    first: Slot
    commitments: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A random value."""

    seq: int
    round: int
    kind: str
    subject: Seat | None
    below: int
    value: int


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Chosen:
    """A secret choice; without a commitment the clock made it."""

    seq: int
    round: int
    seat: Seat
    below: int
    counter: int
    commitment: bytes | None


@dataclass(frozen=True, slots=True)
class Answered:
    """A yes or no about hidden cards."""

    seq: int
    round: int
    question: str
    subject: Seat | None
    slots: tuple[Slot, ...]
    yes: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A private opening."""

    seq: int
    round: int
    seat: Seat
    slots: tuple[Slot, ...]
    box: bytes


Claim: TypeAlias = Dealt | Drawn | Renewed | Chosen | Answered | Shown
