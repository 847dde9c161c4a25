"""`undermine audit`: whether a log file proves that a game was played fairly, and what it does not prove."""

import argparse
import json
import sys
from pathlib import Path

from client.audit.compared import Clash, NothingToProve, clashes_of, notes_on, proof_of
from client.audit.files import EXIT_CODES, Audited, all_audited
from client.audit.paragraphs import opened_again, paragraphs
from client.audit.report import as_json, facts, tell, tell_all
from client.commands.ends import Stopped, WrongUsage, not_written, spell_out
from client.commands.progress import bar
from client.i18n import _
from client.profile.placing import is_free, placed
from client.replay.table import ReplayedTable
from protocol.audit.eyes import Eyes
from protocol.audit.report import Verdict, worst


def main(arguments: argparse.Namespace) -> int:
    """Judge every file, also after a bad one; the worst result is the exit code."""
    spell_out()
    target = Path(arguments.evidence) if arguments.evidence is not None else None
    page = Path(arguments.html) if arguments.html is not None else None
    for file in (target, page):
        if file is not None and not is_free(file):
            raise Stopped(not_written(file, FileExistsError()))
    audited: list[Audited] = []
    for one in all_audited(arguments.files, bots=not arguments.no_bots, bar=bar):
        one.expect(arguments.phrase)
        audited.append(one)
        if not arguments.json:
            tell(one, quiet=arguments.quiet)
    clashes, notes = list(clashes_of(audited)), list(notes_on(audited))
    verdict = worst([*(one.verdict for one in audited), *(Verdict.REFUTED for _clash in clashes)])
    code = EXIT_CODES[verdict]
    if arguments.json:
        print(json.dumps(as_json(audited, clashes, notes, verdict, code), indent=1))
    else:
        tell_all(audited, clashes, notes, quiet=arguments.quiet)
    if target is not None:
        _prove(audited, clashes, target)
    if page is not None:
        _show(audited, page)
    return code


def _show(audited: list[Audited], target: Path) -> None:
    """The audit of one log, beside a replay of the game in it."""
    from client.exports.page import page  # noqa: PLC0415

    [one, *others] = audited
    game = None if others else opened_again(one)
    if game is None:
        raise WrongUsage(_("--html shows the game of one log, and there must be a game in it"))
    eyes = Eyes(everything=True) if game.lies_open else game.first_eyes()
    report = [*paragraphs(one), *(f"{label}: {value}" for label, value in facts(one))]
    text = page(game, ReplayedTable(game.recording(eyes)), report)
    try:
        with placed(target) as file:
            file.write(text.encode())
    except OSError as error:
        raise Stopped(not_written(target, error)) from error
    print(_("{file}: written", file=target), file=sys.stderr)


def _prove(audited: list[Audited], clashes: list[Clash], target: Path) -> None:
    try:
        proof = proof_of(audited, clashes)
        with placed(target) as file:
            file.write(proof)
        told = _("{file}: the evidence; it holds no secret, and others can audit it", file=target)
    except NothingToProve as error:
        told = _("{file}: not written: {why}", file=target, why=error)
    except OSError as error:
        raise Stopped(not_written(target, error)) from error
    print(told, file=sys.stderr)
