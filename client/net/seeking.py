"""A server whose key is known and whose address may have changed: it is looked for on the local network by its key."""

from asyncio import ensure_future
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING

from twisted.internet.defer import Deferred, succeed

from client.net.reconnecting import Dial
from client.net.wire import Talker
from protocol.wire.invite import Invite

if TYPE_CHECKING:
    from client.lan.browse import Browser

SECONDS = 5.0
"""For a connection to one of the places: the next one may be the right one."""
_MOST = 8  # places: any program on the network can announce any key, and each place takes its time


class Seeking:
    """The places where a server may be; every connection is tried at the next one.

    What the network announces is a hint: at every place the server proves the key, or it is not this server.
    """

    def __init__(self, invite: Invite, dialler: Callable[[Invite], Dial], browser: "Browser") -> None:
        """``invite`` has the pin, and the address where the server was met last."""
        self.here = invite
        self._places = [invite]
        self._dialler = dialler
        self._browser = browser
        self._looking = False

    def dial(self, talker: Talker) -> Deferred[object]:
        """At the first place, which is the last one then."""
        if not self._looking:
            self._looking = True
            self._browser.start(self._look)
        self.here = self._places.pop(0)
        self._places.append(self.here)
        return self._dialler(self.here)(talker)

    def _look(self) -> None:
        there = [replace(place, pin=self.here.pin) for place in self._browser.places(self.here.pin or "")]
        new = [place for place in there if place not in self._places]
        self._places = [*new[: _MOST - len(self._places)], *self._places]

    def met(self) -> None:
        """The server is here: it is looked for here first if the connection is lost."""
        self._places.remove(self.here)
        self._places.insert(0, self.here)

    def stop(self) -> Deferred[None]:
        return Deferred.fromFuture(ensure_future(self._browser.stop())) if self._looking else succeed(None)


def moves(invite: Invite) -> bool:
    """Whether a server with this address is on a local network, where addresses are lent; this computer is not."""
    with suppress(ValueError):
        address = ip_address(invite.host)
        return address.is_private and not address.is_loopback
    return invite.host.endswith(".local")
