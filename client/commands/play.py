"""`undermine play`: a person and bots at one table, on a server of this computer."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress

from client.commands.options import add_table_options, bots_of, rules_of, seed_of
from client.i18n import _
from client.lines.practice import PlainGame
from client.lines.printing import printer
from client.profile.person import add_person_options, charset_of, coloured, given_name
from client.profile.profile import BadProfile, Profile
from client.words.people import BOT_NAMES, People
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.rules import Rules
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "play",
        help=_("play against bots"),
        description=_("Sit down at a table with bots, on a server of this computer that nobody else can reach."),
        epilog=_("Example: {undermine} play --rules saboteur2 --players 7 --name Eva.  In the game, ? tells the keys."),
    )
    add_table_options(command, players=5)
    command.add_argument("--bots", default="steady", metavar="NAME[,NAME...]", help=_("the bots, in turn (steady)"))
    add_person_options(command)
    command.add_argument(
        "--seed", metavar="S", help=_("deal the same cards again: in lines, and without a server or a log")
    )
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Play one game; 0 also if the person leaves."""
    rules = rules_of(arguments)
    kinds = bots_of(arguments.bots)
    if arguments.seed is not None:
        return _practise(arguments, rules, kinds)
    from client.commands.start import start  # noqa: PLC0415
    from client.visit.errand import Alone  # noqa: PLC0415  # here: only who plays waits for Twisted
    from client.visit.quick_game import Order  # noqa: PLC0415

    return start(arguments, Alone(Order(arguments.rules, arguments.players, tuple(kinds))))


def _practise(arguments: argparse.Namespace, rules: Rules, kinds: list[str]) -> int:
    """A game that can be repeated card by card: nothing of it is secret, and nothing is proved."""
    try:
        name = given_name(arguments, Profile(arguments.profile)) or _("Player")
    except BadProfile as error:
        print(_("undermine play: {why}", why=error), file=sys.stderr)
        return 2
    seed = seed_of(arguments.seed)
    table = Tabletop(rules, arguments.players, Stream(seed + b"deal").draw)
    names = [name, *(other for other in BOT_NAMES if other.casefold() != name.casefold())][: arguments.players]
    bots = {
        seat: Sitting(BOTS[kinds[(seat - 1) % len(kinds)]], table, seat, Stream(seed + bytes([seat])).draw)
        for seat in range(1, arguments.players)
    }
    charset = coloured(charset_of(ascii_only=arguments.ascii, in_words=arguments.words))
    PlainGame(table, People(names, 0), bots, charset, printer(charset)).play(_typed())
    return 0


def _typed() -> Iterator[str]:
    """Lines from standard input; where somebody types, with a prompt, editing and a history."""
    if sys.stdin is None:
        return
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    with suppress(ImportError):  # not on every system
        import readline  # noqa: F401, PLC0415  # `input` uses it once it is imported
    with suppress(EOFError):
        while True:
            yield input("> ")
