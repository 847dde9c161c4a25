"""What the program brings to the screen: the player, files, the way of drawing, and the way to a server."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Event
from typing import TYPE_CHECKING

from client.net.local_server import LocalServer
from client.profile.profile import BadProfile, Profile
from client.profile.settings import Settings
from client.render.charset import ASCII, BOX, Charset
from client.words.people import NAME_RULE, is_name

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from client.profile.known_players import KnownPlayers, Standing
    from client.visit.door import Door

InThread = Callable[..., "Deferred[object]"]
"""Twisted's `deferToThread`, or a stand-in of a test."""


@dataclass(slots=True)
class Kit:
    """Made once, when the program starts; ``door`` and ``in_thread`` come with the network, after the first paint."""

    name: str
    profile: Profile
    settings: Settings
    charset: Charset
    server: LocalServer
    door: "Door" = field(init=False)
    in_thread: InThread = field(init=False)
    closing: Event = field(default_factory=Event)
    """Set when the program ends: no thread goes on with what takes long."""

    @property
    def known(self) -> "KnownPlayers":
        from client.profile.known_players import KnownPlayers  # noqa: PLC0415

        return KnownPlayers.of(self.profile)

    def sign_of(self, standing: "Standing") -> str:
        return standing.ascii_mark if self.charset.tick.isascii() else standing.mark

    def use(self, settings: Settings) -> None:
        self.settings = settings
        self.name = settings.name or self.name
        if settings.look != "auto":
            self.charset = ASCII if settings.look == "ascii" else BOX

    def rename(self, name: str) -> str:
        """Another name, kept for next time; returns why not, if it cannot be had."""
        if not is_name(name):
            return NAME_RULE
        self.use(replace(self.settings, name=name))
        try:
            self.profile.keep_player_name(name)
        except BadProfile as error:
            return str(error)
        return ""
