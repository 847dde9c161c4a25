"""`undermine bench`: how fast the program is on this machine; what measures is imported only to do it."""

import argparse
from importlib import import_module

from client.commands import options
from client.commands.options import Commands
from client.i18n import _

_MODULES = {"engine": "games", "bots": "games", "audit": "audit", "server": "server", "client": "screen"}


def main(arguments: argparse.Namespace) -> int:
    compares = getattr(arguments, "against", None) is not None
    module = "against" if compares else _MODULES[arguments.what]
    code: int = import_module(f"bench.{module}").main(arguments)
    return code


def add_bench(commands: Commands) -> None:
    command = commands.add_parser("bench", help=_("measure the speed of the program on this machine"))
    kinds = command.add_subparsers(title=_("what to measure"), metavar="WHAT", dest="what", required=True)
    engine = kinds.add_parser(
        "engine",
        help=_("random legal play with every choice enumerated at every move"),
        description=_("Whole games of random legal play, every choice enumerated at every move, on one core."),
    )
    bots = kinds.add_parser(
        "bots",
        help=_("whole games among steady bots, as in a simulation"),
        description=_("Whole games among steady bots, on one core; the digest is that of all acts they played."),
    )
    audit = kinds.add_parser(
        "audit",
        help=_("the audit of whole games, compared with their signatures alone"),
        description=_("Audit whole five-seat games of three rounds, and verify their signatures alone, on one core."),
    )
    audit.set_defaults(rules="base", players=5, seed=0)
    for kind, games in ((engine, 200), (bots, 10), (audit, 10)):
        options.add_games(kind, games)
        if kind is not audit:
            options.add_table(kind)
            kind.add_argument("--seed", type=int, default=1, metavar="S", help=_("which games are played (1)"))
        _add_against(kind)
        options.add_figures(kind)
    _add_server(kinds)
    _add_client(kinds)


def _add_against(kind: argparse.ArgumentParser) -> None:
    kind.add_argument("--against", metavar="REV", help=_("compare with this revision of the program, such as HEAD~1"))
    kind.add_argument(
        "--rounds", type=options.positive, default=5, metavar="N", help=_("how often both are measured in turns (5)")
    )


def _add_server(kinds: Commands) -> None:
    kind = kinds.add_parser(
        "server",
        help=_("the real server under load, over TLS on this computer"),
        description=_("Play many tables at once against the real server, over TLS on loopback, and measure."),
    )
    for name, usual, metavar, meaning in (
        ("--tables", 40, "N", _("how many at once (40)")),
        ("--seconds", 10, "S", _("how long each part takes (10)")),
        ("--rate", 500, "M", _("moves a second for latency (500)")),
        ("--parked", None, "N", _("instead: the memory of N tables in play that all have left")),
    ):
        kind.add_argument(name, type=options.positive, default=usual, metavar=metavar, help=meaning)
    options.add_figures(kind)


def _add_client(kinds: Commands) -> None:
    kind = kinds.add_parser(
        "client",
        help=_("how soon the screen is there, and how soon a key is answered"),
        description=_(
            "Start the real program in a pseudo-terminal again and again, press keys, and measure what comes back."
        ),
    )
    kind.add_argument("--runs", type=options.positive, default=5, metavar="N", help=_("how often it is started (5)"))
    options.add_figures(kind)
