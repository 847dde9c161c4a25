"""What is read and written the short way is what the long way would have read and written, to the last byte."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from protocol.wire import codec
from protocol.wire.codec import BadFrame, Message, decode, encode, fitted, is_textless, pack, unpack
from tests.support.protocol_kinds import KINDS

TEXTLESS = [kind for kind in KINDS if is_textless(kind)]
LIMIT = 1 << 20


def made(random: Random, info: inspect.Type) -> Any:
    """A plain value of this type, often at its borders."""
    match info:
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            tagged = {tag_field: tag} if tag_field else {}
            return tagged | {field.encode_name: made(random, field.type) for field in fields}
        case inspect.IntType():
            least = info.ge if info.ge is not None else -(2**63)
            most = info.le if info.le is not None else info.lt - 1 if info.lt is not None else 2**63 - 1
            return random.choice((least, most, random.randint(least, most), min(most, max(least, 128))))
        case inspect.BytesType():
            return random.randbytes(size(random, info))
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return [made(random, item) for _ in range(min(20, size(random, info)))]
        case inspect.TupleType(item_types=items):
            return [made(random, item) for item in items]
        case inspect.UnionType(types=types):
            return made(random, random.choice(types))
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.NoneType():
            return None
    raise AssertionError(info)


def size(random: Random, info: Any) -> int:
    least, most = info.min_length or 0, info.max_length if info.max_length is not None else 300
    return random.choice((least, most, random.randint(least, most)))


def long_way(kind: type, data: bytes) -> Any:
    try:
        return fitted(kind, unpack(data, LIMIT))
    except BadFrame as bad:
        return bad.reason


def any_way(kind: type, data: bytes) -> Any:
    try:
        return decode(kind, data, LIMIT)
    except BadFrame as bad:
        return bad.reason


def damaged(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data))
    other = bytes([random.choice((random.randrange(256), data[at] ^ 1 << random.randrange(8)))])
    return random.choice(
        (data[:at] + other + data[at + 1 :], data[:at] + other + data[at:], data[:at] + data[at + 1 :])
    )


@pytest.mark.parametrize("kind", TEXTLESS, ids=lambda kind: kind.__name__)
def test_both_ways_agree(kind: type[Message]) -> None:
    random = Random(kind.__name__)
    good = short = 0
    for _ in range(30):
        plain = made(random, inspect.type_info(kind))
        data = pack(plain)
        struct = long_way(kind, data)
        if not isinstance(struct, kind):  # the parts fit, but not together
            assert any_way(kind, data) == struct
            continue
        good += 1
        assert codec._written_shortly(struct) == data == encode(struct)
        assert codec._read_shortly(kind, data) == struct
        for _ in range(20):
            bad = damaged(random, data)
            assert any_way(kind, bad) == long_way(kind, bad)
            short += codec._read_shortly(kind, bad) is not None
    assert good
    assert short < 20 * good, "damage is noticed"


@pytest.mark.parametrize("kind", TEXTLESS, ids=lambda kind: kind.__name__)
def test_other_spellings_of_good_bytes_are_not_read_shortly(kind: type) -> None:
    plain = made(Random(1), inspect.type_info(kind))
    backwards = dict(sorted(plain.items(), reverse=True))
    if len(plain) > 1:
        assert codec._read_shortly(kind, msgspec.msgpack.encode(backwards)) is None
    assert codec._read_shortly(kind, pack(plain) + b"\xc0") is None
    assert codec._read_shortly(kind, pack(plain | {"zzz": 1})) is None


def test_what_has_text_goes_the_long_way() -> None:
    texts = [kind for kind in KINDS if not is_textless(kind)]
    assert {"Talk", "Name", "Login", "Say", "Refused"} <= {kind.__name__ for kind in texts}
    assert {"Submit", "Entries", "Show", "PlacePath"} <= {kind.__name__ for kind in TEXTLESS}


def test_text_in_a_part_counts() -> None:
    class Part(codec.Body, frozen=True, kw_only=True):
        word: str

    class Whole(codec.Body, frozen=True, kw_only=True):
        parts: list[Part]

    class Endless(codec.Body, frozen=True, kw_only=True):
        numbers: list[int]

    assert not is_textless(Whole)
    assert not is_textless(Endless), "a list longer than the profile allows would pass"
