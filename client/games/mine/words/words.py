"""What a part of the mine has to say: each card set and module declares one `Words`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from client.games import words
from client.games.words import Lexicon
from client.words.people import People
from engine.grid.cells import Cell
from engine.mine.view import View
from engine.records import record
from engine.rules import Rules
from engine.slots import Face, Seat, Slot

if TYPE_CHECKING:
    from client.games.mine.words.teller import Teller


@record
class Role:
    """``is_one`` as in “Ann is a saboteur”; ``short`` has three letters; ``aim`` as in “You are one: dig”.

    ``badge`` is the style of the letter that stands for it.
    """

    is_one: str
    short: str
    meaning: str
    aim: str
    badge: str = "badge-other"


@record
class Sign:
    """What lies in front of a player, or stands on the board: in words, and in a letter or two."""

    name: str
    letters: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(words.Words):
    """What only a part of the mine has, beside what parts of every game have."""

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
    signs: "Callable[[View, Seat], Sequence[Sign]] | None" = None
    """What lies in front of a player besides cards."""
    facts: "Callable[[View], Sequence[str]] | None" = None
    """What holds for all players at the moment, in sentences."""
    spot: "Callable[[View, Cell], Sign | None] | None" = None
    """What stands on an empty cell; up to three letters can be drawn."""


PARTS: dict[str, Words] = {}
"""By name of a card set, module or variant."""


def parts_of(rules: Rules) -> list[Words]:
    """Of all that a table is played with; what a card set or module says comes behind what the base game says."""
    names = dict.fromkeys(("base", rules.card_set, *rules.modules, *rules.variants))
    return [PARTS[name] for name in names if name in PARTS]


LEXICON = Lexicon(PARTS, parts_of)
find = LEXICON.find
