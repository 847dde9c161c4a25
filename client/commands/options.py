"""Arguments that several commands share, and what they mean."""

import argparse

from client.i18n import _
from client.net.way import Way
from client.words.codes import sentence
from client.words.rules import unfit
from engine.bots import BOTS
from engine.errors import UnfitRules
from engine.front import setup
from engine.rules import Rules, parse
from protocol.wire.invite import BadInvite, Invite, read_invite


class WrongUsage(Exception):
    """What was asked for does not exist; the message says what does."""


def add_table_options(command: argparse.ArgumentParser, players: int) -> None:
    """How many sit at which table."""
    command.add_argument(
        "--players", type=int, default=players, metavar="P", help=_("how many seats ({players})", players=players)
    )
    command.add_argument(
        "--rules",
        default="base",
        metavar="NAME",
        help=_("the rules, such as saboteur2 (base); “{undermine} rules” lists them"),
    )


def rules_of(arguments: argparse.Namespace) -> Rules:
    """The rules that were asked for, if so many players can play by them."""
    try:
        rules = parse(arguments.rules)
        setup(rules, arguments.players)
    except UnfitRules as error:
        raise WrongUsage(unfit(error)) from error
    return rules


def bots_of(names: str) -> list[str]:
    """The bots that were asked for."""
    kinds = names.split(",")
    for kind in kinds:
        if kind not in BOTS:
            raise WrongUsage(_("there is no bot {name!r}; there are {names}", name=kind, names=", ".join(BOTS)))
    return kinds


def one_bot(name: str) -> str:
    """One bot, not a list of them."""
    kinds = bots_of(name)
    if len(kinds) > 1:
        raise WrongUsage(_("one bot plays for the saboteurs, not {names}", names=name))
    return kinds[0]


def invite_of(link: str) -> Invite:
    """A server, by its link or as host:port."""
    try:
        return read_invite(link)
    except BadInvite as bad:
        raise WrongUsage(_("{link}: {why}", link=ascii(link), why=sentence(bad.fault.value))) from bad


def add_way_options(command: argparse.ArgumentParser) -> None:
    """For a server that does not speak TLS itself."""
    ways = command.add_mutually_exclusive_group()
    ways.add_argument("--plain-tcp", action="store_true", help=_("without TLS; everybody on the way can listen"))
    ways.add_argument(
        "--behind-proxy",
        action="store_true",
        help=_("TLS with a proxy in front of the server, whose certificate must be good; the proxy can listen"),
    )


def way_of(arguments: argparse.Namespace) -> Way:
    """How to reach a server."""
    if arguments.plain_tcp:
        return Way.PLAIN
    return Way.PROXY if arguments.behind_proxy else Way.DIRECT


def seed_of(text: str) -> bytes:
    """A seed that a person can type."""
    return text.encode("utf-8", "surrogateescape") + b"\0"


def positive(text: str) -> int:
    """A number from 1 up, for argparse."""
    number = int(text) if text.isdecimal() and len(text) < 10 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(_("{text} is not a whole number from 1 up", text=text))
    return number
