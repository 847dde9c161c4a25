"""A log by rules or cards that this program does not know: UNREADABLE, and whether all but legality holds."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from client.main import main
from protocol.audit.audit import Verdict, audit
from protocol.audit.report import Outline
from protocol.keys.identity import Purpose, sign
from protocol.log import bodies
from protocol.log.faults import Code, Finding
from protocol.log.records import MAGIC, Chain, Entry, HeadRecord, Kind, RecordType, head_parts, record, records
from protocol.log.setting import table_id
from protocol.wire.codec import decode, encode
from tests.protocol.audit.asked import Capture, Write, told_json
from tests.stories.cheats.games import Forge, entries_of, first, whole_game
from tests.stories.cheats.test_tables import Change, _signature, table_of
from tests.support.parts import round_open, round_part

UNKNOWN: dict[str, dict[str, Any]] = {
    "a newer core": {"revs": [("mine", 65535), ("base", 1)]},
    "a module": {"rules": "base+toll"},
    "a card set": {"rules": "saboteur9"},
    "other cards": {"data_hash": bytes(32)},
}


def unknown(name: str = "a newer core", change: Change = lambda game, table: table) -> tuple[bytes, list[Entry]]:
    """A TABLE that names something unknown, and the entries of a whole game whose people have sealed it."""
    game, log = whole_game()
    table = encode(msgspec.structs.replace(change(game, table_of(game)), **UNKNOWN[name]))
    made = entries_of(log)
    for at, entry in enumerate(made):
        if entry.kind == Kind.SEAL:
            signature = sign(game.keys[entry.actor].signing, Purpose.SEAL, table_id(table))
            made[at] = replace(entry, body=encode(bodies.Seal(signature=signature)))
    return table, made


def outline(file: bytes) -> Outline:
    report = audit(file)
    assert (report.verdict, report.findings) == (Verdict.UNREADABLE, [])
    assert report.outline
    return report.outline


def written(table: bytes, made: list[Entry]) -> bytes:
    game, _ = whole_game()
    return Forge(game, table).write(made)


def unwrapped(capsys: Capture) -> str:
    """What was printed, as one line."""
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", ["a newer core", "a module", "a card set"])
def test_everything_but_the_rules_holds(name: str, write: Write, capsys: Capture) -> None:
    table, made = unknown(name)
    file = written(table, made)
    assert outline(file) == Outline(len(made), seeds_opened=True, whole=True)
    assert main(["audit", write("later", file)]) == 2
    told = f"Everything but the rules is right up to entry {len(made)}: chain, signatures, seals, and all seeds."
    assert told in unwrapped(capsys)
    [one] = told_json(capsys, write("later", file))[1]["files"]
    assert one["except_rules"] == {
        "holds": True,
        "entries": len(made),
        "whole": True,
        "seeds_opened": True,
        "wrong": None,
    }


def test_cards_in_the_file_are_those_that_the_table_names() -> None:
    """The game's own cards stand in the file, and the TABLE names others: that part of the file is damaged."""
    table, made = unknown("other cards")
    found = outline(written(table, made))
    assert (found.entries, found.whole, found.wrong) == (len(made), False, None)


def test_a_log_that_is_cut_holds_as_far_as_it_goes(write: Write, capsys: Capture) -> None:
    table, made = unknown()
    file = written(table, made[:60])
    assert outline(file) == Outline(60, seeds_opened=False, whole=True)
    assert main(["audit", write("cut", file)]) == 2
    assert "Everything but the rules is right up to entry 60; not all seeds are open.\n" in capsys.readouterr().out
    assert outline(file[:-9]).entries < 60
    assert not outline(file[:-9]).whole


def wrong(made: list[Entry], kind: int, **change: Any) -> list[Entry]:
    at = first(made, kind)
    return [*made[:at], replace(made[at], **change), *made[at + 1 :]]


def test_what_needs_no_rules_is_found_all_the_same(write: Write, capsys: Capture) -> None:
    table, made = unknown()
    opened = decode(bodies.RoundOpen, made[first(made, Kind.ROUND_OPEN)].body, 1 << 16)
    other = encode(round_open(opened.round, bytes(32), round_part(opened).choices))
    cases = {
        Code.SEAL: wrong(made, Kind.SEAL, body=encode(bodies.Seal(signature=bytes(64)))),
        Code.SEED: wrong(made, Kind.REVEAL, body=encode(bodies.Reveal(seed=bytes(32)))),
        Code.REPLAYED: wrong(made, Kind.ACT, counter=0),
        Code.WRONG_ACTOR: wrong(made, Kind.ACT, actor=9, signature=bytes(64)),
    }
    for code, entries in cases.items():
        found = outline(written(table, entries))
        assert found.wrong is not None, code
        assert found.wrong.code is code
    found = outline(written(table, wrong(made, Kind.ROUND_OPEN, body=other)))
    assert found.wrong is not None
    assert found.wrong.code is Code.SEED
    assert main(["audit", write("wrong", written(table, cases[Code.SEAL]))]) == 2
    told = "Even without the rules something is wrong: entry/seal at entry 4, the seal of seat 0 "
    assert told in unwrapped(capsys)


def test_an_entry_with_the_number_of_another() -> None:
    game, _ = whole_game()
    table, made = unknown()
    at = first(made, Kind.ROUND_OPEN)
    chain, rows = Chain(table_id(table)), [*records(written(table, made))][:2]
    for entry in entries_of(written(table, made[: at + 1])):
        numbered = replace(entry, seq=entry.seq + (entry.kind == Kind.ROUND_OPEN))
        chain.extend(numbered)
        rows.append((RecordType.ENTRY, numbered.to_bytes()))
    signature = game.server.sign_head(*head_parts(chain.tid, chain.last, chain.heads[-1]))
    rows.append((RecordType.HEAD, HeadRecord(chain.last, signature).to_bytes()))
    found = outline(MAGIC + b"".join(record(*row) for row in rows))
    assert found.wrong == Finding(Code.SEQUENCE, at + 2, b"", f"expected entry {at + 1}, found {at + 2}")


def test_a_false_signature_of_a_player(write: Write) -> None:
    game, _ = whole_game()
    table, made = unknown()
    at = first(made, Kind.ACT)
    file = Forge(game, table).write(made, signing=lambda entry: entry is not made[at])
    found = outline(file)
    assert found.wrong is not None
    assert (found.wrong.code, found.wrong.at, found.wrong.key) == (Code.SIGNATURE, at + 1, b"")


def test_a_false_signature_of_a_join() -> None:
    table, made = unknown(change=_signature)
    found = outline(written(table, made))
    assert found.wrong is not None
    assert found.wrong.code is Code.JOIN_SIGNATURE


def test_where_nothing_is_signed_nothing_is_said_to_be_wrong(write: Write, capsys: Capture) -> None:
    """Damage in TABLE can make a JOIN false and the rules unknown at once."""
    table, made = unknown(change=_signature)
    file = written(table, made)
    unsigned = MAGIC + b"".join(record(*one) for one in records(file) if one[0] != RecordType.HEAD)
    assert outline(unsigned) == Outline(0, seeds_opened=False, whole=False)
    assert main(["audit", write("unsigned", unsigned)]) == 2
    assert "  Nothing of it is signed by the server.\n" in capsys.readouterr().out


def test_another_protocol_says_nothing_more() -> None:
    game, log = whole_game()
    (kind, _table), *rest = records(log)
    table = encode(msgspec.structs.replace(table_of(game), proto=99))
    file = MAGIC + b"".join(record(*one) for one in [(kind, table), *rest])
    report = audit(file)
    assert (report.verdict, report.outline) == (Verdict.UNREADABLE, None)
