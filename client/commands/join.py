"""`undermine join`: a server by its link or address, or what is found on the same network."""

import argparse

from client.commands.asked import invite_of, way_of
from client.commands.start import start
from client.visit.errand import At, Looking


def main(arguments: argparse.Namespace) -> int:
    if arguments.link is None:
        return start(arguments, Looking())
    return start(arguments, At(invite_of(arguments.link), arguments.table.strip().upper(), way_of(arguments)))
