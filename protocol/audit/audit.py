"""The audit of a log file: every promise, signature, rule and card, worked out again from the file alone."""

from collections.abc import Iterator
from itertools import pairwise

from engine.front import is_over
from protocol.audit.bot_check import Progress, UnknownBot, check_bots, no_progress, played_by_bots
from protocol.audit.evidence import EVIDENCE, judged
from protocol.audit.outline import outline_of
from protocol.audit.reading import BadTable, Reading
from protocol.audit.report import Report, Verdict, Why
from protocol.audit.story import story_of
from protocol.follow.ending import FINISHED
from protocol.follow.follower import Follower
from protocol.keys.phrase import phrase
from protocol.log.faults import Fault, Finding
from protocol.log.records import Entry, Kind, NotALog
from protocol.log.setting import DamagedTable, OtherRules, Unreadable
from protocol.modes.mode import SERVER

__all__ = ["Report", "Verdict", "Why", "audit", "recount"]


def audit(
    data: bytes, *, bots: bool = True, progress: Progress = no_progress, reading: Reading | None = None
) -> Report:
    """Judge a log file; without ``bots`` the moves of the server's bots are not worked out again.

    ``reading``: a new one, for a caller that goes on with what was read.
    """
    if data.startswith(EVIDENCE):
        return judged(data)
    report, reading = Report(), reading or Reading()
    try:
        follower = reading.read(data)
    except DamagedTable as error:
        report.say(Verdict.UNREADABLE, Why.DAMAGED, str(error))
    except (NotALog, Unreadable) as error:
        report.say(Verdict.UNREADABLE, Why.UNREADABLE, str(error))
        if isinstance(error, OtherRules) and (story := story_of(data)):
            report.outline = outline_of(story)
    except BadTable as error:
        _judge_table(report, data, error.finding)
    except Fault as fault:
        _tell(report, reading)
        report.findings.append(fault.finding)
        report.say(Verdict.REFUTED, Why.FAULT)
    else:
        _tell(report, reading)
        _recompute(report, follower, reading.entries, progress if bots else None)
        _judge(report, follower, reading)
    return report


def _judge_table(report: Report, data: bytes, finding: Finding) -> None:
    """A TABLE that breaks a rule is the server's fault if its key has signed a log of that very TABLE."""
    story = story_of(data)
    if story is None or not story.stands:
        report.say(Verdict.UNREADABLE, Why.DAMAGED, f"{finding.evidence}, and no signature of the server is over it")
        return
    report.findings.append(Finding(finding.code, finding.at, story.table.server_key, finding.evidence))
    report.say(Verdict.REFUTED, Why.FAULT)


def _tell(report: Report, reading: Reading) -> None:
    """What can be said of the log beside the verdict."""
    follower = reading.follower
    assert follower is not None
    report.setting, report.follower = reading.setting, follower
    report.entries, report.pending, report.damage = len(reading.entries), len(reading.pending), reading.damage
    report.removed = [entry for entry in reading.entries if entry.removed]
    report.closed_by = follower.ending.closed_by()
    report.last = _last(reading.entries)
    report.played_by_bots = tuple(played_by_bots(follower.setting, reading.entries))
    if follower.agreement.all_revealed:
        report.phrase = phrase(follower.setting.tid, follower.seeds)


def _last(entries: list[Entry]) -> Entry | None:
    ends = {Kind.GAME_OPEN, Kind.END}
    before = (entry for entry, after in pairwise(entries) if after.kind in ends)
    return next(before, entries[-1] if entries else None)


def _recompute(report: Report, follower: Follower, entries: list[Entry], progress: Progress | None) -> None:
    """What was proved on the way; with everything open every card, and if they are right, every move of a bot."""
    report.findings += follower.ledger.proved
    if follower.ledger.duty():
        return
    report.findings += recount(follower)
    if report.findings or progress is None or not report.played_by_bots:
        return
    try:
        checked = check_bots(follower, entries, progress)
    except UnknownBot as error:
        report.unknown_bot = str(error)
    else:
        report.findings += checked.findings
        report.bots_left_out_why, report.unknown_bot = checked.left_out, checked.unknown
        report.bots_checked = not checked.left_out and not checked.unknown


def _judge(report: Report, follower: Follower, reading: Reading) -> None:
    ended = follower.ended
    if report.findings:
        report.say(Verdict.REFUTED, Why.FAULT)
    elif reading.damage is not None:
        verdict = Verdict.UNPROVEN if report.entries else Verdict.UNREADABLE
        report.say(verdict, Why.DAMAGED, reading.damage.detail)
    elif reading.pending:
        report.say(Verdict.UNPROVEN, Why.UNSIGNED)
    elif ended is None:
        report.say(Verdict.UNPROVEN, _without_end(follower))
    elif untold := [duty for duty in follower.ledger.duty() if duty.debtor != SERVER]:
        report.say(Verdict.UNPROVEN, Why.UNTOLD, ", ".join(f"seat {duty.debtor}: {duty.what}" for duty in untold))
    elif follower.ledger.duty():
        report.say(Verdict.UNPROVEN, Why.WITHHELD if is_over(follower.state) else Why.CLOSED, ended.reason)
    elif not reading.seals_signed:
        report.say(Verdict.UNPROVEN, Why.SEALS)
    elif report.unknown_bot:
        report.say(Verdict.UNPROVEN, Why.BOTS, report.unknown_bot)
    elif ended.reason != FINISHED:
        report.say(Verdict.UNFINISHED, Why.ENDED, ended.reason)
    else:
        report.say(Verdict.VERIFIED, Why.NOTHING)


def _without_end(follower: Follower) -> Why:
    if follower.ending.game_opened:
        return Why.NO_END
    return Why.WITHHELD if is_over(follower.state) else Why.CUT


def recount(follower: Follower) -> Iterator[Finding]:
    """All differences between what was said of cards and what lies open; nothing may be missing for VERIFIED."""
    return follower.ledger.recount()
