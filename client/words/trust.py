"""What was checked at a table, and by whom; never more than what is known."""

from pathlib import Path

from client.i18n import _, plural
from client.visit.table import VisitedTable
from client.words.trouble import Paragraphs, objection_lines, trouble_paragraphs
from client.words.verdict import verdict_lines
from client.words.watching import watch_line
from protocol.audit.report import Report
from protocol.keys.identity import fingerprint


def trust_paragraphs(
    table: VisitedTable, report: Report | None = None, link: str = "", watch_link: str = ""
) -> Paragraphs:
    """``report``: the verdict, once there is one; ``link``: how to come back to a table that this computer serves."""
    phrase = [
        _("The phrase of this table: {phrase}", phrase=table.phrase),
        _("Read it out to the others: other words mean another table."),
    ]
    dealer = [
        _("Your computer deals. It can't cheat unnoticed, but you could peek."),
        _("Players who lost the connection can come back: {undermine} join {link}", link=link),
    ]
    paragraphs = [*_standing(table, report), *([phrase] if table.phrase else []), _signed(table), _checked(table)]
    paragraphs += [dealer] if link else []
    paragraphs += [[watch_line(watch_link)]] if watch_link else []
    paragraphs += [[_("Seen by this computer alone:"), *table.warnings]] if table.warnings else []
    if table.log is not None:
        paragraphs.append([log_line(table.log), _("Anyone can check it: {undermine} audit FILE")])
    return paragraphs


def _standing(table: VisitedTable, report: Report | None) -> Paragraphs:
    if table.trouble is not None:
        return trouble_paragraphs(table.trouble, table)
    if table.objection:
        return [objection_lines(table.objection)]
    if report is not None:
        return [verdict_lines(report)]
    fairness = _("At the end the seeds are opened, and prove whether the deck was shuffled fairly.")
    return [[_("Fair so far ✓"), fairness]]


def _signed(table: VisitedTable) -> list[str]:
    keys = table.follower.setting.seat_keys if table.follower is not None else ()
    return [
        _("Everyone's log matches up to:"),
        *(
            _("  {name}: a bot of the server", name=table.people.name(seat))
            if key is None
            else _("  {name}: entry {entry}", name=table.people.name(seat), entry=table.confirmed(seat))
            for seat, key in enumerate(keys)
        ),
    ]


def _checked(table: VisitedTable) -> list[str]:
    return [
        plural(
            "This computer has checked {count} entry:",
            "This computer has checked {count} entries, each of them:",
            table.entries,
        ),
        _("- it follows from the one before, and the server signed it;"),
        _("- the player signed it, and the rules allow it;"),
        _("- each card shown is the one that was dealt."),
    ]


def log_line(log: Path | None) -> str:
    """Without a full stop, so that the name can be copied."""
    return _("The log is in {file}", file=log)


def key_lines(table: VisitedTable) -> list[str]:
    return [
        _("{who} has the key {key}.", who=table.people.name(seat), key=fingerprint(key))
        for seat, key in sorted(table.keys.items())
    ]


def server_line(key: bytes) -> str:
    """Which server this is; ``key`` is empty without a connection."""
    if not key:
        return _("There is no connection to a server.")
    return _("The server has the key {key}; its host can confirm it.", key=fingerprint(key))
