"""`undermine replay`: a game from its log, looked at again entry by entry."""

import argparse

from client.commands.asked_log import opened_log
from client.commands.ends import DONE
from client.lines.console import printer, typed_lines
from client.lines.replay import LineReplay
from client.profile.person import charset_of, coloured


def main(arguments: argparse.Namespace) -> int:
    game = opened_log(arguments)
    charset = coloured(charset_of(ascii_only=arguments.ascii, in_words=arguments.words))
    replay = LineReplay(game, charset, printer(charset))
    replay.play(typed_lines())
    return DONE
