"""`undermine play`: a person and bots at one table on this computer."""

import argparse
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import fill

from client.names import BOTS as BOT_NAMES
from client.options import add_table_options, bots_of, rules_of, seed_of
from client.plain.game import PlainGame
from client.plain.people import NAME_RULE, People, is_name
from client.profile import BadProfile, Profile
from client.render.charset import ASCII, BOX, Charset, painted
from client.words import _
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.tabletop import Tabletop
from protocol.stream import Stream

OPTIONS = frozenset({"--players", "--rules", "--plain", "--ascii", "--bots", "--name", "--seed"})
"""Options by which the command is known even if it is not named."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "play",
        help=_("play against bots"),
        description=_("Sit down at a table with bots and play three rounds in plain lines."),
        epilog=_(
            "Example: undermine play --rules saboteur2 --players 7 --name Eva.  In the game, “help” lists the commands."
        ),
    )
    add_table_options(command, players=5)
    command.add_argument("--plain", action="store_true", help=_("plain lines; in this version there is nothing else"))
    command.add_argument("--ascii", action="store_true", help=_("draw with ASCII characters only"))
    command.add_argument("--bots", default="steady", metavar="NAME[,NAME...]", help=_("the bots, in turn (steady)"))
    command.add_argument(
        "--profile", metavar="NAME", default=argparse.SUPPRESS, help=_("whose name and settings to use")
    )
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
    game = PlainGame(table, People(names, 0), bots, _charset(arguments), _say)
    game.play(_typed())
    return 0


def _say(line: str) -> None:
    """Print a line; in a terminal a long sentence is broken between words, a picture never is."""
    width = get_terminal_size().columns
    if sys.stdout.isatty() and len(line) > width and line == " ".join(line.split()):
        line = fill(line, width, subsequent_indent=" " * 4)
    print(line, flush=True)


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


def _charset(arguments: argparse.Namespace) -> Charset:
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    charset = BOX if encoding.startswith("utf") and not arguments.ascii else ASCII
    return painted(charset) if _shows_colours() else charset


def _shows_colours() -> bool:
    """A terminal that shows them, and a person who has not asked for none (no-color.org)."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb" and not os.environ.get("NO_COLOR")


def _player_name(arguments: argparse.Namespace, profile: Profile) -> str:
    if arguments.name is None:
        stored = profile.player_name()
        if stored and not is_name(stored):
            raise BadProfile(_("the name in {file} is not {rule}", file=profile.settings_file, rule=NAME_RULE))
        return stored or _("Player")
    name = str(arguments.name).strip()
    if not is_name(name):
        raise BadProfile(_("that name is not {rule}", rule=NAME_RULE))
    profile.keep_player_name(name)
    return name
