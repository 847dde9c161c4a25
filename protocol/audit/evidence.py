"""Evidence for a third person: public records and signatures, and no more of them than a finding needs.

A finding in one log is proved by a log, which ends behind it.  A contradiction between two logs is proved by both
of them in one file: a line of its own, then each log behind its length, with headers in the place of most entries.
"""

from collections.abc import Iterator

from protocol.audit.compare import clashes, seal_of
from protocol.audit.report import Report, Verdict, Why
from protocol.audit.story import Story, story_of
from protocol.keys.hashing import u32
from protocol.log.faults import Code, Finding
from protocol.log.records import MAGIC, TEXTS, Entry, HeadRecord, RecordType, record, records

EVIDENCE = b"undermine evidence 1\n"
_LENGTH = 4


# Two logs


def of_two(one: Story, other: Story, finding: Finding) -> bytes:
    """Both logs as far as they prove the finding between them."""
    return EVIDENCE + b"".join(u32(len(log)) + log for log in (_proof(one, finding), _proof(other, finding)))


def _proof(story: Story, finding: Finding) -> bytes:
    if finding.code is Code.FORKED:
        return _bare(story, finding.at, kept=0)
    seat = next(seat for seat, join in story.joins() if join.seat_key == finding.key)
    sealed = seal_of(story, seat, finding.key)
    return _bare(story, sealed, kept=sealed)


def _bare(story: Story, needed: int, kept: int) -> bytes:
    """TABLE, headers up to a HEAD over what is needed, and the one entry whose body is needed too."""
    last = story.signed_from(needed)
    assert last is not None
    rows = [record(RecordType.TABLE, story.table_bytes)]
    for entry in story.entries[:last]:
        whole = entry.seq == kept
        rows.append(record(RecordType.ENTRY, entry.to_bytes()) if whole else record(RecordType.HEADER, entry.header()))
    return MAGIC + b"".join([*rows, record(RecordType.HEAD, story.signatures[last].to_bytes())])


def judged(data: bytes) -> Report:
    """What two logs in one file prove."""
    report = Report()
    match [story_of(log) for log in _logs(data[len(EVIDENCE) :])]:
        case [Story() as one, Story() as other]:
            report.findings = list(clashes(one, other))
            report.entries = one.signed + other.signed
        case _:
            report.say(Verdict.UNREADABLE, Why.DAMAGED, "evidence of this form is two logs")
            return report
    if report.findings:
        report.say(Verdict.REFUTED, Why.FAULT)
    else:
        report.say(Verdict.UNREADABLE, Why.UNREADABLE, "the two logs do not contradict each other")
    return report


def _logs(data: bytes) -> list[bytes]:
    """The logs in a file, the last of which may be cut short."""
    found, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at : at + _LENGTH], "little")
        found.append(data[at + _LENGTH : at + _LENGTH + length])
        at += _LENGTH + length
    return found


# One log


def of_one(data: bytes, finding: Finding) -> Iterator[bytes]:
    """Logs that may prove a finding in this one, the shortest first; an audit of each tells whether it does."""
    story = story_of(data)
    if story is None:
        return
    first = story.signed_from(finding.at)
    for last in dict.fromkeys([first, story.signed]):
        if last is not None:
            yield _until(data, last, texts=False)
    yield _until(data, story.signed, texts=True)


def _until(data: bytes, last: int, *, texts: bool) -> bytes:
    """The records of a log up to the HEAD over an entry; what people said is left out where it can be."""
    made = bytearray(MAGIC)
    for kind, payload in records(data):
        entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else None
        if entry is not None and entry.kind in TEXTS and not texts:
            made += record(RecordType.HEADER, entry.header())
        else:
            made += record(kind, payload)
        if kind == RecordType.HEAD and HeadRecord.from_bytes(payload).seq == last:
            break
    return bytes(made)
