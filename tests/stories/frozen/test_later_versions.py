"""What a later version may say to this one: each is refused, skipped or named, as the specification says."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol.audit.audit import Report, Verdict, audit
from protocol.log import bodies, setting
from protocol.log.faults import Code, Fault
from protocol.log.records import MAGIC, Kind, RecordType, record, records
from protocol.log.setting import Unreadable, read_setting
from protocol.modes.dealer import bodies as dealer_bodies
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.seeds import TABLE_SUBJECT
from protocol.wire import messages
from protocol.wire.codec import BadFrame, encode, pack, unpack
from tests.support.tables_at_play import AtPlay

LOG = (Path(__file__).parent / "logs" / "base.umlog").read_bytes()
(_, TABLE), *REST = records(LOG)
LATER_TYPE = 200


def with_table(change: dict[str, Any]) -> bytes:
    """A TABLE with other values; the path of a value inside is written with dots."""
    plain: Any = unpack(TABLE, 1 << 16)
    for path, value in change.items():
        *way, last = path.split(".")
        place = plain
        for step in way:
            place = place[step]
        place[last] = value
    return pack(plain)


def judged(table: bytes) -> Report:
    """The audit of a log with another TABLE."""
    return audit(MAGIC + record(RecordType.TABLE, table) + b"".join(record(kind, held) for kind, held in REST))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"proto": 1}, "protocol 1"),
        ({"proto": 3}, "protocol 3"),
        ({"mode.name": "dealerless"}, "revision 1 of mode 'dealerless'"),
        ({"mode.rev": 2}, "revision 2 of mode 'dealer'"),
        ({"options.fog": True}, "option 'fog'"),
        ({"options.relay": "vote"}, "option 'relay' is 'vote'"),
        ({"rules": "base+dragons=yes"}, "'dragons'"),
        ({"revs": [["mine", 1], ["base", 2]]}, "revision 2 of 'base'"),
        ({"revs": [["mine", 1], ["base", 1], ["dragons", 1]]}, "'dragons'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_table_names_and_this_program_does_not_know_is_named(change: dict[str, Any], told: str) -> None:
    with pytest.raises(Unreadable) as unread:
        read_setting(with_table(change))
    assert told in str(unread.value)
    report = judged(with_table(change))
    assert (report.verdict, report.findings) == (Verdict.UNREADABLE, [])
    assert told in report.reason


def test_a_later_option_stands_in_a_table_only_where_it_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way in which the next option will come."""
    later = msgspec.defstruct("Options", [("fog", bool, False)], bases=(bodies.Options,), frozen=True, kw_only=True)
    monkeypatch.setattr(bodies, "Options", later)
    monkeypatch.setattr(setting, "LATER_OPTIONS", {"fog": False})
    assert read_setting(TABLE).table.options.turn_seconds
    with pytest.raises(Unreadable, match="written out although it has its default"):
        read_setting(with_table({"options.fog": False}))


@pytest.mark.parametrize("message", [{"t": "dance"}, {"t": "ping", "mark": 1, "tempo": 2}])
def test_a_later_message_or_field_ends_the_conversation(message: dict[str, Any]) -> None:
    """It is sent only to programs that have named its feature."""
    with pytest.raises(BadFrame):
        messages.decode_from_client(pack(message))
    with pytest.raises(BadFrame):
        messages.decode_from_server(pack(message))


def test_a_later_feature_is_a_word_that_disturbs_no_one() -> None:
    hello = messages.Hello(wire_min=2, wire_max=9, features=("fog", "dragons"), nonce=bytes(32))
    assert messages.decode_from_client(encode(hello)) == hello
    with pytest.raises(BadFrame):
        messages.decode_from_client(pack(unpack(encode(hello), 999) | {"features": ["x"] * 65}))  # type: ignore[operator]


def playing() -> AtPlay:
    """A table at which a seat has the turn."""
    return AtPlay().until(lambda table: table.host.follower.play.waiting() is not None)


def refused(table: AtPlay, kind: int, body: bytes) -> Code:
    """The finding of an entry of the server at this place of a game."""
    with pytest.raises(Fault) as fault:
        table.host.take(replace(table.said(Kind.PAUSE, bodies.Pause(on=True)), kind=kind, body=body))
    return fault.value.finding.code


def test_under_known_numbers_what_is_unknown_is_a_fault() -> None:
    """An act, a random kind, a question and a kind of entry that the revisions of this table do not have."""
    table = playing()
    person = table.people[table.asked]
    act = pack({"act": {"t": "rub-lamp"}, "shows": [], "part": pack({"salts": []})})
    with pytest.raises(Fault) as fault:
        table.host.submit(person.signed(Kind.ACT, act))
    assert fault.value.finding.code is Code.MALFORMED
    number = dealer_bodies.RandomValue(kind=250, subject=TABLE_SUBJECT, below=2, value=1)
    assert refused(table, DealerKind.RANDOM, encode(number)) is Code.NOT_DRAWN
    answer = dealer_bodies.Answer(question=250, subject=TABLE_SUBJECT, slots=[0], yes=True)
    assert refused(table, DealerKind.ANSWER, encode(answer)) is Code.QUESTION
    assert refused(table, 64, b"") is Code.UNKNOWN_KIND


def test_a_note_is_kept_and_never_judged() -> None:
    table = playing()
    note = bodies.Note(salt=bytes(16), what="mood", data=b"anything")
    table.host.submit(table.people[0].say(Kind.NOTE, note))
    assert audit(table.play()).verdict is Verdict.VERIFIED


def test_later_records_of_a_file_are_skipped_and_others_are_damage() -> None:
    all_records = [(RecordType.TABLE, TABLE), *REST]
    strange = b"".join(record(kind, held) + record(LATER_TYPE, b"?") for kind, held in all_records)  # type: ignore[arg-type]
    assert audit(MAGIC + record(LATER_TYPE, b"!") + strange).verdict is audit(LOG).verdict  # type: ignore[arg-type]
    unknown = audit(LOG + record(50, b"?"))  # type: ignore[arg-type]
    assert unknown.verdict is Verdict.UNPROVEN
