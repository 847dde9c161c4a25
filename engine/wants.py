"""What a table can wait for: this list is closed, and each want is answered by one kind of input."""

from typing import Literal, TypeAlias

from engine.records import record
from engine.slots import Pile

Order: TypeAlias = Literal["random", "chosen"]


@record
class Deal:
    """New slots for these piles; answered by `DealRound`."""

    piles: tuple[Pile, ...]


@record
class Act:
    """An act of one of these seats, or the clock (`TimeUp`).

    A *serial* act answers the newest state of the game; *concurrent* ones may cross each other on their way.
    """

    seats: tuple[int, ...]
    must: bool
    what: str
    concurrent: bool = False


@record
class Window:
    """A reaction of one of these seats, or the table's clock, which always comes after the same fixed time.

    It opens when nothing is owed to any seat.  The first reaction closes it; no seat says that it lets it pass.
    """

    seats: tuple[int, ...]
    what: str


@record
class Open:
    """The faces of these slots: to all (``to`` is None; `OpenSlots`) or to one seat (`ShowSlots`).

    Play waits for an opening to all.  An opening to one seat is owed while play goes on.
    """

    slots: tuple[int, ...]
    to: int | None


@record
class Random:
    """A value from 0 to ``below`` - 1; ``subject`` is the seat it is about, None is the table.  `GiveRandom`."""

    kind: str
    subject: int | None
    below: int


@record
class Renew:
    """As many new slots for these, with the same faces in an unknown order; `RenewSlots`.

    With order "chosen" it is the order that ``by`` chose in secret.
    """

    slots: tuple[int, ...]
    order: Order
    by: int | None = None


@record
class Choose:
    """A secret choice of one seat among ``below`` ways; `CommitChoice` says only that it was made.

    ``what`` is the word for what it is about, and ``ways`` has a word for each way, where they are few.
    """

    seat: int
    below: int
    what: str
    ways: tuple[str, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The one that is asked, as other wants name theirs."""
        return (self.seat,)


@record
class Ask:
    """A yes or no about the faces in these slots; ``subject`` is the seat it is about.  `AnswerQuestion`."""

    question: str
    subject: int | None
    slots: tuple[int, ...]


Want: TypeAlias = Deal | Act | Window | Open | Random | Renew | Choose | Ask
