"""Where the logs of tables lie that are only watched: apart from those with a seat, and not gone back to by itself."""

from client.net.drawer import Drawer
from client.net.open_joins import OpenJoins
from client.profile.profile import Profile
from protocol.follow.follower import Follower
from protocol.keys.identity import Identity
from protocol.log.setting import Setting


class Shelf(Drawer):
    @classmethod
    def of(cls, profile: Profile, identity: Identity) -> "Shelf":
        return cls(super().of(profile, identity).folder / "watched")

    def mark_open(self, tid: bytes, server_key: bytes) -> None:
        """Nothing is left to do at a table that is only watched."""


class NoJoins(OpenJoins):
    """Of a person who only watches, also where the person has a seat."""

    def follower_of(self, setting: Setting) -> Follower:
        return Follower(setting)
