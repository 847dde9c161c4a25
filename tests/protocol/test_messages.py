"""What may be said on the wire: each message with its vector, its bounds and its direction.

The vectors are written by a second program (`tests.stories.cheats.paper`), and so is all that must be refused.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from re import _parser as pattern_parser  # type: ignore[attr-defined]
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from engine.front import reasons
from protocol.log.faults import Code as LogCode
from protocol.wire import archive, lobby, messages, succession
from protocol.wire.archive import MOST_GAMES, EndedGame, Games, LogPart
from protocol.wire.codec import BadFrame, Message, NotPlain, encode, unpack
from protocol.wire.lobby import (
    MOST_OFFERS,
    Gathered,
    Gathering,
    Offer,
    Offers,
    Parted,
    Say,
    Sitter,
    Watchable,
    Watchables,
)
from protocol.wire.messages import (
    BEFORE_LOGIN,
    ENTRY_OF_CLIENT,
    FRAME_OF_CLIENT,
    FRAME_OF_SERVER,
    HEADER,
    NAME,
    RECORD,
    Bye,
    Code,
    Entries,
    FromClient,
    FromServer,
    Hello,
    Here,
    Login,
    Presence,
    Remedy,
    ServerHello,
    Submit,
    Teach,
    Welcome,
    decode_from_client,
    decode_from_server,
)
from tests.stories.cheats import paper_vectors
from tests.stories.cheats.paper import packed
from tests.support import gatherings
from tests.support.nights import thinned

VECTORS: dict[str, Any] = json.loads((paper_vectors.VECTORS / "codec.json").read_text("utf-8"))
OF_CLIENT, OF_SERVER = get_args(FromClient), get_args(FromServer)
KINDS = sorted({*OF_CLIENT, *OF_SERVER}, key=lambda kind: kind.__name__)
BY_NAME = {kind.__name__: kind for kind in KINDS}
QUICK, LONG = 20_000, 200_000

Reader = Callable[[bytes], Message]


def from_client(frame: bytes) -> Message:
    """A client at a table whose mode needs long frames."""
    return decode_from_client(frame, FRAME_OF_SERVER)


READERS: dict[str, Reader] = {"FromClient": from_client, "FromServer": decode_from_server}


def readers(kind: type) -> Iterator[Reader]:
    """Who may be told this."""
    if kind in OF_CLIENT:
        yield from_client
    if kind in OF_SERVER:
        yield decode_from_server


def message_of(vector: dict[str, Any]) -> Message:
    fields = paper_vectors.read({"map": vector["fields"]})
    kind = BY_NAME[vector["class"]]
    message: Message = msgspec.convert(fields | {"t": tag(kind)}, kind, builtin_types=(bytes,))
    return message


def tag(kind: type[Message]) -> str:
    return str(kind.__struct_config__.tag)


def a_line(vector: dict[str, Any]) -> str:
    return str(vector.get("is") or vector["class"])


def plain_of(kind: type) -> dict[str, Any]:
    """The first vector of a message, as a map; it leaves nothing empty that holds something else inside."""
    data = next(vector["bytes"] for vector in VECTORS["messages"] if vector["class"] == kind.__name__)
    plain = unpack(bytes.fromhex(data), FRAME_OF_SERVER)
    assert isinstance(plain, dict)
    return plain


def refuse(kind: type, plain: dict[str, Any]) -> None:
    data = packed(plain)
    for read in readers(kind):
        with pytest.raises(BadFrame):
            read(data)


# Every message


@pytest.mark.parametrize("vector", VECTORS["messages"], ids=a_line)
def test_a_message_has_its_frozen_bytes_and_comes_back(vector: dict[str, Any]) -> None:
    message, data = message_of(vector), bytes.fromhex(vector["bytes"])
    assert encode(message) == data
    for read in readers(type(message)):
        assert read(data) == message


@pytest.mark.parametrize("vector", VECTORS["messages"], ids=a_line)
def test_the_encoder_of_msgspec_agrees(vector: dict[str, Any]) -> None:
    message = message_of(vector)
    assert msgspec.msgpack.Encoder(order="sorted").encode(message) == encode(message)


@pytest.mark.parametrize("vector", VECTORS["bad messages"], ids=a_line)
def test_a_bad_message_is_refused_for_its_reason(vector: dict[str, Any]) -> None:
    with pytest.raises(BadFrame) as refused:
        READERS[vector["to"]](bytes.fromhex(vector["bytes"]))
    assert refused.value.reason.partition(":")[0] == vector["reason"]


def test_the_unions_are_found() -> None:
    assert len(KINDS) >= 31
    assert len({tag(kind) for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_tag_is_the_name_as_the_second_program_spells_it(kind: type[Message]) -> None:
    assert tag(kind) == paper_vectors.tag(kind.__name__)


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_is_closed_frozen_told_and_has_a_vector(kind: type[Message]) -> None:
    config = kind.__struct_config__
    assert issubclass(kind, Message)
    assert kind.__doc__
    assert config.frozen
    assert config.forbid_unknown_fields
    assert config.tag_field == "t"
    assert not any(field.default is not msgspec.NODEFAULT for field in msgspec.structs.fields(kind))
    assert plain_of(kind)["t"] == tag(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_who_says_a_message_is_told_truly(kind: type) -> None:
    said = {
        (True, False): {"Client", "Client, the host"},
        (False, True): {"Server"},
        (True, True): {"Either"},
    }
    assert str(kind.__doc__).partition(": ")[0] in said[kind in OF_CLIENT, kind in OF_SERVER]


def test_every_message_of_the_modules_is_in_a_union() -> None:
    made = {
        kind
        for module in (messages, lobby, archive, succession)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Message)
    }
    assert made - {Message} == set(KINDS)


def test_every_word_of_a_closed_list_has_a_vector() -> None:
    presences = [paper_vectors.read(vector["fields"]["seats"]) for vector in of(Presence)]
    assert {word for seats in presences for word in seats} == set(get_args(Here))
    assert {vector["fields"]["why"] for vector in of(Parted)} == set(get_args(Parted.__annotations__["why"]))
    remedies = {vector["fields"].get("remedy") for vector in VECTORS["messages"]} - {None}
    assert remedies == {remedy.value for remedy in Remedy}


def of(kind: type) -> list[dict[str, Any]]:
    return [vector for vector in VECTORS["messages"] if vector["class"] == kind.__name__]


def test_whatever_may_be_nothing_has_a_vector_with_and_without() -> None:
    for kind in KINDS:
        found: dict[str, set[bool]] = {}
        for vector in of(kind):
            plain = paper_vectors.read({"map": vector["fields"]})
            for place in places(inspect.type_info(kind), plain):
                if isinstance(place.type, inspect.UnionType):
                    found.setdefault(place.name, set()).add(place.value is None)
        assert all(both == {True, False} for both in found.values()), (kind, found)


# Bounds


@dataclass(frozen=True)
class Where:
    """A field of a message, or of something inside it."""

    name: str
    type: inspect.Type
    value: Any
    """What the vector has there."""
    put: Callable[[Any], Any]
    """The whole message, with something else there."""


def places(kind: inspect.Type, plain: Any) -> Iterator[Where]:
    """Every field, however deep, that a vector fills."""
    assert isinstance(kind, inspect.StructType)
    for field in kind.fields:
        value = plain[field.encode_name]

        def put(new: Any, name: str = field.encode_name) -> Any:
            return plain | {name: new}

        yield Where(f"{kind.cls.__name__}.{field.name}", field.type, value, put)
        yield from _inside(field.type, value, put)


def _inside(kind: inspect.Type, value: Any, put: Callable[[Any], Any]) -> Iterator[Where]:
    match kind:
        case inspect.StructType() if isinstance(value, dict):
            for inner in places(kind, value):
                yield replace(inner, put=_within(put, inner.put))
        case inspect.UnionType():
            for part in kind.types:
                yield from _inside(part, value, put)
        case inspect.VarTupleType():
            for at, item in enumerate(value):
                yield from _inside(kind.item_type, item, _within(put, _item(value, at)))
        case _:
            pass


def _within(outer: Callable[[Any], Any], inner: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda new: outer(inner(new))


def _item(value: list[Any], at: int) -> Callable[[Any], Any]:
    return lambda new: [*value[:at], new, *value[at + 1 :]]


def places_of(kind: type) -> list[Where]:
    """Of the first vector, which shows everything that a message can hold."""
    found = list(places(inspect.type_info(kind), plain_of(kind)))
    shown = {place.name.partition(".")[0] for place in found}
    assert shown | {kind.__name__} == {part.__name__ for part in parts_of(inspect.type_info(kind))}
    return found


def parts_of(kind: inspect.Type) -> Iterator[type]:
    """A message and all bodies in it."""
    match kind:
        case inspect.StructType():
            yield kind.cls
            for field in kind.fields:
                yield from parts_of(field.type)
        case inspect.UnionType():
            for part in kind.types:
                yield from parts_of(part)
        case inspect.VarTupleType():
            yield from parts_of(kind.item_type)
        case _:
            pass


def beyond(kind: inspect.Type, value: Any) -> list[Any]:
    """Values just outside the bounds of a type; a type without bounds fails here.  ``value`` is a good one."""
    match kind:
        case inspect.IntType():
            assert kind.ge is not None
            assert kind.le is not None or kind.lt is not None
            return [kind.ge - 1, kind.le + 1 if kind.le is not None else kind.lt, -(2**63), 2**64 - 1, True]
        case inspect.BytesType():
            assert kind.max_length is not None
            return [bytes(kind.max_length + 1), *([bytes(kind.min_length - 1)] if kind.min_length else [])]
        case inspect.StrType():
            return [*_beyond_text(kind), *(f"{value}{mark}" for mark in ("\n", "\x00", "\x1b[2J", "\u202e") if value)]
        case inspect.LiteralType():
            words = [word for word in kind.values if isinstance(word, str)]
            assert words == list(kind.values)
            return ["", *(wrong for word in words for wrong in (word.upper(), f"{word} ", word[:-1], f"{word}s"))]
        case inspect.EnumType():
            return ["", *(name for member in kind.cls for name in (member.name, f"{member.value} "))]
        case inspect.VarTupleType():
            return _beyond_list(kind, value)
        case inspect.UnionType():
            return [wrong for part in kind.types for wrong in beyond(part, value)]
        case inspect.StructType():
            return [*({name: value[name] for name in value if name != one} for one in value or ()), *more(value)]
        case inspect.BoolType() | inspect.NoneType():
            return []  # of another type, or right
    raise AssertionError(f"no bounds are known for {kind}")


def more(value: dict[str, Any] | None) -> list[Any]:
    """A body with something more, and its fields as a list."""
    return [] if value is None else [value | {"more": None}, value | {"": None}, value | {"t": "x"}, [*value.values()]]


def _beyond_text(kind: inspect.StrType) -> Iterator[str]:
    least, most = kind.min_length or 0, kind.max_length
    if kind.pattern is not None:
        assert kind.pattern.startswith("^"), "a pattern is searched for, so it must say where it begins"
        assert kind.pattern.endswith(r"\Z"), "and where it ends"
        least, width = pattern_parser.parse(kind.pattern).getwidth()
        most = width if most is None else min(most, width)
    assert most is not None
    assert most <= 1000
    yield from (letter * (most + 1) for letter in "aA")
    if least:
        yield from ("", "a" * (least - 1), "A" * (least - 1))


def _beyond_list(kind: inspect.VarTupleType, value: Any) -> list[Any]:
    assert kind.max_length is not None
    item = value[0] if value else bytes(getattr(kind.item_type, "min_length", None) or 0)
    short = [[item] * (kind.min_length - 1)] if kind.min_length else []
    return [[item] * (kind.max_length + 1), *short, *([item, wrong] for wrong in beyond(kind.item_type, item))]


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_bounded_and_its_bounds_hold(kind: type) -> None:
    for place in places_of(kind):
        for wrong in beyond(place.type, place.value):
            refuse(kind, place.put(wrong))


PLAIN_TYPES: dict[type[inspect.Type], type] = {
    inspect.IntType: int,
    inspect.BoolType: bool,
    inspect.BytesType: bytes,
    inspect.StrType: str,
    inspect.LiteralType: str,
    inspect.EnumType: str,
    inspect.VarTupleType: list,
    inspect.StructType: dict,
    inspect.NoneType: type(None),
}


def fits(kind: inspect.Type, value: object) -> bool:
    """Could a field of this type hold something of the type of the value?"""
    if isinstance(kind, inspect.UnionType):
        return any(fits(part, value) for part in kind.types)
    return PLAIN_TYPES[type(kind)] is type(value)


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_takes_another_type(kind: type) -> None:
    for place in places_of(kind):
        for wrong in (None, True, False, 0, 7, b"", b"a", "", "AAAA", "true", [], {}, [7], [None], {"a": 7}):
            if not fits(place.type, wrong):
                refuse(kind, place.put(wrong))


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_may_be_missing_or_more(kind: type) -> None:
    """In bodies within messages, `beyond` tries the same."""
    plain = plain_of(kind)
    for key in plain:
        refuse(kind, {other: value for other, value in plain.items() if other != key})
    refuse(kind, plain | {"more": None})
    refuse(kind, plain | {"": None})


@pytest.mark.parametrize(
    ("field", "vector"),
    [
        ("Login.name", "Login"),
        ("Said.name", "Said"),
        ("Offer.host", "Offers"),
        ("Watchable.host", "Watchables"),
        ("Sitter.name", "Gathered"),
    ],
)
def test_a_name_has_its_length_in_bytes(field: str, vector: str) -> None:
    kind = BY_NAME[vector]
    place = next(place for place in places_of(kind) if place.name == field)
    for name in ("é" * (NAME // 2), "\U0001f48e" * (NAME // 4), "x" * NAME):
        for read in readers(kind):
            read(packed(place.put(name)))
        refuse(kind, place.put(f"{name}x"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_is_understood_only_in_its_direction(kind: type) -> None:
    data = packed(plain_of(kind))
    for read in set(READERS.values()) - set(readers(kind)):
        with pytest.raises(BadFrame):
            read(data)


def test_a_bot_is_always_ready_and_a_person_who_has_signed() -> None:
    person = gatherings.sitter(gatherings.joining("Eva"))
    sitters = gatherings.bot(), person, msgspec.structs.replace(person, ready=bytes(64))
    assert [sitter.is_ready for sitter in sitters] == [True, False, True]


def test_the_longest_messages_fit_their_frames() -> None:
    table = bytes(32)
    decode_from_client(encode(Submit(table=table, entry=bytes(ENTRY_OF_CLIENT))))
    decode_from_server(encode(Entries(table=table, records=(bytes(RECORD),))))
    decode_from_client(encode(Teach(table=table, records=(bytes(ENTRY_OF_CLIENT),))))
    from_client(encode(Submit(table=table, entry=bytes(RECORD))))
    assert len(encode(Welcome(tables=(table,) * 64))) <= FRAME_OF_SERVER
    features = ("x" * 32,) * 64
    hello = Hello(wire_min=65535, wire_max=65535, features=features, nonce=table)
    login = Login(key=table, signature=bytes(64), name="x" * 64)
    server = ServerHello(wire=65535, features=features, key=table, nonce=table, signature=bytes(64))
    assert max(map(len, map(encode, (hello, login, server)))) <= BEFORE_LOGIN


LONG_NAME, LONG_RULES, DAY = "\U0001f48e" * (NAME // 4), "x" * 1000, 86400
MONTH = 30 * DAY


def test_the_longest_messages_of_the_lobby_fit_their_frames() -> None:
    """No wish of a host costs another its connection."""
    offer = Offer(code="AAAAAAAA", rules=LONG_RULES, seats=12, taken=12, locked=True, host=LONG_NAME)
    decode_from_server(encode(Offers(offers=(offer,) * MOST_OFFERS)))
    about = Watchable(table=bytes(32), code="AAAAAAAA", rules=LONG_RULES, seats=12, host=LONG_NAME, delay=DAY)
    decode_from_server(encode(Watchables(tables=(about,) * MOST_OFFERS)))
    game = EndedGame(
        table=bytes(32), rules=LONG_RULES, seats=12, end="x" * 32, ended=2**53 - 1, size=2**32 - 1, public=True
    )
    decode_from_server(encode(Games(mine=True, games=(game,) * MOST_GAMES, more=True)))
    decode_from_server(encode(LogPart(table=bytes(32), start=2**32 - 1, records=(bytes(RECORD),), more=True)))
    bot = {"bot": "x" * 32, "rev": 65535}
    times = dict.fromkeys(("turn_seconds", "step_seconds", "window_seconds", "bank_seconds"), MONTH)
    wishes = times | {"rules": LONG_RULES, "seats": 12, "listed": True, "absent": bot, "spectators": True}
    most = {"absent_after": 99, "most_entries": 200_000, "most_bytes": 64 << 20, "most_talks": 1_000}
    most |= {"kept_entries": 100_000, "kept_bytes": 32 << 20, "pause_most": MONTH, "resume_seconds": MONTH}
    options = (
        times
        | most
        | {"spectator_delay": DAY, "relay": "fixed"}
        | {"absent": bot, "spectators": True, "host_plays": True}
    )
    join = {"join": bytes(2048), "signature": bytes(64)}
    introduction = {"identity": bytes(32), "blind": bytes(32), "name": bytes(128), "signature": bytes(64)}
    sitting = {"name": LONG_NAME, "key": bytes(32), "bot": bot, "ready": bytes(64)}
    sitter = msgspec.convert(sitting | {"join": join, "introduction": introduction}, Sitter)
    gathering = {
        "code": "AAAAAAAA",
        "wishes": wishes,
        "options": options,
        "locked": True,
        "host": 11,
        "sitters": [sitter] * 12,
        "predecessor": {"tid": bytes(32), "reason": "x" * 32},
        "dissolved": 2**32 - 1,
    }
    decode_from_server(encode(Gathered(gathering=msgspec.convert(gathering, Gathering), seat=11)))
    gather = {"t": "gather", "wishes": wishes, "password": "\U0001f48e" * 64, "join": join}
    assert len(packed(gather)) <= FRAME_OF_CLIENT
    decode_from_client(packed(gather))
    decode_from_client(packed({"t": "rejoin", "gathering": "AAAAAAAA", "join": join}))
    decode_from_client(packed({"t": "introduce", "gathering": "AAAAAAAA", "introduction": introduction}))
    decode_from_client(encode(Say(gathering="AAAAAAAA", text="\U0001f48e" * 500)))


def test_no_frame_above_its_limit_is_read() -> None:
    records = (bytes(1000),) * 70
    with pytest.raises(BadFrame):
        decode_from_server(encode(Entries(table=bytes(32), records=records)))
    with pytest.raises(BadFrame):
        decode_from_client(bytes(FRAME_OF_CLIENT + 1))


def test_the_header_of_an_entry_has_the_size_of_its_parts() -> None:
    assert sum((4, 4, 1, 1, 4, 4, 2, 32, 64)) == HEADER


# Codes and names


def test_every_reason_of_the_rules_can_be_sent() -> None:
    for code in reasons():
        assert msgspec.convert(code, Code) == code


def test_every_finding_can_be_sent_as_a_reason_to_refuse() -> None:
    for code in LogCode:
        assert msgspec.convert(code.value, Code) == code.value


@pytest.mark.parametrize(
    "code", ["a", "a/", "/a", "a/b/c", "a/b\n", "a/b ", "A/b", "é/b", "a" * 33 + "/b", "a/" + "b" * 33]
)
def test_a_code_is_no_sentence(code: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(code, Code)


def test_what_could_not_be_understood_is_not_sent() -> None:
    with pytest.raises(NotPlain):
        encode(Bye(code="the server stops"))
    with pytest.raises(ValueError, match="64 bytes"):
        Login(key=bytes(32), signature=bytes(64), name="é" * 33)


# Hostile bytes


def is_refused_or_means_itself(data: bytes) -> int:
    """`BadFrame` and nothing else, or a message that is spelt in exactly this way; how many readers took it."""
    taken = 0
    for read in READERS.values():
        try:
            message = read(data)
        except BadFrame:
            continue
        assert encode(message) == data
        taken += 1
    return taken


@pytest.mark.parametrize("vector", VECTORS["messages"], ids=a_line)
def test_no_part_of_a_message_is_one(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["bytes"])
    for length in range(len(data)):
        assert not is_refused_or_means_itself(data[:length])
    for more in (b"\0", b"\xc0", data):
        assert not is_refused_or_means_itself(data + more)


@pytest.mark.parametrize("vector", thinned(VECTORS["messages"], 4), ids=a_line)
def test_a_damaged_byte_is_noticed_or_means_something_else(vector: dict[str, Any]) -> None:
    data, random = bytes.fromhex(vector["bytes"]), Random(3)
    for at in range(len(data)):
        for _ in range(3):
            is_refused_or_means_itself(data[:at] + bytes([random.randrange(256)]) + data[at + 1 :])


def hostile_message(random: Random) -> bytes:
    """A good message in which one or two fields, at any depth, hold something else, and sometimes a damaged byte."""
    plain = random.choice(PLAIN)
    for _ in range(random.randint(1, 2)):
        plain = spoilt(random, plain)
    data = bytearray(packed(plain))
    if random.random() < 0.3:
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def spoilt(random: Random, value: Any) -> Any:
    """The value with one thing in it exchanged, lost or added."""
    if isinstance(value, dict):
        key = random.choice([*value, "more"])
        inside = spoilt(random, value[key]) if key in value and random.random() < 0.5 else random.choice(PIECES)
        return value | {key: inside} if random.random() < 0.9 else {name: value[name] for name in value if name != key}
    if isinstance(value, list) and value and random.random() < 0.7:
        at = random.randrange(len(value))
        return [*value[:at], spoilt(random, value[at]), *value[at + random.randrange(2) :]]
    return random.choice(PIECES)


def inner_values(value: Any) -> Iterator[Any]:
    """Everything that stands in a value, and the value."""
    yield value
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from inner_values(item)


PLAIN = [plain_of(kind) for kind in KINDS]
PIECES: list[Any] = [piece for plain in PLAIN for value in plain.values() for piece in inner_values(value)]
PIECES += [None, True, 0, -1, 2**32, 2**64 - 1, b"", "", [], {}, [[]], {"t": "ping"}, "a/b", bytes(32), bytes(64)]
PIECES += ["AAAAAAAA", "a\x1b[2J", "\u202e", "x" * 1001, bytes(1025), [0] * 13, [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]


def throw(seed: int, cases: int) -> int:
    """How many of the hostile messages were good all the same."""
    random = Random(seed)
    return sum(is_refused_or_means_itself(hostile_message(random)) for _ in range(cases))


def test_hostile_messages_fail_in_one_way_only() -> None:
    assert 100 < throw(1, QUICK) < QUICK / 2


@pytest.mark.long
def test_many_hostile_messages_fail_in_one_way_only() -> None:
    assert throw(2, LONG) > 0


def test_the_time_of_a_game_that_is_over_has_a_bound() -> None:
    game = EndedGame(table=bytes(32), rules="base", seats=3, end="finished", ended=2**53, size=1, public=True)
    with pytest.raises(NotPlain, match="ended"):
        encode(Games(mine=True, games=(game,), more=False))


def test_the_removal_of_texts_is_signed_for_one_seat_of_one_table() -> None:
    assert archive.removal_parts(b"t" * 32, 3) == (b"t" * 32, b"\3")
