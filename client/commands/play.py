"""`undermine play`, `host`, `join` and `watch`: what the options come to before a table or a server is looked for."""

import argparse
import re
from dataclasses import replace

from client.commands.asked import bots_of, invite_of, playable_rules_of, way_of
from client.commands.ends import WrongUsage
from client.commands.start import start
from client.i18n import plural
from client.net.way import Way
from client.visit.errand import Alone, At, Looking, Setup, Watching, WithFriends

_CODE = re.compile("[A-Z2-7]{8}")
"""Of a table.  In small letters it may also be the name of a computer."""


def play(arguments: argparse.Namespace) -> int:
    """A person and bots at one table, on a server of this computer; 0 also if the person leaves."""
    rules, bots = playable_rules_of(arguments.rules, arguments.players), bots_of(arguments.bots)
    if arguments.seed is not None:
        from client.commands.practice import practise  # noqa: PLC0415  # a game on a server does not wait for it

        return practise(arguments, rules, bots)
    order = Setup(arguments.rules, arguments.players, tuple(bots))
    return start(arguments, Alone(_at_pace(order, arguments)))


def host(arguments: argparse.Namespace) -> int:
    """A table for friends on the same network, on a server of this computer."""
    playable_rules_of(arguments.rules, arguments.players)
    bots = tuple(bots_of(arguments.bots)) if arguments.bots else ()
    if len(bots) >= arguments.players:
        too_many = plural(
            "leave a seat for yourself or a friend: fewer than {count} bot",
            "leave a seat for yourself or a friend: fewer than {count} bots",
            arguments.players,
        )
        raise WrongUsage(too_many)
    setup = Setup(
        rules=arguments.rules,
        players=arguments.players,
        bots=bots or Setup().bots,
        bot_seats=len(bots),
        listed=not arguments.unlisted,
        password=arguments.password,
    )
    return start(arguments, WithFriends(_at_pace(setup, arguments)))


def _at_pace(setup: Setup, arguments: argparse.Namespace) -> Setup:
    return replace(setup, bot_ms=arguments.pace, break_seconds=arguments.round_break)


def join(arguments: argparse.Namespace) -> int:
    """A server by its link or address, a table on the same network by its code, or what is found there."""
    if arguments.link is None:
        return start(arguments, Looking())
    if _CODE.fullmatch(arguments.link.upper()) and not arguments.table:
        code = arguments.link.upper()
        return start(arguments, Looking(code, None if arguments.link == code else invite_of(arguments.link)))
    return start(arguments, At(invite_of(arguments.link), *_table_and_way(arguments)))


def watch(arguments: argparse.Namespace) -> int:
    """A table of a server as its spectators see it; with ``--verify`` the exit code is that of an audit."""
    return start(arguments, Watching(invite_of(arguments.link), *_table_and_way(arguments), arguments.verify))


def _table_and_way(arguments: argparse.Namespace) -> tuple[str, Way]:
    return arguments.table.strip().upper(), way_of(arguments)
