"""Notes of the audit by seat: time-outs, absences, protests, removed texts; and what a follower may count later."""

from typing import Any

import pytest

from client.audit.notes import Note, notes_of
from protocol.audit.audit import Report, audit
from protocol.follow.grievances import Mistimed, Withheld
from protocol.log import bodies
from protocol.log.records import MAGIC, TEXTS, Entry, Kind, RecordType, record, records
from protocol.wire.codec import decode
from tests.protocol.audit.asked import Capture, Write, told_json
from tests.stories.cheats.games import entries_of, every_kind
from tests.stories.cheats.tiny import tiny_mine
from tests.support.threats import threat


def bare(log: bytes) -> bytes:
    """The log without any text."""
    out = bytearray(MAGIC)
    for kind, payload in records(log):
        removed = kind == RecordType.ENTRY and Entry.from_bytes(payload).kind in TEXTS
        out += record(RecordType.HEADER, payload[:116]) if removed else record(kind, payload)
    return bytes(out)


def test_each_seat_has_its_notes(write: Write, capsys: Capture) -> None:
    _, log = every_kind()
    with tiny_mine():
        code, found = told_json(capsys, write("every", bare(log)))
    [file] = found["files"]
    assert (code, file["verdict"]) == (0, "VERIFIED")
    by_code: dict[str, list[dict[str, Any]]] = {}
    for note in file["notes"]:
        by_code.setdefault(note["code"], []).append(note)
    texts = [entry for entry in entries_of(log) if entry.kind in TEXTS]
    removed = {note["seat"]: note["text"] for note in by_code["texts-removed"]}
    assert removed.keys() == {entry.actor for entry in texts}
    mine = ", ".join(f"{entry.seq} ({Kind(entry.kind).name})" for entry in texts if entry.actor == 0)
    assert removed[0].endswith(f"texts were removed: {mine}")
    out = [decode(bodies.SeatOut, entry.body, 100).seat for entry in entries_of(log) if entry.kind == Kind.SEAT_OUT]
    assert {note["seat"] for note in by_code["absences"]} == set(out) >= {0}
    assert all(note["text"].startswith(f"seat {note['seat']}: ") for note in by_code["timeouts"])
    [protest] = by_code["protest"]
    at = next(entry.seq for entry in entries_of(log) if entry.kind == Kind.PROTEST)
    assert (protest["seat"], protest["text"]) == (0, f"seat 0 protested 1 time: TALK not logged (entry {at})")


@pytest.fixture
def report() -> Report:
    with tiny_mine():
        return audit(every_kind()[1])


def told(report: Report, code: str) -> list[Note]:
    assert report.follower is not None
    return [note for note in notes_of(report, report.follower) if note.code == code]


def test_what_a_follower_counts_is_told(report: Report) -> None:
    follower = report.follower
    assert follower is not None
    follower.absence.overtime = [0, 2, 0]
    follower.absence.pause.history = [(5, 9), (20, None)]
    follower.signatures.gaps = [1, 0, 0]
    assert told(report, "overtime") == [Note("overtime", "seat 1: 2 answers came after their time was over", 1)]
    assert [note.text for note in told(report, "pauses")] == [
        "paused from entry 5 to entry 9",
        "paused from entry 20 on",
    ]
    assert told(report, "not-logged") == [Note("not-logged", "seat 0: 1 entry signed and not logged", 0)]


SEED = Entry(0, 0, Kind.REVEAL, 2, 6, 3, 0, bytes(64), b"seed")


def test_what_people_told_in_protests_and_at_the_end(report: Report) -> None:
    follower = report.follower
    assert follower is not None
    grievances = follower.grievances
    grievances.withheld = [Withheld(40, 2, SEED, seed=True)]
    grievances.mistimed = [Mistimed(31, 1, 30, 12_340, 60_000)]
    grievances.unproved = [(50, 0)]
    assert [note.text for note in told(report, "protest")] == [
        (
            "seat 1 protested 1 time: the question that entry 30 ended took 12.3 s by its clock,"
            " 60.0 s by the log (entry 31)"
        ),
        "seat 2 protested 1 time: REVEAL not logged (entry 40)",
    ]
    [note] = told(report, "protest-unproved")
    assert note.text == "seat 0 says something in entry 50 that its signatures do not show"
    assert told(report, "word-against-word") == []


@threat("seed-dropped")
def test_a_seed_that_a_seat_had_sent_is_word_against_word(report: Report) -> None:
    follower = report.follower
    assert follower is not None
    follower.grievances.withheld = [Withheld(40, 2, SEED, seed=True), Withheld(41, 1, SEED, seed=True)]
    follower.ending.ended = bodies.End(reason="dissolved", seats=[2])
    [note] = told(report, "word-against-word")
    assert note.seat == 2
    assert note.text == (
        "word against word: the server says that it waited for the seed of seat 2;"
        " seat 2 says that it sent the seed, and shows it with its signature"
    )
