"""What a part of the mine has to say: each card set and module declares one `Words`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from client.games.game import Line
from client.words.people import People
from engine.acts import ActRow
from engine.grid.cells import Cell
from engine.mine.book import Book
from engine.mine.view import View
from engine.records import record
from engine.rules import Rules
from engine.slots import Face, Seat, Slot

if TYPE_CHECKING:
    from client.games.mine.words.teller import Teller

PLAY, PASS, ASKED = range(3)
"""When an act can be done, in the order of the help: a card is played, cards are discarded, the seat is asked."""


@record
class Said:
    """A sentence that is translated when it is said; a `Teller` fills its places from what it is about."""

    text: str


@record
class Counted:
    """The same for one and for more; ``{count}`` says how many."""

    one: str
    many: str


Tell: TypeAlias = "Said | Counted | Callable[[Teller, Any], str | Sequence[str | Line]]"


@record
class Card:
    """``turned`` is its name upside down, if it is another one then."""

    name: str
    turned: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card that is not laid into the mine; ``picture`` is three characters, with places for signs."""

    meaning: str
    picture: str


@record
class Role:
    """``is_one`` as in “Ann is a saboteur”; ``short`` has three letters."""

    is_one: str
    short: str
    meaning: str


@record
class Many:
    """Acts of which there are too many to list: which ones are left out, and a sentence that stands for them.

    It is given all that are left out, and the last one as a command.
    """

    hides: Callable[[Any, View], bool]
    hint: Callable[[Sequence[Any], str], str]


@dataclass(frozen=True, slots=True)
class Act:
    """``typed`` is how it is written, then other ways to write it; without, by its row: the verb, then the fields.

    A place has the name of a field, or of a term that the card must show; behind a colon stands “goal”, or a number if
    this way of writing means nothing else.
    """

    sentence: Tell
    help: str | Callable[[Book], Sequence[str]] = ""
    typed: tuple[str, ...] = ()
    when: int = PLAY
    events: Mapping[type, Tell] = field(default_factory=dict)
    many: Many | None = None


@record
class Question:
    """``title`` on the screen, empty where the board asks; ``line`` with what to type.

    A seat that is asked to choose from a ``zone`` sees that one, under the sentence ``offered``.
    """

    title: str
    line: str
    zone: str = ""
    offered: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A secret choice: what it is about, and its ways by their word."""

    what: str
    ways: Mapping[str, str] = field(default_factory=dict)


@record
class Zone:
    """Where cards are named in a command, by number or by name; what is said if one is missing, if none is there, and
    if it is not that one.
    """

    slots: Callable[[View], list[Slot]]
    missing: str
    none: str
    other: Said
    by_name: bool = False


@record
class Term:
    """What a field of numbers is called in a command: the names of its words, and the same two sentences."""

    names: Mapping[str, str]
    missing: str
    other: Said


@record
class Sign:
    """What lies in front of a player, or stands on the board: in words, and in a letter or two."""

    name: str
    letters: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """By key, each."""

    cards: Mapping[str, Card] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    roles: Mapping[str, Role] = field(default_factory=dict)
    hidden: Mapping[str, str] = field(default_factory=dict)
    """By name of a pile: what its cards are called while they lie face down in the mine."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """By name of a pile: the letter on such a card in the picture of the mine; a question mark without one."""
    shown: "Callable[[Teller, Slot, Face], str] | None" = None
    """What a seat is told of a card that it was shown; nothing, if that card lies nowhere in the part's care."""
    table: "Callable[[View, People], Sequence[str]] | None" = None
    """What lies or holds for all to see, in sentences; None if the board and the players tell it all."""
    before: "Callable[[View, Seat], Sequence[str]] | None" = None
    """What lies in front of a seat, each in a few words."""
    secrets: "Callable[[View], Sequence[str]] | None" = None
    """What this seat alone knows of the things of this part, in sentences."""
    acts: Mapping[str, Act] = field(default_factory=dict)
    """By `ActRow.key`."""
    help: Mapping[str, str] = field(default_factory=dict)
    """By `ActRow.key`: a line more for an act of another part, of what can be done with it now."""
    events: Mapping[type, Tell] = field(default_factory=dict)
    """What follows from no act, or from several."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """By code."""
    questions: Mapping[str, Question] = field(default_factory=dict)
    """By what an `Act` or a `Window` waits for."""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    """The hand has no name."""
    terms: Mapping[str, Term] = field(default_factory=dict)
    signs: "Callable[[View, Seat], Sequence[Sign]] | None" = None
    """What lies in front of a player besides cards."""
    facts: "Callable[[View], Sequence[str]] | None" = None
    """What holds for all players at the moment, in sentences."""
    spot: "Callable[[View, Cell], Sign | None] | None" = None
    """What stands on an empty cell; up to three letters can be drawn."""
    board: tuple[str, ...] = ()
    """How to read what its cards show."""


PARTS: dict[str, Words] = {}
"""By name of a card set, module or variant."""


def parts_of(rules: Rules) -> list[Words]:
    """Of all that a table is played with; what a card set or module says comes behind what the base game says."""
    names = dict.fromkeys(("base", rules.card_set, *rules.modules, *rules.variants))
    return [PARTS[name] for name in names if name in PARTS]


def find(table: str, key: object) -> Any:
    """What some part has under this key in one of its tables; None if no part has it."""
    return next((found for part in PARTS.values() if (found := getattr(part, table).get(key)) is not None), None)


def words_of(row: ActRow) -> Act:
    """What a part says about an act; if none does, the verb."""
    return find("acts", row.key) or Act(lambda teller, act: row.verb)
