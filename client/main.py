"""The command `undermine`."""

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from client import audit, bench, bot, completion, key, play, rules, scenario, selfplay, simulate
from client.options import WrongUsage
from client.version import VERSION
from client.words import _

WRONG_USAGE = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the value is the exit code."""
    _forgive_encodings()
    parsed = _parser().parse_args(_with_command(sys.argv[1:] if arguments is None else arguments))
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # the disk behind standard output is full, for example
        print(f"undermine: {error.strerror}", file=sys.stderr)
        return WRONG_USAGE
    except WrongUsage as error:
        print(f"undermine: {error}", file=sys.stderr)
        return WRONG_USAGE
    return code


def _with_command(arguments: Sequence[str]) -> list[str]:
    """Without a command one wants to play; an option that only `play` has says so too."""
    first = arguments[0].partition("=")[0] if arguments else ""
    return ["play", *arguments] if not arguments or first in play.OPTIONS else list(arguments)


def _forgive_encodings() -> None:
    """A character that the terminal cannot show, or bytes that are no text, become a question mark, not an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="undermine",
        description=_("Saboteur from the terminal, with play that nobody has to take on trust."),
        epilog=_(
            "examples:\n"
            "  undermine play                          sit down with four bots\n"
            "  undermine play --players 3 --ascii      a small table, plain characters\n"
            "  undermine play --rules saboteur2        Saboteur 2\n"
            "  undermine rules                         what else one can play by\n"
            "  undermine simulate --games 200          let bots play, and count\n"
            "  undermine scenario --new mine.toml      write a first scenario\n"
            "  undermine COMMAND --help                more about one command"
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"undermine {VERSION}")
    parser.add_argument(
        "--profile", default="default", metavar="NAME", help=_("whose name, keys and settings to use (default)")
    )
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), required=True)
    for command in (play, rules, simulate, scenario, selfplay, audit, bot, key, bench):
        command.add(commands)
    completion.add(commands, parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
