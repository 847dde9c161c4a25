"""Entries, the chain and the file: frozen bytes, made by a second program."""

import json
from dataclasses import replace
from typing import Any

import pytest

from protocol.keys.hashing import frame
from protocol.keys.identity import Purpose
from protocol.log.records import (
    MAGIC,
    Chain,
    CutShort,
    Entry,
    HeadRecord,
    NotALog,
    RecordType,
    act_parts,
    head_parts,
    record,
    records,
)
from protocol.log.setting import table_id
from tests.stories.cheats import paper_vectors
from tests.support.dealing import ALL_KINDS, FREE, SIGNED
from tests.support.threats import threat

VECTORS: dict[str, Any] = json.loads((paper_vectors.VECTORS / "log.json").read_text("utf-8"))
TID = bytes.fromhex(VECTORS["tid"])
NUMBERS = ("seq", "dt_ms", "kind", "actor", "seen", "counter", "round")
KINDS = {
    "SEAL": 1,
    "REVEAL": 2,
    "DECK_COMMIT": 3,
    "OPEN": 4,
    "SHOW": 5,
    "RANDOM": 6,
    "RENEW": 7,
    "ACT": 8,
    "TIMEOUT": 9,
    "ROUND_OPEN": 10,
    "GAME_OPEN": 11,
    "END": 12,
    "CLOSE": 13,
    "CHOICE": 14,
    "TALK": 20,
    "ACK": 21,
    "LEAVE": 22,
    "BACK": 23,
    "SEAT_OUT": 24,
    "NAME": 25,
    "COMPLAINT": 26,
    "ANSWER": 15,
    "PROTEST": 27,
    "PAUSE": 28,
    "NOTE": 29,
    "HANDOVER": 30,
    "ASK_PAUSE": 31,
    "LET_PASS": 32,
}


def entry_of(vector: dict[str, Any]) -> Entry:
    """The entry that a vector is about."""
    numbers = {name: vector[name] for name in NUMBERS}
    return Entry(**numbers, signature=bytes.fromhex(vector["signature"]), body=bytes.fromhex(vector["body"]))


ENTRIES = [entry_of(vector) for vector in VECTORS["entries"]]


def test_the_numbers_of_the_kinds_are_frozen() -> None:
    there = {kind.name: kind.value for kind in ALL_KINDS}
    assert there == KINDS
    names = {"TABLE": 1, "CARDS": 2, "ENTRY": 3, "HEAD": 4, "HEADER": 5}
    assert {kind.name: kind.value for kind in RecordType} == names


def test_whoever_speaks_freely_signs() -> None:
    assert FREE < SIGNED


@pytest.mark.parametrize("vector", VECTORS["entries"], ids=lambda vector: str(vector["seq"]))
def test_an_entry_never_changes(vector: dict[str, Any]) -> None:
    entry = entry_of(vector)
    assert entry.body_hash.hex() == vector["body_hash"]
    assert entry.header().hex() == vector["header"]
    assert entry.to_bytes().hex() == vector["header"] + vector["body"]
    assert Entry.from_bytes(entry.to_bytes()) == entry


def test_an_entry_without_its_body_has_the_same_place_in_the_chain() -> None:
    for entry in ENTRIES:
        bare = Entry.without_body(entry.header())
        assert (bare.header(), bare.body_hash, bare.body) == (entry.header(), entry.body_hash, b"")
        assert Chain(TID).extend(bare) == Chain(TID).extend(entry)


@pytest.mark.parametrize("vector", VECTORS["bad_entries"], ids=lambda vector: vector["why"])
def test_a_bad_entry_is_not_read(vector: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"an entry"):
        Entry.from_bytes(bytes.fromhex(vector["data"]))


def test_the_heads_never_change() -> None:
    chain = Chain(TID)
    assert chain.heads[0].hex() == VECTORS["head_0"]
    assert chain.last == 0
    for entry, vector in zip(ENTRIES, VECTORS["entries"], strict=True):
        assert chain.extend(entry).hex() == vector["head"]
        assert chain.last == entry.seq
        assert frame(Purpose.HEAD, *head_parts(TID, entry.seq, chain.heads[-1])).hex() == vector["head_signed"]
        assert frame(Purpose.ACT, *act_parts(TID, chain.heads[entry.seen], entry)).hex() == vector["signed"]


CHANGES: list[dict[str, Any]] = [
    {"seq": 4},
    {"dt_ms": 1},
    {"kind": 9},
    {"actor": 1},
    {"seen": 1},
    {"counter": 5},
    {"round": 2},
    {"body": b"other"},
    {"signature": bytes(63) + b"\1"},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_every_part_of_an_entry_is_in_the_head(change: dict[str, Any]) -> None:
    other = replace(ENTRIES[2], **change)
    assert Chain(TID).extend(ENTRIES[2]) != Chain(TID).extend(other)


@threat("act-denied")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_a_player_signs_all_but_what_the_server_adds(change: dict[str, Any]) -> None:
    """The place in the log and the clock are the server's; the signature cannot cover itself."""
    signed = act_parts(TID, TID, ENTRIES[2])
    assert (act_parts(TID, TID, replace(ENTRIES[2], **change)) == signed) == (
        next(iter(change)) in {"seq", "dt_ms", "signature"}
    )


def test_a_player_signs_the_table_and_the_head() -> None:
    assert len({act_parts(one, other, ENTRIES[0]) for one in (TID, bytes(32)) for other in (TID, bytes(32))}) == 4


@pytest.mark.parametrize("vector", VECTORS["tables"], ids=lambda vector: vector["tid"][:8])
def test_the_name_of_a_table_never_changes(vector: dict[str, Any]) -> None:
    assert table_id(bytes.fromhex(vector["table"])).hex() == vector["tid"]


@pytest.mark.parametrize("vector", VECTORS["head_records"], ids=lambda vector: str(vector["seq"]))
def test_a_head_record_never_changes(vector: dict[str, Any]) -> None:
    head = HeadRecord(vector["seq"], bytes.fromhex(vector["signature"]))
    assert head.to_bytes().hex() == vector["record"]
    assert HeadRecord.from_bytes(head.to_bytes()) == head


@pytest.mark.parametrize("vector", VECTORS["bad_head_records"], ids=lambda vector: str(vector["length"]))
def test_a_head_record_of_another_length_is_not_read(vector: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="68 bytes"):
        HeadRecord.from_bytes(bytes(vector["length"]))


@pytest.mark.parametrize("vector", VECTORS["files"], ids=lambda vector: vector["why"])
def test_a_file_never_changes(vector: dict[str, Any]) -> None:
    there = [(RecordType(kind), bytes.fromhex(payload)) for kind, payload in vector["records"]]
    assert list(records(bytes.fromhex(vector["file"]))) == there
    assert (MAGIC + b"".join(record(kind, payload) for kind, payload in there)).hex() == vector["file"]


@pytest.mark.parametrize("vector", VECTORS["no_logs"], ids=lambda vector: vector["why"])
def test_what_is_no_log_is_not_read(vector: dict[str, Any]) -> None:
    with pytest.raises(NotALog):
        list(records(bytes.fromhex(vector["file"])))


def test_a_log_of_a_later_version_is_called_one() -> None:
    with pytest.raises(NotALog, match="later version"):
        list(records(MAGIC.replace(b"1", b"2")))


@pytest.mark.parametrize("vector", VECTORS["cut_files"], ids=lambda vector: vector["why"])
def test_reading_stops_at_the_first_bad_record_and_says_where(vector: dict[str, Any]) -> None:
    reading = records(bytes.fromhex(vector["file"]))
    for _ in range(vector["records"]):
        next(reading)
    with pytest.raises(CutShort) as cut:
        next(reading)
    assert cut.value.at == vector["at"]
