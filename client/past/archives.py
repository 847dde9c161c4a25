"""What a server has of a player's games and this computer lacks: asked for and fetched, a connection each time."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, succeed

from client.net.archive import NotHad
from client.net.drawer import Drawer
from client.net.fetched import Kept
from client.net.guest import Guest, GuestWatcher
from client.net.library import Games, Library
from client.net.one_call import OneCall
from client.net.shelf import Shelf
from client.net.table.log_file import InUse
from protocol.keys.identity import Identity
from protocol.wire.archive import EndedGame
from protocol.wire.invite import Invite

_Result = TypeVar("_Result")
Came = Callable[[EndedGame, Kept | Exception], object]
"""Is told what came of each game that was asked for."""


@dataclass(slots=True)
class Archives:
    """One server at a time."""

    drawer: Drawer
    identity: Identity
    guest: Callable[[Invite], Callable[[GuestWatcher], Guest]]
    known: Callable[[], Sequence[Invite]]
    """Where servers were met."""
    _call: OneCall[Any] | None = None

    async def lacking(self, invite: Invite) -> list[EndedGame]:
        """The latest first, and games that are here are dated; `NotHad` or `HungUp` if the server does not tell."""

        async def ask(guest: Guest) -> list[EndedGame]:
            games = Games(await guest.archive.games(mine=True), [])
            library = self._library(guest)
            library.date(games)
            return [game for game in games.mine if not library.has(game, games)]

        return await self._over(invite, ask)

    async def fetch(self, invite: Invite, wanted: Sequence[EndedGame], came: Came) -> None:
        """`HungUp` if there is no connection; one that is lost meanwhile leaves the others as they are."""

        async def fetch(guest: Guest) -> None:
            library, games = self._library(guest), Games([*wanted], [])
            for game in wanted:
                try:
                    came(game, await library.fetch(guest.archive, game, games))
                except (NotHad, InUse, OSError) as trouble:
                    came(game, trouble)

        await self._over(invite, fetch)

    def stop(self) -> Deferred[Any]:
        """Fires when there is no connection."""
        call, self._call = self._call, None
        return succeed(None) if call is None else call.stop()

    def _library(self, guest: Guest) -> Library:
        return Library(self.drawer, Shelf(self.drawer.folder / "watched"), self.identity, guest.server_keys)

    async def _over(self, invite: Invite, do: Callable[[Guest], Coroutine[Deferred[Any], Any, _Result]]) -> _Result:
        call = self._call = OneCall(self.guest(invite), do)
        result: _Result = await call.start()
        return result
