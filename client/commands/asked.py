"""What the options mean that several commands share."""

import argparse

from client.commands.ends import WrongUsage
from client.i18n import _, plural
from client.net.way import Way
from client.words.codes import sentence
from client.words.rules import unfit
from engine.bots import BOTS
from engine.errors import UnfitRules
from engine.front import setup
from engine.rules import Rules, parse
from protocol.wire.invite import BadInvite, Invite, read_invite


def rules_of(name: str, players: int | None) -> Rules:
    """The rules of that name, if so many can play by them; the engine says what does not fit, and by which rule."""
    try:
        rules = parse(name)
        if players is not None:
            setup(rules, players)
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


def bots_of_server(wanted: int, players: int) -> int:
    """How many seats the server's bots take, which cannot be all of them."""
    if not 0 <= wanted < players:
        raise WrongUsage(
            plural(
                "0 to {count} seat can be the server's, not {wanted}",
                "0 to {count} seats can be the server's, not {wanted}",
                players - 1,
                wanted=wanted,
            )
        )
    return wanted


def invite_of(link: str) -> Invite:
    """A server, by its link or as host:port."""
    try:
        return read_invite(link)
    except BadInvite as bad:
        raise WrongUsage(_("{link}: {why}", link=ascii(link), why=sentence(bad.fault.value))) from bad


def way_of(arguments: argparse.Namespace) -> Way:
    """How to reach a server."""
    if arguments.plain_tcp:
        return Way.PLAIN
    return Way.PROXY if arguments.behind_proxy else Way.DIRECT


def seed_of(text: str) -> bytes:
    """A seed that a person can type."""
    return text.encode("utf-8", "surrogateescape") + b"\0"
