"""`undermine play --seed`: a game that can be repeated card by card; nothing of it is secret, and nothing is proved."""

import argparse

from client.commands.asked import seed_of
from client.commands.ends import DONE, Stopped
from client.i18n import _
from client.lines.console import printer, typed_lines
from client.lines.practice import PlainGame
from client.profile.person import charset_of, coloured, given_name
from client.profile.profile import BadProfile, Profile
from client.words.people import People, bot_names
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.rules import Rules
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream


def practise(arguments: argparse.Namespace, rules: Rules, kinds: list[str]) -> int:
    """Play it in lines; the bots sit down in turn."""
    try:
        name = given_name(arguments, Profile(arguments.profile)) or _("Player")
    except BadProfile as error:
        raise Stopped(_("undermine play: {why}", why=error)) from error
    seed = seed_of(arguments.seed)
    table = Tabletop(rules, arguments.players, Stream(seed + b"deal").draw)
    names = [name, *bot_names([name])][: arguments.players]
    bots = {
        seat: Sitting(BOTS[kinds[(seat - 1) % len(kinds)]], table, seat, Stream(seed + bytes([seat])).draw)
        for seat in range(1, arguments.players)
    }
    charset = coloured(charset_of(ascii_only=arguments.ascii, in_words=arguments.words, each_turn=arguments.board))
    PlainGame(table, People(names, 0), bots, charset, printer(charset)).play(typed_lines())
    return DONE
