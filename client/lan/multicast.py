"""The way to the local network, if there is one."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from client.i18n import _

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf


class NoMulticast(Exception):
    """Tables on this network are not found, nor is ours; the message says why."""

    def __init__(self, why: str) -> None:
        super().__init__(
            _("Tables on this network cannot be found: {why}. Invite links and addresses work all the same.", why=why)
        )


def join_multicast(interfaces: Sequence[str] | None) -> "AsyncZeroconf":
    """Through the network cards with these addresses, or through all of them; called while the event loop runs."""
    try:
        from zeroconf import InterfaceChoice  # noqa: PLC0415
        from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415
    except ImportError as error:
        raise NoMulticast(_("the package “zeroconf” is not installed")) from error
    try:
        return AsyncZeroconf(interfaces=InterfaceChoice.All if interfaces is None else list(interfaces))
    except (OSError, RuntimeError) as error:
        raise NoMulticast(str(error)) from error


class OnNetwork:
    """Work on the local network, begun while the event loop runs; ``trouble`` is a sentence if it cannot be done."""

    def __init__(self, interfaces: Sequence[str] | None) -> None:
        self.trouble = ""
        self._interfaces = interfaces
        self._changed: Callable[[], None] = lambda: None
        self._task: asyncio.Task[None] | None = None

    def _begin(self) -> None:
        self._task = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        try:
            network = join_multicast(self._interfaces)
            try:
                await self._work(network)
            finally:
                await self._leave(network)
                await network.async_close()
        except NoMulticast as no:
            self.trouble = str(no)
            self._changed()

    async def _work(self, network: "AsyncZeroconf") -> None:
        raise NotImplementedError

    async def _leave(self, network: "AsyncZeroconf") -> None:
        raise NotImplementedError
