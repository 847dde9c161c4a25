"""`undermine menu`: the start menu."""

import argparse

from client.i18n import _
from client.profile.person import add_person_options


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "menu", help=_("choose what to do from a menu"), description=_("Play, host, join or set things up from a menu.")
    )
    add_person_options(command)
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """The value is the exit code."""
    from client.commands.start import start  # noqa: PLC0415
    from client.visit.errand import Undecided  # noqa: PLC0415  # here: only who plays waits for Twisted

    return start(arguments, Undecided())
