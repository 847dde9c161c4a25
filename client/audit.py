"""`undermine audit`: whether a log file proves that a game was played fairly, and what it does not prove."""

import argparse
import io
import json
import sys

from client.audit_report import as_json, tell, tell_all
from client.audited import MISMATCH, Audited, all_audited, forks_of
from client.words import _


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "audit",
        help=_("check from its log that a game was played fairly"),
        description=_(
            "Work every signature, move and card of a game out again from its log."
            "  Several files of one table are also compared with each other."
        ),
        epilog=_("Exit code 0: all are VERIFIED.  1: one is UNPROVEN or REFUTED, or differs.  2: one is UNREADABLE."),
    )
    command.add_argument("files", metavar="FILE", nargs="+", help=_("a log, or a folder of them"))
    command.add_argument("--phrase", metavar="WORDS", help=_("the five words that you were shown at the table"))
    command.add_argument("--bots", action="store_true", help=_("work out every move of the server's bots again, too"))
    command.add_argument("--json", action="store_true", help=_("for programs"))
    command.add_argument("-q", "--quiet", action="store_true", help=_("say only what is not VERIFIED"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Judge every file, also after a bad one; the worst result is the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # the name of a file may hold what the terminal cannot show
        sys.stdout.reconfigure(errors="backslashreplace")
    audited: list[Audited] = []
    for one in all_audited(arguments.files, bots=arguments.bots):
        one.expect(arguments.phrase)
        audited.append(one)
        if not arguments.json:
            tell(one, quiet=arguments.quiet)
    forks = list(forks_of(audited))
    code = max([one.exit_code for one in audited] + [MISMATCH for _fork in forks])
    if arguments.json:
        print(json.dumps(as_json(audited, forks, code), indent=1))
    else:
        tell_all(audited, forks, quiet=arguments.quiet)
    return code
