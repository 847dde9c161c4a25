"""Starting what somebody came for, on a screen or in lines.  Twisted begins here, the screen only where it is used."""

import argparse
import sys

from client.i18n import _
from client.lines.printing import printer
from client.net.local_server import LocalServer, ServerTrouble
from client.profile.keyfile import KeyTrouble
from client.profile.person import Person, person_of, wants_lines
from client.profile.profile import BadProfile
from client.terminal.reactor import install_reactor
from client.visit.errand import Alone, Errand, Looking, Undecided, WithFriends

UNUSABLE = 2
NO_SERVER = 1


def start(arguments: argparse.Namespace, errand: Errand) -> int:
    """The value is the exit code."""
    try:
        person = person_of(arguments)
        server = LocalServer.of(person.profile)
        if isinstance(errand, Alone | WithFriends):
            server.start(friends=isinstance(errand, WithFriends))  # it gets ready while the screen does
    except (BadProfile, KeyTrouble) as error:
        print(f"undermine: {error}", file=sys.stderr)
        return UNUSABLE
    except ServerTrouble as error:
        print(f"undermine: {error}", file=sys.stderr)
        return NO_SERVER
    with server:
        return _in_lines(person, errand, server) if wants_lines(arguments) else _on_screen(person, errand, server)


def _on_screen(person: Person, errand: Errand, server: LocalServer) -> int:
    reactor = install_reactor()
    from twisted.internet.threads import deferToThread  # noqa: PLC0415

    from client.screen.app.kit import Kit  # noqa: PLC0415
    from client.screen.app.run import run  # noqa: PLC0415
    from client.visit.door import Door  # noqa: PLC0415

    kit = Kit(
        door=Door(reactor, person.profile, person.identity),
        name=person.name,
        profile=person.profile,
        settings=person.settings,
        charset=person.charset,
        server=server,
        in_thread=deferToThread,
    )
    return run(kit, errand, reactor)


def _in_lines(person: Person, errand: Errand, server: LocalServer) -> int:
    if isinstance(errand, Undecided):
        print(_("The start menu needs a terminal.  Instead: {undermine} play, host or join; {undermine} --help."))
        return UNUSABLE
    reactor = install_reactor()
    if isinstance(errand, Looking):
        from client.lines.nearby import list_nearby  # noqa: PLC0415

        return list_nearby(reactor, printer(person.charset))
    from client.lines.run import LineRun  # noqa: PLC0415

    return LineRun(person, errand, server, reactor).run()
