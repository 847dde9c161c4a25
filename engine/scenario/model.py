"""A scenario as data: what was read from its text, before anything is played."""

from dataclasses import dataclass, field
from typing import Any

from engine.records import record
from engine.rules import Rules
from engine.slots import Face, Seat


@record
class Sight:
    """What a seat (None: a spectator) must know of one card: exactly these faces are possible; none: nothing."""

    seat: Seat | None
    card: str
    among: tuple[Face, ...]


@record
class EventPattern:
    """An event that must happen: its name, and those of its fields that matter, as text."""

    name: str
    fields: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True, slots=True)
class Expected:
    """What must follow from a step; None where the scenario does not say."""

    refused: str | None = None
    events: list[EventPattern] | None = None
    includes: list[EventPattern] | None = None
    excludes: list[str] | None = None
    after: dict[str, Any] = field(default_factory=dict)
    sight: list[Sight] = field(default_factory=list)


@record
class Step:
    """One line of the story: who does what.  ``verb`` is empty where a step only looks."""

    number: int
    verb: str
    seat: Seat
    details: dict[str, Any]
    expected: Expected
    say: str
    """What a lesson tells before it."""

    @property
    def name(self) -> str:
        """The step as messages call it."""
        what = f"{self.verb} {self.details.get('text', '')}".strip() or "look"
        return f"step {self.number} ({what})"


@record
class DealOrder:
    """The first cards of each pile of a round, in slot order; what is not named follows in table order."""

    piles: dict[str, list[Face]]


@record
class Puzzle:
    """What a seat is to find: the one act after which ``until`` comes, or ``avoid`` does not, whatever the others do.

    All cards are open, also those of the pile.  With two ``acts`` the seat needs two turns, with replies between.
    What is to be avoided must not come before the seat's next turn.
    """

    task: str
    hint: str
    seat: Seat
    acts: int
    until: EventPattern | None
    avoid: EventPattern | None


@record
class Scenario:
    """A table, a position or a deal, and a story."""

    title: str
    cites: list[str]
    rules: Rules
    seats: int
    position: dict[str, Any] | None
    """By key: what was given."""
    deals: dict[int, DealOrder]
    chance: list[int]
    dealer_by_hand: bool
    steps: list[Step]
    puzzle: Puzzle | None
