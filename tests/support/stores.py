"""The server's stores without a disk, by the same contracts; and the logs that a server has left on one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, fail, succeed

from protocol.log.records import MAGIC, spoken_by, without_body
from server.store.archive import ArchiveStore, KeptGame, Row, StoredList
from server.store.errors import StoreClosed, StoreRefused
from server.store.journal import (
    NO_PACE,
    Journal,
    NoSuchTable,
    OutOfOrder,
    Pace,
    StoredTable,
    check_batch,
    check_beginning,
)
from server.store.names import Claim, KnownName, NameStore
from server.store.on_view import Named, OnViewStore
from server.store.secrets import SecretsStore
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.opening import JOURNAL_FILE

_Answer = TypeVar("_Answer")


@dataclass
class Stored:
    """One table as the journal has it."""

    records: list[bytes]
    players: dict[int, bytes]
    pace: Pace = NO_PACE
    ended: bool = False
    listed: bool = False


class MemoryJournal:
    """A `Journal`."""

    def __init__(self) -> None:
        self.tables: dict[bytes, Stored] = {}
        self.writes = True
        self._closed = False

    def _do(self, work: Callable[[], _Answer]) -> Deferred[_Answer]:
        if self._closed:
            return fail(StoreClosed())
        try:
            return succeed(work())
        except Exception:  # noqa: BLE001  the asker is told
            return fail()

    def _write(self, work: Callable[[], int]) -> Deferred[int]:
        return self._do(work)

    def begin(
        self,
        tid: bytes,
        batch: Sequence[bytes],
        players: Mapping[int, bytes],
        pace: Pace = NO_PACE,
        *,
        listed: bool = False,
    ) -> Deferred[int]:
        stored = Stored(list(batch), dict(players), pace, listed=listed)
        return self._write(lambda: self._begin(tid, batch, stored))

    def _begin(self, tid: bytes, batch: Sequence[bytes], stored: "Stored") -> int:
        check_beginning(tid, batch)
        if tid in self.tables:
            raise OutOfOrder(tid, 0, len(self.tables[tid].records))
        if any(len(identity) != 32 for identity in stored.players.values()):
            raise StoreRefused("an identity that is no key")
        self.tables[tid] = stored
        return len(batch)

    def append(self, tid: bytes, batch: Sequence[bytes], number: int, *, ended: bool = False) -> Deferred[int]:
        return self._write(lambda: self._append(tid, batch, number, ended=ended))

    def _append(self, tid: bytes, batch: Sequence[bytes], number: int, *, ended: bool) -> int:
        check_batch(batch)
        stored = self._table(tid)
        if number != len(stored.records):
            raise OutOfOrder(tid, number, len(stored.records))
        stored.records += batch
        stored.ended |= ended
        return len(stored.records)

    def _table(self, tid: bytes) -> Stored:
        if tid not in self.tables:
            raise NoSuchTable(tid)
        return self.tables[tid]

    def read(self, tid: bytes) -> Deferred[list[bytes]]:
        return self._do(lambda: list(self._table(tid).records))

    def cut(self, tid: bytes, number: int) -> Deferred[None]:
        return self._do(lambda: self._cut(tid, number))

    def _cut(self, tid: bytes, number: int) -> None:
        stored = self._table(tid)
        del stored.records[number:]
        stored.ended = False

    def players(self, tid: bytes) -> Deferred[dict[int, bytes]]:
        return self._do(lambda: dict(self._table(tid).players))

    def pace(self, tid: bytes) -> Deferred[Pace]:
        return self._do(lambda: self._table(tid).pace)

    def stored_tables(self) -> Deferred[list[StoredTable]]:
        return self._do(
            lambda: [StoredTable(tid, len(one.records), one.ended, one.players) for tid, one in self.tables.items()]
        )

    def seated(self, identity: bytes) -> Deferred[list[bytes]]:
        running = ((tid, one.players) for tid, one in self.tables.items() if not one.ended)
        return self._do(lambda: [tid for tid, players in running if identity in players.values()])

    def try_to_write(self) -> Deferred[None]:
        return succeed(None)

    def close(self) -> Deferred[None]:
        self._closed = True
        return succeed(None)

    def export(self, tid: bytes) -> bytes:
        """The log file."""
        return MAGIC + b"".join(self.tables[tid].records)


class MemorySecrets:
    """A `SecretsStore`."""

    def __init__(self) -> None:
        self.kept: dict[bytes, bytes] = {}

    def put(self, tid: bytes, secrets: bytes) -> Deferred[None]:
        if tid in self.kept or len(tid) != 32 or not 32 <= len(secrets) <= 1 << 16:
            return fail(StoreRefused())
        self.kept[tid] = secrets
        return succeed(None)

    def get(self, tid: bytes) -> Deferred[bytes | None]:
        return succeed(self.kept.get(tid))

    def forget(self, tid: bytes) -> Deferred[None]:
        self.kept.pop(tid, None)
        return succeed(None)

    def forget_all_of(self, ended: Collection[bytes]) -> Deferred[int]:
        over = self.kept.keys() & set(ended)
        for tid in over:
            del self.kept[tid]
        return succeed(len(over))

    def close(self) -> Deferred[None]:
        return succeed(None)


class MemoryNames:
    """A `NameStore`."""

    def __init__(self) -> None:
        self.owned: dict[str, Claim] = {}
        """By skeleton, the last claim that was granted."""

    def claim(self, claim: Claim) -> Deferred[bool]:
        owners = [self.owned[skeleton] for skeleton in claim.skeletons if skeleton in self.owned]
        if any(one.identity != claim.identity and one.now >= claim.free_before for one in owners):
            return succeed(False)
        if not claim.new and [one.identity for one in owners] != [claim.identity] * len(claim.skeletons):
            return succeed(False)
        used = max(claim.now, *(one.now for one in owners), 0)
        for skeleton in claim.skeletons:
            self.owned[skeleton] = Claim(claim.name, claim.skeletons, claim.identity, used, claim.free_before)
        self._give_up(claim)
        return succeed(True)

    def owner(self, skeleton: str) -> Deferred[bytes | None]:
        return succeed(self.owned[skeleton].identity if skeleton in self.owned else None)

    def forget(self, skeleton: str) -> Deferred[KnownName | None]:
        if (found := self.owned.get(skeleton)) is None:
            return succeed(None)
        self.owned = {
            one: claim
            for one, claim in self.owned.items()
            if (claim.name, claim.identity) != (found.name, found.identity)
        }
        return succeed(KnownName(found.name, found.identity, found.now))

    def every(self) -> Deferred[list[KnownName]]:
        latest: dict[tuple[str, bytes], int] = {}
        for one in self.owned.values():
            latest[one.name, one.identity] = max(one.now, latest.get((one.name, one.identity), 0))
        return succeed([KnownName(name, identity, used) for (name, identity), used in sorted(latest.items())])

    def _give_up(self, claim: Claim) -> None:
        own = [one for one in self.owned.values() if one.identity == claim.identity]
        uses = {name: max(one.now for one in own if one.name == name) for name in {one.name for one in own}}
        kept = sorted(uses, key=lambda name: (name == claim.name, uses[name]), reverse=True)[: claim.most]
        for skeleton, one in list(self.owned.items()):
            if one.identity == claim.identity and one.name not in kept:
                del self.owned[skeleton]


class MemoryArchive:
    """An `ArchiveStore`."""

    def __init__(self, journal: MemoryJournal) -> None:
        self._tables = journal.tables
        self.kept: dict[bytes, KeptGame] = {}
        self.made: list[tuple[StoredList, bytes]] = []
        self._listed: dict[bytes, int] = {}
        self._over: set[bytes] = set()

    def keep(self, game: KeptGame) -> Deferred[None]:
        stored = self._tables[game.tid]
        size = sum(map(len, stored.records))
        self.kept.setdefault(game.tid, replace(game, listed=stored.listed, size=size))
        return succeed(None)

    def _now(self, game: KeptGame) -> KeptGame:
        return replace(game, records=len(self._tables[game.tid].records))

    def unkept(self) -> Deferred[list[bytes]]:
        return succeed([tid for tid, stored in self._tables.items() if stored.ended and tid not in self.kept])

    def game(self, tid: bytes) -> Deferred[KeptGame | None]:
        return succeed(next((game for game in self._behind(None) if game.tid == tid), None))

    def games_of(self, identity: bytes, after: bytes | None, most: int) -> Deferred[list[KeptGame]]:
        sat = (game for game in self._behind(after) if identity in self._tables[game.tid].players.values())
        return succeed(list(sat)[:most])

    def public_games(
        self, after: bytes | None, most: int, *, delay: int, hidden: Collection[bytes]
    ) -> Deferred[list[KeptGame]]:
        shown = (game for game in self._behind(after) if game.public and game.tid not in hidden)
        return succeed([game for game in shown if game.delay is not None and game.delay <= delay][:most])

    def _behind(self, after: bytes | None) -> list[KeptGame]:
        over = [self._now(game) for game in self.kept.values() if self._tables[game.tid].ended]
        games = sorted(over, key=lambda game: (game.ended, game.tid), reverse=True)
        at = next((at for at, game in enumerate(games, 1) if game.tid == after), 0)
        return games[at:]

    def expire(
        self, before: int, most_bytes: int | None, *, most: int, spare: Collection[bytes]
    ) -> Deferred[Sequence[bytes]]:
        over = 0 if most_bytes is None else sum(game.size for game in self.kept.values()) - most_bytes
        gone: list[bytes] = []
        for game in sorted(self.kept.values(), key=lambda game: (game.ended, game.tid)):
            if len(gone) < most and game.tid in self._over.difference(spare) and (game.ended < before or over > 0):
                over -= game.size
                gone.append(game.tid)
                del self.kept[game.tid], self._tables[game.tid]
        return succeed(gone)

    def remove_texts(self, tid: bytes, seat: int) -> Deferred[int | None]:
        if tid not in self._tables or not self._tables[tid].ended:
            return succeed(None)
        records = self._tables[tid].records
        spoken = [at for at, one in enumerate(records) if spoken_by(one, seat)]
        for at in spoken:
            records[at] = without_body(records[at])
        return succeed(len(spoken))

    def unlisted(self) -> Deferred[list[Row]]:
        over = [game for game in self._behind(None) if game.tid not in self._over]
        found = [Row(game.tid, game.records, game.head, game.delay) for game in over]
        for tid, stored in self._tables.items():
            if not stored.ended and self._listed.get(tid) != len(stored.records):
                found.append(Row(tid, len(stored.records), None))
        return succeed(found)

    def put_list(self, made: StoredList, heads: Sequence[Row], rows: bytes) -> Deferred[None]:
        self.made.append((made, rows))
        for one in heads:
            self._listed[one.tid] = one.records
            if one.tid in self.kept and self.kept[one.tid].head == one.head:
                self._over.add(one.tid)
        return succeed(None)

    def lists(self, after: int, most: int) -> Deferred[list[StoredList]]:
        return succeed([one for one, _ in self.made if one.number > after][:most])

    def last_list(self) -> Deferred[StoredList | None]:
        return succeed(self.made[-1][0] if self.made else None)

    def rows(self, number: int, start: int, size: int) -> Deferred[bytes]:
        rows = next((rows for one, rows in self.made if one.number == number), b"")
        return succeed(rows[start : start + size])

    def part(self, tid: bytes, start: int, end: int | None, size: int) -> Deferred[Sequence[bytes]]:
        found: list[bytes] = []
        for one in self._tables[tid].records[start:end] if tid in self._tables else ():
            if found and sum(map(len, found)) + len(one) > size:
                break
            found.append(one)
        return succeed(found)


class MemoryOnView:
    """An `OnViewStore`."""

    def __init__(self, journal: MemoryJournal) -> None:
        self._tables = journal.tables
        self.named: dict[bytes, bytes] = {}

    def put(self, tid: bytes, about: bytes) -> Deferred[None]:
        self.named.pop(tid, None)
        self.named[tid] = about
        return succeed(None)

    def forget(self, tid: bytes) -> Deferred[None]:
        self.named.pop(tid, None)
        return succeed(None)

    def all(self) -> Deferred[list[Named]]:
        there = [(self._tables[tid], about) for tid, about in self.named.items() if tid in self._tables]
        return succeed([Named(about, stored.listed, stored.ended) for stored, about in there])


async def log_file(journal: Journal, tid: bytes) -> bytes:
    """The log of a table as a file."""
    return MAGIC + b"".join(await journal.read(tid))


async def stored_logs(folder: Path) -> dict[bytes, bytes]:
    """By table, the logs in a server's data folder, once its process is gone."""
    from twisted.internet import reactor

    given: Any = reactor
    journal = SqliteJournal(folder / JOURNAL_FILE, given)
    try:
        return {table.tid: await log_file(journal, table.tid) for table in await journal.stored_tables()}
    finally:
        await journal.close()


_CONTRACTS: tuple[type[Journal], type[SecretsStore], type[NameStore]] = (MemoryJournal, MemorySecrets, MemoryNames)
_ARCHIVE: type[ArchiveStore] = MemoryArchive
_ON_VIEW: type[OnViewStore] = MemoryOnView
