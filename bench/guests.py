"""The players of `undermine bench soak`: bots that come, play one game together, and go; some leave and come back.

What each of them saw is kept in a profile of its own, as on a player's computer.
"""

import secrets
from typing import Any

from bench.child import Orders, run, tell
from client.bot.guest import BotGuest, Plan
from client.net.way import Way
from client.profile.profile import Profile
from client.visit.door import Door
from engine.bots import BOTS
from protocol.keys.identity import Identity
from protocol.keys.stream import Stream
from protocol.log import bodies
from protocol.wire import lobby
from protocol.wire.invite import read_invite

SEATS = 3
_ABSENCE, _EVERY = 1.0, 3.0
"""Seconds for which a player is away, and until the next one goes."""
_LAST = 120.0
"""Seconds for the games that are on when no other begins."""
_BOT = BOTS["random"]


class Player:
    """One bot with a profile, which is the same when it comes back."""

    def __init__(self, soak: "Soak", party: "Party", code: str) -> None:
        self._soak = soak
        self._soak.joined += 1
        self._party = party
        self._identity = Identity(secrets.token_bytes(32))
        self._profile = Profile(f"guest-{secrets.token_hex(8)}")
        self.plays = False
        """Whether it sits at a table whose game is not over."""
        self.over = False
        self._come(Plan(_BOT, code=code, wishes=None if code else _wishes()))

    def _come(self, plan: Plan) -> None:
        reactor, name = self._soak.reactor, self._profile.name
        chance = Stream(secrets.token_bytes(32)).draw
        join = Door(reactor, self._profile, self._identity).guest(self._soak.invite, name, Way.DIRECT)
        self._bot = BotGuest(plan, chance, reactor, self._told, join)
        self._bot.done.addCallback(self._done)
        self._bot.guest.start()

    def _told(self, event: str, text: str, **values: Any) -> None:
        if event == "table":
            self.plays = True
            self._soak.begun.add(values["table"])
        elif event == "gathering" and self is self._party.players[0]:
            self._party.opened(values["code"])
        elif event == "ended":
            self._soak.logs.append(values["log"])
            self._soak.reasons[values["reason"]] = self._soak.reasons.get(values["reason"], 0) + 1
        elif event == "disconnected":
            self._soak.cut += 1
        elif event == "trouble":
            self._soak.trouble.append(text)

    def _done(self, _code: int) -> None:
        """Also where the game was over while it was away: then it finds nothing to do."""
        self.plays, self.over = False, True
        self._soak.reactor.callLater(0, self._bot.stop)
        self._soak.reactor.callLater(0, self._party.look)

    def leave(self) -> None:
        """Go, and come back to what the server says was not finished."""
        self.plays = False
        self._soak.left += 1
        gone = self._bot.stop()
        gone.addCallback(lambda _: self._soak.reactor.callLater(_ABSENCE, self._come, Plan(_BOT)))


class Party:
    """Players who come for one game."""

    def __init__(self, soak: "Soak") -> None:
        self._soak = soak
        self.players = [Player(soak, self, "")]

    def opened(self, code: str) -> None:
        """The first of them has: the others sit down.  A server that is killed forgets its lobbies, and they go."""
        self.players[1:] = [Player(self._soak, self, code) for _ in range(SEATS - 1)]

    @property
    def over(self) -> bool:
        return all(player.over for player in self.players)

    def look(self) -> None:
        if self.over:
            self._soak.parted(self)


class Soak:
    """Orders: link, ``tables`` at once, ``seconds`` until no other game begins."""

    def __init__(self, reactor: Any, orders: Orders) -> None:
        self.reactor = reactor
        self.invite = read_invite(orders["link"])
        self.begun: set[str] = set()
        self.logs: list[str] = []
        self.reasons: dict[str, int] = {}
        """By reason of an END: how many players saw it."""
        self.trouble: list[str] = []
        self.cut = self.left = self.joined = 0
        self._last = self._is_told = False
        self._parties = [Party(self) for _ in range(orders["tables"])]
        reactor.callLater(_EVERY, self._leave)
        reactor.callLater(orders["seconds"], self._end)

    def _leave(self) -> None:
        """One who plays, and all of whose companions do."""
        at_play = [party for party in self._parties if all(player.plays for player in party.players)]
        if at_play and not self._last:
            secrets.choice(secrets.choice(at_play).players).leave()
        self.reactor.callLater(_EVERY, self._leave)

    def parted(self, party: Party) -> None:
        if party in self._parties:
            self._parties.remove(party)
            if not self._last:
                self._parties.append(Party(self))
        if not self._parties:
            self._tell()

    def _end(self) -> None:
        self._last = True
        self.reactor.callLater(_LAST, self._tell)

    def _tell(self) -> None:
        if self._is_told:
            return
        self._is_told = True
        tell(
            "done",
            joined=self.joined,
            left=self.left,
            cut=self.cut,
            begun=len(self.begun),
            waiting=len(self._parties),
            logs=self.logs,
            reasons=self.reasons,
            trouble=self.trouble,
        )
        self.reactor.callLater(0, self.reactor.stop)


def _wishes() -> lobby.Wishes:
    return lobby.Wishes(
        rules="base",
        seats=SEATS,
        listed=False,
        turn_seconds=3600,
        step_seconds=3600,
        window_seconds=8,
        bank_seconds=0,
        absent=bodies.BotSeat(bot=_BOT.name, rev=_BOT.rev),
        spectators=False,
    )


if __name__ == "__main__":
    run(Soak)
