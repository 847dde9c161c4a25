"""The tables that may be watched: the lobby names each from when spectators see it begin to when they see it end."""

from collections.abc import Callable, Iterator

from protocol.wire.lobby import MOST_OFFERS, Watchable, Watchables
from server.tables.gathering import Gathering
from server.tables.room import Room

_MOST = 1000


class OnView:
    """What came of gatherings since the server was started; others are followed by who knows their id."""

    def __init__(self, loaded: Callable[[bytes], Room | None]) -> None:
        self._loaded = loaded
        self._tables: dict[bytes, tuple[Watchable, bool]] = {}
        """The newest last, and whether it is listed."""
        self._begun: set[bytes] = set()
        """Those that were named: what comes back from the journal goes on."""
        self._over: set[bytes] = set()

    def begin(self, room: Room, gathering: Gathering) -> None:
        """A table has begun; what is told of it stays as it is now."""
        options = room.host.setting.table.options
        if not options.spectators:
            return
        about = Watchable(
            table=room.tid,
            code=gathering.code,
            rules=gathering.wishes.rules,
            seats=gathering.wishes.seats,
            host=gathering.sittings[gathering.host].name,
            delay=options.spectator_delay,
        )
        self._tables[room.tid] = about, gathering.wishes.listed
        if len(self._tables) > _MOST:
            self._forget(next(iter(self._tables)))

    def end(self, room: Room) -> None:
        """A table has ended: it is named as long as spectators do not know."""
        if room.tid in self._tables:
            self._over.add(room.tid)

    def shown(self, code: str | None) -> Watchables:
        """Those that are listed, the newest first, and the one of that code."""
        for tid in [tid for tid in self._over if not self._is_news(tid)]:
            self._forget(tid)
        return Watchables(tables=tuple(self._named(code))[:MOST_OFFERS])

    def _named(self, code: str | None) -> Iterator[Watchable]:
        tables = [one for one in reversed(self._tables.values()) if self._has_begun(one[0].table)]
        yield from (about for about, _listed in tables if about.code == code)
        yield from (about for about, listed in tables if listed and about.code != code)

    def _has_begun(self, tid: bytes) -> bool:
        room = self._loaded(tid)
        if room is None or room.spectators.seen.records:  # one that was put away was named, or could have been
            self._begun.add(tid)
        return tid in self._begun

    def _is_news(self, tid: bytes) -> bool:
        room = self._loaded(tid)
        return room is not None and room.keeps_back

    def _forget(self, tid: bytes) -> None:
        del self._tables[tid]
        self._begun.discard(tid)
        self._over.discard(tid)
