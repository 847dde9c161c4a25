"""Acts of players as bodies of entries: the schema is made from the rules, so that a new card needs no new message.

A body holds what the player chose and, for a card that is shown, the salt that proves its face.  The seat is not in it:
it comes from the signature.
"""

import re
from dataclasses import fields
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, defstruct

from engine import inputs
from engine.grid import cell, xy
from engine.mine.rulebook import Book
from protocol.bodies import Face, Salt, Seat, Slot
from protocol.codec import BadFrame, Body, encode, fitted, unpack

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


@cache
def schema(book: Book) -> tuple[dict[type, type[Body]], dict[str, type]]:
    """The bodies by act, and the acts by their tag."""
    acts = [kind for kind in book.decide if kind not in _DEALER]
    return {act: _body_type(act) for act in acts}, {tag(act): act for act in acts}


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
    bodies, _ = schema(book)
    values = {field.name: getattr(act, field.name) for field in fields(act) if field.name != "seat"}
    if "cell" in values:
        values["cell"] = xy(values["cell"])
    if "slots" in values:
        values["slots"] = list(values["slots"])
    if "face" in values:
        values["salt"] = salt
    return encode(bodies[type(act)](**values))


def from_body(book: Book, seat: int, data: bytes) -> tuple[Any, bytes | None]:
    """The act in these bytes, and the salt of the card that it shows."""
    bodies, acts = schema(book)
    plain = unpack(data, LONGEST_ACT)
    name = plain.get("t") if isinstance(plain, dict) else None
    act = acts.get(name) if isinstance(name, str) else None
    if act is None:
        raise BadFrame("there is no such act")
    body: Any = fitted(bodies[act], plain)
    values = {field.name: getattr(body, field.name) for field in fields(act) if field.name != "seat"}
    if "cell" in values:
        values["cell"] = cell(*values["cell"])
    if "slots" in values:
        values["slots"] = tuple(values["slots"])
    return act(seat=seat, **values), getattr(body, "salt", None)
