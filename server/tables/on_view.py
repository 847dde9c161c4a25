"""The tables that may be watched: the lobby names each from when spectators see it begin to when they see it end.

Also after a restart, and what the last process had not named yet is not named earlier for that: how long the server was
away no record says, so that the delay of a table that is not in memory begins anew.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from protocol.wire.codec import BadFrame, decode, encode
from protocol.wire.lobby import MOST_OFFERS, Watchable, Watchables
from server.store.on_view import OnViewStore
from server.tables.gathering import Gathering
from server.tables.room import Room

_MOST = 1000
_LONGEST = 1000
"""Bytes of what is told of a table."""


@dataclass(slots=True)
class _Table:
    about: Watchable
    listed: bool
    due: float
    """When all that had happened before is old enough, if it has to be told without the table's own record."""
    begun: bool = False
    """Whether it was named: what comes back from the journal goes on."""
    over: bool = False


class OnView:
    """What came of gatherings; other tables are followed by who knows their id."""

    _log = Logger()

    def __init__(self, loaded: Callable[[bytes], Room | None], store: OnViewStore, clock: IReactorTime) -> None:
        self._loaded = loaded
        self._store = store
        self._clock = clock
        self._tables: dict[bytes, _Table] = {}
        """The newest last."""

    async def bring_back(self) -> None:
        """At a start: what was named when the process before ended, or would have been soon."""
        for named in await self._store.all():
            try:
                about = decode(Watchable, named.about, _LONGEST)
            except BadFrame as bad:
                self._log.error("a table that could be watched is not named any more: {why}", why=bad.reason)
                continue
            self._add(about, listed=named.listed, over=named.ended)

    def _add(self, about: Watchable, *, listed: bool, over: bool = False) -> None:
        self._tables[about.table] = _Table(about, listed, self._clock.seconds() + about.delay, over=over)
        if len(self._tables) > _MOST:
            self._forget(next(iter(self._tables)))

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
        self._keep(self._store.put(room.tid, encode(about)), room.tid)
        self._add(about, listed=gathering.wishes.listed)

    def _keep(self, stored: Deferred[None], tid: bytes) -> None:
        stored.addErrback(self._not_kept, tid)

    def _not_kept(self, failure: Failure, tid: bytes) -> None:
        self._log.error(
            "table {table}: whether it is named to spectators is not kept: {why}",
            table=tid.hex(),
            why=failure.getErrorMessage(),
        )

    def end(self, room: Room) -> None:
        """A table has ended: it is named as long as spectators do not know."""
        if room.tid in self._tables:
            self._tables[room.tid].over = True

    def shown(self, code: str | None) -> Watchables:
        """Those that are listed, the newest first, and the one of that code."""
        for tid in [tid for tid, table in self._tables.items() if table.over and not self._is_news(table)]:
            self._forget(tid)
        return Watchables(tables=tuple(self._named(code))[:MOST_OFFERS])

    def _named(self, code: str | None) -> Iterator[Watchable]:
        tables = [table for table in reversed(self._tables.values()) if self._has_begun(table)]
        yield from (table.about for table in tables if table.about.code == code)
        yield from (table.about for table in tables if table.listed and table.about.code != code)

    def _has_begun(self, table: _Table) -> bool:
        room = self._loaded(table.about.table)
        seen = self._is_due(table) if room is None else bool(room.spectators.seen.records)
        table.begun = table.begun or seen
        return table.begun

    def _is_due(self, table: _Table) -> bool:
        return self._clock.seconds() >= table.due

    def _is_news(self, table: _Table) -> bool:
        """Whether spectators do not know yet that it is over."""
        room = self._loaded(table.about.table)
        return not self._is_due(table) if room is None else room.keeps_back

    def _forget(self, tid: bytes) -> None:
        del self._tables[tid]
        self._keep(self._store.forget(tid), tid)
