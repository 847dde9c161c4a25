"""What commands have in common that show something on the screen and need no network."""

import argparse
import gc

from client.commands.ends import Stopped
from client.i18n import _
from client.profile.keyfile import KeyFile, KeyTrouble
from client.profile.person import Person, charset_of
from client.profile.profile import BadProfile, Profile
from client.profile.settings import read
from client.visit.errand import LookingBack, Studying


def person_as_is(arguments: argparse.Namespace) -> Person:
    """The profile as it is: to look at something makes no key, and needs no name."""
    try:
        profile = Profile(arguments.profile)
        settings = read(profile)
        charset = charset_of(
            ascii_only=arguments.ascii or settings.look == "ascii",
            box=settings.look == "box",
            in_words=arguments.words or settings.look == "words",
            each_turn=arguments.board,
        )
        return Person(profile, settings, settings.name, charset, KeyFile.of(profile).load() or b"")
    except (BadProfile, KeyTrouble) as error:
        raise Stopped(_("undermine: {why}", why=error)) from error


def on_screen(person: Person, errand: LookingBack | Studying) -> int:
    from client.net.local_server import LocalServer  # noqa: PLC0415

    gc.disable()  # as at the start of a game
    from client.screen.app.run import run  # noqa: PLC0415

    with LocalServer.of(person.profile) as server:
        return run(person, errand, server)
