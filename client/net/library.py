"""The logs on this computer beside those that a server has: which games there are, where they lie, what is lacking."""

from dataclasses import dataclass
from pathlib import Path

from client.net.archive import Archive, NotHad
from client.net.drawer import Drawer, Ended, Source
from client.net.fetched import Became, Kept, keep
from client.net.removal import own_seat
from client.net.shelf import Shelf
from protocol.keys.identity import Identity
from protocol.log.records import MAGIC
from protocol.wire.archive import EndedGame


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a server that this player may have."""

    mine: list[EndedGame]
    public: list[EndedGame]
    """Those of others."""

    @property
    def all(self) -> list[EndedGame]:
        return [*self.mine, *self.public]


async def games_of(archive: Archive) -> Games:
    """`NotHad` if the server does not tell."""
    mine = await archive.games(mine=True)
    sat = {game.table for game in mine}
    return Games(mine, [game for game in await archive.games(mine=False) if game.table not in sat])


@dataclass(slots=True)
class Library:
    """The logs on this computer: those of tables with a seat, and the others."""

    drawer: Drawer
    shelf: Shelf
    identity: Identity
    keys: tuple[bytes, ...] = ()
    """Of the server, the present one first."""

    def _place(self, game: EndedGame, games: Games) -> Drawer:
        return self.drawer if game in games.mine else self.shelf

    def path(self, game: EndedGame, games: Games) -> Path:
        """Where the log of a game is, or will be."""
        return self._place(game, games).log(game.table)

    def has(self, game: EndedGame, games: Games) -> bool:
        """Whether it is there in full, as far as its size tells."""
        try:
            return self.path(game, games).stat().st_size >= game.size + len(MAGIC)
        except OSError:
            return False

    def date(self, games: Games) -> None:
        """Those that are here without a date have that of their own server from now on."""
        sealed = {one.tid for one in self.drawer.all_sealed() if one.server_key in self.keys}
        for game in games.mine:
            if game.table in sealed and self.has(game, games):
                self.drawer.keep_ended(game.table, _by_server(game))

    async def fetch(self, archive: Archive, game: EndedGame, games: Games) -> Kept:
        """`NotHad`, `InUse` or `OSError` if it cannot be; `NotHad` too if it is told as one's own, and is another's."""
        log = await archive.log(game.table)
        if game in games.mine and own_seat(self.identity, game.table, log) is None:
            raise NotHad("archive/no-sense")
        kept = keep(self.path(game, games), game.table, log)
        if kept.became not in {Became.UNSOUND, Became.DIFFERS}:
            self._place(game, games).keep_ended(game.table, _by_server(game))
        return kept


def _by_server(game: EndedGame) -> Ended:
    return Ended(at=game.ended, source=Source.SERVER)
