"""`undermine play`: a person and bots at one table, on a server of this computer."""

import argparse

from client.commands.asked import bots_of, playable_rules_of
from client.commands.start import start
from client.visit.errand import Alone
from client.visit.setup import Order


def main(arguments: argparse.Namespace) -> int:
    """Play one game; 0 also if the person leaves."""
    rules, bots = playable_rules_of(arguments.rules, arguments.players), bots_of(arguments.bots)
    if arguments.seed is not None:
        from client.commands.practice import practise  # noqa: PLC0415  # a game on a server does not wait for it

        return practise(arguments, rules, bots)
    return start(arguments, Alone(Order(arguments.rules, arguments.players, tuple(bots))))
