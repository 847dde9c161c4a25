"""The verdict on a log in words, the same ones wherever they are read: `audit`, the screen, the lines."""

from client.i18n import _, plural
from client.words.safe import shown
from protocol.audit.report import Outline, Report, Verdict, Why
from protocol.follow.ending import ABANDONED, DISSOLVED, FORKED
from protocol.follow.follower import Follower
from protocol.log.faults import Finding
from protocol.log.records import NOBODY, Entry


def meaning(report: Report) -> str:
    """What the verdict says, as the rest of a sentence."""
    if report.verdict is Verdict.VERIFIED:
        text = _("every signature holds, every move is legal, and the deck was shuffled fairly")
    elif report.verdict is Verdict.UNFINISHED:
        text = _("everything so far is right, but the game was not finished: {end}", end=_end(report))
    else:
        return reason(report)
    if report.bots_left_out:
        return _("{text}; but the moves of the server's bots were not checked", text=text)
    return text


def fair_lines(report: Report, more: str) -> list[str]:
    """One line if nothing is wrong: ``more`` says how to see what was checked."""
    if report.verdict is Verdict.VERIFIED and not report.findings:
        return [_("fair game ✓ (VERIFIED)   {more}", more=more)]
    return verdict_lines(report)


def reason(report: Report) -> str:
    """Why it is not VERIFIED; nothing if it is."""
    if report.why is Why.FAULT:
        return _("this is not a fair game: {fault}", fault=_fault(report.findings[0]))
    if report.why is Why.DAMAGED:
        return _damage(report)
    told = {"end": _end(report), "last": report.entries, "detail": report.detail}
    reasons = {
        Why.UNREADABLE: _("this cannot be judged: {why}", why=report.detail),
        Why.ENDED: _("the game was not finished: {end}", **told),
        Why.CLOSED: _("{end}, and not all seeds were opened: the cards cannot be checked", **told),
        Why.UNSIGNED: plural(
            "no fault was found, but the last entry is not signed by the server and does not count",
            "no fault was found, but the last {count} entries are not signed by the server and do not count",
            report.pending,
        ),
        Why.CUT: _("the file ends at entry {last}, before the seeds were opened", **told),
        Why.WITHHELD: _(
            "the game was played to its last score, but the file ends at entry {last},"
            " before the seeds were opened: without them the cards cannot be checked",
            **told,
        ),
        Why.UNTOLD: _("at the end a seat did not give its part of the proof: {detail}", **told),
        Why.NO_END: _("the seeds are open, but the file ends at entry {last}, before the end", **told),
        Why.BOTS: _("the moves of a bot cannot be checked: {detail}", **told),
        Why.SEALS: _(
            "nothing is wrong, but this file has no signature of the server between the last seal and the first"
            " seed; one may have been taken out"
        ),
    }
    return reasons.get(report.why, "")


def _fault(finding: Finding) -> str:
    return _("{code} at entry {at}", code=finding.code.value, at=finding.at)


def _damage(report: Report) -> str:
    damage = report.damage
    if damage is None or not damage.first:
        why = report.detail if damage is None else damage.detail
        return _("the file is damaged before its first entry: {why}", why=why)
    if damage.first == damage.last:
        where = _("the file is damaged at entry {at} ({why})", at=damage.first, why=damage.detail)
    else:
        told = {"first": damage.first, "last": damage.last, "why": damage.detail}
        where = _("the file is damaged somewhere in entries {first} to {last} ({why})", **told)
    if not report.entries:
        return _("{where}, and nothing before it is signed by the server", where=where)
    return _("{where}; up to entry {last} no fault was found", where=where, last=report.entries)


def _end(report: Report) -> str:
    follower = report.follower
    ended = follower.ended if follower is not None else None
    if follower is None or ended is None:
        return ""
    after = _("after entry {at} ({what})", at=report.last.seq, what=_said(report.last, follower)) if report.last else ""
    seats = ", ".join(map(str, ended.seats))
    if ended.reason == DISSOLVED:
        if follower.agreement.all_sealed:
            return _("the start was cancelled: the server says it waited for the seed of seat {seats}", seats=seats)
        return _("the start was cancelled: the server says it waited for the seal of seat {seats}", seats=seats)
    if ended.reason == ABANDONED:
        return _("all people had gone (seat {seats}), and the server ended it {after}", seats=seats, after=after)
    if ended.reason == FORKED:
        return _("the server ended it as forked {after}: it had signed two logs of this table", after=after)
    return _("the server stopped it {after}", after=after)


def _said(entry: Entry, follower: Follower) -> str:
    kind = follower.kinds.name(entry.kind)
    if entry.actor == NOBODY:
        return _("{kind} of the server, round {round}", kind=kind, round=entry.round)
    return _("{kind} of seat {seat}, round {round}", kind=kind, seat=entry.actor, round=entry.round)


def confirmed(report: Report) -> str:
    """How many people have signed the end of a game that is VERIFIED; nothing of any other."""
    if report.verdict is not Verdict.VERIFIED or report.setting is None:
        return ""
    return confirmed_by(len(set(report.closed_by)), len(report.setting.people))


def confirmed_by(some: int, people: int) -> str:
    return plural("confirmed by {k} of {count} person", "confirmed by {k} of {count} people", people, k=some)


def outline_sentence(outline: Outline) -> str:
    """What holds of a log by rules that are not known here."""
    if outline.wrong is not None:
        fault = _("{fault}, {evidence}", fault=_fault(outline.wrong), evidence=shown(outline.wrong.evidence))
        return _("Even without the rules something is wrong: {fault}.", fault=fault)
    if not outline.entries:
        return _("Nothing of it is signed by the server.")
    told = {"last": outline.entries}
    if not outline.whole:
        return _("Without the rules, everything that can be read and is signed is right, up to entry {last}.", **told)
    if outline.seeds_opened:
        return _(
            "Everything but the rules is right up to entry {last}: chain, signatures, seals, and all seeds.", **told
        )
    return _("Everything but the rules is right up to entry {last}; not all seeds are open.", **told)


def verdict_lines(report: Report) -> list[str]:
    beside = "; ".join(filter(None, [shown(meaning(report)), confirmed(report)]))
    lines = [_("{verdict}: {meaning}.", verdict=report.verdict.value, meaning=beside)]
    for finding in report.findings:
        told = {"code": finding.code.value, "at": finding.at, "evidence": shown(finding.evidence)}
        lines.append(_("Fault {code} at entry {at}: {evidence}", **told))
    return lines
