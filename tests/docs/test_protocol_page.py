"""The page about the protocol says what the code says: messages with fields and bounds, frames, handshake, codes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from cheats.paper import ed25519, ed25519_public, frame, h, made
from msgspec import inspect

from engine.front import reasons
from protocol.keys.identity import Identity, Purpose, pin
from protocol.log import bodies
from protocol.log.faults import Code as LogCode
from protocol.log.records import Kind
from protocol.wire import lobby, messages
from protocol.wire.codec import DEPTH, FORBIDDEN, LARGEST_MAP, LONGEST_LIST, Body, Message, encode
from protocol.wire.framing import framed
from protocol.wire.handshake import EXPORTER, EXPORTER_LABEL, is_player, is_server, sign_as_server, sign_login
from protocol.wire.invite import DEFAULT_PORT, SCHEME

TREE = Path(__file__).parents[2]
PAGE = (TREE / "docs" / "protocol.md").read_text("utf-8")
OF_CLIENT, OF_SERVER = set(get_args(messages.FromClient)), set(get_args(messages.FromServer))
TABLES = {
    "From the client": OF_CLIENT - OF_SERVER,
    "From the server": OF_SERVER - OF_CLIENT,
    "From both": OF_CLIENT & OF_SERVER,
}
CODE = re.compile(r'"([a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*)"')


def section(heading: str) -> str:
    """What stands between a heading and the next one of its rank."""
    found = re.search(rf"^(#+) {re.escape(heading)} *\n(.*?)(?=^\1 |^#{{1,2}} |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/protocol.md has no heading {heading!r}"
    return found[2]


def tables(heading: str) -> list[list[list[str]]]:
    """The tables of a section: rows of cells, without the line below the head."""
    blocks = re.findall(r"(?:^\|.*\n?)+", section(heading), re.MULTILINE)
    return [[cells(line) for line in block.splitlines() if not line.startswith("|---")] for block in blocks]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def codes(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


def number(text: str) -> int:
    return int(text.replace(",", ""))


# messages


@pytest.mark.parametrize("heading", TABLES)
def test_the_page_lists_every_message_in_its_direction(heading: str) -> None:
    [[head, *rows]] = tables(heading)
    assert head == ["tag", "fields", "meaning"]
    tags = [tag for row in rows for tag in codes(row[0])]
    assert sorted(tags) == sorted(str(kind.__struct_config__.tag) for kind in TABLES[heading])
    assert all(row[2] for row in rows)


def test_no_message_is_forgotten() -> None:
    listed = [tag for heading in TABLES for [cell, *_] in tables(heading)[0][1:] for tag in codes(cell)]
    assert sorted(listed) == sorted(str(kind.__struct_config__.tag) for kind in OF_CLIENT | OF_SERVER)


WORDS: dict[str, Any] = {
    "hash": messages.Hash,
    "key": messages.Key,
    "nonce": messages.Nonce,
    "signature": messages.Signature,
    "entry": messages.Entry,
    "record": messages.Record,
    "small record": messages.ClientRecord,
    "join": bodies.SignedJoin.__annotations__["join"],
    "name body": bodies.Introduction.__annotations__["name"],
    "version": messages.Proto,
    "seq": messages.Seq,
    "number": messages.Number,
    "seat": bodies.Seat,
    "size": lobby.Seats,
    "taken": lobby.Offer.__annotations__["taken"],
    "seconds": bodies.Seconds,
    "extra seconds": bodies.Options.__annotations__["bank_seconds"],
    "flag": bool,
    "name": messages.Name,
    "text": lobby.Text,
    "password": lobby.Password,
    "word": bodies.Word,
    "rules": lobby.ShortRules,
    "gathering code": lobby.GatheringCode,
    "code": messages.Code,
    "remedy": messages.Remedy,
    "presence": messages.Here,
    "parting": lobby.Parted.__annotations__["why"],
}
PARTS: dict[str, type[Body]] = {
    "bot": bodies.BotSeat,
    "signed join": bodies.SignedJoin,
    "introduction": bodies.Introduction,
    "predecessor": bodies.Predecessor,
    "wishes": lobby.Wishes,
    "sitter": lobby.Sitter,
    "gathering": lobby.Gathering,
    "offer": lobby.Offer,
}


def meant(text: str) -> object:
    """The type that the page gives a field, in the form in which it is compared."""
    if text.endswith("?"):
        return frozenset({meant(text[:-1]), "nothing"})
    if found := re.fullmatch(r"(?:up to|([\d,]+) to) ([\d,]+) × (.+)", text):
        return "list", number(found[1]) if found[1] else None, number(found[2]), meant(found[3])
    if text == "options":
        return bodies.Options
    return PARTS[text] if text in PARTS else plain(inspect.type_info(WORDS[text]))


def plain(kind: inspect.Type) -> object:
    """A type of the code, in the form in which it is compared."""
    match kind:
        case inspect.UnionType():
            return frozenset(map(plain, kind.types))
        case inspect.VarTupleType():
            return "list", kind.min_length, kind.max_length, plain(kind.item_type)
        case inspect.StructType():
            return kind.cls
        case inspect.IntType():
            return "int", kind.ge, kind.lt - 1 if kind.lt is not None else kind.le
        case inspect.NoneType():
            return "nothing"
        case _:
            return repr(kind)


def compare(kind: type[Message] | type[Body], cell: str) -> None:
    """The fields in a cell are those of a message or body, in their order and with their types."""
    told = [(name, meant(text)) for name, text in re.findall(r"`([a-z_]+)`: ([^`]+?)(?:, (?=`)|$)", cell)]
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    assert told == [(field.name, plain(field.type)) for field in described.fields], kind


@pytest.mark.parametrize("heading", TABLES)
def test_every_message_has_its_fields_with_their_types(heading: str) -> None:
    by_tag = {str(kind.__struct_config__.tag): kind for kind in TABLES[heading]}
    for tag, fields, _ in tables(heading)[0][1:]:
        compare(by_tag[tag.strip("`")], fields)


def test_the_bodies_in_messages_are_told_with_their_fields() -> None:
    _, [head, *rows] = tables("Fields")
    assert head == ["body", "fields"]
    assert [name for name, _ in rows] == list(PARTS)
    for name, fields in rows:
        compare(PARTS[name], fields)


def test_every_body_in_a_message_is_on_the_page() -> None:
    def inside(kind: inspect.Type) -> Iterator[type]:
        if isinstance(kind, inspect.StructType):
            yield kind.cls
            for field in kind.fields:
                yield from inside(field.type)
        for part in (*getattr(kind, "types", ()), getattr(kind, "item_type", None)):
            if isinstance(part, inspect.Type):
                yield from inside(part)

    found = {part for kind in OF_CLIENT | OF_SERVER for part in inside(inspect.type_info(kind))}
    assert found - OF_CLIENT - OF_SERVER == {*PARTS.values(), bodies.Options}


def test_every_type_is_explained_and_its_numbers_are_right() -> None:
    [[head, *rows], _] = tables("Fields")
    assert head == ["type", "what it is"]
    told = {word: meaning for words, meaning in rows for word in words.split(", ")}
    assert list(told) == list(WORDS)
    for word, meaning in told.items():
        kind = inspect.type_info(WORDS[word])
        if isinstance(kind, inspect.LiteralType | inspect.EnumType):
            values = kind.values if isinstance(kind, inspect.LiteralType) else [one.value for one in kind.cls]
            assert sorted(codes(meaning)) == sorted(values)
        elif not isinstance(kind, inspect.BoolType):
            numbers = {number(digits) for digits in re.findall(r"\d[\d,]*", meaning)}
            assert bounds(kind) <= numbers, (word, bounds(kind))


def bounds(kind: inspect.Type) -> set[int]:
    """The numbers that must be told of a type."""
    if isinstance(kind, inspect.IntType):
        assert kind.ge is not None
        most = kind.lt - 1 if kind.lt is not None else kind.le
        return {kind.ge, most} - {None}
    if isinstance(kind, inspect.StrType) and kind.pattern:
        repeated = re.findall(r"\{(?:(\d+),)?(\d+)\}", kind.pattern)
        return {32} if kind.pattern == r"^[a-z0-9][a-z0-9-]{0,31}\Z" else {int(most) for _, most in repeated}
    return {kind.min_length, kind.max_length} - {None}  # type: ignore[attr-defined]


# frames and keys


def test_the_frame_on_the_page_is_what_travels() -> None:
    [shown] = re.findall(r"ping with mark 7 =\n([0-9a-f ]+)\n", section("Frames"))
    assert shown.replace(" ", "") == framed(encode(messages.Ping(mark=7))).hex()


def test_the_limits_of_frames_are_those_of_the_code() -> None:
    [[_, *rows]] = tables("Frames")
    limits = [number(limit) for _, limit in rows]
    assert limits == [messages.BEFORE_LOGIN, messages.FRAME_OF_CLIENT, messages.FRAME_OF_SERVER]


def test_the_limits_of_values_are_those_of_the_code() -> None:
    told = section("Conventions")
    assert (
        f"Lists have at most {LONGEST_LIST:,} items and maps {LARGEST_MAP}, nothing is nested deeper than {DEPTH}"
        in told
    )
    [line] = [line for line in told.splitlines() if "No text holds" in line]
    forbidden = set()
    for first, last in re.findall(r"([0-9A-F]{4,5})(?: to ([0-9A-F]{4,5}))?", line):
        forbidden.update(range(int(first, 16), int(last or first, 16) + 1))
    assert forbidden == {point for point in range(0x110000) if FORBIDDEN.match(chr(point))}


def test_both_signatures_of_the_handshake_are_made_as_the_page_says() -> None:
    """By the second program, from the lines of the page; and there is no other way to make them."""
    server, client = Identity(made("server")), Identity(made("client"))
    values = {
        "server key": server.public,
        "exporter": made("exporter"),
        "client nonce": made("client nonce"),
        "server nonce": made("server nonce"),
    }
    signed = {
        who: frame(tag, *(values[part] for part in parts.split(", ")))
        for who, tag, parts in re.findall(r'the (\w+) signs +frame\("([^"]+)", ([a-z ,]+)\)', section("Handshake"))
    }
    exporter, client_nonce, server_nonce = values["exporter"], values["client nonce"], values["server nonce"]
    secret, own = server.key.private_bytes_raw(), client.key.private_bytes_raw()
    assert ed25519_public(secret) == server.public
    of_server, of_client = ed25519(secret, signed["server"]), ed25519(own, signed["client"])
    assert of_server == sign_as_server(server, exporter, client_nonce)
    assert of_client == sign_login(client, server.public, exporter, server_nonce)
    assert is_server(server.public, of_server, exporter, client_nonce)
    assert is_player(client.public, of_client, server.public, exporter, server_nonce)
    for other in (b"", made("another")):
        assert not is_server(server.public, of_server, other, client_nonce)
        assert not is_server(server.public, of_server, exporter, other)
        assert not is_player(client.public, of_client, server.public, other, server_nonce)
        assert not is_player(client.public, of_client, server.public, exporter, other)
    assert not is_player(client.public, of_client, client.public, exporter, server_nonce)
    assert not is_server(client.public, of_client, exporter, server_nonce)


def test_the_exporter_the_pin_and_the_link_are_those_of_the_code() -> None:
    told = section("Handshake")
    assert f'{EXPORTER} bytes, label "{EXPORTER_LABEL.decode()}"' in told
    assert f"`{SCHEME}host:port#pin`; without a port it is {DEFAULT_PORT}" in told
    key = made("key")
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    bits = int.from_bytes(h("undermine/1/pin", key) + bytes(4), "big")
    letters = "".join(alphabet[bits >> 288 - 5 * at - 5 & 31] for at in range(52))
    assert 'base32 of H("undermine/1/pin", server key), 52 letters' in told
    assert pin(key) == letters


def test_every_purpose_of_a_signature_is_on_the_page() -> None:
    [line] = [line for line in section("Conventions").splitlines() if "one tag for each purpose" in line]
    assert {name.removeprefix("undermine/1/") for name in codes(line)} == {
        purpose.value.removeprefix("undermine/1/") for purpose in Purpose
    }


# codes


def test_every_code_that_the_server_sends_is_on_the_page() -> None:
    [[head, *rows]] = tables("Codes")
    assert head == ["code", "in", "when"]
    told = [code for row in rows for code in codes(row[0])]
    sent = {code for file in (TREE / "server").glob("*.py") for code in CODE.findall(file.read_text("utf-8"))}
    findings = {code.value for code in LogCode} | reasons().keys()
    assert sorted(told) == sorted(sent - findings)
    assert {tag for row in rows for tag in codes(row[1])} == {"bye", "fault", "refused"}


# the log


def test_the_kinds_of_entries_are_those_of_the_code() -> None:
    [[_, *rows], *_] = tables("The log")
    told = {
        kind: int(value)
        for kinds, values, *_ in rows
        for kind, value in zip(kinds.split(", "), values.split(", "), strict=True)
    }
    assert told == {kind.name: kind.value for kind in Kind}


def test_the_options_are_those_of_a_table() -> None:
    options = next(table for table in tables("JOIN and TABLE") if table[0] == ["option", "meaning"])
    told = [name for row in options[1:] for name in codes(row[0])]
    assert told == list(bodies.Options.__struct_fields__)


def test_the_fields_of_a_join_and_of_a_table_are_told_in_their_order() -> None:
    told = section("JOIN and TABLE")
    [join] = [line for line in told.splitlines() if line.startswith("A JOIN is a body")]
    [table] = [line for line in told.splitlines() if line.startswith("A TABLE is a body")]
    assert [name for name in codes(join) if name != "join"] == list(bodies.Join.__struct_fields__)
    assert [name for name in codes(table) if name != "dealer"] == list(bodies.Table.__struct_fields__)
