"""`undermine watch`: a table of a server as its spectators see it, in lines."""

import argparse

from client.commands.asked import invite_of, player_of, way_of


def watch(arguments: argparse.Namespace) -> int:
    """Returns the exit code: with ``--verify`` that of an audit of what was seen."""
    invite, way = invite_of(arguments.link), way_of(arguments)
    person = player_of(arguments)
    from client.terminal.reactor import install_reactor  # noqa: PLC0415

    reactor = install_reactor()
    from client.lines.run_watching import WatchRun  # noqa: PLC0415

    return WatchRun(person, invite, way, arguments.table.strip().upper(), reactor, verify=arguments.verify).run()
