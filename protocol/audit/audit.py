"""The audit of a log file: every promise, signature, rule and card, worked out again from the file alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from protocol.audit.bot_check import UnknownBot, check_bots, played_by_bots
from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, verify
from protocol.keys.phrase import phrase
from protocol.log.cards import card_tables
from protocol.log.faults import Fault, Finding
from protocol.log.records import TEXTS, Chain, CutShort, Entry, HeadRecord, NotALog, RecordType, head_parts, records
from protocol.log.setting import Setting, Unreadable, read_setting
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.recount import Recount


class Verdict(Enum):
    """What an audit can say."""

    VERIFIED = "VERIFIED"
    UNPROVEN = "UNPROVEN"
    REFUTED = "REFUTED"
    UNREADABLE = "UNREADABLE"


@dataclass(slots=True)
class Report:
    """What was found.  Notes never change the verdict."""

    verdict: Verdict = Verdict.UNPROVEN
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    setting: Setting | None = None
    phrase: tuple[str, ...] = ()
    entries: int = 0
    """How many entries stand under a HEAD; only they count."""
    reason: str = ""
    """Why the verdict is not VERIFIED, in a few words."""
    bots_checked: bool = False
    played_by_bots: tuple[int, ...] = ()
    """The seats that a bot of the server has played at any time."""
    follower: Follower | None = None
    """What the log amounts to as far as it could be followed."""
    closed_by: tuple[int, ...] = ()
    """The seats that signed the end."""


def audit(data: bytes, *, bots: bool = False) -> Report:
    """Judge a log file; with ``bots`` every move of the server's bots is worked out again too."""
    report = Report()
    reading = _Reading(report)
    try:
        follower = reading.read(data)
    except (NotALog, Unreadable) as error:
        report.verdict, report.reason = Verdict.UNREADABLE, str(error)
        return report
    except Fault as fault:
        report.findings.append(fault.finding)
        report.verdict, report.reason = Verdict.REFUTED, "a fault was found"
        return report
    report.played_by_bots = tuple(played_by_bots(follower.setting, reading.entries))
    if bots and follower.ending.all_opened and report.played_by_bots:
        _check_bots(report, follower, reading.entries)
    _judge(report, follower)
    return report


def _check_bots(report: Report, follower: Follower, entries: list[Entry]) -> None:
    try:
        report.findings += check_bots(follower, entries)
        report.bots_checked = True
    except UnknownBot as error:
        report.notes.append(str(error))


def _judge(report: Report, follower: Follower) -> None:
    if follower.ending.all_opened:
        report.findings += recount(follower)
    if report.findings:
        report.verdict, report.reason = Verdict.REFUTED, "the cards are not those that were promised"
    elif follower.ended is None:
        report.reason = report.reason or "the log does not end"
    elif not follower.ending.all_opened:
        report.reason = f"the game was {follower.ended.reason}, and not all seeds are open"
    elif not report.reason:
        report.verdict = Verdict.VERIFIED


def recount(follower: Follower) -> Iterator[Finding]:
    """All differences between what the dealer said and what the seeds give; every seed must be open."""
    deals = Deals(follower.setting.tid, follower.state.book, follower.ending.seeds, follower.seeds)
    return Recount(follower.setting, deals, follower.ending.choices).differences(follower.play.claims, boxes=True)


class _Reading:
    """Reads records until one is bad; only what stands under a valid HEAD counts, and only that is judged."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._follower: Follower | None = None
        self._headers: Chain | None = None
        self._pending: list[Entry] = []
        self.entries: list[Entry] = []

    def read(self, data: bytes) -> Follower:
        """Follow the log as far as it can be read and as far as the server signed it."""
        try:
            for number, (kind, payload) in enumerate(records(data)):
                self._take(number, kind, payload)
        except (CutShort, _Bad) as error:
            self._report.reason = str(error)
        if self._follower is None:
            raise NotALog(self._report.reason or "the file has no table")
        if self._pending:
            self._report.reason = self._report.reason or f"the last {len(self._pending)} entries are not signed"
        self._report.closed_by = self._follower.ending.closed_by()
        return self._follower

    def _take(self, number: int, kind: RecordType, payload: bytes) -> None:
        if number == 0 and kind == RecordType.TABLE:
            self._take_table(payload)
        elif self._follower is None or self._headers is None:
            raise _Bad("the file does not begin with a table")
        elif number == 1 and kind == RecordType.CARDS:
            if payload != card_tables(self._follower.state.book):
                raise Unreadable("the log was played with other cards than this program knows")
        elif number > 1 and kind in {RecordType.ENTRY, RecordType.HEADER}:
            self._take_entry(self._headers, kind, payload)
        elif number > 1 and kind == RecordType.HEAD:
            self._take_head(self._follower, self._headers, payload)
        else:
            raise _Bad(f"record {number} of the file cannot stand there")

    def _take_table(self, payload: bytes) -> None:
        setting = read_setting(payload)
        self._report.setting = setting
        self._follower = self._report.follower = Follower(setting)
        self._headers = Chain(setting.tid)

    def _take_entry(self, headers: Chain, kind: RecordType, payload: bytes) -> None:
        try:
            entry = Entry.from_bytes(payload) if kind == RecordType.ENTRY else Entry.without_body(payload)
        except ValueError as error:
            raise _Bad(str(error)) from error
        if entry.removed and entry.kind not in TEXTS:  # by whoever had the file: it accuses nobody
            raise _Bad(f"the body of entry {entry.seq} is missing")
        headers.extend(entry)
        self._pending.append(entry)

    def _take_head(self, follower: Follower, headers: Chain, payload: bytes) -> None:
        """A HEAD vouches for the entries before it: only now are they judged, and only now can they accuse anybody."""
        self._check_head(follower, headers, payload)
        for entry in self._pending:
            follower.take(entry)
            self.entries.append(entry)
            if entry.removed:
                self._report.notes.append(f"the text of entry {entry.seq} was removed")
        self._pending.clear()
        follower.signed_up_to = follower.chain.last
        self._report.entries = follower.chain.last
        if follower.agreement.all_revealed and not self._report.phrase:
            self._report.phrase = phrase(follower.setting.tid, follower.seeds)

    def _check_head(self, follower: Follower, headers: Chain, payload: bytes) -> None:
        try:
            head = HeadRecord.from_bytes(payload)
        except ValueError as error:
            raise _Bad(str(error)) from error
        parts = head_parts(headers.tid, headers.last, headers.heads[-1])
        key = follower.setting.relay_key(head.seq)
        if not self._pending or head.seq != headers.last or not verify(key, head.signature, Purpose.HEAD, *parts):
            raise _Bad(f"the server's signature at entry {headers.last} is not over this log")


class _Bad(ValueError):
    """A record that proves nothing against anybody: reading stops here."""
