"""What all who come from one address may ask of the server together: a new key, and a new connection, do not help."""

from twisted.internet.interfaces import IReactorTime

from server.net.allowance import Allowances
from server.settings.settings import Settings

_AT_ONCE = 4
"""Seconds of messages that may come together."""


class Crowds:
    """By network; what comes from no network, as within a test, is not bounded."""

    def __init__(self, clock: IReactorTime, settings: Settings) -> None:
        most = settings.messages_per_second_per_address
        self._messages = Allowances(clock, most, _AT_ONCE * most)
        self._talk = Allowances.per_minute(clock, settings.talk_per_minute_per_address)
        self._logs = Allowances.per_minute(clock, settings.logs_per_minute_per_address)

    def may_speak(self, network: str) -> bool:
        """Whether one more message is read."""
        return not network or self._messages.take(network)

    def may_talk(self, network: str) -> bool:
        """Whether one more line is passed on."""
        return not network or self._talk.take(network)

    def may_have_log(self, network: str) -> bool:
        """Whether one more log is sent, or brought back from the disk."""
        return not network or self._logs.take(network)
