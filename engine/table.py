"""What every table has, whichever game is played on it: slots, opened faces, and what it waits for.

The state is public.  It holds slots and opened faces, nothing else: there is no secret in it to leak.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from engine.slots import Face, Seat, Slot
from engine.wants import Order, Random, Renew


class Table(ABC):
    """The part of a state that the waits of `engine.waits` need; a game adds its zones."""

    __slots__ = (
        "asked",
        "book",
        "faces",
        "number",
        "opening",
        "owed",
        "pile_of",
        "renewing",
        "stage",
        "then",
    )

    def __init__(self, book: Any, stage: str) -> None:
        self.book = book
        """The resolved rules; shared by all copies."""
        self.stage = stage
        self.then = ""
        """The stage that comes after an opening or a renewal."""
        self.faces: dict[Slot, Face] = {}
        """The faces that everybody has seen."""
        self.pile_of: list[int] = []
        """By slot: the pile it was dealt to.  Its length is the next free number."""
        self.opening: tuple[Slot, ...] = ()
        """Slots that must be opened to all before play goes on."""
        self.owed: list[tuple[Seat, tuple[Slot, ...]]] = []
        """Slots that must be shown to one seat; play goes on meanwhile."""
        self.asked: Random | None = None
        self.number = 0
        """The value that chance gave last."""
        self.renewing: Renew | None = None

    @abstractmethod
    def zones(self) -> Iterable[list[Slot]]:
        """Every list of slots that a renewal may find its old slots in."""

    @abstractmethod
    def renewed(self, old: tuple[Slot, ...], new: tuple[Slot, ...]) -> None:
        """Called after new slots took the place of old ones: who may look at them?"""

    def open_to_all(self, slots: Iterable[Slot], then: str) -> None:
        """Wait for the faces of these slots, then go on with a stage."""
        self.opening = tuple(slots)
        self.then = then
        self.stage = "opening"

    def renew(self, slots: Iterable[Slot], then: str, order: Order = "random", by: Seat | None = None) -> None:
        """Wait for new slots, then go on with a stage."""
        self.renewing = Renew(tuple(slots), order, by)
        self.then = then
        self.stage = "renewing"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in self.fields())

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of everything the state holds."""
        return tuple(name for part in reversed(cls.__mro__) for name in getattr(part, "__slots__", ()))
