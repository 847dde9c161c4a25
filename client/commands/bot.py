"""`undermine bot`: a program that sits down at a table of a server like anybody else, and plays to the end."""

import argparse
import json
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from client.commands.options import WrongUsage, add_way_options, bots_of, invite_of, positive, rules_of, way_of
from client.i18n import _, plural
from client.profile.keyfile import KeyFile, KeyTrouble
from client.profile.profile import BadProfile, Profile
from engine.bots import BOTS
from engine.bots.bot import Bot
from protocol.keys.identity import Identity, fingerprint
from protocol.log import bodies
from protocol.wire import lobby
from protocol.wire.codec import BadFrame, check_text
from protocol.wire.messages import NAME

UNUSABLE = 2
LONGEST_PASSWORD = 64
TURN, STEP, WINDOW, BANK = 60, 30, 8, 120
"""Seconds, where the bot is the host."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "bot",
        help=_("let a bot sit down at a server"),
        description=_(
            "Sit down at a table of a server as a person would, let a bot play, and keep the log."
            "  With neither --gathering nor --gather it goes on with an unfinished game,"
            " or sits down at the first table in the lobby that is open to everybody."
        ),
        epilog=_(
            "Exit code 0: the games have ended and nothing was wrong.  1: they have not, or something was."
            "  2: a file, a name or a link cannot be used.\n"
            "Example: {undermine} bot --join undermine://localhost --gather base --seats 3 --bots-of-server 2"
        ),
    )
    command.add_argument("--join", required=True, metavar="LINK", help=_("the server, by its link or as host:port"))
    command.add_argument("--bot", default="steady", metavar="NAME", help=_("which bot (steady)"))
    command.add_argument("--name", metavar="NAME", help=_("what it is called at the server"))
    command.add_argument("--key", metavar="FILE", help=_("the key that it plays with, made if it is not there"))
    command.add_argument("--profile", metavar="NAME", default=argparse.SUPPRESS, help=_("as before the command"))
    where = command.add_mutually_exclusive_group()
    where.add_argument("--gathering", default="", metavar="CODE", help=_("sit down at this gathering"))
    where.add_argument("--gather", dest="rules", metavar="RULES", help=_("open a gathering to play by these rules"))
    command.add_argument("--seats", dest="players", type=int, default=5, metavar="N", help=_("with how many seats (5)"))
    command.add_argument(
        "--bots-of-server", type=int, default=0, metavar="K", help=_("how many of them the server's bots play (0)")
    )
    command.add_argument("--password", type=_password, default="", metavar="P", help=_("of the gathering"))
    command.add_argument("--games", type=positive, default=1, metavar="K", help=_("how many games (1)"))
    add_way_options(command)
    output = command.add_mutually_exclusive_group()
    output.add_argument("-q", "--quiet", action="store_true", help=_("say only where the log is, and what goes wrong"))
    output.add_argument("--json", action="store_true", help=_("for programs: one object a line"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Play; the value is the exit code."""
    try:
        invite, code = invite_of(arguments.join), _code(arguments.gathering)
        profile = Profile(arguments.profile)
        kept = KeyFile(Path(arguments.key)) if arguments.key else KeyFile.of(profile)
        identity = Identity(kept.load_or_make(secrets.token_bytes))
    except (BadProfile, KeyTrouble) as error:
        print(_("undermine bot: {why}", why=error), file=sys.stderr)
        return UNUSABLE
    bot = BOTS[_one_bot(arguments.bot)]
    name, wishes = _name(arguments.name, bot, identity), _wishes(arguments, bot)
    from client.bot.guest import Plan  # noqa: PLC0415  # here: only who plays over a network waits for Twisted
    from client.bot.run import Errand, run  # noqa: PLC0415
    from client.net.conversation import Me  # noqa: PLC0415

    plan = Plan(
        bot=bot,
        games=arguments.games,
        code=code,
        wishes=wishes,
        bots_of_server=arguments.bots_of_server,
        password=arguments.password,
    )
    return run(Errand(Me(identity, name), profile, invite, way_of(arguments), plan), _teller(arguments))


def _code(given: str) -> str:
    """As people type it; it is said in capitals."""
    code = given.strip().upper()
    if code and not re.fullmatch(f"[A-Z2-7]{{{lobby.CODE}}}", code):
        raise WrongUsage(
            plural(
                "the code of a gathering has {count} letter or digit from 2 to 7",
                "the code of a gathering has {count} letters and digits from 2 to 7",
                lobby.CODE,
            )
        )
    return code


def _password(text: str) -> str:
    if len(text) > LONGEST_PASSWORD:
        raise argparse.ArgumentTypeError(
            plural(
                "a password has at most {count} character",
                "a password has at most {count} characters",
                LONGEST_PASSWORD,
            )
        )
    return text


def _one_bot(names: str) -> str:
    kinds = bots_of(names)
    if len(kinds) > 1:
        raise WrongUsage(_("one bot sits down, not {names}", names=names))
    return kinds[0]


def _name(given: str | None, bot: Bot, identity: Identity) -> str:
    """Without a name of its own it goes by its kind and its key, which nobody else has."""
    name = f"{bot.name}-{fingerprint(identity.public)[:4].lower()}" if given is None else given.strip()
    try:
        check_text(name, NAME)
    except BadFrame as bad:
        raise WrongUsage(_("nobody can be called that: {why}", why=bad.reason)) from bad
    return name


def _wishes(arguments: argparse.Namespace, bot: Bot) -> lobby.Wishes | None:
    if arguments.rules is None:
        return None
    rules_of(arguments)
    if not 0 <= arguments.bots_of_server < arguments.players:
        most = arguments.players - 1
        raise WrongUsage(
            plural(
                "0 to {count} seat can be the server's, not {wanted}",
                "0 to {count} seats can be the server's, not {wanted}",
                most,
                wanted=arguments.bots_of_server,
            )
        )
    return lobby.Wishes(
        rules=arguments.rules,
        seats=arguments.players,
        listed=True,
        turn_seconds=TURN,
        step_seconds=STEP,
        window_seconds=WINDOW,
        bank_seconds=BANK,
        absent=bodies.BotSeat(bot=bot.name, rev=bot.rev),
        spectators=True,
    )


def _teller(arguments: argparse.Namespace) -> Callable[..., None]:
    """Where the bot's news go."""

    def tell(event: str, text: str, **values: object) -> None:
        if arguments.json:
            print(json.dumps({"event": event, **values}), flush=True)
        elif event in _TROUBLES:
            print(text, file=sys.stderr, flush=True)
        elif not arguments.quiet or event == "ended":
            print(text, flush=True)

    return tell


_TROUBLES = frozenset({"trouble", "gave-up", "denied", "parted", "nothing"})
