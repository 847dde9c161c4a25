"""The command `undermine-server`."""

import argparse
import gc
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from server.control.asking import ASKING, add_commands, ask
from server.reactor import install_reactor
from server.settings.reading import BadSettings, read_settings
from server.settings.settings import Settings
from server.settings.text import check_config, sample
from server.streams import open_streams, print_line

DONE, CANNOT_WRITE, BAD_CONFIG = 0, 74, 78
_IGNORED = ("SIGUSR1", "SIGUSR2", "SIGALRM")
"""They mean nothing here, and would end the program in the middle of everything."""
_SWITCH_SECONDS = 0.001
"""How long a thread of the journal waits for the interpreter: it asks once for each statement of a write."""
_COLLECT_SELDOM = (50_000, 20, 20)
"""Tables live long and cycles are rare: collecting more often would only delay every table."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the settings, then serve until told to stop."""
    open_streams()
    given = _parser().parse_args(arguments)
    if given.command == "check-config":
        code, text = check_config(given.config)
        if code:
            print(text, file=sys.stderr)
            return code
        return _print(text)
    if given.command == "sample-config":
        return _print(sample().removesuffix("\n"))
    try:
        found = read_settings(given.config, os.environ)
    except BadSettings as bad:
        print("\n".join(bad.problems), file=sys.stderr)
        return BAD_CONFIG
    if given.command in ("backup", "restore"):
        from server import backup  # noqa: PLC0415  it loads all of the stores

        act = backup.backup if given.command == "backup" else backup.restore
        return act(found.settings.data_dir, given.file)
    if given.command == "new-key":
        from server.new_key import new_key  # noqa: PLC0415  it needs cryptography

        return new_key(found.settings.data_dir)
    if given.command == "check-upgrade":
        from server.upgrade import check_upgrade  # noqa: PLC0415  it loads all of the games

        return check_upgrade(found.settings.data_dir, as_json=given.json)
    if given.command in ASKING:
        return ask(given, found.settings.data_dir)
    return _serve(found.settings, until_stdin_closes=given.until_stdin_closes)


def _print(text: str) -> int:
    trouble = print_line(text)
    if trouble is None or isinstance(trouble, BrokenPipeError):  # a reader such as `head` has seen enough
        return DONE
    print(f"standard output: {trouble.strerror}", file=sys.stderr)
    return CANNOT_WRITE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_program(sys.argv[0] if sys.argv else ""),
        description="Serve tables of Undermine until SIGTERM or ctrl-c.",
        epilog="Exit code 78: a setting is wrong.  SIGHUP: read the certificate again.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings in TOML; environment variables win")
    parser.add_argument(
        "--until-stdin-closes",
        action="store_true",
        help="stop as on SIGTERM when standard input ends: for a program that starts a server and must not leave it",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    check = commands.add_parser("check-config", help="say what every setting is, and what is wrong with them")
    check.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help="as before the command")
    commands.add_parser("sample-config", help="print a settings file with every setting explained")
    for name, meaning in (
        ("backup", "put all that lasts of a server into one file, also while it runs"),
        ("restore", "put what such a file holds into a data folder without a server"),
    ):
        command = commands.add_parser(name, help=meaning, description=f"{meaning.capitalize()}.")
        command.add_argument("file", type=Path, metavar="FILE")
        command.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help="the settings")
    meaning = "hand the server over to a new key, which the one before vouches for; it must not run meanwhile"
    over = commands.add_parser("new-key", help=meaning, description=f"{meaning.capitalize()}.")
    over.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help="the settings")
    meaning = "list the unfinished tables with which this version of the program could not go on"
    upgrade = commands.add_parser("check-upgrade", help=meaning, description=f"{meaning.capitalize()}.")
    upgrade.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help="the settings")
    upgrade.add_argument("--json", action="store_true", help="the answer as JSON on one line")
    add_commands(commands)
    return parser


def _program(started: str) -> str:
    """The command line that started this: `undermine-server`, or `play server` from a checkout."""
    return f"{quote(started)} server" if Path(started).name == "play" else "undermine-server"


def _serve(settings: Settings, *, until_stdin_closes: bool) -> int:
    """Choose the reactor before anything imports it, then run."""
    gc.set_threshold(*_COLLECT_SELDOM)  # first of all: nothing that is loaded now is ever garbage
    for name in _IGNORED:
        if hasattr(signal, name):  # not every system has all of them
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    reactor = install_reactor()
    sys.setswitchinterval(_SWITCH_SECONDS)
    from server.running import Running  # noqa: PLC0415

    return Running(settings, reactor, until_stdin_closes=until_stdin_closes).run()


if __name__ == "__main__":
    sys.exit(main())
