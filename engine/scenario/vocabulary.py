"""What a game hands over so that scenarios can speak of it; a rule of a module adds to it.

A game names its cards, the keys of a position, what ``after`` can look at, and how a card is pointed at.  The verbs of
acts come from the rows of its rules.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.acts import ActRow
from engine.records import record
from engine.slots import Face, Seat, Slot

if TYPE_CHECKING:
    from engine.machine import Book
    from engine.scenario.words import Cards
    from engine.tabletop import Tabletop


@record
class Key:
    """A key of a position: how its value is read at a table, and how it is laid out there.

    A game lays out its own keys together, in `Vocabulary.arrange`; those of a module come after them, one by one.
    """

    read: "Callable[[Book], Callable[[Any], Any]]"
    lay: "Callable[[Tabletop, Any], None] | None" = None


@record
class Check:
    """``read`` makes the expected value of the text; ``found`` takes the table and that value."""

    read: Callable[[Any], Any]
    found: "Callable[[Tabletop, Any], Any]"


@record
class Pointer:
    """A way to point at a card: an example, the form of what stands behind its first word, and the slot it means."""

    example: str
    form: re.Pattern[str] | None
    """None where nothing stands behind the word."""
    find: "Callable[[Tabletop, str], Slot]"


@dataclass(frozen=True, slots=True)
class Words:
    """What a game or a rule of it adds to scenarios, each by its name."""

    position: Mapping[str, Key] = field(default_factory=dict)
    checks: Mapping[str, Check] = field(default_factory=dict)
    pointers: Mapping[str, Pointer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What scenarios of one game are written with."""

    cards: "Cards"
    """The name of every card."""
    kinds: Callable[[], Mapping[Face, str]]
    """By face: the kind of the card, as rules offer acts for it."""
    acts: tuple[ActRow, ...]
    """The acts of every table of the game, in the order in which their verbs are listed."""
    words: Words
    arrange: "Callable[[Tabletop, Mapping[str, Any]], None]"
    """Bring a fresh table to a position; the values are those of the game's own keys that were given."""
    zones: "Callable[[Tabletop, Seat, str], Iterable[Iterable[Slot]]]"
    """Where a card that a seat names is looked for: in the named zone first ("": its hand), then everywhere."""
    unnamed: "Callable[[Tabletop], list[Slot]]"
    """The zone of the cards that a position names nowhere."""
