"""`undermine join`: a server by its link or address, or whatever is found on the same network."""

import argparse

from client.commands.options import add_way_options, invite_of, way_of
from client.i18n import _
from client.profile.person import add_person_options


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "join",
        help=_("join a game on a server, or on the same network"),
        description=_("Join a server by its invite link or as host:port.  Without either, list the games nearby."),
        epilog=_("Examples: “{undermine} join undermine://mine.example#PIN”, or “{undermine} join 192.168.1.20:4477”."),
    )
    command.add_argument("link", nargs="?", metavar="LINK", help=_("an invite link, or host:port"))
    command.add_argument("--table", default="", metavar="CODE", help=_("sit down at this gathering at once"))
    add_way_options(command)
    add_person_options(command)
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Join; the value is the exit code."""
    invite = None if arguments.link is None else invite_of(arguments.link)
    from client.commands.start import start  # noqa: PLC0415
    from client.visit.errand import At, Looking  # noqa: PLC0415  # here: only who plays waits for Twisted

    if invite is None:
        return start(arguments, Looking())
    return start(arguments, At(invite, arguments.table.strip().upper(), way_of(arguments)))
