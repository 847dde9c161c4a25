"""`undermine bench bots`: how many games among steady bots the program plays in a second."""

import argparse

from bench.against import Work, add_options, compare
from bench.worker import measure_bots
from client.commands.figures import tell_figures
from client.commands.options import add_table_options, positive, rules_of
from client.i18n import _


def add(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The kind of measurement and its arguments."""
    command = kinds.add_parser(
        "bots",
        help=_("whole games among steady bots, as in a simulation"),
        description=_("Whole games among steady bots, on one core; the digest is that of all acts they played."),
    )
    command.add_argument("--games", type=positive, default=10, metavar="N", help=_("how many games (10)"))
    add_table_options(command, players=5)
    command.add_argument("--seed", type=int, default=1, metavar="S", help=_("which games are played (1)"))
    add_options(command)
    command.add_argument("--json", metavar="FILE", help=_("write the figures as JSON; - is standard output"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Measure, then print a table or write the figures."""
    rules_of(arguments)
    rules, players, games, seed = arguments.rules, arguments.players, arguments.games, arguments.seed
    if arguments.against is not None:
        work = Work("bots", rules, players, games, seed, "games_per_second", lambda taken: round(1 / taken, 2))
        return compare(work, arguments)
    measured = measure_bots(rules, players, games, seed)
    figures = {
        "rules": rules,
        "players": players,
        "games": games,
        "games_per_second": round(games / float(measured["seconds"]), 2),
        "digest": measured["digest"],
    }
    return tell_figures(figures, arguments.json)
