"""`undermine watch`: a table of a server as its spectators see it, in lines."""

import argparse
import sys

from client.commands.asked import invite_of, way_of
from client.commands.ends import UNUSABLE
from client.profile.keyfile import KeyTrouble
from client.profile.person import person_of
from client.profile.profile import BadProfile


def watch(arguments: argparse.Namespace) -> int:
    """Returns the exit code: with ``--verify`` that of an audit of what was seen."""
    invite, way = invite_of(arguments.link), way_of(arguments)
    try:
        person = person_of(arguments)
    except (BadProfile, KeyTrouble) as error:
        print(f"undermine: {error}", file=sys.stderr)
        return UNUSABLE
    from client.terminal.reactor import install_reactor  # noqa: PLC0415

    reactor = install_reactor()
    from client.lines.run_watching import WatchRun  # noqa: PLC0415

    return WatchRun(person, invite, way, arguments.table.strip().upper(), reactor, verify=arguments.verify).run()
