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
    """The commitments of new slots."""

    seq: int
    round: int
    old: tuple[Slot, ...]
    first: Slot
    commitments: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A private opening."""

    seq: int
    round: int
    seat: Seat
    slots: tuple[Slot, ...]
    box: bytes


Claim: TypeAlias = Dealt | Drawn | Renewed | Shown
