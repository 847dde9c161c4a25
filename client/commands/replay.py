"""`undermine replay`: a game from its log, looked at again entry by entry."""

import argparse

from client.commands.asked_log import opened_log
from client.commands.ends import DONE
from client.commands.without_network import on_screen, person_as_is
from client.profile.person import Person, coloured, wants_lines
from client.replay.opened import Opened
from client.visit.errand import LookingBack


def main(arguments: argparse.Namespace) -> int:
    """What can be wrong with the file, the key or the profile is told before the terminal is taken."""
    game = opened_log(arguments)
    person = person_as_is(arguments)
    return _in_lines(game, person) if wants_lines(arguments) else on_screen(person, LookingBack(game))


def _in_lines(game: Opened, person: Person) -> int:
    from client.lines.console import printer, typed_lines  # noqa: PLC0415
    from client.lines.replay import LineReplay  # noqa: PLC0415

    charset = coloured(person.charset)
    LineReplay(game, charset, printer(charset)).play(typed_lines())
    return DONE
