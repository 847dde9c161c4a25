"""Inputs, events and wants are records: cheap to make, equal by value, never changed.

`dataclass(frozen=True)` makes an object four times slower to create, because every field goes through
``object.__setattr__``.  These are made by the dozen per move, so they are frozen for the type checker only.
"""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

_Record = TypeVar("_Record")


@dataclass_transform(frozen_default=True)
def record(cls: type[_Record]) -> type[_Record]:
    """A slotted, hashable dataclass that the type checker treats as frozen."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
