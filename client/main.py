"""The command `undermine`."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from client.commands.options import WrongUsage
from client.i18n import _
from client.program import PROGRAM, SERVER
from client.version import VERSION

WRONG_USAGE = 2
INTERRUPTED = 130
UNREAD = 141
"""As shells have it for SIGPIPE."""
COMMANDS = (
    "play", "host", "join", "menu", "rules", "simulate", "scenario", "selfplay", "audit", "bot", "key", "bench"
)  # fmt: skip
"""Each is a module of this folder; the help lists them in this order."""
OF_PLAY = frozenset({"--players", "--rules", "--plain", "--words", "--ascii", "--bots", "--name", "--seed"})
"""Options by which `play` is known even if it is not named."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    _forgive_encodings()
    given = with_command(sys.argv[1:] if arguments is None else arguments)
    parsed = _parser("".join(given[_profile_ends(given) :][:1])).parse_args(given)
    gc.freeze()  # what is loaded so far stays: it is never searched for garbage
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough; what the code would say was not said
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except OSError as error:  # the disk behind standard output is full, for example
        print(f"undermine: {error.strerror}", file=sys.stderr)
        return WRONG_USAGE
    except WrongUsage as error:
        print(f"undermine: {error}", file=sys.stderr)
        return WRONG_USAGE
    return code


def with_command(arguments: Sequence[str]) -> list[str]:
    """Without a command one wants to play; an option that only `play` has says so too."""
    at = _profile_ends(arguments)
    profile, rest = arguments[:at], arguments[at:]
    wants_play = not rest or rest[0].partition("=")[0] in OF_PLAY
    return [*profile, "play", *rest] if wants_play and len(profile) == at else list(arguments)


def _profile_ends(arguments: Sequence[str]) -> int:
    """Where the words about the profile end, which may stand before every command."""
    if not arguments or not arguments[0].startswith("--profile"):
        return 0
    return 1 if "=" in arguments[0] else 2


def _forgive_encodings() -> None:
    """A character that the terminal cannot show, or bytes that are no text, become a question mark, not an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _parser(first: str) -> argparse.ArgumentParser:
    """Who names a command does not wait until all the others are loaded."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description=_("Saboteur from the terminal, with play that nobody has to take on trust."),
        epilog=_(
            "examples:\n"
            "  {undermine} play                          sit down with four bots\n"
            "  {undermine} play --rules saboteur2        Saboteur 2\n"
            "  {undermine} host                          open a table for friends nearby\n"
            "  {undermine} join                          what is there on this network?\n"
            "  {undermine} join LINK                     a server somewhere\n"
            "  {undermine} rules                         what else one can play by\n"
            "  {undermine} simulate --games 200          let bots play, and count\n"
            "  {undermine} scenario --new mine.toml      write a first scenario\n"
            "  {undermine} COMMAND --help                more about one command\n"
            "  {server} --help                 serve tables to others",
            server=SERVER,
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"undermine {VERSION}")
    parser.add_argument(
        "--profile", default="default", metavar="NAME", help=_("whose name, keys and settings to use (default)")
    )
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), required=True)
    for command in [first] if first in COMMANDS else COMMANDS:
        import_module(f"client.commands.{command}").add(commands)
    if first not in COMMANDS:
        import_module("client.commands.completion").add(commands, parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
