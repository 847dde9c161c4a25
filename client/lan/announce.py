"""Telling the local network about a gathering, for as long as one can sit down at it."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING

from client.i18n import _
from client.lan.addresses import addresses
from client.lan.announcement import TYPE, write_texts
from client.lan.multicast import NoMulticast, OnNetwork
from protocol.wire import lobby
from protocol.wire.invite import Invite

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

LASTS = 60  # seconds for which others believe an announcement: a computer that vanishes cannot take it back
_LOOPBACK = "127.0.0.1"
_THERE = "server"
_CHANGES = count(1)


class Announcer(OnNetwork):
    """One server's gathering on the network.  Everything is done by and by, on the event loop."""

    def __init__(
        self,
        invite: Invite,
        changed: Callable[[], None],
        *,
        interfaces: Sequence[str] | None = None,
        lasts: int = LASTS,
    ) -> None:
        """``changed`` is called when there is ``trouble``; ``interfaces`` are addresses, or all."""
        assert invite.pin is not None
        super().__init__(interfaces)
        self._pin = invite.pin
        self._port = invite.port
        self._changed = changed
        self._lasts = lasts
        self._said: lobby.Offer | bool = False
        """The gathering; True if the server only says that it is there, False if nothing is said."""
        self._news = asyncio.Event()
        self._told: AsyncServiceInfo | None = None

    def announce(self, offer: lobby.Offer | None = None) -> None:
        """A gathering, or only that the server is there: for players who come back to a table that is played."""
        said = True if offer is None else offer
        if said == self._said:
            return
        self._said = said
        self._news.set()
        if self._task is None:
            self._begin()

    def withdraw(self) -> None:
        if self._said:
            self._said = False
            self._news.set()

    async def stop(self) -> None:
        """Take it back; ends when the network was told so, after a quarter of a second."""
        self._said = False
        await super().stop()

    async def _work(self, network: "AsyncZeroconf") -> None:
        """One thing after the other, each to its end: what is sent late must not be older than what was sent before."""
        from zeroconf import Error  # noqa: PLC0415

        try:
            while True:
                await self._news.wait()
                self._news.clear()
                if self._said is False:
                    await self._leave(network)
                else:
                    await self._say(network, self._info(None if self._said is True else self._said))
        except Error as error:
            raise NoMulticast(_("this computer does not let it")) from error

    async def _say(self, network: "AsyncZeroconf", info: "AsyncServiceInfo") -> None:
        if self._told is not None and self._told.name == info.name:
            self._told = info
            await (await network.async_update_service(info))
        else:
            await self._leave(network)
            self._told = info
            # The name holds the code of the gathering and the key of the server: no other has it by chance.
            await (await network.async_register_service(info, cooperating_responders=True))

    async def _leave(self, network: "AsyncZeroconf") -> None:
        """Say goodbye three times, then once in other words: the same words twice are taken for an echo, and ignored.

        In between, an answer to a question may have been sent that was waiting for its turn.
        """
        told, self._told = self._told, None
        if told is not None:
            await (await network.async_unregister_service(told))
            last = network.zeroconf.generate_service_broadcast(told, 0, broadcast_addresses=False)
            network.zeroconf.async_send(last)

    def _info(self, offer: lobby.Offer | None) -> "AsyncServiceInfo":
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        return AsyncServiceInfo(
            TYPE,
            f"{_THERE if offer is None else offer.code}-{self._pin[:16]}.{TYPE}",
            port=self._port,
            properties=write_texts(offer, next(_CHANGES), self._pin),
            server=f"undermine-{self._pin[:16]}.local.",
            host_ttl=self._lasts,
            other_ttl=self._lasts,
            parsed_addresses=list(self._interfaces or addresses() or [_LOOPBACK]),
        )
