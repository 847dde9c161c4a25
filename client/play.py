"""`undermine play`: a person and bots at one table on this computer."""

import argparse
import secrets
import sys
from collections.abc import Iterator
from unicodedata import category

from client.names import BOTS as BOT_NAMES
from client.options import add_table_options, bots_of, rules_of, seed_of
from client.plain.game import PlainGame
from client.plain.people import People
from client.profile import BadProfile, Profile
from client.render.charset import ASCII, BOX, Charset
from client.words import _
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.tabletop import Tabletop
from protocol.stream import Stream

_LONGEST_NAME = 16
_UNSAFE = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}  # moves the cursor, reorders, breaks lines


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "play",
        help=_("play against bots"),
        description=_("Sit down at a table with bots and play three rounds in plain lines."),
        epilog=_("Example: undermine play --players 4 --name Eva.  In the game, “help” lists the commands."),
    )
    add_table_options(command, players=5)
    command.add_argument("--plain", action="store_true", help=_("plain lines; in this version there is nothing else"))
    command.add_argument("--ascii", action="store_true", help=_("draw with ASCII characters only"))
    command.add_argument("--bots", default="steady", metavar="NAME[,NAME...]", help=_("the bots, in turn (steady)"))
    command.add_argument("--profile", metavar="NAME", default=argparse.SUPPRESS, help=_("as before the command"))
    command.add_argument("--name", metavar="NAME", help=_("your name; it is kept in the profile"))
    command.add_argument("--seed", metavar="S", help=_("deal the same cards again; else by chance"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Play one game; 0 also if the person leaves."""
    rules = rules_of(arguments)
    kinds = bots_of(arguments.bots)
    try:
        name = _player_name(arguments, Profile(arguments.profile))
    except BadProfile as error:
        print(_("undermine play: {why}", why=error), file=sys.stderr)
        return 2
    seed = secrets.token_bytes(32) if arguments.seed is None else seed_of(arguments.seed)
    table = Tabletop(rules, arguments.players, Stream(seed + b"deal").draw)
    names = [name, *(other for other in BOT_NAMES if other.casefold() != name.casefold())][: arguments.players]
    bots = {
        seat: Sitting(BOTS[kinds[(seat - 1) % len(kinds)]], table, seat, Stream(seed + bytes([seat])).draw)
        for seat in range(1, arguments.players)
    }
    game = PlainGame(table, People(names, 0), bots, _charset(arguments), lambda line: print(line, flush=True))
    game.play(_typed())
    return 0


def _typed() -> Iterator[str]:
    """Lines from standard input, with a prompt where somebody types."""
    while True:
        if sys.stdin.isatty():
            print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        yield line


def _charset(arguments: argparse.Namespace) -> Charset:
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return BOX if encoding.startswith("utf") and not arguments.ascii else ASCII


def _player_name(arguments: argparse.Namespace, profile: Profile) -> str:
    if arguments.name is None:
        return profile.player_name() or _("Player")
    name = str(arguments.name).strip()
    if not name or len(name) > _LONGEST_NAME or any(category(char) in _UNSAFE or char in '"\\ ' for char in name):
        raise BadProfile(_("a name is one word of at most {most} characters", most=_LONGEST_NAME))
    profile.keep_player_name(name)
    return name
