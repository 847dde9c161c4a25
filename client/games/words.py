"""What a game has to say, as data: one row an act, a card, a question, and a refusal.

Each part of a game, such as a card set or a module, declares one `Words`; a `Lexicon` finds what some part says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from client.games.game import Line
from client.i18n import _
from engine.acts import ActRow
from engine.placing import PathPlaced
from engine.records import record
from engine.rules import Rules
from engine.slots import Slot

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


Tell: TypeAlias = Said | Counted | Callable[[Any, Any], str | Sequence[str | Line]]
"""A function is given the `Teller` of its game, and what it is about."""


@record
class Card:
    """``turned`` is its name upside down, if it is another one then."""

    name: str
    turned: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card that is not laid on the board; ``picture`` is three characters, with places for signs."""

    meaning: str
    picture: str = ""


@record
class Many:
    """Acts of which there are too many to list: which ones are left out, and a sentence that stands for them.

    It is given all that are left out, and the last one as a command.
    """

    hides: Callable[[Any, Any], bool]
    hint: Callable[[Sequence[Any], str], str]


@dataclass(frozen=True, slots=True)
class Act:
    """``typed`` is how it is written, then other ways to write it; without, by its row: the verb, then the fields.

    A place has the name of a field, or of a term that the card must show; behind a colon stands “goal”, or a number if
    this way of writing means nothing else.
    """

    sentence: Tell
    help: str | Callable[[Any], Sequence[str]] = ""
    typed: tuple[str, ...] = ()
    when: int = PLAY
    events: Mapping[type, Tell] = field(default_factory=dict)
    many: Many | None = None
    harms: bool = False
    """Whether it takes something from another player or the board, so that the screen asks once more."""


PLACE = Act(
    Said("{card} at {cell}"),
    _("  place 3 at 2,0          place card 3 on a cell; add “turned” for upside down"),
    ("place {slot} at {cell} {turned}",),
    events={PathPlaced: Said("{who} [place|places] {card} at {cell}.")},
)
"""A path card is laid, in any game."""


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

    slots: Callable[[Any], list[Slot]]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """By key, each."""

    cards: Mapping[str, Card] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    acts: Mapping[str, Act] = field(default_factory=dict)
    """By `ActRow.key`."""
    help: Mapping[str, str] = field(default_factory=dict)
    """By `ActRow.key`: a line more for an act of another part, of what can be done with it now."""
    events: Mapping[type, Tell] = field(default_factory=dict)
    """What follows from no act, or from several."""
    looks: tuple[type, ...] = ()
    """Of all these events, those that say that a seat looks at a hidden card."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """By code."""
    questions: Mapping[str, Question] = field(default_factory=dict)
    """By what an `Act` or a `Window` waits for."""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    """The hand has no name."""
    terms: Mapping[str, Term] = field(default_factory=dict)
    board: tuple[str, ...] = ()
    """How to read what its cards show in a picture."""
    told: tuple[str, ...] = ()
    """What there is to know of the board besides, however it is shown."""


_Part = TypeVar("_Part", bound=Words)


class Lexicon(Generic[_Part]):
    """All that a game has to say; ``of_rules`` says which of its parts a table has, in the order of the help."""

    def __init__(self, parts: Mapping[str, _Part], of_rules: Callable[[Rules], Sequence[_Part]]) -> None:
        self.parts = parts
        self.of_rules = of_rules

    def find(self, table: str, key: object) -> Any:
        """What some part has under this key in one of its tables; None if no part has it."""
        parts = self.parts.values()
        return next((found for part in parts if (found := getattr(part, table).get(key)) is not None), None)

    def act(self, row: ActRow) -> Act:
        """What a part says about an act; if none does, the verb."""
        return self.find("acts", row.key) or Act(lambda teller, act: row.verb)

    def acts(self) -> dict[str, Act]:
        """By key, in the order of the help."""
        return {key: act for part in self.parts.values() for key, act in part.acts.items()}

    @property
    def act_events(self) -> frozenset[type]:
        """The events that say that a seat has acted, in whichever part."""
        return self.looks.union(*(act.events for act in self.acts().values()))

    @property
    def looks(self) -> frozenset[type]:
        """The events that say that a seat looks at a hidden card."""
        return frozenset(event for part in self.parts.values() for event in part.looks)

    @property
    def harms(self) -> frozenset[type]:
        """The events of acts that harm."""
        return frozenset(event for act in self.acts().values() if act.harms for event in act.events)

    def tells(self, rules: Rules) -> dict[type, Tell]:
        """By type of event; what a card set or module says counts before what the base game says."""
        return {
            event: tell
            for words in self.of_rules(rules)
            for events in (words.events, *(act.events for act in words.acts.values()))
            for event, tell in events.items()
        }
