"""`undermine bot`: a program that sits down at a table of a server as a person would, and plays to the end."""

import argparse
import json
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from client.bot.guest import Plan
from client.bot.run import run
from client.commands.asked import bots_of_server, invite_of, one_bot, rules_of, way_of
from client.commands.ends import Stopped, WrongUsage
from client.i18n import _, plural
from client.net.conversation import Me
from client.profile.keyfile import KeyFile, KeyTrouble
from client.profile.profile import BadProfile, Profile
from engine.bots import BOTS
from engine.bots.bot import Bot
from protocol.keys.identity import Identity, fingerprint
from protocol.log import bodies
from protocol.wire import lobby
from protocol.wire.codec import BadFrame, check_text
from protocol.wire.messages import NAME

TURN, STEP, WINDOW, BANK = 60, 30, 8, 120
"""Seconds, where the bot is the host."""
_TROUBLES = frozenset({"trouble", "gave-up", "denied", "parted", "nothing"})


def main(arguments: argparse.Namespace) -> int:
    try:
        invite, code = invite_of(arguments.join), _code(arguments.lobby)
        profile = Profile(arguments.profile)
        kept = KeyFile(Path(arguments.key)) if arguments.key else KeyFile.of(profile)
        identity = Identity(kept.load_or_make(secrets.token_bytes))
    except (BadProfile, KeyTrouble) as error:
        raise Stopped(_("undermine bot: {why}", why=error)) from error
    bot = BOTS[one_bot(arguments.bot, _("one bot sits down, not {names}", names=arguments.bot))]
    name, wishes = _name(arguments.name, bot, identity), _wishes(arguments, bot)
    plan = Plan(
        bot=bot,
        games=arguments.games,
        code=code,
        wishes=wishes,
        bots_of_server=arguments.bots_of_server,
        password=arguments.password,
    )
    return run(Me(identity, name), profile, invite, way_of(arguments), plan, tell=_teller(arguments))


def _code(given: str) -> str:
    """As people type it; it is said in capitals."""
    code = given.strip().upper()
    if code and not re.fullmatch(f"[A-Z2-7]{{{lobby.CODE}}}", code):
        why = plural(
            "the code of a lobby has {count} letter or digit from 2 to 7",
            "the code of a lobby has {count} letters and digits from 2 to 7",
            lobby.CODE,
        )
        raise WrongUsage(why)
    return code


def _name(given: str | None, bot: Bot, identity: Identity) -> str:
    """Without a name it goes by its kind and its key, which are its alone."""
    name = f"{bot.name}-{fingerprint(identity.public)[:4].lower()}" if given is None else given.strip()
    try:
        check_text(name, NAME)
    except BadFrame as bad:
        raise WrongUsage(_("this cannot be a name: {why}", why=bad.reason)) from bad
    return name


def _wishes(arguments: argparse.Namespace, bot: Bot) -> lobby.Wishes | None:
    if arguments.rules is None:
        return None
    rules_of(arguments.rules, arguments.players)
    bots_of_server(arguments.bots_of_server, arguments.players)
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
    def tell(event: str, text: str, **values: object) -> None:
        if arguments.json:
            print(json.dumps({"event": event, **values}), flush=True)
        elif event in _TROUBLES:
            print(text, file=sys.stderr, flush=True)
        elif not arguments.quiet or event == "ended":
            print(text, flush=True)

    return tell
