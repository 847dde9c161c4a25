"""Acts of players as bodies of entries: the schema is made from the rules, so that a new card needs no new message.

A body holds what the player chose and, for a card that is shown, the salt that proves its face.  The seat is not in it:
it comes from the signature.
"""

import re
from dataclasses import dataclass, fields
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any

from msgspec import Meta, defstruct

from engine import inputs
from engine.grid.cells import cell, xy
from engine.machine import Book
from protocol.bodies import Face, Salt, Seat, Slot
from protocol.codec import Body, decode, encode

_Coordinate = Annotated[int, Meta(ge=-100, le=100)]
_TYPES: dict[str, Any] = {
    "slot": Slot,
    "face": Face,
    "cell": tuple[_Coordinate, _Coordinate],
    "turned": Annotated[int, Meta(ge=0, le=270)],
    "target": Seat,
    "tool": Annotated[int, Meta(ge=1, le=255)],
    "removed": Slot,
    "slots": Annotated[list[Slot], Meta(min_length=1, max_length=12)],
}
_DEALER = {kind for kind in vars(inputs).values() if isinstance(kind, type)}
LONGEST_ACT = 512


@dataclass(frozen=True, slots=True)
class Schema:
    """The bodies of all acts that a book of rules knows."""

    bodies: dict[type, type[Body]]
    """By act."""
    acts: dict[type[Body], tuple[type, list[str]]]
    """By body: the act, and what the player chooses in it."""
    any_body: type[Body] | UnionType


@cache
def schema(book: Book) -> Schema:
    """Made once for a book."""
    bodies = {act: _body_type(act) for act in book.decide if act not in _DEALER}
    chosen = {
        body: (act, [field.name for field in fields(act) if field.name != "seat"]) for act, body in bodies.items()
    }
    return Schema(bodies, chosen, reduce(or_, bodies.values()))


def tag(act: type) -> str:
    """PlacePath travels as place-path."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", act.__name__).lower()


def _body_type(act: type) -> type[Body]:
    names = [field.name for field in fields(act) if field.name != "seat"]
    typed = [(name, _TYPES[name]) for name in names]
    if "face" in names:
        typed.append(("salt", Salt))
    made: Any = defstruct(
        act.__name__,
        typed,
        bases=(Body,),
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        tag_field="t",
        tag=tag(act),
    )
    body: type[Body] = made
    return body


def to_body(book: Book, act: Any, salt: bytes | None) -> bytes:
    """The bytes of an act."""
    known = schema(book)
    body = known.bodies[type(act)]
    values = {name: getattr(act, name) for name in known.acts[body][1]}
    if "cell" in values:
        values["cell"] = xy(values["cell"])
    if "slots" in values:
        values["slots"] = list(values["slots"])
    if "face" in values:
        values["salt"] = salt
    return encode(body(**values))


def from_body(book: Book, seat: int, data: bytes) -> tuple[Any, bytes | None]:
    """The act in these bytes, and the salt of the card that it shows."""
    known = schema(book)
    body = decode(known.any_body, data, LONGEST_ACT)
    act, names = known.acts[type(body)]
    values = {name: getattr(body, name) for name in names}
    if "cell" in values:
        values["cell"] = cell(*values["cell"])
    if "slots" in values:
        values["slots"] = tuple(values["slots"])
    return act(seat=seat, **values), getattr(body, "salt", None)
