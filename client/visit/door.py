"""The way in: a visit and the guest behind it, made for a server and a person."""

import secrets
from collections.abc import Callable
from functools import partial
from time import time
from typing import Any

from client.lan.browse import Browser
from client.net.conversation import Me, Surroundings
from client.net.drawer import Drawer
from client.net.guest import Guest, GuestWatcher, Server
from client.net.open_joins import OpenJoins
from client.net.reconnecting import Dial
from client.net.seeking import SECONDS, Seeking, moves
from client.net.shelf import NoJoins, Shelf
from client.net.way import Way
from client.net.wire import dialler
from client.profile.known_players import KnownPlayers, KnownPlayersTrouble
from client.profile.known_servers import KnownServers
from client.profile.profile import Profile
from client.terminal.reactor import with_sleep
from client.visit.news import Listener
from client.visit.visit import Visit
from client.visit.ways_back import WayBack, ways_back
from protocol.keys.identity import Identity
from protocol.wire.invite import Invite


class Door:
    def __init__(self, reactor: Any, profile: Profile, identity: Identity) -> None:
        self._reactor = reactor
        self._profile = profile
        self.identity = identity
        self.drawer = Drawer.of(profile, identity)

    def open(
        self,
        invite: Invite,
        name: str,
        listeners: list[Listener],
        way: Way = Way.DIRECT,
        *,
        own: bool = False,
        back: bool = False,
        watches: bool = False,
    ) -> Visit:
        """``own``: whether it is the server of this computer; ``back``: whether it may have moved since it was met.

        ``watches``: the person takes no seat there.
        """
        guest = self.guest(invite, name, way, own=own, back=back, watches=watches)
        visit = Visit(listeners, self._reactor.seconds, guest, self._muted)
        visit.guest.start()
        return visit

    def ways_back(self) -> list[WayBack]:
        return ways_back(self.drawer, self.identity)

    def guest(
        self,
        invite: Invite,
        name: str,
        way: Way = Way.DIRECT,
        *,
        own: bool = False,
        back: bool = False,
        watches: bool = False,
    ) -> Callable[[GuestWatcher], Guest]:
        known = KnownServers.of(self._profile)
        if back and moves(invite):
            seeking = Seeking(invite, partial(self._dial, way), Browser())
            server = Server(invite, seeking.dial, known, way, own, seeking)
        else:
            server = Server(invite, dialler(self._reactor, invite, way), known, way, own)
        around = Surroundings(self._reactor, secrets.token_bytes, with_sleep, time)
        me = Me(self.identity, name)
        if watches:
            return partial(Guest, me, server, Shelf.of(self._profile, self.identity), around, joins=NoJoins)
        return partial(Guest, me, server, self.drawer, around, joins=OpenJoins)

    def _dial(self, way: Way, invite: Invite) -> Dial:
        return dialler(self._reactor, invite, way, SECONDS)

    def _muted(self, key: bytes) -> bool:
        """A file that cannot be read mutes no player."""
        try:
            return KnownPlayers.of(self._profile).muted(key)
        except KnownPlayersTrouble:
            return False
