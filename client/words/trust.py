"""What was checked at a table, and by whom; never more than what is known."""

from client.i18n import _, plural
from client.visit.table import VisitedTable
from client.words.trouble import Paragraphs, objection_lines, trouble_paragraphs
from client.words.verdict import verdict_lines
from protocol.audit.report import Report
from protocol.keys.identity import fingerprint


def trust_paragraphs(table: VisitedTable, report: Report | None = None, link: str = "") -> Paragraphs:
    """``report``: the verdict, once there is one; ``link``: how to come back to a table that this computer serves."""
    phrase = [
        _("The phrase of this table: {phrase}", phrase=table.phrase),
        _("Read it out to the others: a player who sees other words sits at another table."),
    ]
    dealer = [
        _("Your computer deals. It can't cheat unnoticed, but you could peek."),
        _("Players who were cut off come back by: {undermine} join {link}", link=link),
    ]
    paragraphs = [*_standing(table, report), *([phrase] if table.phrase else []), _signed(table), _checked(table)]
    paragraphs += [dealer] if link else []
    paragraphs += [[_("Only this computer saw it:"), *table.warnings]] if table.warnings else []
    if table.log is not None:
        paragraphs.append([log_line(table), _("Anybody can check it: {undermine} audit FILE")])
    return paragraphs


def _standing(table: VisitedTable, report: Report | None) -> Paragraphs:
    if table.trouble is not None:
        return trouble_paragraphs(table.trouble, table)
    if table.objection:
        return [objection_lines(table.objection)]
    if report is not None:
        return [verdict_lines(report)]
    fairness = _("Whether the cards were dealt fairly is proved at the end, when the seeds are opened.")
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
            "{count} entry was read; of it, this computer has checked:",
            "{count} entries were read; of each, this computer has checked:",
            table.entries,
        ),
        _("- that it follows from the one before, and the server has signed it,"),
        _("- that the player who acted has signed it, and the rules allow it,"),
        _("- that every card that was opened is the one that was committed to before."),
    ]


def log_line(table: VisitedTable) -> str:
    """Without a full stop, so that the name can be copied."""
    return _("The log is in {file}", file=table.log)


def key_lines(table: VisitedTable) -> list[str]:
    return [
        _("{who} has the key {key}.", who=table.people.name(seat), key=fingerprint(key))
        for seat, key in sorted(table.keys.items())
    ]


def server_line(key: bytes) -> str:
    """Which server this is; ``key`` is empty without a connection."""
    if not key:
        return _("There is no connection to a server.")
    return _("The server has the key {key}; ask its host whether that is right.", key=fingerprint(key))
