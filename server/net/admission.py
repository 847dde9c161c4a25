"""Who may log in, and who may talk: what the operator has said of players, by their keys.

A player who is sent away loses the connection and nothing else: no table is told, and a seat goes out by its time-outs.
"""

from dataclasses import dataclass, field

from twisted.internet.interfaces import IReactorTime

from protocol.keys.identity import pin
from server.store.roll import Roll

KICKED_SECONDS = 600
NOT_ALLOWED = "login/not-allowed"


@dataclass(slots=True)
class Admission:
    """Asked at each login, and for each line of talk."""

    clock: IReactorTime
    banned: Roll = field(default_factory=lambda: Roll(None))
    muted: Roll = field(default_factory=lambda: Roll(None))
    allowed: Roll = field(default_factory=lambda: Roll(None))
    private: bool = False
    """Whether only those come in who are allowed."""
    _kicked: dict[str, float] = field(default_factory=dict)
    """By pin, until when."""

    def refusal(self, identity: bytes) -> str:
        """The code for a player who may not come in, or nothing."""
        if identity in self.banned:
            return "login/banned"
        if self._kicked and self.clock.seconds() < self._kicked.get(pin(identity), 0):
            return "login/kicked"
        if self.private and identity not in self.allowed:
            return NOT_ALLOWED
        return ""

    def kick(self, key: str) -> None:
        """Keep this player out for a while."""
        now = self.clock.seconds()
        self._kicked = {one: until for one, until in self._kicked.items() if now < until}
        self._kicked[key] = now + KICKED_SECONDS
