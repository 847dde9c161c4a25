"""The player: the profile, the name, the key and the way of drawing, from the command line and the settings."""

import argparse
import getpass
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from client.i18n import _
from client.profile.keyfile import KeyFile
from client.profile.profile import BadProfile, Profile
from client.profile.settings import Settings, read
from client.render.charset import ASCII, BOX, Charset, painted
from client.words.people import NAME_RULE, is_name

if TYPE_CHECKING:
    from protocol.keys.identity import Identity


@dataclass(frozen=True)
class Person:
    profile: Profile
    settings: Settings
    name: str
    charset: Charset
    master: bytes = field(repr=False)  # the secret that all keys come from; the file was read, and is sound

    @cached_property
    def identity(self) -> "Identity":
        """Made when it is first used: cryptography takes longer to load than a screen needs to be painted."""
        from protocol.keys.identity import Identity  # noqa: PLC0415

        return Identity(self.master)


def person_of(arguments: argparse.Namespace) -> Person:
    """The player that the arguments mean; `BadProfile` or `KeyTrouble` if there is none."""
    profile = Profile(arguments.profile)
    master = KeyFile.of(profile).load_or_make(os.urandom)
    settings = read(profile)  # before anything is kept: a file with a mistake stays as it is
    name = _name(arguments, profile, master)
    settings = replace(settings, name=profile.player_name())
    charset = charset_of(
        ascii_only=arguments.ascii or settings.look == "ascii",
        box=settings.look == "box",
        in_words=arguments.words or settings.look == "words",
        each_turn=arguments.board,
    )
    return Person(profile, settings, name, charset, master)


def _name(arguments: argparse.Namespace, profile: Profile, master: bytes) -> str:
    given = given_name(arguments, profile)
    if given:
        return given
    with suppress(OSError, KeyError):  # a computer without names for its users
        if is_name(user := getpass.getuser()):
            return user
    from protocol.keys.identity import Identity, fingerprint  # noqa: PLC0415

    return f"player-{fingerprint(Identity(master).public)[:4].lower()}"


def given_name(arguments: argparse.Namespace, profile: Profile) -> str:
    """The name on the command line, which is kept, or the one in the profile; empty if there is none."""
    if arguments.name is None:
        stored = profile.player_name()
        if stored and not is_name(stored):
            raise BadProfile(_("the name in {file} cannot be used. {rule}", file=profile.settings_file, rule=NAME_RULE))
        return stored
    name = str(arguments.name).strip()
    if not is_name(name):
        raise BadProfile(_("that name cannot be used. {rule}", rule=NAME_RULE))
    profile.keep_player_name(name)
    return name


def charset_of(*, ascii_only: bool, box: bool = False, in_words: bool = False, each_turn: bool = False) -> Charset:
    chosen = BOX if (box or _shows_more_than_ascii()) and not ascii_only else ASCII
    return replace(chosen, in_words=in_words, each_turn=each_turn)


def _shows_more_than_ascii() -> bool:
    """Python writes UTF-8 in the locale C too; a player who names that one asks for nothing but ASCII."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return encoding.startswith("utf") and named not in ("C", "POSIX")


def coloured(charset: Charset) -> Charset:
    """For lines: doors in colour, on a terminal that shows it to a person who wants it (no-color.org)."""
    shows = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb" and not os.environ.get("NO_COLOR")
    return painted(charset) if shows else charset


def wants_lines(arguments: argparse.Namespace) -> bool:
    return (
        bool(arguments.plain or arguments.words or arguments.board)
        or not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty())
        or os.environ.get("TERM", "dumb") == "dumb"
    )
