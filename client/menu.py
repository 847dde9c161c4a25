"""`undermine menu`: the start menu."""

import argparse

from client.person import add_person_options
from client.words import _


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "menu", help=_("choose what to do from a menu"), description=_("Play, host, join or set things up from a menu.")
    )
    add_person_options(command)
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """The value is the exit code."""
    from client.screen.errand import Undecided  # noqa: PLC0415  # here: only who plays waits for Twisted
    from client.start import start  # noqa: PLC0415

    return start(arguments, Undecided())
