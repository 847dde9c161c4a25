"""The games that are over, in the journal's database."""

import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

from twisted.internet.defer import Deferred

from protocol.log.records import spoken_by, without_body
from server.store.archive import KeptGame, Row, StoredList
from server.store.sqlite.journal import SqliteJournal

_SIZE = (
    "SELECT sum(length(coalesce(records.record, cards.record))) FROM records LEFT JOIN cards ON hash = cards"
    " WHERE table_id = :tid"
)
_KEEP = (
    "INSERT OR IGNORE INTO archive (table_id, ended_at, end, rules, seats, head, delay, size)"  # noqa: S608  statements alone
    f" VALUES (:tid, :ended, :end, :rules, :seats, :head, :delay, ({_SIZE}))"
)
_UNKEPT = "SELECT table_id FROM tables WHERE ended = 1 AND table_id NOT IN (SELECT table_id FROM archive)"
_GAMES = (
    "SELECT table_id, ended_at, end, rules, archive.seats, head, delay, listed, size, next"
    " FROM archive JOIN tables USING (table_id) WHERE tables.ended = 1"
)
_GAME = f"{_GAMES} AND table_id = ?"
_BEHIND = (
    " AND (:after IS NULL OR (ended_at, table_id) < (SELECT ended_at, table_id FROM archive WHERE table_id = :after))"
    " ORDER BY ended_at DESC, table_id DESC"
)
_SAT = "(SELECT table_id FROM seats WHERE identity = :identity)"
_OF_PLAYER = f"{_GAMES} AND table_id IN {_SAT}{_BEHIND} LIMIT :most"
_PUBLIC = f"{_GAMES} AND listed = 1 AND delay <= :delay{_BEHIND}"
_OLDEST = "SELECT table_id, ended_at, size FROM archive WHERE list IS NOT NULL ORDER BY ended_at, table_id"
_ENTRIES = "SELECT number, record FROM records WHERE table_id = ? AND record IS NOT NULL"
_LEFTOVERS = "SELECT count(*) FROM sqlite_schema WHERE name = 'damaged'"
_PART = (
    "SELECT coalesce(records.record, cards.record) FROM records LEFT JOIN cards ON hash = cards"
    " WHERE table_id = ? AND number >= ? AND (? IS NULL OR number < ?) ORDER BY number"
)


class SqliteArchive:
    """An `ArchiveStore`."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._journal = journal

    def keep(self, game: KeptGame) -> Deferred[None]:
        row = {"tid": game.tid, "ended": game.ended, "end": game.end, "rules": game.rules, "seats": game.seats}

        def work(database: sqlite3.Connection) -> None:
            database.execute(_KEEP, row | {"head": game.head, "delay": game.delay})

        return self._journal.write(work)

    def unkept(self) -> Deferred[list[bytes]]:
        return self._journal.reader.read(lambda database: [tid for (tid,) in database.execute(_UNKEPT)])

    def game(self, tid: bytes) -> Deferred[KeptGame | None]:
        return self._journal.reader.read(lambda database: next(_games(database.execute(_GAME, (tid,))), None))

    def games_of(self, identity: bytes, after: bytes | None, most: int) -> Deferred[list[KeptGame]]:
        given = {"identity": identity, "after": after, "most": most}
        return self._journal.reader.read(lambda database: list(_games(database.execute(_OF_PLAYER, given))))

    def public_games(
        self, after: bytes | None, most: int, *, delay: int, hidden: Collection[bytes]
    ) -> Deferred[list[KeptGame]]:
        not_yet = frozenset(hidden)

        def work(database: sqlite3.Connection) -> list[KeptGame]:
            found = _games(database.execute(_PUBLIC, {"after": after, "delay": delay}))
            shown = (game for game in found if game.tid not in not_yet)
            return [game for game, _ in zip(shown, range(most), strict=False)]

        return self._journal.reader.read(work)

    def expire(
        self, before: int, most_bytes: int | None, *, most: int, spare: Collection[bytes]
    ) -> Deferred[Sequence[bytes]]:
        spared = frozenset(spare)

        def work(database: sqlite3.Connection) -> list[bytes]:
            (size,) = database.execute("SELECT coalesce(sum(size), 0) FROM archive").fetchone()
            over = 0 if most_bytes is None else max(0, size - most_bytes)
            gone: list[bytes] = []
            for tid, ended, bytes_ in database.execute(_OLDEST).fetchmany(most + len(spared)):
                if (ended >= before and over <= 0) or len(gone) == most:
                    break
                if tid not in spared:
                    gone.append(tid)
                    over -= bytes_
            for tid in gone:
                _remove(database, tid)
            return gone

        return self._journal.write(work)

    def remove_texts(self, tid: bytes, seat: int) -> Deferred[int | None]:
        def work(database: sqlite3.Connection) -> int | None:
            if database.execute(_GAME, (tid,)).fetchone() is None:
                return None
            rows = database.execute(_ENTRIES, (tid,)).fetchall()
            bare = [(without_body(one), tid, number) for number, one in rows if spoken_by(one, seat)]
            database.executemany("UPDATE records SET record = ? WHERE table_id = ? AND number = ?", bare)
            if _has_leftovers(database):  # what was damaged may be words too
                database.execute("DELETE FROM damaged WHERE table_id = ?", (tid,))
            return len(bare)

        return self._journal.write(work)

    def unlisted(self) -> Deferred[list[Row]]:
        def work(database: sqlite3.Connection) -> list[Row]:
            over = [Row(*row) for row in database.execute(_OVER)]
            return over + [Row(tid, next_, None) for tid, next_ in database.execute(_RUNNING)]

        return self._journal.reader.read(work)

    def put_list(self, made: StoredList, heads: Sequence[Row], rows: bytes) -> Deferred[None]:
        row = made.number, made.made, made.delay, made.body, made.signature, rows

        def work(database: sqlite3.Connection) -> None:
            database.execute(_PUT, row)
            database.executemany(_STANDS, [(one.tid, one.records) for one in heads])
            database.executemany(_IS_OVER, [(made.number, one.tid, one.head) for one in heads])

        return self._journal.write(work)

    def lists(self, after: int, most: int) -> Deferred[list[StoredList]]:
        found = f"{_LISTS} WHERE number > ? ORDER BY number LIMIT ?"

        return self._journal.reader.read(
            lambda database: [StoredList(*row) for row in database.execute(found, (after, most))]
        )

    def last_list(self) -> Deferred[StoredList | None]:
        found = f"{_LISTS} ORDER BY number DESC LIMIT 1"

        return self._journal.reader.read(
            lambda database: next((StoredList(*row) for row in database.execute(found)), None)
        )

    def rows(self, number: int, start: int, size: int) -> Deferred[bytes]:
        found = "SELECT substr(rows, ?, ?) FROM lists WHERE number = ?"

        def work(database: sqlite3.Connection) -> bytes:
            row = database.execute(found, (start + 1, size, number)).fetchone()
            return b"" if row is None else row[0] or b""  # of no bytes SQLite gives NULL as a part

        return self._journal.reader.read(work)

    def part(self, tid: bytes, start: int, end: int | None, size: int) -> Deferred[Sequence[bytes]]:
        def work(database: sqlite3.Connection) -> list[bytes]:
            found: list[bytes] = []
            left = size
            for (one,) in database.execute(_PART, (tid, start, end, end)):
                if one is None or (found and len(one) > left):
                    break
                found.append(one)
                left -= len(one)
            return found

        return self._journal.reader.read(work)


_OVER = (
    "SELECT table_id, next, head, delay FROM archive JOIN tables USING (table_id)"
    " WHERE tables.ended = 1 AND list IS NULL ORDER BY table_id"
)
_RUNNING = (
    "SELECT table_id, tables.next FROM tables LEFT JOIN listed USING (table_id)"
    " WHERE ended = 0 AND listed.next IS NOT tables.next ORDER BY table_id"
)
_PUT = "INSERT INTO lists (number, made, delay, body, signature, rows) VALUES (?, ?, ?, ?, ?, ?)"
_STANDS = "INSERT INTO listed VALUES (?, ?) ON CONFLICT (table_id) DO UPDATE SET next = excluded.next"
_IS_OVER = "UPDATE archive SET list = ? WHERE table_id = ? AND head = ?"
_LISTS = "SELECT number, made, delay, body, signature FROM lists"


def _has_leftovers(database: sqlite3.Connection) -> bool:
    (there,) = database.execute(_LEFTOVERS).fetchone()
    return bool(there)


def _remove(database: sqlite3.Connection, tid: bytes) -> None:
    for table in (
        *(["damaged"] if _has_leftovers(database) else []),
        "records",
        "seats",
        "archive",
        "listed",
        "tables",
    ):
        database.execute(f"DELETE FROM {table} WHERE table_id = ?", (tid,))  # noqa: S608  names of tables


def _games(rows: sqlite3.Cursor) -> "map[KeptGame]":
    return map(_game, rows)


def _game(row: tuple[Any, ...]) -> KeptGame:
    tid, ended, end, rules, seats, head, delay, listed, size, records = row
    return KeptGame(tid, ended, end, rules, seats, head, delay, bool(listed), size, records)
