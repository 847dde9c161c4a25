"""The way in: a visit and the guest behind it, made for a server and a person."""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from client.net.conversation import Me, Surroundings
from client.net.drawer import Drawer
from client.net.guest import Guest, GuestWatcher, Server
from client.net.way import Way
from client.net.wire import dialler
from client.profile.known_players import KnownPlayers, KnownPlayersTrouble
from client.profile.known_servers import KnownServers
from client.profile.profile import Profile
from client.terminal.reactor import with_sleep
from client.visit.news import Listener
from client.visit.visit import Visit
from protocol.keys.identity import Identity
from protocol.wire.invite import Invite


class Door:
    def __init__(self, reactor: Any, profile: Profile, identity: Identity) -> None:
        self._reactor = reactor
        self._profile = profile
        self.identity = identity
        self.drawer = Drawer.of(profile, identity)

    def open(self, invite: Invite, name: str, listeners: list[Listener], way: Way = Way.DIRECT) -> Visit:
        visit = Visit(listeners, self._reactor.seconds, self.guest(invite, name, way), self._muted)
        visit.guest.start()
        return visit

    def guest(self, invite: Invite, name: str, way: Way) -> Callable[[GuestWatcher], Guest]:
        server = Server(invite, dialler(self._reactor, invite, way), KnownServers.of(self._profile), way)
        around = Surroundings(self._reactor, secrets.token_bytes, with_sleep)
        return partial(Guest, Me(self.identity, name), server, self.drawer, around)

    def _muted(self, key: bytes) -> bool:
        """A file that cannot be read mutes no player."""
        try:
            return KnownPlayers.of(self._profile).muted(key)
        except KnownPlayersTrouble:
            return False
