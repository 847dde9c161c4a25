"""`undermine host`: a table for friends on the same network, on a server of this computer."""

import argparse

from client.commands.options import WrongUsage, add_table_options, bots_of, rules_of
from client.i18n import _, plural
from client.profile.person import add_person_options

LONGEST_PASSWORD = 64


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "host",
        help=_("open a table for friends on the same network"),
        description=_(
            "Start a server on this computer, open a table on it, and show friends on the same network how to come."
            "  This computer deals, so it knows all cards; that it deals fairly is proved to everybody."
        ),
        epilog=_("Example: {undermine} host --rules saboteur2 --players 6"),
    )
    add_table_options(command, players=5)
    command.add_argument(
        "--bots",
        default="",
        metavar="NAME[,NAME...]",
        help=_("bots that sit down at once, such as steady,steady (none)"),
    )
    command.add_argument("--password", default="", metavar="P", help=_("asked of everybody who wants to sit down"))
    command.add_argument("--unlisted", action="store_true", help=_("nobody finds the table without its code"))
    add_person_options(command)
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Open a table; the value is the exit code."""
    rules_of(arguments)
    bots = tuple(bots_of(arguments.bots)) if arguments.bots else ()
    if len(bots) >= arguments.players:
        raise WrongUsage(
            plural(
                "at least one seat is for a friend or for yourself: fewer than {count} bot",
                "at least one seat is for a friend or for yourself: fewer than {count} bots",
                arguments.players,
            )
        )
    if len(arguments.password) > LONGEST_PASSWORD:
        raise WrongUsage(
            plural(
                "a password has at most {count} character",
                "a password has at most {count} characters",
                LONGEST_PASSWORD,
            )
        )
    from client.commands.start import start  # noqa: PLC0415
    from client.visit.errand import WithFriends  # noqa: PLC0415  # here: only who plays waits for Twisted
    from client.visit.setup import Setup  # noqa: PLC0415

    setup = Setup(
        rules=arguments.rules,
        players=arguments.players,
        bots=bots or Setup().bots,
        bot_seats=len(bots),
        listed=not arguments.unlisted,
        password=arguments.password,
    )
    return start(arguments, WithFriends(setup))
