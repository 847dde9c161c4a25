"""Acts of players as bodies of entries: the schema is made from the rules, so that a new card needs no new message.

A body holds what the player chose and, for a card that is shown, the salt that proves its face.  The seat is not in it:
it comes from the signature.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any

from msgspec import Meta, defstruct

from engine import acts
from engine.acts import ActRow, Field, FieldType, fields_of
from engine.grid.cells import cell, xy
from engine.machine import Book
from protocol.log.bodies import Face, Salt, Seat, Slot
from protocol.wire.codec import Body, decode, encode

_Coordinate = Annotated[int, Meta(ge=-100, le=100)]
_PLAIN: dict[FieldType, Any] = {
    acts.SEAT: Seat,
    acts.SLOT: Slot,
    acts.FACE: Face,
    acts.CELL: tuple[_Coordinate, _Coordinate],
    acts.DEGREES: Annotated[int, Meta(ge=0, le=270)],
}
LONGEST_ACT = 512


@dataclass(frozen=True, slots=True)
class Schema:
    """The bodies of all acts that a book of rules knows."""

    bodies: dict[type, type[Body]]
    """By act."""
    acts: dict[type[Body], tuple[type, tuple[Field, ...]]]
    """By body: the act, and what the player chooses in it."""
    any_body: type[Body] | UnionType
    read: dict[type, dict[str, Callable[[Any], Any]]]
    """By act: the fields that travel in another form than the rules have them."""


@cache
def schema(book: Book) -> Schema:
    """Made once for a book."""
    bodies = {act: _body_type(row) for act, row in book.acts.items()}
    chosen = {body: (act, fields_of(book.acts[act])) for act, body in bodies.items()}
    read = {
        act: {field.name: reader for field in fields if (reader := _reader(field.type)) is not None}
        for act, fields in chosen.values()
    }
    return Schema(bodies, chosen, reduce(or_, bodies.values()), read)


def tag(act: type) -> str:
    """PlacePath travels as place-path."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", act.__name__).lower()


def _type_of(kind: FieldType) -> Any:
    match kind:
        case acts.Integer(low, high):
            return Annotated[int, Meta(ge=low, le=high)]
        case acts.SlotList(least, most):
            return Annotated[list[Slot], Meta(min_length=least, max_length=most)]
        case _:
            return _PLAIN[kind]


def _body_type(row: ActRow) -> type[Body]:
    typed = [(field.name, _type_of(field.type)) for field in fields_of(row)]
    if any(field.name == "face" for field in fields_of(row)):
        typed.append(("salt", Salt))
    made: Any = defstruct(
        row.act.__name__,
        typed,
        bases=(Body,),
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        tag_field="t",
        tag=tag(row.act),
    )
    body: type[Body] = made
    return body


def to_body(book: Book, act: Any, salt: bytes | None) -> bytes:
    """The bytes of an act."""
    known = schema(book)
    body = known.bodies[type(act)]
    values = {field.name: _written(field.type, getattr(act, field.name)) for field in known.acts[body][1]}
    if "face" in values:
        values["salt"] = salt
    return encode(body(**values))


def from_body(book: Book, seat: int, data: bytes) -> tuple[Any, bytes | None]:
    """The act in these bytes, and the salt of the card that it shows."""
    known = schema(book)
    body = decode(known.any_body, data, LONGEST_ACT)
    act, chosen = known.acts[type(body)]
    values = {field.name: getattr(body, field.name) for field in chosen}
    for name, read in known.read[act].items():
        values[name] = read(values[name])
    return act(seat=seat, **values), getattr(body, "salt", None)


def _written(kind: FieldType, value: Any) -> Any:
    if kind is acts.CELL:
        return xy(value)
    return list(value) if isinstance(kind, acts.SlotList) else value


def _reader(kind: FieldType) -> Callable[[Any], Any] | None:
    if kind is acts.CELL:
        return lambda value: cell(*value)
    return tuple if isinstance(kind, acts.SlotList) else None
