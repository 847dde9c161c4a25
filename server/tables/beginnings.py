"""How often tables may be begun: each is written to the disk for good, also if it comes to nothing."""

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from server.net.allowance import Allowances
from server.settings.settings import Settings
from server.tables.bringing import Denied
from server.tables.guests import Guest


class Beginnings:
    """By player, and by the network that a player comes from: a new key does not help."""

    _log = Logger()

    def __init__(self, clock: IReactorTime, settings: Settings) -> None:
        self._settings = settings
        self._by_player = Allowances.per_hour(clock, settings.tables_per_hour_per_player)
        self._by_network = Allowances.per_hour(clock, settings.tables_per_hour_per_address)

    def take(self, guest: Guest) -> None:
        """`Denied` if this guest has to wait."""
        if not self._by_player.take(guest.identity):
            raise Denied("lobby/too-often")
        if not self._by_network.take(guest.network):
            self._log.warn(
                "from {network} as many tables were begun in an hour as tables-per-hour-per-address allows: {most}",
                network=guest.network,
                most=self._settings.tables_per_hour_per_address,
            )
            raise Denied("lobby/too-often")
