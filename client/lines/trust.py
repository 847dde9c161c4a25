"""What a person can rely on, and how far: the phrase, the log, who has confirmed it, and at the end the verdict."""

from client.i18n import _, plural
from client.visit.table import VisitedTable
from client.words.trouble import end_sentence
from protocol.keys.identity import fingerprint


def server_lines(key: bytes) -> list[str]:
    """Which server this is."""
    if not key:
        return [_("There is no connection to a server.")]
    return [_("The server has the key {key}; ask whoever runs it whether that is right.", key=fingerprint(key))]


def trust_lines(table: VisitedTable) -> list[str]:
    """How far the log has been checked."""
    lines = [_phrase(table)]
    entries = table.entries
    lines.append(plural("{count} entry of the log was read.", "{count} entries of the log were read.", entries))
    if table.trouble is None:
        lines.append(_("Every signature and every move in it was checked: no contradiction so far."))
    lines += _confirmations(table)
    lines += [
        _("{who} has the key {key}.", who=table.people.name(seat), key=fingerprint(key))
        for seat, key in sorted(table.keys.items())
    ]
    if table.log is not None:
        lines.append(_("The log is in {file}.", file=table.log))
    lines += table.warnings
    if table.ended is None:
        lines.append(_("Whether the cards are the right ones is known at the end, when all seeds lie open."))
    return lines


def _phrase(table: VisitedTable) -> str:
    if not table.phrase:
        return _("The table has no phrase yet: it comes when everybody has agreed.")
    return _("Phrase: {phrase}. Read it out: everybody at the table should see the same words.", phrase=table.phrase)


def _confirmations(table: VisitedTable) -> list[str]:
    """Bots sign nothing."""
    follower = table.following.follower if table.following else None
    if follower is None:
        return []
    return [
        _("{who} has signed the same log up to entry {entry}.", who=table.people.name(seat), entry=entry)
        if (entry := table.confirmed(seat))
        else _("{who} has not signed anything yet.", who=table.people.name(seat))
        for seat in sorted(follower.setting.people)
    ]


def end_lines(table: VisitedTable) -> list[str]:
    """How it ended, and where the log is."""
    return ["", end_sentence(table), _("Its log is in {file}.", file=table.log)]
