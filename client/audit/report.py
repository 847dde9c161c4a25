"""An audit told to people, and as JSON to programs."""

import sys
from collections.abc import Iterator
from typing import Any

from client.audit.compared import Clash
from client.audit.files import Audited
from client.audit.notes import Note, limits_of, shown
from client.i18n import _, plural
from client.words.verdict import confirmed, meaning, outline_sentence, reason
from protocol.audit.report import Report, Verdict
from protocol.keys.identity import fingerprint
from protocol.log.faults import Finding
from protocol.log.setting import Setting

FORMAT = 2
"""Of the JSON: rises when a name in it changes its meaning or goes."""


def tell(one: Audited, *, quiet: bool) -> None:
    name = shown(one.name)
    if one.trouble:
        print(f"{name}: {one.trouble}", file=sys.stderr)
    elif one.in_folder or quiet:
        if one.verdict is not Verdict.VERIFIED or not quiet:
            print(f"{one.report.verdict.value:10}  {name}  {one.mismatch or _gist(one.report)}")
    else:
        print("\n".join([f"{name}: {_headline(one.report)}", *_body(one)]) + "\n")


def _headline(report: Report) -> str:
    """The verdict, and who stands behind it."""
    return ", ".join(filter(None, [report.verdict.value, confirmed(report)]))


def _gist(report: Report) -> str:
    """In a few words."""
    if report.verdict is Verdict.VERIFIED:
        return _("{phrase}, {confirmed}", phrase=" ".join(report.phrase), confirmed=confirmed(report))
    return shown(reason(report))


def _body(one: Audited) -> Iterator[str]:
    yield f"  {_sentence(one.report)}"
    if one.report.outline is not None:
        yield "  " + outline_sentence(one.report.outline)
    if one.mismatch:
        yield "  " + _("OTHER PHRASE: {what}", what=one.mismatch)
    setting = one.report.setting
    if setting is not None:
        yield from (f"  {label:10} {value}" for label, value in _rows(one, setting))
    for finding in one.report.findings:
        yield f"  {_('fault'):10} {_finding(finding)}"
    for note in one.notes:
        yield f"  {_('note'):10} {note.text}"
    if setting is not None:
        yield "  " + _("This does not prove:")
        yield from (f"    - {limit.text}" for limit in limits_of(setting))


def _sentence(report: Report) -> str:
    text = shown(meaning(report))
    return f"{text[:1].upper()}{text[1:]}."


def _rows(one: Audited, setting: Setting) -> Iterator[tuple[str, str]]:
    report = one.report
    yield _("phrase"), " ".join(report.phrase) or _("not known yet")
    yield _("table"), setting.tid.hex()[:16]
    yield _("server"), fingerprint(setting.server_key)
    yield _("rules"), str(setting.rules)
    for seat in range(setting.seats):
        yield _("seat {seat}", seat=seat), _sitter(report, setting, seat)
    yield (
        _("entries"),
        plural(
            "{entries} signed by the server, {count} byte",
            "{entries} signed by the server, {count} bytes",
            one.size,
            entries=report.entries,
        ),
    )
    k, people = len(set(report.closed_by)), len(setting.people)
    yield _("end"), plural("confirmed by {k} of {count} person", "confirmed by {k} of {count} people", people, k=k)


def _sitter(report: Report, setting: Setting, seat: int) -> str:
    key, bot = setting.seat_keys[seat], setting.table.seats[seat].bot
    if bot is not None:
        return _("bot {name}, revision {rev}, of the server", name=bot.bot, rev=bot.rev)
    name = report.follower and report.follower.agreement.names.get(seat)
    return fingerprint(key or b"") + (f"  {shown(name)}" if name else "")


def _finding(finding: Finding) -> str:
    whose = fingerprint(finding.key) if finding.key else _("nobody")
    return _(
        "{code} at entry {at}, by {whose}: {evidence}",
        code=finding.code.value,
        at=finding.at,
        whose=whose,
        evidence=shown(finding.evidence),
    )


def tell_all(audited: list[Audited], clashes: list[Clash], notes: list[Note], *, quiet: bool) -> None:
    for clash in clashes:
        print(f"{Verdict.REFUTED.value:10}  {' | '.join(map(shown, clash.files))}\n  {_finding(clash.finding)}")
    if quiet:
        return
    for note in notes:
        print(f"{_('note'):10}  {shown(note.text)}")
    if len(audited) > 1:
        counts = [(verdict.value, [one.report.verdict for one in audited].count(verdict)) for verdict in Verdict]
        print(", ".join(f"{count} {word}" for word, count in counts if count))


# For programs


def as_json(
    audited: list[Audited], clashes: list[Clash], notes: list[Note], verdict: Verdict, code: int
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "verdict": verdict.value,
        "exit_code": code,
        "files": [_file_as_json(one) for one in audited],
        "compared": {
            "findings": [{"files": list(clash.files), **_finding_as_json(clash.finding)} for clash in clashes],
            "notes": _notes_as_json(notes),
        },
    }


def _notes_as_json(notes: list[Note]) -> list[dict[str, Any]]:
    return [{"code": note.code, "seat": note.seat, "text": note.text} for note in notes]


def _file_as_json(one: Audited) -> dict[str, Any]:
    report, setting = one.report, one.report.setting
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
        "server": setting and _key_as_json(setting.server_key),
        "predecessor": setting and _predecessor_as_json(setting),
        "ended": _end_as_json(report),
        "confirmed_by": list(report.closed_by),
        "bots_checked": report.bots_checked,
        "except_rules": _outline_as_json(report),
        "seats": [_seat_as_json(report, setting, seat) for seat in range(setting.seats)] if setting else [],
        "findings": [_finding_as_json(finding) for finding in report.findings],
        "notes": _notes_as_json(one.notes),
        "not_proven": [{"code": limit.code, "text": limit.text} for limit in limits_of(setting)] if setting else [],
    }


def _end_as_json(report: Report) -> dict[str, Any] | None:
    ended = report.follower and report.follower.ended
    if not ended:
        return None
    return {"reason": ended.reason, "seats": list(ended.seats), "after_entry": report.last and report.last.seq}


def _outline_as_json(report: Report) -> dict[str, Any] | None:
    outline = report.outline
    if outline is None:
        return None
    return {
        "holds": outline.wrong is None,
        "entries": outline.entries,
        "whole": outline.whole,
        "seeds_opened": outline.seeds_opened,
        "wrong": outline.wrong and _finding_as_json(outline.wrong),
    }


def _predecessor_as_json(setting: Setting) -> dict[str, str] | None:
    before = setting.table.predecessor
    return {"table": before.tid.hex(), "reason": before.reason} if before else None


def _key_as_json(key: bytes | None) -> dict[str, str] | None:
    return {"key": key.hex(), "fingerprint": fingerprint(key)} if key else None


def _seat_as_json(report: Report, setting: Setting, seat: int) -> dict[str, Any]:
    bot = setting.table.seats[seat].bot
    return {
        "seat": seat,
        "person": _key_as_json(setting.seat_keys[seat]),
        "name": report.follower and report.follower.agreement.names.get(seat),
        "bot": bot and {"name": bot.bot, "rev": bot.rev},
        "confirmed_end": seat in report.closed_by,
    }


def _finding_as_json(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code.value,
        "entry": finding.at,
        "at_fault": _key_as_json(finding.key),
        "evidence": finding.evidence,
    }
