"""Acts of players as bodies of entries: the schema is made from the rules, so that a new card needs no new message.

A body holds what the player chose, the cards that the act shows, and what proves them to the table's mode.  Slot and
face of a shown card stand under ``shows`` alone, where an auditor finds them without knowing the act.  The seat is not
in the body: it comes from the signature.
"""

import re
from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any

from msgspec import Meta, defstruct, structs

from engine import acts
from engine.acts import ActRow, Field, FieldType, fields_of
from engine.front import ActLike, shows_card
from engine.grid.cells import cell, xy
from engine.machine import Book
from engine.records import record
from protocol.log.bodies import LONGEST_PART, Face, Part, Seat, Slot
from protocol.wire.codec import BadFrame, Body, decode, encode

_Coordinate = Annotated[int, Meta(ge=-100, le=100)]
_PLAIN: dict[FieldType, Any] = {
    acts.SEAT: Seat,
    acts.SLOT: Slot,
    acts.FACE: Face,
    acts.CELL: tuple[_Coordinate, _Coordinate],
    acts.DEGREES: Annotated[int, Meta(ge=0, le=270)],
}
LONGEST_ACT = 512
"""Bytes of what the player chose."""
_LONGEST_BODY = LONGEST_ACT + LONGEST_PART + 1024
_SHOWN = frozenset({"slot", "face"})
"""Fields that an act with a face takes from the card that it shows."""


@record
class Schema:
    """The bodies of all acts that a book of rules knows."""

    bodies: dict[type, type[Body]]
    """By act: what the player chooses in it."""
    acts: dict[type[Body], tuple[type, tuple[Field, ...]]]
    """By body: the act, and its fields."""
    shows: frozenset[type]
    """The acts that show a card."""
    whole: Any
    """The body of an entry: an act, the cards that it shows, the mode's part."""
    read: dict[type, dict[str, Callable[[Any], Any]]]
    """By act: the fields that travel in another form than the rules have them."""


@cache
def schema(book: Book) -> Schema:
    """Made once for a book."""
    bodies = {act: _body_type(row) for act, row in book.acts.items()}
    chosen = {body: (act, _chosen(book.acts[act])) for act, body in bodies.items()}
    read = {
        act: {field.name: reader for field in fields if (reader := _reader(field.type)) is not None}
        for act, fields in chosen.values()
    }
    shows = frozenset(act for act, row in book.acts.items() if _is_shown(row))
    return Schema(bodies, chosen, shows, _whole(reduce(or_, bodies.values())), read)


def _is_shown(row: ActRow) -> bool:
    return any(field.name == "face" for field in fields_of(row))


def _chosen(row: ActRow) -> tuple[Field, ...]:
    """The fields that stand in the act itself."""
    return tuple(field for field in fields_of(row) if not (_is_shown(row) and field.name in _SHOWN))


def _whole(any_act: type[Body] | UnionType) -> Any:
    shows = Annotated[list[tuple[Slot, Face]], Meta(max_length=64)]
    fields = [("act", any_act), ("shows", shows), ("part", Part)]
    return defstruct("Act", fields, bases=(Body,), frozen=True, kw_only=True, forbid_unknown_fields=True)


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
    typed = [(field.name, _type_of(field.type)) for field in _chosen(row)]
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


def to_body(book: Book, act: ActLike, part: bytes) -> bytes:
    """The bytes of an act; the part proves the card that it shows."""
    known = schema(book)
    body = known.bodies[type(act)]
    values = {field.name: _written(field.type, getattr(act, field.name)) for field in known.acts[body][1]}
    shows = [(act.slot, act.face)] if shows_card(act) else []
    return encode(known.whole(act=body(**values), shows=shows, part=part))


@record
class ActBody:
    """An act with what its entry says beside it."""

    act: ActLike
    shows: tuple[tuple[int, int], ...]
    """Slot and face of the cards that it shows."""
    part: bytes
    """What proves them, in the schema of the mode."""


def from_body(book: Book, seat: int, data: bytes) -> ActBody:
    """The act in these bytes, with the card that it shows."""
    known = schema(book)
    body = decode(known.whole, data, _LONGEST_BODY)
    act, _fields = known.acts[type(body.act)]
    values = structs.asdict(body.act)
    for name, read in known.read[act].items():
        values[name] = read(values[name])
    if len(body.shows) != (act in known.shows):
        raise BadFrame(f"{len(body.shows)} cards where the act shows {int(act in known.shows)}")
    if body.shows:
        values["slot"], values["face"] = body.shows[0]
    return ActBody(act(seat=seat, **values), tuple(body.shows), body.part)


def _written(kind: FieldType, value: Any) -> Any:
    if kind is acts.CELL:
        return xy(value)
    return list(value) if isinstance(kind, acts.SlotList) else value


def _reader(kind: FieldType) -> Callable[[Any], Any] | None:
    if kind is acts.CELL:
        return lambda value: cell(*value)
    return tuple if isinstance(kind, acts.SlotList) else None
