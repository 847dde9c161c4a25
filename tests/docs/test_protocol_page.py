"""The page about the protocol says what the code says: messages with fields and bounds, frames, handshake, codes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import inspect

from engine.front import reasons
from engine.mine.game import CARD_SETS, book
from engine.rules import preset
from engine.waits import SECRETS
from protocol.follow.absence import GRACE_MS
from protocol.follow.caps import _LARGEST, TALKING
from protocol.follow.follower import _BY_PLAYER, Follower
from protocol.keys.hashing import u8, u16, u32
from protocol.keys.identity import Identity, Purpose, pin
from protocol.keys.phrase import phrase
from protocol.keys.phrase_words import WORDS as WORDS_OF_PHRASE
from protocol.log import bodies
from protocol.log.acts import LONGEST_ACT, schema, tag
from protocol.log.cards import card_tables
from protocol.log.faults import Code as LogCode
from protocol.log.records import (
    LONGEST_RECORD,
    MAGIC,
    NO_SIGNATURE,
    NOBODY,
    Chain,
    Entry,
    Kind,
    RecordType,
    act_parts,
    head_parts,
)
from protocol.log.setting import ENDS
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer import part
from protocol.modes.dealer.chance import RENEWAL
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire import archive, lobby, messages, succession
from protocol.wire.codec import DEPTH, FORBIDDEN, LARGEST_MAP, LONGEST_LIST, Body, encode, unpack
from protocol.wire.framing import framed
from protocol.wire.handshake import EXPORTER, EXPORTER_LABEL, is_player, is_server, sign_as_server, sign_login
from protocol.wire.invite import DEFAULT_PORT, SCHEME
from tests.stories.cheats.games import entries_of, every_kind, follow
from tests.stories.cheats.paper import ed25519, ed25519_public, frame, h, made, public_of, seat_secret
from tests.stories.cheats.tiny import tiny_mine
from tests.support.dealing import ALL_KINDS, AUTOMATIC, FREE, KIND_OF, KINDS, SIGNED, kind_of

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
    "join": bodies.SignedJoin.__annotations__["join"],
    "name body": bodies.Introduction.__annotations__["name"],
    "list body": archive.SignedList.__annotations__["body"],
    "rows": archive.Rows.__annotations__["rows"],
    "version": messages.Proto,
    "seq": messages.Seq,
    "number": messages.Number,
    "seat": bodies.Seat,
    "size": lobby.Seats,
    "taken": lobby.Offer.__annotations__["taken"],
    "seconds": bodies.Seconds,
    "extra seconds": bodies.Options.__annotations__["bank_seconds"],
    "time": archive.Time,
    "flag": bool,
    "name": messages.Name,
    "text": lobby.Text,
    "password": lobby.Password,
    "word": bodies.Word,
    "rules": bodies.RulesText,
    "short rules": lobby.ShortRules,
    "body": messages.Text,
    "gathering code": lobby.GatheringCode,
    "code": messages.Code,
    "remedy": messages.Remedy,
    "presence": messages.Here,
    "parting": lobby.Parted.__annotations__["why"],
}
OF_BODIES = {"slot": bodies.Slot, "face": bodies.Face, "part": bodies.Part}
"""What stands in entries alone."""
WORDS |= OF_BODIES
PARTS: dict[str, type[Body]] = {
    "bot": bodies.BotSeat,
    "signed join": bodies.SignedJoin,
    "introduction": bodies.Introduction,
    "predecessor": bodies.Predecessor,
    "wishes": lobby.Wishes,
    "sitter": lobby.Sitter,
    "gathering": lobby.Gathering,
    "offer": lobby.Offer,
    "signed list": archive.SignedList,
    "ended game": archive.EndedGame,
    "statement": succession.Statement,
    "watchable": lobby.Watchable,
    "mode": bodies.Mode,
    "seat row": bodies.SeatRow,
    "opening": dealer_bodies.Opening,
    "choice opening": part.ChoiceOpening,
    "unlogged": bodies.Unlogged,
}
OF_MESSAGES = [
    "bot",
    "signed join",
    "introduction",
    "predecessor",
    "wishes",
    "sitter",
    "gathering",
    "offer",
    "signed list",
    "ended game",
    "statement",
    "watchable",
]


def meant(text: str) -> object:
    """The type that the page gives a field, in the form in which it is compared."""
    if text.endswith("?"):
        return frozenset({meant(text[:-1]), "nothing"})
    if found := re.fullmatch(r"(?:up to|([\d,]+) to) ([\d,]+) × (.+)", text):
        return "list", number(found[1]) if found[1] else None, number(found[2]), meant(found[3])
    if found := re.fullmatch(r"\[(\w+), (\w+)\]", text):
        return "exactly", meant(found[1]), meant(found[2])
    if found := re.fullmatch(r"(up to )?([\d,]+) bytes", text):
        return "bytes", None if found[1] else number(found[2]), number(found[2])
    if found := re.fullmatch(r"([\d,]+) to ([\d,]+)", text):
        return "int", number(found[1]), number(found[2])
    if found := re.fullmatch(r"`(\w+)`", text):
        return "one of", (found[1],)
    if text == "options":
        return bodies.Options
    return PARTS[text] if text in PARTS else plain(inspect.type_info(WORDS[text]))


def plain(kind: inspect.Type) -> object:
    """A type of the code, in the form in which it is compared."""
    match kind:
        case inspect.UnionType():
            return frozenset(map(plain, kind.types))
        case inspect.VarTupleType() | inspect.ListType():
            return "list", kind.min_length, kind.max_length, plain(kind.item_type)
        case inspect.TupleType():
            return "exactly", *map(plain, kind.item_types)
        case inspect.StructType():
            return kind.cls
        case inspect.IntType():
            return "int", kind.ge, kind.lt - 1 if kind.lt is not None else kind.le
        case inspect.BytesType():
            return "bytes", kind.min_length, kind.max_length
        case inspect.LiteralType():
            return "one of", kind.values
        case inspect.NoneType():
            return "nothing"
        case _:
            return repr(kind)


def fields_in(cell: str) -> list[tuple[str, str]]:
    """The fields that a cell lists, each with the words for its type."""
    return re.findall(r"`([a-z0-9_]+)`: (.+?)(?:, (?=`[a-z0-9_]+`:)|; |$)", cell)


def typed(kind: type) -> list[tuple[str, object]]:
    """The fields of a message or body, in their order and with their types."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return [(field.name, plain(field.type)) for field in described.fields]


def compare(kind: type, cell: str) -> None:
    """The fields in a cell are those of a message or body, in their order and with their types."""
    assert [(name, meant(text)) for name, text in fields_in(cell)] == typed(kind), kind


@pytest.mark.parametrize("heading", TABLES)
def test_every_message_has_its_fields_with_their_types(heading: str) -> None:
    by_tag = {str(kind.__struct_config__.tag): kind for kind in TABLES[heading]}
    for name, fields, _ in tables(heading)[0][1:]:
        compare(by_tag[name.strip("`")], fields)


def test_the_bodies_in_messages_are_told_with_their_fields() -> None:
    _, [head, *rows] = tables("Fields")
    assert head == ["body", "fields"]
    assert [name for name, _ in rows] == OF_MESSAGES
    for name, fields in rows:
        compare(PARTS[name], fields)


def test_every_body_in_a_message_is_on_the_page() -> None:
    def inside(kind: inspect.Type) -> Iterator[type]:
        if isinstance(kind, inspect.StructType):
            yield kind.cls
            for field in kind.fields:
                yield from inside(field.type)
        for inner in (*getattr(kind, "types", ()), getattr(kind, "item_type", None)):
            if isinstance(inner, inspect.Type):
                yield from inside(inner)

    found = {part for kind in OF_CLIENT | OF_SERVER for part in inside(inspect.type_info(kind))}
    assert found - OF_CLIENT - OF_SERVER == {bodies.Options, *(PARTS[name] for name in OF_MESSAGES)}


def test_every_type_is_explained_and_its_numbers_are_right() -> None:
    [[head, *rows], _] = tables("Fields")
    assert head == ["type", "what it is"]
    told = {word: meaning for words, meaning in rows for word in words.split(", ")}
    assert list(told) == [word for word in WORDS if word not in OF_BODIES]
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
        return {kind.ge} if most is None else {kind.ge, most}
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
    forbidden: set[int] = set()
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
    [[head, *rows]] = tables("Conventions")
    assert head == ["tag", "signed by", "over"]
    told = {codes(tag)[0] for tag, *_ in rows}
    assert told == {purpose.value for purpose in Purpose}


def test_the_frames_that_are_signed_in_a_log_have_the_parts_that_the_page_lists() -> None:
    over = {codes(tag)[0]: parts.split(", ") for tag, _, parts in tables("Conventions")[0][1:]}
    entry = Entry(9, 250, Kind.TALK, 3, 7, 21, 2, bytes(64), b"body")
    acts = {
        "table id": made("tid"),
        "u32 seen": u32(7),
        "head at seen": made("head"),
        "u32 counter": u32(21),
        "u16 round": u16(2),
        "u8 kind": u8(20),
        "u8 actor": u8(3),
        "body hash": h("undermine/1/body", b"body"),
    }
    assert over[Purpose.ACT] == list(acts)
    assert act_parts(made("tid"), made("head"), entry) == tuple(acts.values())
    assert over[Purpose.HEAD] == ["table id", "u32 seq", "head at seq"]
    assert head_parts(made("tid"), 9, made("head")) == (made("tid"), u32(9), made("head"))


# codes


def test_every_code_that_the_server_sends_is_on_the_page() -> None:
    [[head, *rows]] = tables("Codes")
    assert head == ["code", "in", "when"]
    told = [code for row in rows for code in codes(row[0])]
    sent = {code for file in (TREE / "server").rglob("*.py") for code in CODE.findall(file.read_text("utf-8"))}
    findings = {code.value for code in LogCode} - {"join/reused"} | reasons().keys()  # which a lobby refuses, too
    sent -= {"application/json"}  # what the health check answers, over HTTP
    sent |= {archive.NO_GAME, archive.NOT_OVER, archive.TOO_MUCH}
    sent |= {"error/…", messages.MUTED, messages.BOTS_CHANGED}  # a mistake has a reference, which is another each time
    assert sorted(told) == sorted(sent - findings)
    assert {tag for row in rows for tag in codes(row[1])} == {"bye", "fault", "refused"}


# keys, JOIN and TABLE


def test_a_seat_is_derived_as_the_page_says() -> None:
    told = {what: re.findall(r'"([^"]+)"', info)[0] for what, info in tables("Identity")[0][1:]}
    seat = Identity(made("master")).seat(made("nonce"))

    def derived(what: str) -> bytes:
        return seat_secret(made("master"), told[what].removeprefix("undermine/1/"), made("nonce"))

    assert ed25519_public(derived("seat key (Ed25519)")) == seat.public
    assert public_of(derived("box key (X25519)")) == seat.reading_public
    assert derived("the player's seed") == seat.seed
    assert derived("the key of secret choices") == seat.choosing
    assert set(told.values()) >= {"undermine/1/identity-key", "undermine/1/link-blind"}


@pytest.mark.parametrize(("heading", "kind"), [("JOIN", bodies.Join), ("TABLE", bodies.Table)])
def test_the_fields_of_a_join_and_of_a_table_are_told_in_their_order(heading: str, kind: type[Body]) -> None:
    [head, *rows] = tables(heading)[0]
    assert head == ["field", "type", "meaning"]
    assert [(name, meant(text)) for names, text, _ in rows for name in codes(names)] == typed(kind)


def test_the_bodies_in_a_table_are_told_with_their_fields() -> None:
    [_, *rows] = next(table for table in tables("TABLE") if table[0][0] == "body in TABLE")
    assert [name for name, _ in rows] == ["mode", "seat row", "signed join", "bot", "predecessor"]
    for name, fields in rows:
        compare(PARTS[name], fields)


def test_the_options_are_those_of_a_table() -> None:
    [head, *rows] = next(table for table in tables("TABLE") if table[0][0] == "option")
    assert head == ["option", "type", "meaning"]
    assert [(codes(name)[0], meant(text)) for name, text, _ in rows] == typed(bodies.Options)


PARTS_OF: dict[str, dict[str, type[Body]]] = {
    "TABLE": {"JOIN": part.JoinPart, "TABLE": part.TablePart},
    "Bodies": {
        "ACT": part.ActPart,
        "CHOICE": part.ChoicePart,
        "ROUND_OPEN": part.RoundPart,
        "GAME_OPEN": part.GamePart,
    },
}


@pytest.mark.parametrize("heading", PARTS_OF)
def test_the_parts_of_the_mode_are_told_with_their_fields(heading: str) -> None:
    [head, *rows] = next(table for table in tables(heading) if table[0][0] == "part of")
    assert head == ["part of", "fields"]
    assert [name for name, _ in rows] == list(PARTS_OF[heading])
    for name, fields in rows:
        text = fields.removesuffix(", one for each card that is shown")
        compare(PARTS_OF[heading][name], text)


def test_every_part_of_the_mode_is_on_the_page() -> None:
    told = {kind for kinds in PARTS_OF.values() for kind in kinds.values()} | {part.ChoiceOpening}
    there = {kind for kind in vars(part).values() if isinstance(kind, type) and issubclass(kind, Body)}
    assert told == there - {Body}


def test_the_card_tables_have_the_keys_that_the_page_lists() -> None:
    [[head, *rows]] = tables("Card tables")
    assert head == ["key", "value"]
    [cards, piles] = [dict(rows)[f"`{key}`"] for key in ("cards", "piles")]
    told = [key for keys, _ in rows for key in codes(keys)]
    columns = codes(section("Card tables").splitlines()[-2])[:-1]
    for name in CARD_SETS:
        whole = unpack(card_tables(book(preset(name), 5)), 1 << 20)
        assert isinstance(whole, dict)
        assert whole.keys() <= set(told), name
        assert {key for card in whole["cards"] for key in card} <= {*codes(cards), *columns}
        assert {key for pile in whole["piles"] for key in pile} <= set(codes(piles))


def test_the_words_of_the_phrase_are_in_the_list_beside_the_page() -> None:
    words = (TREE / "docs" / "phrase-words.txt").read_text("utf-8").splitlines()
    assert tuple(words) == tuple(WORDS_OF_PHRASE)
    assert len(words) == len(set(words)) == 2048
    hashed = int.from_bytes(h("undermine/1/phrase", made("tid"), made("seed"), b""), "big") >> 256 - 55
    five = tuple(words[hashed >> 11 * place & 2047] for place in (4, 3, 2, 1, 0))
    assert five == phrase(made("tid"), [made("seed"), b""])


# the log


def test_the_worked_example_is_what_the_code_writes() -> None:
    [body, framed_, header] = [
        block.replace("\n", " ") for block in re.findall(r"```text\n(.*?)\n```", section("A worked example"), re.DOTALL)
    ]
    value = dealer_bodies.RandomValue(kind=1, subject=255, below=5, value=3)
    assert bytes.fromhex(body) == encode(value)
    assert '{"below": 5, "kind": 1, "subject": 255, "value": 3}' in section("A worked example")
    assert bytes.fromhex(framed_.partition("= ")[2]) == frame("undermine/1/body", b"\1\2")
    entry = Entry(9, 250, DealerKind.RANDOM, NOBODY, 0, 0, 1, NO_SIGNATURE, encode(value))
    start = bytes.fromhex(header.partition("<")[0])
    assert start + entry.body_hash + bytes(64) == entry.header()
    assert entry.body_hash == h("undermine/1/body", encode(value))
    chain = Chain(made("tid"))
    chain.extend(entry)
    assert chain.heads == [
        h("undermine/1/log0", made("tid")),
        h("undermine/1/log", h("undermine/1/log0", made("tid")), entry.header()),
    ]


def kinds() -> list[list[str]]:
    """The rows of the kinds of entries."""
    [[head, *rows], *_] = tables("The log")
    assert head == ["kind", "number", "by", "free", "changes the game"]
    return rows


def test_the_kinds_of_entries_are_those_of_the_code() -> None:
    assert {kind: int(value) for kind, value, *_ in kinds()} == {kind.name: kind.value for kind in ALL_KINDS}


def test_the_authors_of_entries_are_those_of_the_code() -> None:
    for name, _, by, free, _ in kinds():
        kind = KIND_OF[name]
        if kind == Kind.HANDOVER:
            assert by.startswith("reserved: a fault")
        elif kind == Kind.ACT:
            assert by == "a person or a bot"
        else:
            assert by == ("a person" if kind in SIGNED else "the server"), name
        assert (free == "yes") == (kind in FREE), name


def test_what_changes_the_game_is_what_the_follower_draws_events_from() -> None:
    game, log = every_kind()
    changed: dict[str, set[bool]] = {}
    with tiny_mine():
        follower = Follower(game.host.setting)
        for entry in entries_of(log):
            changed.setdefault(kind_of(entry).name, set()).add(bool(follow(follower, [entry])))
    for name, *_, changes in kinds():
        if name not in {"HANDOVER", "LET_PASS"}:
            assert changed[name] == ({True, False} if "unless" in changes else {bool(changes)}), name


def test_the_bodies_of_entries_are_told_with_their_fields() -> None:
    [head, *rows] = tables("Bodies")[0]
    assert head == ["kind", "fields"]
    told = {name: fields for names, fields in rows for name in names.split(", ")}
    assert told.keys() == {kind.name for kind in ALL_KINDS}
    assert told.pop("ACT") == "`act`: act, `shows`: up to 64 × [slot, face], `part`: part"
    for name, fields in told.items():
        text = fields.replace("0 to 11 or 255", "0 to 255").replace("`part`: empty", "`part`: part")
        compare(KINDS.bodies[KIND_OF[name]], text.removesuffix("; not both empty"))


def test_the_body_of_an_act_is_as_the_page_says() -> None:
    known = schema(book(preset("base"), 5)).whole
    whole = typed(known)
    assert [name for name, _ in whole] == ["act", "shows", "part"]
    assert whole[1:] == [("shows", meant("up to 64 × [slot, face]")), ("part", meant("part"))]


def test_a_time_out_names_a_seat_or_the_table() -> None:
    for seat in (*range(12), 255):
        assert bodies.Timeout(seat=seat, about=1).seat == seat
    for seat in range(12, 255):
        with pytest.raises(ValueError, match="255"):
            bodies.Timeout(seat=seat, about=1)


def test_the_bodies_in_bodies_are_told_with_their_fields() -> None:
    [_, *rows] = next(table for table in tables("Bodies") if table[0][0] == "body in a body")
    assert [name for name, _ in rows] == ["opening", "choice opening", "unlogged"]
    for name, fields in rows:
        compare(PARTS[name], fields)


def test_slots_faces_and_parts_have_the_bounds_that_the_page_names() -> None:
    assert '"slot" and "face" are 0 to 65,535; *part* is up to 4,096 bytes.' in section("Bodies")
    assert meant("slot") == meant("face") == meant("0 to 65,535")
    assert meant("part") == meant("up to 4,096 bytes")


# acts


COORDINATES = "exactly", ("int", -100, 100), ("int", -100, 100)


def test_the_acts_are_those_of_the_rules() -> None:
    """With their fields, and whether each of them shows a card."""
    [[head, *rows]] = tables("Acts")
    assert head == ["`t`", "fields", "shows"]
    told = {tag: (fields, shows) for tags, fields, shows in rows for tag in codes(tags)}
    known = [schema(book(preset(name), 5)) for name in CARD_SETS]
    acts = {tag(act): (one, act) for one in known for act in one.bodies}
    assert told.keys() == acts.keys()
    for name, (fields, shows) in told.items():
        one, act = acts[name]
        found = [(field, COORDINATES if text == "cell" else meant(text)) for field, text in fields_in(fields)]
        assert found == typed(one.bodies[act]), name
        assert (shows == "yes") == (act in one.shows), name
        assert one.bodies[act].__struct_config__.tag == name


def test_the_longest_act_and_the_cell_are_those_of_the_page() -> None:
    told = section("Acts")
    assert f"An act is a map of at most {LONGEST_ACT} bytes" in told
    assert "a cell `[x, y]` (each -100 to 100)" in told


# ends, caps, files, random values


def test_the_ends_are_those_of_the_code() -> None:
    [[head, *rows]] = tables("Order")
    assert head == ["END", "when", "`seats`"]
    assert {codes(end)[0] for end, *_ in rows} == ENDS


def test_the_caps_are_those_of_the_code() -> None:
    told = section("Caps")
    assert f"a TALK counts as {_LARGEST[Kind.TALK]:,} bytes, that of a NAME as {_LARGEST[Kind.NAME]} " in told
    assert f"of a NOTE as {_LARGEST[Kind.NOTE]}, " in told
    [line] = [line for line in told.splitlines() if line.startswith("Each seat may")]
    for kind, most in KINDS.most.items():
        assert re.search(rf"\b{most}\b (?:of each of )?(?:[A-Z_]+(?:, | and ))*{KINDS.name(kind)}\b", line), kind
    assert "`most_talks` TALK and as many NOTE" in line
    [line] = [line for line in told.splitlines() if "there is less room" in line]
    assert {KIND_OF[name] for name in re.findall(r"\b[A-Z]{3,}\b", line)} == TALKING


def test_what_a_program_signs_by_itself_is_on_the_page() -> None:
    [line] = [line for line in section("Absence").splitlines() if "signed by the program" in line]
    assert {KIND_OF[name] for name in re.findall(r"\b[A-Z_]{3,}\b", line)} == AUTOMATIC
    assert "limit, bank and 2 s is counted as *overtime*" in section("Time")
    assert GRACE_MS == 2000


def test_the_records_of_a_file_are_those_of_the_code() -> None:
    [[head, *rows]] = tables("Files")
    assert head == ["type", "payload", "where"]
    assert [int(number_) for number_, *_ in rows[:-1]] == [one.value for one in RecordType]
    assert rows[-1][0] == "128 to 255"
    told = section("Files")
    assert f"the line `{MAGIC.decode().strip()}` and a line feed" in told
    assert f"payload of at most {LONGEST_RECORD:,} bytes" in told


def test_the_kinds_of_random_values_are_those_of_the_code() -> None:
    [[head, *rows]] = tables("Random values")
    assert head == ["kind", "number"]
    told = {codes(kind)[0] if "`" in kind else kind: int(value) for kind, value in rows}
    known = {kind: value for name in CARD_SETS for kind, value in book(preset(name), 5).chances.items()}
    assert told == {**known, **SECRETS.chances, "a renewal": RENEWAL}


# findings


def test_the_findings_are_those_of_the_code() -> None:
    [[head, *rows]] = tables("Findings")
    assert head == ["code", "what is wrong", "whose key"]
    told = [codes(code)[0] for code, *_ in rows]
    assert len(told) == len(set(told))
    assert set(told) == {code.value for code in LogCode} | {"join/reused"}


def test_a_player_is_named_for_what_the_page_says() -> None:
    by_player = {codes(code)[0] for code, _, whose in tables("Findings")[0][1:] if "seat" in whose}
    assert by_player == {code.value for code in _BY_PLAYER} | {"join/reused"}
