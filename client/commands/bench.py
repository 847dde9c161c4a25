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
    for what, games, meaning, description in (
        (
            "engine",
            200,
            _("random legal play with every choice enumerated at every move"),
            _("Whole games of random legal play, every choice enumerated at every move, on one core."),
        ),
        (
            "bots",
            10,
            _("whole games among steady bots, as in a simulation"),
            _("Whole games among steady bots, on one core; the digest is that of all acts they played."),
        ),
        (
            "audit",
            10,
            _("the audit of whole games, compared with their signatures alone"),
            _("Audit whole five-seat games of three rounds, and verify their signatures alone, on one core."),
        ),
    ):
        kind = kinds.add_parser(what, help=meaning, description=description)
        options.add_games(kind, games)
        if what == "audit":
            kind.set_defaults(rules="base", players=5, seed=0)
        else:
            options.add_table(kind)
            kind.add_argument("--seed", type=int, default=1, metavar="S", help=_("which games are played (1)"))
        against = _("compare with this revision of the program, such as HEAD~1")
        kind.add_argument("--against", metavar="REV", help=against)
        options.add_count(kind, "--rounds", 5, _("how often both are measured in turns (5)"))
        options.add_figures(kind)
    _add_server(kinds)
    _add_client(kinds)


def _add_server(kinds: Commands) -> None:
    kind = kinds.add_parser(
        "server",
        help=_("the real server under load, over TLS on this computer"),
        description=_("Play many tables at once against the real server, over TLS on loopback, and measure."),
    )
    options.add_count(kind, "--tables", 40, _("how many at once (40)"))
    options.add_count(kind, "--seconds", 10, _("how long each part takes (10)"), "S")
    options.add_count(kind, "--rate", 500, _("moves a second for latency (500)"), "M")
    options.add_count(kind, "--parked", None, _("instead: the memory of N tables in play that all have left"))
    options.add_figures(kind)


def _add_client(kinds: Commands) -> None:
    kind = kinds.add_parser(
        "client",
        help=_("how soon the screen is there, and how soon a key is answered"),
        description=_(
            "Start the real program in a pseudo-terminal again and again, press keys, and measure what comes back."
        ),
    )
    options.add_count(kind, "--runs", 5, _("how often it is started (5)"))
    options.add_figures(kind)
