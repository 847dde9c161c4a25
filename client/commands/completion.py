"""`undermine completion`: what a shell needs to complete our commands."""

import argparse

import shtab

from client.commands.ends import DONE
from client.commands.parser import build


def main(arguments: argparse.Namespace) -> int:
    print(shtab.complete(build(), arguments.shell))
    return DONE
