"""One run of a bot's program: the reactor is chosen here, before anything imports it, and nowhere else."""

import secrets
from dataclasses import dataclass

from client.bot.guest import BotGuest, Plan
from client.bot.table import Tell
from client.net.conversation import Me, Surroundings
from client.net.drawer import Drawer
from client.net.guest import Guest, Server
from client.net.watchers import GuestWatcher
from client.net.way import Way
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
    me: Me
    profile: Profile
    invite: Invite
    way: Way
    plan: Plan


def run(errand: Errand, tell: Tell) -> int:
    reactor = install_reactor()
    around = Surroundings(reactor, secrets.token_bytes, with_sleep)
    server = Server(errand.invite, dialler(reactor, errand.invite, errand.way), KnownServers.of(errand.profile))
    drawer = Drawer.of(errand.profile, errand.me.identity)

    def join(watcher: GuestWatcher) -> Guest:
        return Guest(errand.me, server, drawer, around, watcher)

    bot = BotGuest(errand.plan, Stream(secrets.token_bytes(_SEED)).draw, around, tell, join)
    codes: list[int] = []

    def done(code: int) -> None:
        if reactor.running:  # after a signal it is on its way out, and the code stays as it is
            codes.append(code)
            reactor.callLater(0, reactor.stop)

    bot.done.addCallback(done)
    reactor.callWhenRunning(bot.guest.start)
    reactor.addSystemEventTrigger("before", "shutdown", bot.stop)
    reactor.run()
    return codes[0] if codes else INTERRUPTED
