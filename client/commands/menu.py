"""`undermine menu`: the start menu."""

import argparse

from client.commands.start import start
from client.visit.errand import Undecided


def main(arguments: argparse.Namespace) -> int:
    return start(arguments, Undecided())
