"""`undermine audit`: whether a log file proves that a game was played fairly, and what it does not prove."""

import argparse
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from client.audit.compared import Clash, clashes_of, notes_on
from client.audit.evidence import NothingToProve, proof_of
from client.audit.files import EXIT_CODES, Audited, all_audited
from client.audit.report import as_json, tell, tell_all
from client.commands.progress import Progress
from client.i18n import _
from client.profile.placing import is_free, placed
from protocol.audit import bot_check
from protocol.audit.report import Verdict, worst

UNUSABLE = 2


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "audit",
        help=_("check from its log that a game was played fairly"),
        description=_(
            "Work every signature, move and card of a game out again from its log, and every move of the server's bots."
            "  Several files are also compared with each other."
        ),
        epilog=_(
            "Exit code 0: all are VERIFIED.  4: one is UNFINISHED.  3: one is UNPROVEN.  2: one is UNREADABLE."
            "  1: one is REFUTED, or two contradict each other.  Of several the worst counts, in this order."
        ),
    )
    command.add_argument("files", metavar="FILE", nargs="+", help=_("a log, evidence, or a folder of logs"))
    command.add_argument("--phrase", metavar="WORDS", help=_("the five words that you were shown at the table"))
    command.add_argument("--no-bots", action="store_true", help=_("leave the moves of the server's bots out"))
    command.add_argument("--evidence", metavar="FILE", help=_("write what proves the first fault, for others to check"))
    command.add_argument("--json", action="store_true", help=_("for programs"))
    command.add_argument("-q", "--quiet", action="store_true", help=_("say only what is not VERIFIED"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Judge every file, also after a bad one; the worst result is the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # the name of a file may hold what the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    target = Path(arguments.evidence) if arguments.evidence is not None else None
    if target is not None and not is_free(target):
        print(_("{file}: is there already and was left as it is", file=target), file=sys.stderr)
        return UNUSABLE
    audited: list[Audited] = []
    for one in all_audited(arguments.files, bots=not arguments.no_bots, bar=_bar):
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
    return code if target is None or _prove(audited, clashes, target) else UNUSABLE


@contextmanager
def _bar() -> Iterator[bot_check.Progress]:
    """A bar on standard error as soon as a bot is asked again, if a person looks at it."""
    bars: list[Progress] = []

    def show(done: int, total: int) -> None:
        if not bars:
            bars.append(Progress(total))
        bars[0].done(done)

    try:
        yield show
    finally:
        for bar in bars:
            bar.close()


def _prove(audited: list[Audited], clashes: list[Clash], target: Path) -> bool:
    """Write the evidence; whether nothing went wrong with it."""
    try:
        proof = proof_of(audited, clashes)
        with placed(target) as file:
            file.write(proof)
    except NothingToProve as error:
        print(_("{file}: not written: {why}", file=target, why=error), file=sys.stderr)
    except FileExistsError:
        print(_("{file}: is there already and was left as it is", file=target), file=sys.stderr)
        return False
    except OSError as error:
        print(_("{file}: cannot be written: {why}", file=target, why=error.strerror), file=sys.stderr)
        return False
    else:
        print(_("{file}: the evidence; it holds no secret, and others can audit it", file=target), file=sys.stderr)
    return True
