"""What the options mean that several commands share."""

import argparse

from client.commands.ends import Stopped, WrongUsage
from client.i18n import _, plural
from client.net.way import Way
from client.profile.keyfile import KeyTrouble
from client.profile.person import Person, person_of
from client.profile.profile import BadProfile
from client.words.codes import sentence
from client.words.rules import playable_rules, unfit, unknown_rules
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


def playable_rules_of(name: str, players: int | None) -> Rules:
    """Rules by which a person can play here."""
    rules = rules_of(name, players)
    if playable_rules(name) is None:
        raise WrongUsage(unknown_rules(name))
    return rules


def bots_of(names: str) -> list[str]:
    kinds = names.split(",")
    for kind in kinds:
        if kind not in BOTS:
            raise WrongUsage(_("there is no bot {name!r}; there are {names}", name=kind, names=", ".join(BOTS)))
    return kinds


def one_bot(name: str, otherwise: str) -> str:
    """The bot of that name; `otherwise` says why several will not do."""
    kinds = bots_of(name)
    if len(kinds) > 1:
        raise WrongUsage(otherwise)
    return kinds[0]


def bots_of_server(wanted: int, players: int) -> int:
    """How many seats the server's bots take, which cannot be all of them."""
    if not 0 <= wanted < players:
        why = plural(
            "0 to {count} seat can be the server's, not {wanted}",
            "0 to {count} seats can be the server's, not {wanted}",
            players - 1,
            wanted=wanted,
        )
        raise WrongUsage(why)
    return wanted


def invite_of(link: str) -> Invite:
    """A server, by its link or as host:port."""
    try:
        return read_invite(link)
    except BadInvite as bad:
        raise WrongUsage(_("{link}: {why}", link=ascii(link), why=sentence(bad.fault.value))) from bad


def player_of(arguments: argparse.Namespace) -> Person:
    """Who wants to go there."""
    try:
        return person_of(arguments)
    except (BadProfile, KeyTrouble) as error:
        raise Stopped(f"undermine: {error}") from error


def way_of(arguments: argparse.Namespace) -> Way:
    if arguments.plain_tcp:
        return Way.PLAIN
    return Way.PROXY if arguments.behind_proxy else Way.DIRECT


def seed_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape") + b"\0"
