"""The one encoding of everything that is hashed, signed or sent: a strict profile of MessagePack.

MessagePack spells most values in several ways, and its readers take them all: seven forms of the number 7, keys in any
order and twice, long headers for short texts.  Here every value has exactly one spelling, and bytes in any other are
refused.  What comes from outside fails in one way only: `BadFrame`.

The profile: None, bool, int of 64 bits, bytes, str without the code points of `FORBIDDEN`, list, and dict with str keys
in rising order; nothing else, and nothing nested deeper than `DEPTH`.  It says nothing about meaning: that is the
schema, a class derived from `Body` or `Message`.

There are two ways to read and write.  The long one goes through plain values and is what the profile means.  The short
one leaves it to msgspec, and serves what its schema keeps within the profile, if all text in it is of plain ASCII,
which is nearly all that travels; whatever is not as it should be goes the long way, which says why.
"""

import re
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, overload

import msgpack
import msgspec
from msgspec import inspect

DEPTH = 16
"""Lists and maps within each other."""

LONGEST_LIST, LARGEST_MAP = 1024, 256
"""The reader makes room for what a header announces, at every level: these keep that to a few megabytes."""

FORBIDDEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: a terminal obeys them
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # unseen, or turning the line around
    r"\ud800-\udfff"  # surrogates: no UTF-8 has them
    r"\U000e0000-\U000e007f]"  # tags: a text hidden in a text
)
"""A fixed list and nothing from `unicodedata`: a later Python must not judge an old log differently."""

_INTS = range(-(2**63), 2**64)
_REASON = 120
_QUOTING = re.compile(r"(Invalid value|Invalid enum value|unknown field) .*", re.DOTALL)
"""Behind these, msgspec repeats what the sender wrote, which may be what a player says."""


class BadFrame(ValueError):
    """The other side sent bytes that no program of this protocol sends; the reason says which rule they break."""

    def __init__(self, reason: str) -> None:
        # The reason may be the sender's choice, and stands in the operator's messages.
        self.reason = reason.encode("ascii", "backslashreplace").decode("ascii")[:_REASON]
        super().__init__(self.reason)


class NotPlain(ValueError):
    """This program tried to encode what the profile or the schema does not allow: a bug here, not the peer's."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands inside the log; the kind of its entry says which it is.  Closed: an unknown field is a fault.

    No field has a default, here and in messages: with one, a body could be spelt with and without it.
    """


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="t"):
    """What travels.  Closed on purpose: an unknown tag or field ends the connection."""


_Schema = TypeVar("_Schema", bound=Body | Message)


def pack(value: object) -> bytes:
    """The only spelling of a plain value; a tuple is written as a list."""
    return msgpack.packb(_plain(value, DEPTH))


def unpack(data: bytes, limit: int) -> object:
    """The plain value that is spelt by exactly these bytes, at most ``limit`` of them."""
    value = _read(data, limit)
    try:
        canonical = pack(value) == data
    except NotPlain as error:
        raise BadFrame(str(error)) from error
    if not canonical:
        raise BadFrame("not the canonical encoding")
    return value


def encode(struct: Body | Message) -> bytes:
    """The only spelling of a body or message; what would break its own schema is not written."""
    if (data := _written_shortly(struct)) is not None:
        return data
    kind = type(struct)
    if not isinstance(struct, Body | Message):  # msgspec would encode a State just as gladly
        raise TypeError(f"{kind.__name__} is neither a body nor a message")
    plain = msgspec.to_builtins(struct, builtin_types=(bytes,))
    try:
        msgspec.convert(plain, kind, builtin_types=(bytes,))
    except (msgspec.ValidationError, BadFrame) as error:
        raise NotPlain(f"{kind.__name__}: {error}") from error
    return pack(plain)


@overload
def decode(kind: type[_Schema], data: bytes, limit: int) -> _Schema: ...
@overload
def decode(kind: UnionType, data: bytes, limit: int) -> Any: ...
def decode(kind: Any, data: bytes, limit: int) -> Any:
    """The body or message that is spelt by exactly these bytes; of a union, the one that the tag names."""
    struct = _read_shortly(kind, data) if len(data) <= limit else None
    return fitted(kind, unpack(data, limit)) if struct is None else struct


def fitted(kind: Any, plain: object) -> Any:
    """A plain value that was read as a body or message."""
    try:
        return msgspec.convert(plain, kind, builtin_types=(bytes,))  # else a str would pass for bytes, by base64
    except msgspec.ValidationError as error:
        raise BadFrame("not of its schema: " + _QUOTING.sub(r"\1", str(error))) from error


_WRITER = msgspec.msgpack.Encoder(order="sorted")
_TEXTS = msgspec.json.Encoder()


def _written_shortly(struct: Body | Message) -> bytes | None:
    """As `encode` does it; None if it has to go the long way."""
    kind = type(struct)
    if not is_short(kind):
        return None
    try:
        data = _WRITER.encode(struct)
        _reader(kind).decode(data)  # msgspec checks a schema when it reads, and never when it writes
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None
    return data if is_textless(kind) or _is_ascii(struct) else None


@cache
def _reader(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


def _read_shortly(kind: Any, data: bytes) -> Any:
    """As `decode` does it; None if the bytes have to go the long way."""
    try:
        struct = _reader(kind).decode(data)
    except (ValueError, RecursionError):  # msgspec's own errors are a ValueError, and so is `BadFrame`
        return None
    if not is_short(struct.__class__) or _WRITER.encode(struct) != data:
        return None
    return struct if is_textless(struct.__class__) or _is_ascii(struct) else None


def _is_ascii(struct: Body | Message) -> bool:
    """Whether no text in it has a control character, or one that is not ASCII: so none of `FORBIDDEN`.

    In JSON, bytes stand as base64 and control characters behind a backslash; that is DEL as it is.
    """
    texts = _TEXTS.encode(struct)
    return texts.isascii() and b"\\" not in texts and b"\x7f" not in texts


@cache
def is_short(kind: type) -> bool:
    """Whether whatever fits the schema fits the profile too, as far as its texts do: no list is without an end."""
    return issubclass(kind, Body | Message) and _fits(inspect.type_info(kind), _SIMPLE)


@cache
def is_textless(kind: type[Body | Message]) -> bool:
    """Whether it has no text either."""
    return _fits(inspect.type_info(kind), _TEXTLESS)


def _fits(info: inspect.Type, simple: tuple[type[inspect.Type], ...]) -> bool:
    match info:
        case inspect.StructType(fields=fields):
            return all(_fits(field.type, simple) for field in fields)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return info.max_length is not None and info.max_length <= LONGEST_LIST and _fits(item, simple)
        case inspect.TupleType(item_types=items) | inspect.UnionType(types=items):
            return all(_fits(item, simple) for item in items)
        case _:
            return isinstance(info, simple)


_TEXTLESS = inspect.NoneType, inspect.BoolType, inspect.IntType, inspect.BytesType
_SIMPLE = *_TEXTLESS, inspect.StrType, inspect.LiteralType


def check_text(text: str, most_bytes: int) -> None:
    """A text that people read: not empty, not too long in UTF-8, no forbidden code point.  For ``__post_init__``."""
    if FORBIDDEN.search(text):
        raise BadFrame("text with a forbidden code point")
    if not 1 <= len(text.encode()) <= most_bytes:
        raise BadFrame(f"text not of 1 to {most_bytes} bytes")


def _read(data: bytes, limit: int) -> object:
    size = len(data)
    if size > limit:
        raise BadFrame(f"{size} bytes where {limit} are the most")
    try:
        return msgpack.unpackb(
            data,
            strict_map_key=True,
            max_str_len=size,
            max_bin_len=size,
            max_array_len=min(size, LONGEST_LIST),
            max_map_len=min(size, LARGEST_MAP),
            max_ext_len=0,
        )
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        raise BadFrame(f"not readable: {str(error) or type(error).__name__}") from error


def _plain(value: Any, depth: int) -> object:
    """The value with its keys in order.  Exact types: to Python a bool is an int, and an Enum may be a str."""
    plain = _KINDS.get(type(value))
    if plain is None:
        raise NotPlain(f"{type(value).__name__} has no place in the profile")
    return plain(value, depth)


def _plain_simple(value: object, depth: int) -> object:
    return value


def _plain_int(value: int, depth: int) -> int:
    if value not in _INTS:
        raise NotPlain("a number of more than 64 bits")
    return value


def _plain_str(value: str, depth: int) -> str:
    if FORBIDDEN.search(value):
        raise NotPlain("text with a forbidden code point")
    return value


def _below(depth: int) -> int:
    if depth == 0:
        raise NotPlain(f"nested deeper than {DEPTH}")
    return depth - 1


def _plain_list(items: list[Any] | tuple[Any, ...], depth: int) -> list[object]:
    depth = _below(depth)
    if len(items) > LONGEST_LIST:
        raise NotPlain(f"a list of more than {LONGEST_LIST}")
    return [_plain(item, depth) for item in items]


def _plain_map(items: dict[Any, Any], depth: int) -> dict[str, object]:
    depth = _below(depth)
    if len(items) > LARGEST_MAP:
        raise NotPlain(f"a map of more than {LARGEST_MAP}")
    for key in items:
        if type(key) is not str:
            raise NotPlain(f"{type(key).__name__} as the key of a map")
        _plain_str(key, depth)
    return {key: _plain(items[key], depth) for key in sorted(items)}


_KINDS: dict[type, Callable[[Any, int], object]] = {
    NoneType: _plain_simple,
    bool: _plain_simple,
    bytes: _plain_simple,
    int: _plain_int,
    str: _plain_str,
    list: _plain_list,
    tuple: _plain_list,
    dict: _plain_map,
}
