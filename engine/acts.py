"""One row an act: its verb, and what each of its fields holds.

Bodies on the wire, steps of scenarios and typed commands are made from these rows, so a card with a known kind of
target needs no new code there.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeAlias

from engine.records import record


class Plain(Enum):
    """What a field holds, where one word says it."""

    SEAT = "seat"
    SLOT = "slot"
    FACE = "face"
    CELL = "cell"
    DEGREES = "degrees"


SEAT, SLOT, FACE, CELL, DEGREES = Plain


@record
class Integer:
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int


@record
class SlotList:
    """From ``least`` to ``most`` slots."""

    least: int
    most: int


FieldType: TypeAlias = Plain | Integer | SlotList


@record
class Field:
    """A field of an act, and how it is written.

    ``key`` is its key in a step, if that is not its name; ``says`` how messages put it into words.  A slot is looked
    for in ``zone`` first.  A number may be written as one of ``words``.
    """

    name: str
    type: FieldType
    key: str = ""
    says: str = ""
    zone: str = ""
    words: tuple[tuple[str, int], ...] = ()


SHARED = {
    field.name: field
    for field in (
        Field("seat", SEAT),
        Field("slot", SLOT),
        Field("face", FACE),
        Field("cell", CELL, key="at", says="at {}"),
        Field("turned", DEGREES),
        Field("target", SEAT, says="for seat {}"),
        Field("slots", SlotList(1, 12)),
    )
}
"""By name: the fields that mean the same in every act."""


@dataclass(frozen=True, slots=True)
class ActRow:
    """What an act is called and made of.

    ``declared`` are the fields that are not shared, or that this act writes in its own way.  ``card`` is the key of the
    only card that the act plays: a step then names its target behind the verb, and not the card.  ``kind`` is the kind
    of card that it plays, if several cards are of it.  An act without a field is told from others with the same verb by
    its ``word``.
    """

    act: type[Any]
    verb: str
    declared: tuple[Field, ...] = ()
    card: str = ""
    kind: str = ""
    word: str = ""

    def __post_init__(self) -> None:
        for field in self.declared:
            shared = SHARED.get(field.name, field)
            assert shared.type == field.type, f"{field.name!r} has another type in every other act"
        fields_of(self)

    @property
    def key(self) -> str:
        """What the act is found by, in tables of words: no two acts of a game have the same."""
        return f"{self.verb} {self.word}".rstrip()

    @property
    def plays(self) -> str:
        """The kind of card that the act shows; empty if it shows none."""
        return self.kind or self.card


@cache
def fields_of(row: ActRow) -> tuple[Field, ...]:
    """Every field of the act but the seat that does it, in the order of the record."""
    known = SHARED | {field.name: field for field in row.declared}
    names: tuple[str, ...] = row.act.__match_args__  # a record makes what `dataclasses.fields` reads only if asked
    unknown = {*names, *(field.name for field in row.declared)} - (known.keys() & set(names))
    assert not unknown, f"{row.act.__name__} and its row do not agree about {sorted(unknown)}"
    return tuple(known[name] for name in names if name != "seat")
