"""An audit as plain values for programs, and the same values told to people."""

import sys
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

from client.audit.compared import Clash
from client.audit.files import Audited
from client.audit.notes import Note, limits_of, shown
from client.audit.paragraphs import about_game, checked, faults
from client.i18n import _, plural
from client.words.verdict import confirmed, confirmed_by, meaning, reason
from protocol.audit.report import Report, Verdict
from protocol.keys.identity import fingerprint
from protocol.log.faults import Finding

FORMAT = 2
"""Of the JSON: rises when a name in it changes its meaning or goes."""
_Told = dict[str, Any]
_WIDEST = 78


def as_json(audited: list[Audited], clashes: list[Clash], notes: list[Note], verdict: Verdict, code: int) -> _Told:
    return {
        "format": FORMAT,
        "verdict": verdict.value,
        "exit_code": code,
        "files": [_of_file(one) for one in audited],
        "compared": {
            "findings": [{"files": list(clash.files), **_of_finding(clash.finding)} for clash in clashes],
            "notes": _of_notes(notes),
        },
    }


def _of_file(one: Audited) -> _Told:
    report, setting = one.report, one.report.setting
    before = setting and setting.table.predecessor
    return {
        "file": one.name,
        "verdict": report.verdict.value,
        "reason": reason(report),
        "reason_code": report.why.value or None,
        "bytes": one.size,
        "entries": report.entries,
        "phrase": " ".join(report.phrase) or None,
        "phrase_mismatch": one.mismatch or None,
        "table": setting and setting.tid.hex(),
        "rules": setting and str(setting.rules),
        "server": setting and _of_key(setting.server_key),
        "predecessor": before and {"table": before.tid.hex(), "reason": before.reason},
        "ended": _of_end(report),
        "confirmed_by": list(report.closed_by),
        "bots_checked": report.bots_checked,
        "except_rules": _of_outline(report),
        "seats": _of_seats(report),
        "findings": [_of_finding(finding) for finding in report.findings],
        "notes": _of_notes(one.notes),
        "not_proven": [{"code": limit.code, "text": limit.text} for limit in limits_of(setting)] if setting else [],
    }


def _of_end(report: Report) -> _Told | None:
    ended = report.follower and report.follower.ended
    if not ended:
        return None
    return {"reason": ended.reason, "seats": list(ended.seats), "after_entry": report.last and report.last.seq}


def _of_outline(report: Report) -> _Told | None:
    if (outline := report.outline) is None:
        return None
    return {
        "holds": outline.wrong is None,
        "entries": outline.entries,
        "whole": outline.whole,
        "seeds_opened": outline.seeds_opened,
        "wrong": outline.wrong and _of_finding(outline.wrong),
    }


def _of_seats(report: Report) -> list[_Told]:
    if report.setting is None:
        return []
    names = report.follower.agreement.names if report.follower else {}
    return [
        {
            "seat": seat,
            "person": _of_key(report.setting.seat_keys[seat]),
            "name": names.get(seat),
            "bot": row.bot and {"name": row.bot.bot, "rev": row.bot.rev},
            "confirmed_end": seat in report.closed_by,
        }
        for seat, row in enumerate(report.setting.table.seats)
    ]


def _of_finding(finding: Finding) -> _Told:
    return {
        "code": finding.code.value,
        "entry": finding.at,
        "at_fault": _of_key(finding.key),
        "evidence": finding.evidence,
    }


def _of_key(key: bytes | None) -> _Told | None:
    return {"key": key.hex(), "fingerprint": fingerprint(key)} if key else None


def _of_notes(notes: Iterable[Note]) -> list[_Told]:
    return [{"code": note.code, "seat": note.seat, "text": note.text} for note in notes]


# For people


def tell(one: Audited, *, quiet: bool) -> None:
    """One file: what it is worth in full, or in a line if it is one of many."""
    name, report = shown(one.name), one.report
    if one.trouble:
        print(f"{name}: {one.trouble}", file=sys.stderr)
    elif one.in_folder or quiet:
        if one.verdict is not Verdict.VERIFIED or not quiet:
            print(f"{report.verdict.value:10}  {name}  {one.mismatch or _gist(report)}")
    else:
        headline = ", ".join(filter(None, [report.verdict.value, confirmed(report)]))
        print(f"{name}: {headline}")
        print("\n".join(f"  {line}".rstrip() for line in _body(one)) + "\n")


def tell_all(audited: list[Audited], clashes: list[Clash], notes: list[Note], *, quiet: bool) -> None:
    for clash in clashes:
        files = " | ".join(map(shown, clash.files))
        print(f"{Verdict.REFUTED.value:10}  {files}\n  {_fault(_of_finding(clash.finding))}")
    if quiet:
        return
    label = _("note")
    for note in notes:
        print(f"{label:10}  {shown(note.text)}")
    if len(audited) > 1:
        counts = [(verdict.value, [one.report.verdict for one in audited].count(verdict)) for verdict in Verdict]
        print(", ".join(f"{count} {word}" for word, count in counts if count))


def _gist(report: Report) -> str:
    if report.verdict is Verdict.VERIFIED:
        return _("{phrase}, {confirmed}", phrase=" ".join(report.phrase), confirmed=confirmed(report))
    return shown(reason(report))


def _body(one: Audited) -> Iterator[str]:
    told, report = _of_file(one), one.report
    sentence = shown(meaning(report))
    yield f"{sentence[:1].upper()}{sentence[1:]}."
    if one.mismatch:
        yield _("OTHER PHRASE: {what}", what=one.mismatch)
    width = min(_WIDEST, get_terminal_size().columns - 2)
    for paragraph in (*faults(one), *about_game(one), *checked(one)):
        yield from ("", *wrap(paragraph, width))
    if report.follower is not None:
        yield ""
    rows = [*facts(one), *((_("note"), note["text"]) for note in told["notes"])]
    yield from (f"{label:10} {value}" for label, value in rows)
    if told["not_proven"]:
        yield _("This does not prove:")
    yield from (f"  - {limit['text']}" for limit in told["not_proven"])


def facts(one: Audited) -> Iterator[tuple[str, str]]:
    """What tells this table from any other, each with a label; nothing where no table could be read."""
    told = _of_file(one)
    if not told["table"]:
        return
    yield _("phrase"), told["phrase"] or _("not known yet")
    yield _("table"), told["table"][:16]
    yield _("server"), told["server"]["fingerprint"]
    yield _("rules"), told["rules"]
    for seat in told["seats"]:
        yield _("seat {seat}", seat=seat["seat"]), _sitter(seat)
    yield (
        _("entries"),
        plural(
            "{entries} signed by the server, {count} byte",
            "{entries} signed by the server, {count} bytes",
            told["bytes"],
            entries=told["entries"],
        ),
    )
    people = sum(seat["bot"] is None for seat in told["seats"])
    yield _("end"), confirmed_by(len(set(told["confirmed_by"])), people)


def _sitter(seat: _Told) -> str:
    if seat["bot"] is not None:
        return _("bot {name}, revision {rev}, of the server", **seat["bot"])
    known: str = seat["person"]["fingerprint"]
    return f"{known}  {shown(seat['name'])}" if seat["name"] else known


def _fault(finding: _Told) -> str:
    whose = finding["at_fault"]["fingerprint"] if finding["at_fault"] else _("no one")
    return _(
        "{code} at entry {at}, by {whose}: {evidence}",
        code=finding["code"],
        at=finding["entry"],
        whose=whose,
        evidence=shown(finding["evidence"]),
    )
