"""The game in a log that a command is given, with the key of a reader who may have sat there."""

import argparse
from pathlib import Path

from client.commands.ends import Stopped
from client.i18n import _
from client.profile.keyfile import KeyFile, KeyTrouble, brought
from client.profile.profile import BadProfile, Profile
from client.replay.opened import NoReplay, Opened, opened
from client.words.safe import shown
from protocol.keys.identity import Identity


def opened_log(arguments: argparse.Namespace) -> Opened:
    try:
        return opened(Path(arguments.file), _reader(arguments))
    except NoReplay as error:
        raise Stopped(_("{file}: {why}", file=shown(arguments.file), why=shown(str(error)))) from error
    except (BadProfile, KeyTrouble) as error:
        raise Stopped(_("undermine: {why}", why=error)) from error


def _reader(arguments: argparse.Namespace) -> Identity | None:
    """Who looks: by a key file, or by the key of the profile, which need not be there."""
    if arguments.key is not None:
        return Identity(brought(Path(arguments.key)))
    master = KeyFile.of(Profile(arguments.profile)).load()
    return None if master is None else Identity(master)
