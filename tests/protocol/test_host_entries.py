"""The entries of a table are read from its records: none is kept twice, and each comes back as it was written."""

from protocol.host.entries import Entries
from protocol.log.records import NO_SIGNATURE, Entry, HeadRecord, Kind, RecordType, record

FRONT = [record(RecordType.TABLE, b"table"), record(RecordType.CARDS, b"cards")]


def written(count: int) -> tuple[list[Entry], list[bytes], Entries]:
    """Entries, each but the first behind a HEAD; the second one lacks its text."""
    records = list(FRONT)
    view, made = Entries(records), []
    for seq in range(1, count + 1):
        removed = bytes([seq]) * 32 if seq == 2 else b""
        body = b"" if removed else b"body %d" % seq
        made.append(Entry(seq, 5, Kind.TALK, 0, seq - 1, seq, 0, NO_SIGNATURE, body, removed))
        view.append(made[-1])
        records.append(record(RecordType.HEAD, HeadRecord(seq, NO_SIGNATURE).to_bytes()))
    return made, records, view


def test_each_comes_back_from_its_record() -> None:
    made, records, view = written(4)
    assert list(view) == made
    assert list(reversed(view)) == made[::-1]
    assert (len(view), view[-1], view[1:3]) == (4, made[3], made[1:3])
    assert records[view.place(3)] == record(RecordType.ENTRY, made[2].to_bytes())


def test_one_without_its_text_is_a_header() -> None:
    _, records, view = written(2)
    assert records[view.place(2)][0] == RecordType.HEADER
    assert view[1].removed


def test_the_next_one_will_stand_at_the_end() -> None:
    _, records, view = written(2)
    assert view.place(3) == len(records)
