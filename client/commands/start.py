"""Starting what the player came for, on a screen or in lines.

What can be wrong with the profile or the key is told before the terminal is taken, and a server of this computer gets
ready while the screen is drawn.
"""

import argparse
import gc
import sys

from client.i18n import _
from client.net.local_server import LocalServer, ServerTrouble
from client.profile.keyfile import KeyTrouble
from client.profile.person import Person, person_of, wants_lines
from client.profile.profile import BadProfile
from client.visit.errand import Alone, Errand, Undecided, WithFriends

UNUSABLE = 2
NO_SERVER = 1


def menu(arguments: argparse.Namespace) -> int:
    return start(arguments, Undecided())


def start(arguments: argparse.Namespace, errand: Errand) -> int:
    """Returns the exit code."""
    try:
        person = person_of(arguments)
        server = LocalServer.of(person.profile)
        if isinstance(errand, Alone | WithFriends):
            server.start(friends=isinstance(errand, WithFriends))
    except (BadProfile, KeyTrouble, ServerTrouble) as error:
        print(f"undermine: {error}", file=sys.stderr)
        return NO_SERVER if isinstance(error, ServerTrouble) else UNUSABLE
    with server:
        if wants_lines(arguments):
            return _in_lines(person, errand, server)
        gc.disable()  # until all is loaded: what is loaded stays, and searching it takes a tenth of the time
        from client.screen.app.run import run  # noqa: PLC0415

        return run(person, errand, server)


def _in_lines(person: Person, errand: Errand, server: LocalServer) -> int:
    if isinstance(errand, Undecided):
        print(_("The start menu needs a terminal.  Instead: {undermine} play, host or join; {undermine} --help."))
        return UNUSABLE
    from client.terminal.reactor import install_reactor  # noqa: PLC0415

    reactor = install_reactor()
    from client.lines.run import run  # noqa: PLC0415

    return run(person, errand, server, reactor)
