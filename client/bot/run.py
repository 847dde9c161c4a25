"""One run of a bot's program: the reactor is chosen here, before anything imports it, and nowhere else."""

import secrets

from client.bot.guest import BotGuest, Plan
from client.bot.table import Tell
from client.net.conversation import Me
from client.net.way import Way
from client.profile.profile import Profile
from client.terminal.reactor import install_reactor
from client.visit.door import Door
from protocol.keys.stream import Stream
from protocol.wire.invite import Invite

INTERRUPTED = 130
_SEED = 32


def run(me: Me, profile: Profile, invite: Invite, way: Way, plan: Plan, *, tell: Tell) -> int:
    reactor = install_reactor()
    join = Door(reactor, profile, me.identity).guest(invite, me.name, way)
    bot = BotGuest(plan, Stream(secrets.token_bytes(_SEED)).draw, reactor, tell, join)
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
