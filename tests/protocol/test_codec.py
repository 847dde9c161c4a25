"""One spelling for every value, and one error for every other.

The bytes of `vectors/codec.json` are frozen; a change of them is a new version of the protocol.
"""

import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from random import Random
from struct import pack as packed
from typing import Annotated, Any

import msgpack
import msgspec
import pytest

from protocol.wire import codec
from protocol.wire.codec import BadFrame, Body, Message, NotPlain, check_text, decode, encode, pack, unpack

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests/stories/vectors/codec.json").read_text(encoding="utf-8"))
LIMIT = 65536
QUICK, LONG = 20_000, 200_000

# The list of the specification, written out once more.
FORBIDDEN = [
    (0x00, 0x1F),
    (0x7F, 0x9F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0xD800, 0xDFFF),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0xE0000, 0xE007F),
]


def value_of(written: Any) -> Any:
    """A value as the vectors write it: JSON knows no bytes."""
    if isinstance(written, list):
        return [value_of(item) for item in written]
    if isinstance(written, dict) and "bytes" in written:
        return bytes.fromhex(written["bytes"])
    if isinstance(written, dict):
        return {key: value_of(item) for key, item in written["map"].items()}
    return written


def a_line(vector: dict[str, Any]) -> str:
    return str(vector.get("is") or vector.get("class") or vector["bytes"][:16])


GOOD = [bytes.fromhex(vector["bytes"]) for vector in VECTORS["values"] + VECTORS["messages"]]


# Vectors


def test_the_vectors_are_found() -> None:
    assert len(VECTORS["values"]) >= 50
    assert len(VECTORS["bad values"]) >= 80


@pytest.mark.parametrize("vector", VECTORS["values"], ids=a_line)
def test_a_value_has_its_frozen_spelling(vector: dict[str, Any]) -> None:
    value, data = value_of(vector["value"]), bytes.fromhex(vector["bytes"])
    assert pack(value) == data
    found = unpack(data, len(data))
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("vector", VECTORS["bad values"], ids=a_line)
def test_bad_bytes_are_refused_for_their_reason(vector: dict[str, Any]) -> None:
    with pytest.raises(BadFrame) as refused:
        unpack(bytes.fromhex(vector["bytes"]), LIMIT)
    assert refused.value.reason.partition(":")[0] == vector["reason"]


def test_the_reader_without_machine_code_judges_the_same() -> None:
    """msgpack falls back to plain Python where its extension is missing."""
    module = f"{Path(__file__).parent}/test_codec.py"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "frozen or refused", module],
        env=os.environ | {"MSGPACK_PUREPYTHON": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


# Every other spelling of the same value


def ints(value: int) -> list[bytes]:
    """Every spelling of a number, the floats that are equal to it included."""
    forms = [packed("b", value)] if -32 <= value < 128 else []
    for first, form, low, high in (
        (0xCC, ">BB", 0, 2**8),
        (0xCD, ">BH", 0, 2**16),
        (0xCE, ">BI", 0, 2**32),
        (0xCF, ">BQ", 0, 2**64),
        (0xD0, ">Bb", -(2**7), 2**7),
        (0xD1, ">Bh", -(2**15), 2**15),
        (0xD2, ">Bi", -(2**31), 2**31),
        (0xD3, ">Bq", -(2**63), 2**63),
    ):
        if low <= value < high:
            forms.append(packed(form, first, value))
    return forms + ([packed(">Bd", 0xCB, value)] if int(float(value)) == value else [])


def headers(size: int, short: int | None, room: int, firsts: tuple[int, ...]) -> list[bytes]:
    """Every header for so many bytes or items; ``short`` is the one-byte form for fewer than ``room``."""
    forms = [bytes([short + size])] if short is not None and size < room else []
    widths = (1, 2, 4)[-len(firsts) :]
    return forms + [
        bytes([first]) + size.to_bytes(width, "big")
        for width, first in zip(widths, firsts, strict=True)
        if size < 256**width
    ]


def spellings(value: Any) -> Iterator[bytes]:
    """The canonical bytes first, then every encoding in which one thing is written differently."""
    if isinstance(value, list):
        yield from list_spellings(value)
    elif isinstance(value, dict):
        yield from map_spellings(value)
    elif isinstance(value, str):
        text = value.encode()
        yield from (head + text for head in headers(len(text), 0xA0, 32, (0xD9, 0xDA, 0xDB)))
    elif isinstance(value, bytes):
        yield from (head + value for head in headers(len(value), None, 0, (0xC4, 0xC5, 0xC6)))
    elif value is None or isinstance(value, bool):
        yield {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    else:
        canonical = msgpack.packb(value)
        yield canonical
        yield from (form for form in ints(value) if form != canonical)


def one_changed(parts: list[list[bytes]]) -> Iterator[bytes]:
    """Of parts with their spellings: all canonical, then each one in turn differently."""
    plain = [part[0] for part in parts]
    yield b"".join(plain)
    for at, part in enumerate(parts):
        for other in part[1:]:
            yield b"".join([*plain[:at], other, *plain[at + 1 :]])


def list_spellings(items: list[Any]) -> Iterator[bytes]:
    yield from one_changed([headers(len(items), 0x90, 16, (0xDC, 0xDD)), *(list(spellings(item)) for item in items)])


def map_spellings(items: dict[str, Any]) -> Iterator[bytes]:
    ordered = sorted(items.items(), key=lambda item: item[0].encode())
    heads = headers(len(items), 0x80, 16, (0xDE, 0xDF))
    parts = [list(spellings(part)) for pair in ordered for part in pair]
    yield from one_changed([heads, *parts])
    pairs = [parts[at][0] + parts[at + 1][0] for at in range(0, len(parts), 2)]
    for at in range(1, len(pairs)):  # two keys out of order
        yield heads[0] + b"".join([*pairs[: at - 1], pairs[at], pairs[at - 1], *pairs[at + 1 :]])
    more = headers(len(items) + 1, 0x80, 16, (0xDE, 0xDF))[0]
    for at, (key, _) in enumerate(ordered):  # a key twice: the last wins, so the value is the same
        for first in (pairs[at], msgpack.packb(key) + b"\xc0"):
            yield more + b"".join([*pairs[:at], first, *pairs[at:]])


@pytest.mark.parametrize("data", GOOD, ids=lambda data: data.hex()[:16])
def test_every_other_spelling_is_refused(data: bytes) -> None:
    value = unpack(data, LIMIT)
    canonical, *others = spellings(value)
    assert canonical == data
    for other in others:
        assert other != data
        assert msgpack.unpackb(other) == value  # so a careless reader would take it
        with pytest.raises(BadFrame):
            unpack(other, LIMIT)


def test_there_are_other_spellings_of_most() -> None:
    counts = [len(list(spellings(unpack(data, LIMIT)))) for data in GOOD]
    assert sum(counts) > 1500
    assert len(list(spellings(7))) == 10
    assert len(list(spellings({"a": 1, "b": []}))) > 20


# What pack refuses


class Tool(IntEnum):
    LAMP = 1


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        2**64,
        -(2**63) - 1,
        bytearray(b"a"),
        memoryview(b"a"),
        {1: 2},
        {b"a": 1},
        {None: 1},
        {"a": 1, 2: 3},
        {1, 2},
        Tool.LAMP,
        object(),
        "\ud800",
        "a\nb",
        {"\x1b": 1},
        msgpack.Timestamp(1, 2),
        msgpack.ExtType(1, b""),
        [0] * 1025,
        {str(number): 0 for number in range(257)},
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_not_plain_is_not_packed(value: object) -> None:
    with pytest.raises(NotPlain):
        pack(value)
    with pytest.raises(NotPlain):
        pack([{"inside": value}])


def test_nesting_has_a_limit_and_no_depth_is_too_deep_for_it() -> None:
    value: list[Any] = []
    for _ in range(codec.DEPTH - 1):
        value = [value]
    assert unpack(pack(value), LIMIT) == value
    for _ in range(100_000):
        value = [value]
    with pytest.raises(NotPlain):
        pack(value)


def test_a_value_that_holds_itself_is_not_packed() -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(NotPlain):
        pack(value)


def test_the_largest_list_and_map_pass() -> None:
    for value in ([0] * 1024, {str(number): 0 for number in range(256)}):
        assert unpack(pack(value), LIMIT) == value


def test_tuples_are_written_as_lists() -> None:
    assert pack((1, (2, "a"))) == pack([1, [2, "a"]])


def test_keys_are_ordered_by_their_bytes() -> None:
    keys = ["", "a", "aa", "b", "Z", "é", "\uffff", "\U00010000"]
    found = list(unpack(pack(dict.fromkeys(keys)), LIMIT))  # type: ignore[call-overload]
    assert found == sorted(keys, key=str.encode)


def test_the_encoder_of_msgspec_agrees() -> None:
    native = msgspec.msgpack.Encoder(order="sorted")
    for data in GOOD:
        assert native.encode(unpack(data, LIMIT)) == data
    random = Random(5)
    for _ in range(1000):
        value = a_value(random, 4)
        assert native.encode(value) == pack(value)


# Text


def test_the_forbidden_code_points_are_exactly_the_list() -> None:
    forbidden = {code for low, high in FORBIDDEN for code in range(low, high + 1)}
    assert forbidden == {code for code in range(0x110000) if codec.FORBIDDEN.search(chr(code))}


@pytest.mark.parametrize("text", ["a", "é" * 32, "a" * 64, "\u00a0", "\u200a", "\u2010", "\U0001f48e" * 16, "e\u0301"])
def test_a_name_may_be(text: str) -> None:
    check_text(text, 64)


@pytest.mark.parametrize("text", ["", "é" * 33, "a" * 65, "\U0001f48e" * 17, "a\n", "\ud800", "a\u202eb", "\U000e0041"])
def test_a_name_may_not_be(text: str) -> None:
    with pytest.raises(BadFrame):
        check_text(text, 64)


# Schemas


class Point(Body, frozen=True, kw_only=True):
    """A body."""

    x: Annotated[int, msgspec.Meta(ge=0, le=9)]
    note: str
    proof: bytes


class Loose(msgspec.Struct, kw_only=True):
    """Neither a body nor a message."""

    x: int


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """A message."""

    text: str


def test_a_body_comes_back() -> None:
    point = Point(x=3, note="none", proof=b"\xff")
    assert decode(Point, encode(point), LIMIT) == point


def test_a_message_comes_back_by_its_tag() -> None:
    say = Say(text="gold")
    assert decode(Say, encode(say), LIMIT) == say
    assert encode(say) == pack({"t": "say", "text": "gold"})


@pytest.mark.parametrize("stranger", [Loose(x=1), {"x": 1}, 5, None, Point])
def test_only_bodies_and_messages_are_encoded(stranger: Any) -> None:
    with pytest.raises(TypeError):
        encode(stranger)


@pytest.mark.parametrize("x", [-1, 10, True, 1.0, "1", None])
def test_what_breaks_its_own_schema_is_not_sent(x: Any) -> None:
    with pytest.raises(NotPlain):
        encode(Point(x=x, note="none", proof=b""))


@pytest.mark.parametrize(
    "plain",
    [
        {"x": 3, "note": "none", "proof": "AAAA"},
        {"x": 3, "note": "none", "proof": b"", "more": 1},
        {"x": True, "note": "none", "proof": b""},
        {"x": 3, "note": b"none", "proof": b""},
        [3, "none", b""],
    ],
)
def test_a_body_has_one_spelling_and_no_other_type(plain: object) -> None:
    with pytest.raises(BadFrame):
        decode(Point, pack(plain), LIMIT)


# Limits


def test_one_byte_above_the_limit_is_not_read() -> None:
    data = pack("abc")
    assert unpack(data, 4) == "abc"
    with pytest.raises(BadFrame):
        unpack(data, 3)


@pytest.mark.parametrize(
    "bomb",
    [
        b"\x91" * 60_000,
        b"\x81\xa1a" * 20_000,
        b"\xdc\x04\x00" * 1000,
        b"\xdd\x00\x00\x04\x00" * 1000,
        b"\xde\x01\x00\xa1a" * 1000,
        b"\xdd\xff\xff\xff\xff" * 1000,
        b"\xdf\x7f\xff\xff\xff" * 1000,
        b"\xdb\x7f\xff\xff\xff" * 1000,
        b"\xc6\x7f\xff\xff\xff" * 1000,
    ],
    ids=lambda bomb: bomb[:5].hex(),
)
def test_a_bomb_costs_little_memory(bomb: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BadFrame):
            unpack(bomb, LIMIT)
        assert tracemalloc.get_traced_memory()[1] < 12 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("data", "told"), [(b"", "Unpack failed: incomplete input"), (b"\xc1", "FormatError")], ids=["in words", "by name"]
)
def test_the_reason_of_the_reader_is_told(data: bytes, told: str) -> None:
    with pytest.raises(BadFrame) as refused:
        unpack(data, LIMIT)
    assert refused.value.reason == f"not readable: {told}"


def test_a_reason_is_short_and_safe_to_print() -> None:
    with pytest.raises(BadFrame) as refused:
        decode(Point, pack({"é" * 5000: 1}), LIMIT)
    assert len(refused.value.reason) <= 120
    assert refused.value.reason.isascii()
    assert str(refused.value) == refused.value.reason


# Chance


def a_value(random: Random, depth: int) -> Any:
    """Something plain, near the borders of the forms."""
    edge = 2 ** random.choice((5, 7, 8, 15, 16, 31, 32, 63))
    size = max(0, random.choice((0, 1, 15, 16, 31, 32, 255, 256)) + random.randint(-1, 1))
    kinds: list[Any] = [
        lambda: random.choice((None, True, False)),
        lambda: max(-(2**63), random.choice((-1, 1)) * edge + random.randint(-2, 2)),
        lambda: random.randbytes(size),
        lambda: "".join(random.choices("aé\u20ac\U0001f48e", k=size)),
    ]
    if depth:
        few = random.choice((0, 1, 2, 15, 16))
        kinds.append(lambda: [a_value(random, depth - 2) for _ in range(few)])
        kinds.append(lambda: {f"{random.randint(0, 99)}": a_value(random, depth - 2) for _ in range(few)})
    return random.choice(kinds)()


def mutated(random: Random, data: bytes) -> bytes:
    """The bytes with something wrong."""
    at, end = sorted(random.choices(range(len(data) + 1), k=2))
    first = bytes([random.choice((random.randrange(256), random.randrange(0x80, 0xA0), random.randrange(0xC0, 0xE0)))])
    return random.choice(
        (
            data[:at] + first + data[at + 1 :],
            data[:at] + first + data[at:],
            data[:at] + data[at + 1 :],
            data[:at],
            data[at:],
            data[:end] + data[at:],
            data[:at] + random.randbytes(random.randint(1, 9)) + data[end:],
        )
    )


def hostile(random: Random) -> bytes:
    """Random bytes, or good ones with up to three faults."""
    if random.random() < 0.2:
        return random.randbytes(random.randint(0, 40))
    data = random.choice(GOOD)
    for _ in range(random.randint(1, 3)):
        data = mutated(random, data)
    return data


def throw(seed: int, cases: int) -> int:
    """How many of the hostile bytes were good all the same."""
    random, accepted = Random(seed), 0
    for _ in range(cases):
        data = hostile(random)
        try:
            value = unpack(data, LIMIT)
        except BadFrame:
            continue
        assert pack(value) == data
        accepted += 1
    return accepted


def test_hostile_bytes_fail_in_one_way_only() -> None:
    assert 100 < throw(1, QUICK) < QUICK / 2


@pytest.mark.long
def test_many_hostile_bytes_fail_in_one_way_only() -> None:
    assert throw(2, LONG) > 0


def test_plain_values_come_back() -> None:
    random = Random(3)
    for _ in range(2000):
        value = a_value(random, 4)
        assert unpack(pack(value), 2**20) == value
