"""Log files that were audited: what was read, what is worth knowing, and how several of one table compare."""

import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from client.audit_notes import Note, notes_of, shown
from client.words import _
from protocol.audit.audit import Report, Verdict, audit
from protocol.keys.identity import Purpose, verify
from protocol.keys.phrase_words import WORDS
from protocol.log.faults import Code, Finding
from protocol.log.records import Chain, Entry, HeadRecord, RecordType, head_parts, records
from protocol.log.setting import Setting

EXIT_CODES = {Verdict.VERIFIED: 0, Verdict.UNPROVEN: 1, Verdict.REFUTED: 1, Verdict.UNREADABLE: 2}
MISMATCH = 1
LARGEST = 64 << 20
"""In bytes.  A game takes a few hundred thousand."""
ENDING = ".umlog"


@dataclass(slots=True)
class Story:
    """The chain of a log as its file has it, be it right or wrong, and how much of it the server has signed."""

    heads: list[bytes]
    signed: int


@dataclass(slots=True)
class Audited:
    """One file, and what there is to say of it."""

    name: str
    report: Report
    size: int = 0
    in_folder: bool = False
    story: Story | None = None
    notes: list[Note] = field(default_factory=list)
    mismatch: str = ""
    """What is wrong with the phrase, if one was named."""
    trouble: str = ""
    """Why there was nothing to judge."""

    @property
    def exit_code(self) -> int:
        """What this file alone makes of it."""
        return max(EXIT_CODES[self.report.verdict], MISMATCH if self.mismatch else 0)

    def expect(self, words: str | None) -> None:
        """Compare the phrase with the one that a person was shown."""
        if words is None or self.report.verdict == Verdict.UNREADABLE:
            return
        said = tuple(re.split(r"[\s,-]+", words.strip().lower()))
        found = self.report.phrase
        if not found:
            self.mismatch = _("the log does not reach the point where the phrase is known")
        elif said != found:
            self.mismatch = _("the phrase of this log is “{found}”: it is not your table", found=" ".join(found))
            if unknown := [word for word in said if word not in WORDS]:
                word = shown(unknown[0][:20])
                self.mismatch += _(", or mistyped, as no phrase has the word “{word}”", word=word)


# Reading


def all_audited(names: Iterable[str], *, bots: bool = False) -> Iterator[Audited]:
    """Every file that is named, and every log of a folder that is."""
    for name in names:
        if os.path.isdir(name):  # noqa: PTH112  Path.is_dir raises where a folder above cannot be read
            yield from _folder(Path(name), bots=bots)
        else:
            yield examine(Path(name), bots=bots)


def _folder(folder: Path, *, bots: bool) -> Iterator[Audited]:
    files = sorted(file for file in folder.rglob(f"*{ENDING}") if not file.is_dir())
    if not files:
        yield _nothing(str(folder), _("there is no {ending} file in this folder", ending=ENDING))
    for file in files:
        one = examine(file, bots=bots)
        one.in_folder = True
        yield one


def _nothing(name: str, why: str) -> Audited:
    return Audited(name, Report(verdict=Verdict.UNREADABLE, reason=why), trouble=why)


def examine(path: Path, *, bots: bool = False) -> Audited:
    """Read and judge one file."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        why = getattr(error, "strerror", None) or str(error)
        return _nothing(str(path), _("cannot be read: {why}", why=why))
    if len(data) > LARGEST:
        return _nothing(str(path), _("is larger than {most} MiB: no log of a game is", most=LARGEST >> 20))
    one = Audited(str(path), _judge(data, bots=bots), len(data))
    if one.report.setting is not None:
        one.story = _story(one.report.setting, data)
        one.notes = list(_notes(one.report, one.story))
    return one


def _judge(data: bytes, *, bots: bool) -> Report:
    try:
        return audit(data, bots=bots)
    except Exception as error:  # noqa: BLE001  a file made to break this program gets a sentence, and is not VERIFIED
        why = _("this program failed at it ({kind}); please report that", kind=type(error).__name__)
        return Report(verdict=Verdict.UNREADABLE, reason=why)


def _story(setting: Setting, data: bytes) -> Story:
    """Read on where the audit stopped: a signature over what is wrong is the proof of it."""
    chain = Chain(setting.tid)
    marks: list[tuple[int, HeadRecord]] = []
    try:
        for kind, payload in records(data):
            if kind == RecordType.ENTRY:
                chain.extend(Entry.from_bytes(payload))
            elif kind == RecordType.HEADER:
                chain.extend(Entry.without_body(payload))
            elif kind == RecordType.HEAD:
                marks.append((chain.last, HeadRecord.from_bytes(payload)))
    except ValueError:
        pass  # the audit says where; what stands before it still counts
    signed = (last for last, head in reversed(marks) if _is_signed(setting, chain, last, head))
    return Story(chain.heads, next(signed, 0))


def _is_signed(setting: Setting, chain: Chain, last: int, head: HeadRecord) -> bool:
    parts = head_parts(setting.tid, last, chain.heads[last])
    return head.seq == last and verify(setting.server_key, head.signature, Purpose.HEAD, *parts)


def _notes(report: Report, story: Story) -> Iterator[Note]:
    if report.follower is not None:
        yield from notes_of(report, report.follower)
    if any(finding.at > story.signed for finding in report.findings):
        text = _("the server has signed nothing beyond entry {last}: the file may have been changed", last=story.signed)
        yield Note("not-signed", text)


# Comparing


@dataclass(frozen=True, slots=True)
class Fork:
    """Two files of one table that cannot both be its log; the server signed both."""

    files: tuple[str, str]
    finding: Finding


def forks_of(audited: list[Audited]) -> Iterator[Fork]:
    """Every file against the longest of its table: of prefixes of one log, none differs from it."""
    tables: dict[bytes, list[tuple[Audited, Setting, Story]]] = {}
    for one in audited:
        if (setting := one.report.setting) and one.story:
            tables.setdefault(setting.tid, []).append((one, setting, one.story))
    for files in tables.values():
        longest, setting, story = max(files, key=lambda file: file[2].signed)
        for other, _same, told in files:
            if other is not longest and (at := _difference(story, told)):
                evidence = _("the server signed two logs of one table: they differ from entry {at} on", at=at)
                yield Fork((longest.name, other.name), Finding(Code.FORKED, at, setting.server_key, evidence))


def _difference(one: Story, other: Story) -> int:
    """The first entry that differs in what is signed in both; 0 if there is none."""
    both = min(one.signed, other.signed) + 1
    return bisect_left(range(both), 1, key=lambda at: one.heads[at] != other.heads[at]) % both
