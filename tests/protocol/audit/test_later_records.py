"""Records of a later version: types 128 to 255 are skipped and never judged, any other unknown type is damage."""

import pytest

from protocol.audit.audit import Verdict, audit
from protocol.log.records import LONGEST_RECORD, MAGIC, CutShort, RecordType, kind_of, record, records
from tests.protocol.audit.asked import Play


def with_record(data: bytes, at: int, type_: int, held: bytes = b"later") -> bytes:
    """The file with one more record in front of the one of this number."""
    parts = [record(kind, payload) for kind, payload in records(data)]
    parts.insert(at, bytes([type_]) + len(held).to_bytes(4, "little") + held)
    return MAGIC + b"".join(parts)


@pytest.mark.parametrize("type_", [128, 200, 255])
@pytest.mark.parametrize("at", [0, 1, 2, 40, -1])
def test_a_record_of_a_later_version_changes_nothing(play: Play, type_: int, at: int) -> None:
    report = audit(with_record(play(), at, type_))
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])


@pytest.mark.parametrize("length", [0, LONGEST_RECORD])
def test_a_record_of_a_later_version_may_be_empty_or_as_long_as_any(play: Play, length: int) -> None:
    log = play() + b"\xff" + length.to_bytes(4, "little") + bytes(length)
    assert audit(log).verdict is Verdict.VERIFIED


def test_no_record_is_longer_than_that(play: Play) -> None:
    longer = LONGEST_RECORD + 1
    with pytest.raises(CutShort):
        list(records(play() + b"\xff" + longer.to_bytes(4, "little") + bytes(longer)))


@pytest.mark.parametrize("type_", [0, 6, 64, 127])
def test_a_record_of_no_version_is_damage(play: Play, type_: int) -> None:
    report = audit(with_record(play(), 40, type_))
    assert (report.verdict, report.findings) == (Verdict.UNPROVEN, [])


def test_a_record_of_a_later_version_must_end_within_the_file(play: Play) -> None:
    with pytest.raises(CutShort):
        list(records(play() + b"\xff\5\0\0\0later"[:-1]))


def test_bytes_are_one_record_or_none() -> None:
    for held in (b"", b"text", bytes(LONGEST_RECORD)):
        one = record(RecordType.ENTRY, held)
        assert kind_of(one) is RecordType.ENTRY
        assert kind_of(one[:-1]) is None
        assert kind_of(one + b"x") is None
    assert kind_of(record(RecordType.ENTRY, bytes(LONGEST_RECORD + 1))) is None
    assert kind_of(b"\xff" + record(RecordType.ENTRY, b"")[1:]) is None
    assert kind_of(b"") is None
