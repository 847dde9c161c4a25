"""`undermine host`: a table for friends on the same network, on a server of this computer."""

import argparse

from client.commands.asked import bots_of, playable_rules_of
from client.commands.ends import WrongUsage
from client.commands.start import start
from client.i18n import plural
from client.visit.errand import WithFriends
from client.visit.setup import Setup


def main(arguments: argparse.Namespace) -> int:
    playable_rules_of(arguments.rules, arguments.players)
    bots = tuple(bots_of(arguments.bots)) if arguments.bots else ()
    if len(bots) >= arguments.players:
        too_many = plural(
            "at least one seat is for a friend or for yourself: fewer than {count} bot",
            "at least one seat is for a friend or for yourself: fewer than {count} bots",
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
    return start(arguments, WithFriends(setup))
