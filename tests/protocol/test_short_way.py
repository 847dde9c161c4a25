"""What is read and written the short way is what the long way would have read and written, to the last byte."""

import re
from itertools import count
from random import Random
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import inspect

from protocol.wire import codec
from protocol.wire.codec import (
    FORBIDDEN,
    BadFrame,
    Message,
    decode,
    encode,
    fitted,
    is_short,
    is_textless,
    pack,
    unpack,
)
from tests.support.protocol_kinds import KINDS

SHORT = [kind for kind in KINDS if is_short(kind)]
TEXTLESS = [kind for kind in KINDS if is_textless(kind)]
SAMPLES = ("base", "dark-cave/1", "ABCDEFG2", "Anna", "Anna 2", "", "x", "x" * 65)
FOREIGN = (
    "J\u00e1n",
    "\u4e2d\u6587",
    '"Anna"',
    "a\\b",
    "a\x1b[2J",
    "a\nb",
    "a\x7f",
    "\u202eanna",
    "a\u0085b",
    "\ufeffa",
)
"""Texts that go the long way, and that the profile refuses."""
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
        case inspect.StrType():
            return text(random, info)
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.NoneType():
            return None
    raise AssertionError(info)


def text(random: Random, info: inspect.StrType) -> str:
    """One that fits its schema, now and then with what no terminal should get; most often of plain ASCII."""
    least, most = info.min_length or 0, info.max_length if info.max_length is not None else 300
    texts = (*SAMPLES, *(FOREIGN if random.random() < 0.1 else ()))
    fits = [one for one in texts if least <= len(one) <= most and (not info.pattern or re.search(info.pattern, one))]
    chosen: str = random.choice(fits)
    return chosen


def size(random: Random, info: Any) -> int:
    least, most = info.min_length or 0, info.max_length if info.max_length is not None else 300
    return random.choice((least, most, random.randint(least, most)))


LONG_WAY = re.compile(r'[^\x20-\x7e]|["\\\\]')


def has_text(plain: Any, wrong: re.Pattern[str]) -> bool:
    """Whether such a character stands in any text of it."""
    match plain:
        case str():
            return wrong.search(plain) is not None
        case dict():
            return any(has_text(one, wrong) for one in plain.values())
        case list():
            return any(has_text(one, wrong) for one in plain)
    return False


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


@pytest.mark.parametrize("kind", SHORT, ids=lambda kind: kind.__name__)
def test_both_ways_agree(kind: type[Message]) -> None:
    random = Random(kind.__name__)
    good = short = 0
    for _ in range(30):
        plain = made(random, inspect.type_info(kind))
        if has_text(plain, FORBIDDEN):
            data = msgspec.msgpack.encode(plain, order="sorted")
            assert codec._read_shortly(kind, data) is None
            assert any_way(kind, data) == long_way(kind, data)
            continue
        data = pack(plain)
        struct = long_way(kind, data)
        if not isinstance(struct, kind):  # the parts fit, but not together
            assert any_way(kind, data) == struct
            continue
        good += 1
        assert data == encode(struct)
        assert any_way(kind, data) == struct
        if has_text(plain, LONG_WAY):
            assert codec._written_shortly(struct) is None
            assert codec._read_shortly(kind, data) is None
            continue
        assert codec._written_shortly(struct) == data
        assert codec._read_shortly(kind, data) == struct
        for _ in range(20):
            bad = damaged(random, data)
            assert any_way(kind, bad) == long_way(kind, bad)
            short += codec._read_shortly(kind, bad) is not None
    assert good
    assert short < 20 * good, "damage is noticed"


@pytest.mark.parametrize("kind", SHORT, ids=lambda kind: kind.__name__)
def test_other_spellings_of_good_bytes_are_not_read_shortly(kind: type) -> None:
    tries = (made(Random(seed), inspect.type_info(kind)) for seed in count())
    plain = next(one for one in tries if not has_text(one, LONG_WAY))
    backwards = dict(sorted(plain.items(), reverse=True))
    if len(plain) > 1:
        assert codec._read_shortly(kind, msgspec.msgpack.encode(backwards)) is None
    assert codec._read_shortly(kind, pack(plain) + b"\xc0") is None
    assert codec._read_shortly(kind, pack(plain | {"zzz": 1})) is None


def test_nearly_all_goes_the_short_way() -> None:
    assert {kind.__name__ for kind in KINDS if not is_short(kind)} == {"Fault"}, "its remedy is an enumeration"
    assert {"Submit", "Entries", "Show", "PlacePath"} <= {kind.__name__ for kind in TEXTLESS}


@pytest.mark.parametrize("wrong", [one for one in FOREIGN if FORBIDDEN.search(one)])
def test_no_forbidden_text_is_written(wrong: str) -> None:
    with pytest.raises(codec.NotPlain):
        encode(Word(word=wrong))


@pytest.mark.parametrize("point", [point for point in range(0x180) if FORBIDDEN.search(chr(point))])
def test_no_control_character_is_read_shortly(point: int) -> None:
    data = msgspec.msgpack.encode({"word": f"a{chr(point)}b"})
    assert codec._read_shortly(Word, data) is None
    with pytest.raises(BadFrame, match="forbidden"):
        decode(Word, data, LIMIT)


def test_every_other_text_of_ascii_goes_the_short_way() -> None:
    plain = "".join(chr(point) for point in range(0x20, 0x7F) if chr(point) not in '"\\')
    data = pack({"word": plain})
    assert codec._read_shortly(Word, data) == Word(word=plain)
    assert codec._written_shortly(Word(word=plain)) == data


def test_half_a_character_is_not_written() -> None:
    with pytest.raises(codec.NotPlain):
        encode(Word(word="\ud800"))


class Word(codec.Body, frozen=True, kw_only=True):
    word: str


def test_text_in_a_part_counts() -> None:
    class Part(codec.Body, frozen=True, kw_only=True):
        word: str

    class Whole(codec.Body, frozen=True, kw_only=True):
        parts: list[Part]

    class Endless(codec.Body, frozen=True, kw_only=True):
        numbers: list[int]

    class Some(codec.Body, frozen=True, kw_only=True):
        parts: Annotated[list[Part], msgspec.Meta(max_length=3)]

    assert not is_textless(Some)
    assert is_short(Some)
    assert not is_short(Whole), "a list longer than the profile allows would pass"
    assert not is_short(Endless)
