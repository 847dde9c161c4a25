"""Finished games in words: how one is listed, and what became of one that was fetched."""

from collections.abc import Iterator
from pathlib import Path

from client.i18n import _, plural
from client.net.archive import NotHad
from client.net.fetched import Became, Kept
from client.net.heads import Finding, Look, Wrong
from client.net.table.log_file import InUse
from client.words.codes import sentence
from client.words.rules import short_rules
from client.words.safe import shown
from client.words.ways_back import when
from protocol.follow.ending import ABANDONED, DISSOLVED, FINISHED, FORKED, STOPPED
from protocol.wire.archive import EndedGame

SHORT = 8
"""Digits of a game's number that are shown: enough to tell a server's games apart."""


def number(tid: bytes) -> str:
    """By which a game is called."""
    return tid.hex()[:SHORT]


def game_line(game: EndedGame, now: float, *, here: bool) -> str:
    """One line of a list; ``here``: whether this computer has all of its log."""
    told = {
        "number": number(game.table),
        "when": when(game.ended, now),
        "rules": short_rules(shown(game.rules)),
        "end": end_word(game.end),
        "here": _(", on this computer") if here else "",
    }
    return plural(
        "{number}  {when}  {rules}, {count} seat, {end}{here}",
        "{number}  {when}  {rules}, {count} seats, {end}{here}",
        game.seats,
        **told,
    )


def end_word(end: str) -> str:
    """How a game ended, in a word; that of a later version as it is."""
    told = {
        FINISHED: _("finished"),
        ABANDONED: _("abandoned"),
        DISSOLVED: _("cancelled at the start"),
        STOPPED: _("stopped by the server"),
        FORKED: _("forked"),
    }
    return told.get(end) or shown(end)


def finding_line(finding: Finding, log: Path) -> str:
    """What is wrong with the lists of a server, and what to do."""
    told = {"number": number(finding.tid), "file": log}
    lines = {
        Wrong.MISSING: _(
            "Your game {number} is over, and none of the lists that this server has signed since has it:"
            " the server may have lost it, or left it out.  Keep your log, {file}, and ask the host of the server.",
            **told,
        ),
        Wrong.DIFFERS: _(
            "This server has signed another log of your game {number} than yours.  Keep your log, {file},"
            " and compare it with those of the other players: “{undermine} audit” says who signed both.",
            **told,
        ),
        Wrong.OTHER_LISTS: _(
            "The lists of games that this server signs are not those that it showed you before: it may have come back"
            " from an old backup, or games were left out.  Ask the host of the server."
        ),
    }
    return lines[finding.wrong]


def looked_lines(look: Look) -> Iterator[str]:
    """What a look at the lists came to."""
    for finding in look.findings:
        yield finding_line(finding, look.drawer.log(finding.tid))
    if look.stands or not (look.findings or look.waits):
        yield plural(
            "{count} finished game of yours stands in this server's signed lists.",
            "{count} finished games of yours stand in this server's signed lists.",
            look.stands,
        )
    if look.waits:
        yield plural(
            "{count} stands in none yet: a list is made once a day.",
            "{count} stand in none yet: a list is made once a day.",
            look.waits,
        )


def why(trouble: Exception) -> str:
    """Why something was not fetched."""
    match trouble:
        case NotHad(code=code):
            return sentence(code)
        case InUse():
            return sentence("table/elsewhere")
        case OSError():
            return str(trouble.strerror)
    return str(trouble)


def unknown_line(name: str) -> str:
    return _("{number}: there is no finished game here whose number begins so, or more than one", number=name)


def removed_line(tid: bytes, count: int) -> str:
    """What a person said is gone from the server, and from nowhere else."""
    return plural(
        "{number}: the server has removed {count} text of yours.  Logs that others have keep it, and so does yours.",
        "{number}: the server has removed {count} texts of yours.  Logs that others have keep them, and so does yours.",
        count,
        number=number(tid),
    )


def kept_line(tid: bytes, kept: Kept) -> str:
    """What became of a log that was fetched."""
    told = {"number": number(tid), "file": kept.path}
    lines = {
        Became.NEW: _("{number}: fetched to {file}", **told),
        Became.LONGER: _("{number}: {file} lacked a part and is whole now", **told),
        Became.SAME: _("{number}: {file} has all of it already", **told),
        Became.SHORTER: _("{number}: {file} has more of it than the server; it stays as it is", **told),
        Became.DIFFERS: _(
            "{number}: the server's log is not the one that you played.  It was put into {file}:"
            " compare both with “{undermine} audit”, and show them to the other players.",
            **told,
        ),
        Became.UNSOUND: _(
            "{number}: the server sent something that it has not signed as the log of this game: nothing was kept",
            **told,
        ),
    }
    return lines[kept.became]
