"""`undermine replay`: a game from its log, looked at again entry by entry."""

import argparse
import gc

from client.commands.asked_log import opened_log
from client.commands.ends import DONE, Stopped
from client.i18n import _
from client.profile.keyfile import KeyFile, KeyTrouble
from client.profile.person import Person, charset_of, coloured, wants_lines
from client.profile.profile import BadProfile, Profile
from client.profile.settings import read
from client.replay.opened import Opened


def main(arguments: argparse.Namespace) -> int:
    """What can be wrong with the file, the key or the profile is told before the terminal is taken."""
    game = opened_log(arguments)
    try:
        person = _person(arguments)
    except (BadProfile, KeyTrouble) as error:
        raise Stopped(_("undermine: {why}", why=error)) from error
    return _in_lines(game, person) if wants_lines(arguments) else _on_screen(game, person)


def _person(arguments: argparse.Namespace) -> Person:
    """The profile as it is: to look back makes no key, and needs no name."""
    profile = Profile(arguments.profile)
    settings = read(profile)
    charset = charset_of(
        ascii_only=arguments.ascii or settings.look == "ascii",
        box=settings.look == "box",
        in_words=arguments.words or settings.look == "words",
    )
    return Person(profile, settings, settings.name, charset, KeyFile.of(profile).load() or b"")


def _in_lines(game: Opened, person: Person) -> int:
    from client.lines.console import printer, typed_lines  # noqa: PLC0415
    from client.lines.replay import LineReplay  # noqa: PLC0415

    charset = coloured(person.charset)
    LineReplay(game, charset, printer(charset)).play(typed_lines())
    return DONE


def _on_screen(game: Opened, person: Person) -> int:
    from client.net.local_server import LocalServer  # noqa: PLC0415
    from client.visit.errand import LookingBack  # noqa: PLC0415

    gc.disable()  # as at the start of a game
    from client.screen.app.run import run  # noqa: PLC0415

    with LocalServer.of(person.profile) as server:
        return run(person, LookingBack(game), server)
