"""What may be said on the wire: each message with its vector, its bounds and its direction."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from engine.errors import Reason
from protocol import messages
from protocol.codec import BadFrame, Message, NotPlain, encode, pack, unpack
from protocol.messages import (
    BEFORE_LOGIN,
    ENTRY_OF_CLIENT,
    FRAME_OF_CLIENT,
    FRAME_OF_SERVER,
    HEADER,
    RECORD,
    Bye,
    Code,
    Entries,
    FromClient,
    FromServer,
    Hello,
    Login,
    Remedy,
    ServerHello,
    Submit,
    Welcome,
    decode_from_client,
    decode_from_server,
)

VECTORS = json.loads((Path(__file__).parents[1] / "vectors/codec.json").read_text(encoding="utf-8"))
OF_CLIENT, OF_SERVER = get_args(FromClient), get_args(FromServer)
KINDS = sorted({*OF_CLIENT, *OF_SERVER}, key=lambda kind: kind.__name__)
QUICK, LONG = 20_000, 200_000

Reader = Callable[[bytes], Message]
READERS: dict[str, Reader] = {"FromClient": decode_from_client, "FromServer": decode_from_server}


def readers(kind: type) -> Iterator[Reader]:
    """Who may be told this."""
    if kind in OF_CLIENT:
        yield decode_from_client
    if kind in OF_SERVER:
        yield decode_from_server


def message_of(vector: dict[str, Any]) -> Message:
    fields = {key: value_of(value) for key, value in vector["fields"].items()}
    kind = getattr(messages, vector["class"])
    message: Message = msgspec.convert(fields | {"t": tag(kind)}, kind, builtin_types=(bytes,))
    return message


def value_of(written: Any) -> Any:
    if isinstance(written, list):
        return [value_of(item) for item in written]
    return bytes.fromhex(written["bytes"]) if isinstance(written, dict) else written


def tag(kind: type[Message]) -> str:
    return str(kind.__struct_config__.tag)


def a_line(vector: dict[str, Any]) -> str:
    return str(vector.get("is") or vector["class"])


def plain_of(kind: type) -> dict[str, Any]:
    """The first vector of a message, as a map."""
    data = next(vector["bytes"] for vector in VECTORS["messages"] if vector["class"] == kind.__name__)
    plain = unpack(bytes.fromhex(data), FRAME_OF_SERVER)
    assert isinstance(plain, dict)
    return plain


def refuse(kind: type, plain: dict[str, Any]) -> None:
    data = pack(plain)
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
    assert len(KINDS) >= 12
    assert len({tag(kind) for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_is_closed_frozen_told_and_has_a_vector(kind: type[Message]) -> None:
    config = kind.__struct_config__
    assert issubclass(kind, Message)
    assert kind.__doc__
    assert kind.__doc__.startswith(("Client: ", "Server: ", "Either: "))
    assert config.frozen
    assert config.forbid_unknown_fields
    assert config.tag_field == "t"
    assert not any(field.default is not msgspec.NODEFAULT for field in msgspec.structs.fields(kind))
    assert plain_of(kind)["t"] == tag(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_who_says_a_message_is_told_truly(kind: type) -> None:
    said = {(True, False): "Client", (False, True): "Server", (True, True): "Either"}
    assert str(kind.__doc__).partition(":")[0] == said[kind in OF_CLIENT, kind in OF_SERVER]


def test_every_message_of_the_module_is_in_a_union() -> None:
    made = {kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, Message)}
    assert made - {Message} == set(KINDS)


# Bounds


def beyond(kind: inspect.Type) -> list[Any]:
    """Values just outside the bounds of a type; a type without bounds fails here."""
    match kind:
        case inspect.IntType():
            assert kind.ge is not None
            assert kind.le is not None or kind.lt is not None
            return [kind.ge - 1, kind.le + 1 if kind.le is not None else kind.lt, -(2**63), 2**64 - 1, True]
        case inspect.BytesType():
            assert kind.min_length is not None
            assert kind.max_length is not None
            return [bytes(kind.min_length - 1), bytes(kind.max_length + 1)]
        case inspect.StrType():
            assert kind.max_length is not None
            return ["", "a" * (kind.max_length + 1), "é" * kind.max_length]
        case inspect.VarTupleType():
            assert kind.max_length is not None
            item = bytes(getattr(kind.item_type, "min_length", None) or 0)
            return [[item] * (kind.max_length + 1), *([item, wrong] for wrong in beyond(kind.item_type))]
        case inspect.UnionType():
            return [wrong for part in kind.types for wrong in beyond(part)]
        case inspect.EnumType():
            return ["", "WAIT"]
        case inspect.NoneType():
            return []
    raise AssertionError(f"no bounds are known for {kind}")


def fields_of(kind: type) -> list[inspect.Field]:
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    return list(told.fields)


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_bounded_and_its_bounds_hold(kind: type) -> None:
    plain = plain_of(kind)
    for field in fields_of(kind):
        for wrong in beyond(field.type):
            try:
                pack(wrong)
            except NotPlain:
                continue  # so it cannot travel at all
            refuse(kind, plain | {field.name: wrong})


def fits(kind: inspect.Type, value: object) -> bool:
    """Could a field of this type hold something of the type of the value?"""
    if isinstance(kind, inspect.UnionType):
        return any(fits(part, value) for part in kind.types)
    return {
        inspect.IntType: int,
        inspect.BytesType: bytes,
        inspect.StrType: str,
        inspect.EnumType: str,
        inspect.VarTupleType: list,
        inspect.NoneType: type(None),
    }[type(kind)] is type(value)


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_takes_another_type(kind: type) -> None:
    plain = plain_of(kind)
    for field in fields_of(kind):
        for wrong in (None, True, 7, b"a", "AAAA", [], {}, [7], {"a": 7}):
            if not fits(field.type, wrong):
                refuse(kind, plain | {field.name: wrong})


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_may_be_missing_or_more(kind: type) -> None:
    plain = plain_of(kind)
    for key in plain:
        refuse(kind, {other: value for other, value in plain.items() if other != key})
    refuse(kind, plain | {"more": None})
    refuse(kind, plain | {"": None})


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_is_understood_only_in_its_direction(kind: type) -> None:
    data = pack(plain_of(kind))
    for read in {decode_from_client, decode_from_server} - set(readers(kind)):
        with pytest.raises(BadFrame):
            read(data)


def test_the_longest_messages_fit_their_frames() -> None:
    table = bytes(32)
    decode_from_client(encode(Submit(table=table, entry=bytes(ENTRY_OF_CLIENT))))
    decode_from_server(encode(Entries(table=table, records=(bytes(RECORD),))))
    assert len(encode(Welcome(tables=(table,) * 64))) <= FRAME_OF_SERVER
    hello = Hello(proto_min=65535, proto_max=65535, nonce=table)
    login = Login(key=table, signature=bytes(64), name="x" * 64)
    server = ServerHello(proto=65535, key=table, nonce=table, signature=bytes(64))
    assert max(map(len, map(encode, (hello, login, server)))) <= BEFORE_LOGIN


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
    for reason in Reason:
        assert msgspec.convert(reason.value, Code) == reason.value


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


def test_every_remedy_has_a_vector() -> None:
    assert {vector["fields"].get("remedy") for vector in VECTORS["messages"]} - {None} == {it.value for it in Remedy}


# Chance


def hostile_message(random: Random) -> bytes:
    """A good message in which one or two fields hold something else, and sometimes a damaged byte."""
    plain = dict(random.choice(PLAIN))
    for _ in range(random.randint(1, 2)):
        plain[random.choice([*plain, "more"])] = random.choice(PIECES)
    data = bytearray(pack(plain))
    if random.random() < 0.3:
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


PLAIN = [plain_of(kind) for kind in KINDS]
PIECES: list[Any] = [value for plain in PLAIN for value in plain.values()]
PIECES += [None, True, 0, -1, 2**32, 2**64 - 1, b"", "", [], {}, [[]], {"t": "ping"}, "a/b", bytes(32), bytes(64)]


def throw(seed: int, cases: int) -> int:
    """How many of the hostile messages were good all the same."""
    random, accepted = Random(seed), 0
    for _ in range(cases):
        data = hostile_message(random)
        for read in (decode_from_client, decode_from_server):
            try:
                message = read(data)
            except BadFrame:
                continue
            assert encode(message) == data
            accepted += 1
    return accepted


def test_hostile_messages_fail_in_one_way_only() -> None:
    assert 100 < throw(1, QUICK) < QUICK / 2


@pytest.mark.long
def test_many_hostile_messages_fail_in_one_way_only() -> None:
    assert throw(2, LONG) > 0
