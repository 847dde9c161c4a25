"""One run of a bot's program: the reactor is chosen here, before anything imports it, and nowhere else."""

import secrets
from dataclasses import dataclass
from typing import Any

from client.bot.guest import BotGuest, Plan
from client.bot.table import Tell
from client.net.conversation import Me, Surroundings
from client.net.drawer import Drawer
from client.net.guest import Guest, Server
from client.net.reach import Way
from client.net.wire import dialler
from client.profile.known_servers import KnownServers
from client.profile.profile import Profile
from client.terminal.reactor import install_reactor, with_sleep
from protocol.keys.stream import Stream
from protocol.wire.invite import Invite

INTERRUPTED = 130
_SEED = 32


@dataclass(frozen=True, slots=True)
class Errand:
    """Who goes where, and what for."""

    me: Me
    profile: Profile
    invite: Invite
    way: Way
    plan: Plan


def run(errand: Errand, tell: Tell) -> int:
    """Returns when the bot has gone; the value is the exit code."""
    return _Run(errand, tell, install_reactor()).run()


def guest_of(errand: Errand, tell: Tell, reactor: Any) -> BotGuest:
    """The bot, before its first connection; whoever starts it stops its guest."""
    around = Surroundings(reactor, secrets.token_bytes, with_sleep)
    bot = BotGuest(errand.plan, Stream(secrets.token_bytes(_SEED)).draw, around, tell)
    server = Server(errand.invite, dialler(reactor, errand.invite, errand.way), KnownServers.of(errand.profile))
    bot.guest = Guest(errand.me, server, Drawer.of(errand.profile, errand.me.identity), around, bot)
    return bot


class _Run:
    def __init__(self, errand: Errand, tell: Tell, reactor: Any) -> None:
        self._errand = errand
        self._tell = tell
        self._reactor = reactor
        self._code = INTERRUPTED
        self._bot: BotGuest | None = None

    def run(self) -> int:
        self._reactor.callWhenRunning(self._start)
        self._reactor.addSystemEventTrigger("before", "shutdown", self._stop)
        self._reactor.run()
        return self._code

    def _start(self) -> None:
        self._bot = guest_of(self._errand, self._tell, self._reactor)
        self._bot.done.addCallback(self._done)
        assert self._bot.guest is not None
        self._bot.guest.start()

    def _done(self, code: int) -> None:
        """After a signal the reactor is on its way out, and the code stays as it is."""
        if self._reactor.running:
            self._code = code
            self._reactor.callLater(0, self._reactor.stop)

    def _stop(self) -> Any:
        bot, self._bot = self._bot, None
        return None if bot is None else bot.stop()
