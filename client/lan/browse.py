"""Looking for gatherings on the local network."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from client.lan.addresses import nearest
from client.lan.announcement import TYPE, BadAnnouncement, read_texts
from client.lan.multicast import OnNetwork
from protocol.wire import lobby
from protocol.wire.invite import BadInvite, Invite

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

MOST = 64  # names that are looked at: a flood on the network makes no list longer than that
_ANSWER_SECONDS = 3.0
_CHECK_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Found:
    """A gathering on the network, as it was announced; its texts are safe to draw."""

    invite: Invite
    """Without a pin, since an announcement could name any: the server is known as one whose address was typed."""
    offer: lobby.Offer
    version: str
    fits: bool  # whether this program can join; if not, it is from another version


@dataclass(frozen=True, slots=True)
class Heard:
    """What one name stands for: a server, and perhaps a gathering there."""

    place: Invite
    pin: str | None
    found: Found | None


class Browser(OnNetwork):
    def __init__(
        self,
        *,
        interfaces: Sequence[str] | None = None,
        most: int = MOST,
        check_seconds: float = _CHECK_SECONDS,
        answer_seconds: float = _ANSWER_SECONDS,
    ) -> None:
        super().__init__(interfaces)
        self._most = most
        self._check_seconds = check_seconds
        self._answer_seconds = answer_seconds
        self._found: dict[str, Heard | None] = {}  # by name; None for what cannot be read or does not answer
        self._asking: dict[str, asyncio.Task[None]] = {}

    @property
    def found(self) -> list[Found]:
        return [heard.found for heard in self._found.values() if heard is not None and heard.found is not None]

    def places(self, pin: str) -> list[Invite]:
        """Where servers are that say that they have this key; one that has it proves it to whom it lets in."""
        places = [heard.place for heard in self._found.values() if heard is not None and heard.pin == pin]
        return list(dict.fromkeys(places))

    def start(self, changed: Callable[[], None]) -> None:
        assert self._task is None
        self.trouble, self._changed = "", changed
        self._begin()

    async def _leave(self, network: "AsyncZeroconf") -> None:
        for asking in [*self._asking.values()]:
            asking.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)
        self._found.clear()

    async def _work(self, network: "AsyncZeroconf") -> None:
        """News come by themselves; a table that has vanished without a goodbye is noticed by asking again."""
        from zeroconf import ServiceStateChange  # noqa: PLC0415
        from zeroconf.asyncio import AsyncServiceBrowser  # noqa: PLC0415

        def heard(name: str, state_change: ServiceStateChange, **_: Any) -> None:
            if state_change is ServiceStateChange.Removed:
                self._forget(name)
            else:
                self._ask(network, name)

        browser = AsyncServiceBrowser(network.zeroconf, TYPE, handlers=[heard])
        try:
            while True:
                await asyncio.sleep(self._check_seconds)
                for name in self._found:
                    self._ask(network, name)
        finally:
            await browser.async_cancel()

    def _ask(self, network: "AsyncZeroconf", name: str) -> None:
        if name in self._asking or (name not in self._found and len(self._found) >= self._most):
            return
        self._found.setdefault(name, None)
        self._asking[name] = asyncio.ensure_future(self._resolve(network, name))
        self._asking[name].add_done_callback(lambda asked: self._asked(name, asked))

    def _asked(self, name: str, asked: "asyncio.Task[None]") -> None:
        if self._asking.get(name) is asked:
            del self._asking[name]

    async def _resolve(self, network: "AsyncZeroconf", name: str) -> None:
        from zeroconf import Error  # noqa: PLC0415
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        try:
            info = AsyncServiceInfo(TYPE, name)
            answered = await info.async_request(network.zeroconf, self._answer_seconds * 1000)
        except Error:  # the name is none
            return
        found = read_info(info) if answered else None
        if found != self._found[name]:
            self._found[name] = found
            self._changed()

    def _forget(self, name: str) -> None:
        if name in self._asking:
            self._asking.pop(name).cancel()
        if self._found.pop(name, None) is not None:
            self._changed()


def read_info(info: "AsyncServiceInfo") -> Heard | None:
    """What was announced; None if no version of this program would announce it so."""
    host = nearest(info.parsed_addresses())
    if host is None or info.port is None:
        return None
    try:
        said, place = read_texts(info.properties), Invite(host, info.port)
    except (BadAnnouncement, BadInvite):
        return None
    found = None if said.offer is None else Found(place, said.offer, said.version, said.fits)
    return Heard(place, said.pin, found)
