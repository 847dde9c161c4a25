"""The verdict on a log in words, the same ones for everybody who asks: `audit`, the screen, the lines."""

from client.shown import shown
from client.words import _
from protocol.audit.audit import Report, Verdict


def meaning(report: Report) -> str:
    """What the verdict says, as the rest of a sentence."""
    match report.verdict:
        case Verdict.VERIFIED:
            return _("every signature holds, every move is legal, and every card is the one the seeds give")
        case Verdict.UNPROVEN:
            return _("no fault was found, but the proof is not complete: {why}", why=report.reason)
        case Verdict.REFUTED:
            return _("this is not a fair game: {why}", why=report.reason)
        case Verdict.UNREADABLE:
            return _("this cannot be judged: {why}", why=report.reason)


def verdict_lines(report: Report) -> list[str]:
    """One word with what it means, then every fault."""
    lines = [_("{verdict}: {meaning}.", verdict=report.verdict.value, meaning=shown(meaning(report)))]
    for finding in report.findings:
        told = {"code": finding.code.value, "at": finding.at, "evidence": shown(finding.evidence)}
        lines.append(_("Fault {code} at entry {at}: {evidence}", **told))
    return lines
