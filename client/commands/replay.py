"""`undermine replay`: a game from its log, looked at again entry by entry."""

import argparse
from pathlib import Path

from client.commands.ends import DONE, Stopped
from client.i18n import _
from client.lines.console import printer, typed_lines
from client.lines.replay import LineReplay
from client.profile.keyfile import KeyFile, KeyTrouble, brought
from client.profile.person import charset_of, coloured
from client.profile.profile import BadProfile, Profile
from client.replay.opened import NoReplay, Opened, opened
from client.words.safe import shown
from protocol.keys.identity import Identity


def main(arguments: argparse.Namespace) -> int:
    game = _game(arguments)
    charset = coloured(charset_of(ascii_only=arguments.ascii, in_words=arguments.words))
    replay = LineReplay(game, charset, printer(charset))
    replay.play(typed_lines())
    return DONE


def _game(arguments: argparse.Namespace) -> Opened:
    try:
        return opened(Path(arguments.file), _reader(arguments))
    except NoReplay as error:
        raise Stopped(
            _("undermine replay: {file}: {why}", file=shown(arguments.file), why=shown(str(error)))
        ) from error
    except (BadProfile, KeyTrouble) as error:
        raise Stopped(_("undermine replay: {why}", why=error)) from error


def _reader(arguments: argparse.Namespace) -> Identity | None:
    """Who looks: by a key file, or by the key of the profile, which need not be there."""
    if arguments.key is not None:
        return Identity(brought(Path(arguments.key)))
    master = KeyFile.of(Profile(arguments.profile)).load()
    return None if master is None else Identity(master)
