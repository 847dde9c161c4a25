"""One run of the reactor at a terminal, from its start to its end."""

from collections.abc import Callable
from typing import Any

from client.profile.profile import Profile
from client.terminal.messages import keep_messages
from client.terminal.signals import exit_code, mind_signals


def run_reactor(reactor: Any, profile: Profile, start: Callable[[], object], stop: Callable[[], object]) -> int | None:
    """``stop`` comes before the end, which waits for it; the value is the exit code of a signal that ended it."""
    ended: list[int] = []
    keep_messages(profile)
    reactor.callWhenRunning(start)
    mind_signals(reactor, ended.append, reactor.stop)
    reactor.addSystemEventTrigger("before", "shutdown", stop)
    reactor.run()
    return exit_code(ended[-1]) if ended else None
