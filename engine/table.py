"""What every table has, whichever game is played on it: slots, opened faces, and what it waits for.

The state is public.  It holds slots and opened faces, nothing else: there is no secret in it to leak.
"""

from collections.abc import Iterable
from typing import Annotated

from engine.fields import Declared, Value, declare
from engine.machine import Book
from engine.slots import Face, Seat, Slot
from engine.wants import Ask, Choose, Random, Renew


@declare
class Table(Declared):
    """The part of a state that the waits of `engine.waits` need; a game adds its zones."""

    book: Annotated[Book, Value(None, lasts=True)]
    """The resolved rules; shared by all copies."""
    round: Annotated[int, Value(0, lasts=True)]
    stage: Annotated[str, Value("deal", lasts=True)]
    then: Annotated[str, Value("", lasts=True)]
    """The stage that comes after an opening, a renewal, a secret choice or an answer."""
    faces: Annotated[dict[Slot, Face], Value(dict, lasts=True)]
    """The faces that all seats have seen."""
    pile_of: Annotated[list[int], Value(list, lasts=True)]
    """By slot: the pile it was dealt to.  Its length is the next free number."""
    opening: Annotated[tuple[Slot, ...], Value((), lasts=True)]
    """Slots that must be opened to all before play goes on."""
    owed: Annotated[list[tuple[Seat, tuple[Slot, ...]]], Value(list, lasts=True)]
    """Slots that must be shown to one seat; play goes on meanwhile."""
    asked: Annotated[Random | None, Value(None, lasts=True)]
    number: Annotated[int, Value(0, lasts=True)]
    """The value that chance gave last."""
    renewing: Annotated[Renew | None, Value(None, lasts=True)]
    shown_to: Annotated[Seat | None, Value(None, lasts=True)]
    """Who may look at the slots that a renewal gives."""
    secret: Annotated[Choose | None, Value(None, lasts=True)]
    """The secret choice that the table waits for."""
    question: Annotated[Ask | None, Value(None, lasts=True)]
    answer: Annotated[bool, Value(first=False, lasts=True)]
    """What was answered to the last question."""

    def __init__(self, book: Book) -> None:
        self.start(book)
        self.book = book

    def __reduce__(self) -> tuple[object, ...]:
        """The class of a state is its book's own, and has no name by which another process finds it."""
        return _restored, (self.book, {name: getattr(self, name) for name in self.FIELDS})

    def begin_round(self, round_: int) -> None:
        """What does not last is gone, and with the cards that are gone their faces and the debts about them."""
        self.clear(self.book)
        lasting = self.lasting_slots()
        self.faces = {slot: face for slot, face in self.faces.items() if slot in lasting}
        self.owed = [(seat, slots) for seat, slots in self.owed if slots[0] in lasting]
        self.round = round_

    def open_to_all(self, slots: Iterable[Slot], then: str) -> None:
        """Wait for the faces of these slots, then go on with a stage."""
        self.opening = tuple(slots)
        self.then = then
        self.stage = "opening"

    def renew(self, slots: Iterable[Slot], then: str, show_to: Seat | None = None, by: Seat | None = None) -> None:
        """Wait for new slots, which only ``show_to`` may see, then go on with a stage.

        Their order is random, each pile by itself, or the one that ``by`` chose in secret: then they are of one pile.
        """
        wanted = tuple(slots)
        assert by is None or len({self.pile_of[slot] for slot in wanted}) == 1, "a chosen order concerns one pile"
        self.renewing = Renew(wanted, "random" if by is None else "chosen", by)
        self.shown_to = show_to
        self.then = then
        self.stage = "renewing"

    def ask_secretly(self, seat: Seat, below: int, what: str, then: str, ways: tuple[str, ...] = ()) -> None:
        """Wait for a secret choice among ``below`` ways, then go on with a stage."""
        self.secret = Choose(seat, below, what, ways)
        self.then = then
        self.stage = "choosing"

    def ask(self, question: str, subject: Seat | None, slots: Iterable[Slot], then: str) -> None:
        """Wait for a yes or no about the faces in these slots, then go on with a stage."""
        self.question = Ask(question, subject, tuple(slots))
        self.then = then
        self.stage = "asking"


def _restored(book: Book, values: dict[str, object]) -> Table:
    state: Table = book.state(book)
    for name, value in values.items():
        setattr(state, name, value)
    return state
