"""The game in a log that a command is given, with the key of a reader who may have sat there."""

import argparse
import os
from pathlib import Path

from client.commands.ends import Stopped
from client.i18n import _
from client.net.drawer import Drawer
from client.past.games import PastGames, named
from client.profile.keyfile import KeyFile, KeyTrouble, brought
from client.profile.profile import BadProfile, Profile
from client.replay.opened import NoReplay, Opened, opened
from client.words.past import not_listed
from client.words.safe import shown
from protocol.keys.identity import Identity


def opened_log(arguments: argparse.Namespace) -> Opened:
    try:
        reader = _reader(arguments)
        return opened(_log(arguments.file, arguments.profile), reader)
    except NoReplay as error:
        raise Stopped(_("{file}: {why}", file=shown(arguments.file), why=shown(str(error)))) from error
    except OSError as error:  # the folder of the player's games
        raise Stopped(not_listed(error)) from error
    except (BadProfile, KeyTrouble) as error:
        raise Stopped(_("undermine: {why}", why=error)) from error


def _log(name: str, profile: str) -> Path:
    """A file; or one of the player's games, as “games” lists them."""
    path, master = Path(name), KeyFile.of(Profile(profile)).load()
    if os.path.exists(path) or master is None:  # noqa: PTH110  Path.exists raises where a folder above cannot be read
        return path
    identity = Identity(master)
    kept = named(PastGames(Drawer.of(Profile(profile), identity), identity).all(), name)
    return path if kept is None else kept.log


def _reader(arguments: argparse.Namespace) -> Identity | None:
    """Who looks: by a key file, or by the key of the profile, which need not be there."""
    if arguments.key is not None:
        return Identity(brought(Path(arguments.key)))
    master = KeyFile.of(Profile(arguments.profile)).load()
    return None if master is None else Identity(master)
