"""What every table has, whichever game is played on it: slots, opened faces, and what it waits for.

The state is public.  It holds slots and opened faces, nothing else: there is no secret in it to leak.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from engine.slots import Face, Seat, Slot
from engine.wants import Ask, Choose, Random, Renew


class Table(ABC):
    """The part of a state that the waits of `engine.waits` need; a game adds its zones."""

    __slots__ = (
        "answer",
        "asked",
        "book",
        "faces",
        "number",
        "opening",
        "owed",
        "pile_of",
        "question",
        "renewing",
        "secret",
        "shown_to",
        "stage",
        "then",
    )

    def __init__(self, book: Any, stage: str) -> None:
        self.book = book
        """The resolved rules; shared by all copies."""
        self.stage = stage
        self.then = ""
        """The stage that comes after an opening, a renewal, a secret choice or an answer."""
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
        self.shown_to: Seat | None = None
        """Who may look at the slots that a renewal gives."""
        self.secret: Choose | None = None
        """The secret choice that the table waits for."""
        self.question: Ask | None = None
        self.answer = False
        """What was answered to the last question."""

    @abstractmethod
    def replace_slots(self, successor: Mapping[Slot, Slot]) -> None:
        """New slots take the place of old ones wherever these lie."""

    def open_to_all(self, slots: Iterable[Slot], then: str) -> None:
        """Wait for the faces of these slots, then go on with a stage."""
        self.opening = tuple(slots)
        self.then = then
        self.stage = "opening"

    def renew(self, slots: Iterable[Slot], then: str, show_to: Seat | None = None, by: Seat | None = None) -> None:
        """Wait for new slots, which only ``show_to`` may see, then go on with a stage.

        Their order is random, each pile by itself, or the one that ``by`` chose in secret: then they are of one pile.
        """
        self.renewing = Renew(tuple(slots), "random" if by is None else "chosen", by)
        self.shown_to = show_to
        self.then = then
        self.stage = "renewing"

    def ask_secretly(self, seat: Seat, below: int, then: str) -> None:
        """Wait for a secret choice among ``below`` ways, then go on with a stage."""
        self.secret = Choose(seat, below)
        self.then = then
        self.stage = "choosing"

    def ask(self, question: str, subject: Seat | None, slots: Iterable[Slot], then: str) -> None:
        """Wait for a yes or no about the faces in these slots, then go on with a stage."""
        self.question = Ask(question, subject, tuple(slots))
        self.then = then
        self.stage = "asking"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in self.fields())

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of everything the state holds."""
        return tuple(name for part in reversed(cls.__mro__) for name in getattr(part, "__slots__", ()))
