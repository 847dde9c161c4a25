"""The journal in SQLite: group commits, disks that are full, threads that read beside the one that writes."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.defer import Deferred, DeferredList, gatherResults
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThread

from protocol.log.records import RecordType, record
from server.store.errors import StoreClosed, StoreFailed
from server.store.journal import NO_PACE, NoSuchTable, OutOfOrder, Pace, StoredTable
from server.store.sqlite import thread
from server.store.sqlite.archive import SqliteArchive
from server.store.sqlite.database import open_database
from server.store.sqlite.format import JOURNAL
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.thread import Step
from tests.server.store.journals import BEN, EVA, entries, failure, table
from tests.support.garbage import nothing_left

Open = Callable[[Callable[..., Any], Path], SqliteJournal]


def full(_: Step) -> None:
    """What SQLite raises when there is no space left."""
    raise sqlite3.OperationalError("database or disk is full")


@ensureDeferred
async def test_it_is_there_after_a_restart(opened: Open, tmp_path: Path) -> None:
    tid, first = table("one")
    journal = opened(SqliteJournal, tmp_path / "j")
    await journal.begin(tid, first, {0: EVA, 3: BEN})
    await journal.append(tid, entries("a"), 2)
    await journal.close()
    again = opened(SqliteJournal, tmp_path / "j")
    assert await again.read(tid) == [*first, *entries("a")]
    assert await again.stored_tables() == [StoredTable(tid, 4, ended=False, players={0: EVA, 3: BEN})]
    assert await again.append(tid, entries("b"), 4) == 6


_VERSION_1 = """CREATE TABLE tables (
    table_id BLOB NOT NULL PRIMARY KEY CHECK (length(table_id) = 32),
    next INTEGER NOT NULL CHECK (next > 0),
    ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1))
) STRICT, WITHOUT ROWID"""


_LATER = ("archive", "archive_by_end", "lists", "listed", "on_view")
_PACE = ", ".join(f"{column} INTEGER NOT NULL DEFAULT 0" for column in ("bot_ms", "break_seconds"))
_VERSION_2 = _VERSION_1.replace("(0, 1))\n", f"(0, 1)), {_PACE}\n")


@pytest.mark.parametrize(("version", "tables"), [(1, _VERSION_1), (2, _VERSION_2)])
@ensureDeferred
async def test_a_journal_of_a_version_before_is_read_and_goes_on(
    opened: Open, tmp_path: Path, version: int, tables: str
) -> None:
    """Its tables have no pace, and no game that is over is kept."""
    (tid, first), other = table("one"), table("two")
    kept = [one for one in JOURNAL.tables[1:] if not any(f" {name} " in one for name in _LATER)]
    before = replace(JOURNAL, version=version, tables=(tables, *kept), older={})
    with closing(open_database(tmp_path / "j", before)) as database:
        database.execute("INSERT INTO tables (table_id, next) VALUES (?, 1)", (tid,))
        database.execute("INSERT INTO records VALUES (?, 0, ?, NULL)", (tid, first[0]))
    for _ in range(2):
        journal = opened(SqliteJournal, tmp_path / "j")
        assert await journal.read(tid) == first[:1]
        assert await journal.pace(tid) == NO_PACE
        await journal.close()
    journal = opened(SqliteJournal, tmp_path / "j")
    await journal.append(tid, entries("a"), 1)
    await journal.begin(*other, {}, Pace(1000, 600))
    assert await journal.pace(other[0]) == Pace(1000, 600)
    await journal.append(tid, entries("end"), 3, ended=True)
    assert await SqliteArchive(journal).unkept() == [tid]


@ensureDeferred
async def test_equal_cards_are_stored_once_and_other_cards_beside_them(journal: SqliteJournal) -> None:
    others = record(RecordType.CARDS, b"other cards")
    for name in ("one", "two", "three"):
        await journal.begin(*table(name), {})
    tid, (first, _) = table("four")
    await journal.begin(tid, [first, others], {})
    assert await journal.read(tid) == [first, others]
    count = "SELECT count(*) FROM cards"
    assert await journal.database.read(lambda database: database.execute(count).fetchone()) == (2,)


@ensureDeferred
async def test_what_waits_while_a_commit_runs_is_committed_together(journal: SqliteJournal) -> None:
    commits: list[Step] = []
    journal.database.fail = commits.append
    await gatherResults([journal.begin(*table(f"table {number}"), {}) for number in range(300)])
    assert commits.count(Step.WRITE) == 300
    assert commits.count(Step.COMMIT) < 100


@ensureDeferred
async def test_a_write_waits_for_company_behind_a_commit_of_many_and_not_behind_one_of_few(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    from twisted.internet import reactor

    slept: list[float] = []
    company = Event()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        company.wait()

    monkeypatch.setattr(thread, "_APART", 3600.0)
    monkeypatch.setattr(thread, "sleep", sleep)
    few, many = [[table(f"{name} {number}") for number in range(4)] for name in ("few", "many")]
    await gatherResults([journal.begin(tid, first, {}) for tid, first in few[1:]])
    await journal.begin(*few[0], {})
    assert slept == []
    await gatherResults([journal.begin(tid, first, {}) for tid, first in many])
    commits: list[Step] = []
    journal.database.fail = commits.append
    asked = []
    for tid, _ in many:
        asked.append(journal.append(tid, entries("a"), 2))
        await deferLater(cast(IReactorTime, reactor), 0)
    company.set()
    await gatherResults(asked)
    assert (commits.count(Step.WRITE), commits.count(Step.COMMIT)) == (4, 1)
    await journal.close()


@ensureDeferred
async def test_tables_that_append_in_one_turn_share_their_statements(journal: SqliteJournal) -> None:
    begun = [table(f"table {number}") for number in range(70)]
    await gatherResults([journal.begin(tid, first, {}) for tid, first in begun])
    done: list[str] = []
    await journal.database.read(lambda database: database.set_trace_callback(done.append))
    more = [journal.append(tid, entries(f"{at}"), 2, ended=at == 40) for at, (tid, _) in enumerate(begun)]
    assert await gatherResults(more) == [4] * 70
    await journal.database.read(lambda database: database.set_trace_callback(None))
    assert sum(one.startswith("UPDATE") for one in done) == 3
    assert sum(one.startswith("INSERT") for one in done) == 5
    assert [await journal.read(tid) for tid, _ in begun] == [
        [*first, *entries(f"{at}")] for at, (_, first) in enumerate(begun)
    ]
    assert {one.tid for one in await journal.stored_tables() if one.ended} == {begun[40][0]}


@ensureDeferred
async def test_of_tables_that_append_in_one_turn_only_what_does_not_fit_fails(journal: SqliteJournal) -> None:
    (one, first), (two, second), (none, _) = map(table, ("one", "two", "none"))
    await gatherResults([journal.begin(one, first, {}), journal.begin(two, second, {})])
    given = [
        journal.append(one, entries("a"), 2),
        journal.append(none, entries("a"), 2),
        journal.append(two, entries("b"), 3),
        journal.append(one, entries("c"), 4),
        journal.append(two, entries("d"), 2),
    ]
    outcomes: list[tuple[bool, Any]] = await DeferredList(given, consumeErrors=True)
    assert [answer for fits, answer in outcomes if fits] == [4, 6, 4]
    outcomes[1][1].trap(NoSuchTable)
    outcomes[2][1].trap(OutOfOrder)
    assert await journal.read(one) == [*first, *entries("a"), *entries("c")]
    assert await journal.read(two) == [*second, *entries("d")]


@ensureDeferred
async def test_an_error_that_is_ours_is_told_and_the_thread_lives_on(journal: SqliteJournal) -> None:
    def broken(_: sqlite3.Connection) -> None:
        raise ConnectionDone("anything")

    await failure(journal.database.write(broken), ConnectionDone)
    await failure(journal.database.read(broken), ConnectionDone)
    assert await journal.begin(*table("one"), {}) == 2


@pytest.mark.parametrize("step", list(Step))
@ensureDeferred
async def test_a_full_disk_fails_what_is_written_and_it_recovers_by_itself(journal: SqliteJournal, step: Step) -> None:
    tid, first = table("one")
    await journal.begin(tid, first, {})
    journal.database.fail = lambda now: full(now) if now is step else None
    waiting = [journal.append(tid, entries("a"), 2), *(journal.begin(*table(name), {}) for name in ("two", "three"))]
    outcomes: list[tuple[bool, Any]] = await DeferredList(waiting, consumeErrors=True)
    assert [done for done, _ in outcomes] == [False, False, False]
    for _, error in outcomes:
        error.trap(StoreFailed)
        assert error.getErrorMessage() == "database or disk is full"
    assert await journal.stored_tables() == [StoredTable(tid, 2, ended=False)]
    journal.database.fail = None
    assert await journal.append(tid, entries("a"), 2) == 4
    assert await journal.read(tid) == [*first, *entries("a")]


@ensureDeferred
async def test_a_try_to_write_comes_to_the_disk_and_changes_nothing(journal: SqliteJournal, tmp_path: Path) -> None:
    await journal.begin(*table("one"), {})
    log, before = tmp_path / "journal.sqlite3-wal", await journal.reader.read(_dump)
    size = log.stat().st_size
    await journal.try_to_write()
    assert log.stat().st_size == size + PAGE
    assert await journal.reader.read(_dump) == before
    journal.database.fail = full
    await failure(journal.try_to_write(), StoreFailed)
    assert not journal.writes
    journal.database.fail = None
    await journal.try_to_write()
    assert journal.writes


PAGE = 4096 + 24
"""With what the write-ahead log puts before it."""


def _dump(database: sqlite3.Connection) -> list[str]:
    """All that stands there."""
    return [*database.iterdump(), *map(str, database.execute("PRAGMA user_version"))]


@pytest.mark.parametrize("is_full", [False, True])
@ensureDeferred
async def test_what_fails_leaves_nothing_for_the_collector(journal: SqliteJournal, is_full: bool) -> None:
    """A failure has the frames of the thread, which have the job that failed."""
    tid, first = table("one")
    await journal.begin(tid, first, {})
    with nothing_left(NoSuchTable, StoreFailed):
        journal.database.fail = full if is_full else None
        for number in range(5):
            if is_full:
                await failure(journal.append(tid, entries("a"), 2), StoreFailed)
            else:
                await failure(journal.read(bytes([number]) * 32), NoSuchTable)
        await journal.reader.read(lambda _: None)  # the last one stays in the hands of its thread until then
        await journal.database.read(lambda _: None)


@ensureDeferred
async def test_after_a_failed_write_the_write_ahead_log_makes_room(journal: SqliteJournal, tmp_path: Path) -> None:
    """What it holds is moved to its place, so that the next write begins it again, without more of the disk."""
    tid, first = table("one")
    await journal.begin(tid, first, {})
    await gatherResults([journal.append(tid, entries("a" * 9000), 2 + 2 * number) for number in range(20)])
    path, log = tmp_path / "journal.sqlite3", tmp_path / "journal.sqlite3-wal"
    small, large = path.stat().st_size, log.stat().st_size
    journal.database.fail = full
    await failure(journal.append(tid, entries("b"), 42), StoreFailed)
    await journal._keeper.read(lambda _: None)  # after whatever it was asked before
    assert path.stat().st_size > small
    journal.database.fail = None
    assert await journal.append(tid, entries("b"), 42) == 44
    assert log.stat().st_size == large
    assert (await journal.read(tid))[42:] == entries("b")


@ensureDeferred
async def test_every_write_counts_until_the_write_ahead_log_is_emptied(journal: SqliteJournal, tmp_path: Path) -> None:
    """A person who only logs in must not fill the disk."""
    path = tmp_path / "journal.sqlite3"
    small = path.stat().st_size
    await gatherResults([journal.begin(*table(f"table {number}"), {}) for number in range(499)])
    await journal._keeper.read(lambda _: None)
    assert path.stat().st_size == small
    await journal.begin(*table("the last"), {})
    await journal._keeper.read(lambda _: None)
    assert path.stat().st_size > small


@ensureDeferred
async def test_the_write_ahead_log_is_begun_again_also_while_there_is_always_a_next_write(
    journal: SqliteJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.sqlite.journal._KEEP_EVERY", 50)
    monkeypatch.setattr("server.store.sqlite.journal._LONG_LOG", 50)
    log, most = tmp_path / "journal.sqlite3-wal", 0

    async def play(name: str) -> None:
        nonlocal most
        tid, first = table(name)
        next_ = await journal.begin(tid, first, {})
        for number in range(250):
            next_ = await journal.append(tid, entries(f"{name} {number}" * 20), next_)
            most = max(most, log.stat().st_size)

    await gatherResults([Deferred.fromCoroutine(play(f"table {number}")) for number in range(4)])
    assert most < 5 << 20, "without that it is twice as much"


@ensureDeferred
async def test_when_a_commit_fails_the_batches_are_tried_one_by_one(journal: SqliteJournal) -> None:
    """The first commit of a group fails: with luck, alone each of them fits."""
    steps: list[Step] = []

    def once(step: Step) -> None:
        steps.append(step)
        if steps.count(Step.COMMIT) == 1 and step is Step.COMMIT:
            full(step)

    await journal.begin(*table("zero"), {})
    journal.database.fail = once
    names = [f"table {number}" for number in range(50)]
    outcomes = await DeferredList([journal.begin(*table(name), {}) for name in names], consumeErrors=True)
    failed = [name for name, (done, _) in zip(names, outcomes, strict=True) if not done]
    assert len(failed) <= 1  # one, if the thread took it alone before the others came
    assert len(await journal.stored_tables()) == 51 - len(failed)


@ensureDeferred
async def test_what_sqlite_itself_says_of_a_full_disk(journal: SqliteJournal) -> None:
    """A database that may not grow: the large batch fails, the small ones beside it need not."""
    tid, first = table("one")
    await journal.begin(tid, first, {})
    (pages,) = await journal.database.read(lambda database: database.execute("PRAGMA page_count").fetchone())
    await journal.database.read(lambda database: database.execute(f"PRAGMA max_page_count = {pages + 4}").fetchone())
    large = [record(RecordType.ENTRY, bytes(60_000)) for _ in range(4)]
    outcomes: list[tuple[bool, Any]] = await DeferredList(
        [journal.append(tid, entries("small"), 2), journal.append(tid, large, 4), journal.begin(*table("two"), {})],
        consumeErrors=True,
    )
    assert [done for done, _ in outcomes] == [True, False, True]
    outcomes[1][1].trap(StoreFailed)
    assert outcomes[1][1].getErrorMessage() == "database or disk is full"
    assert await journal.read(tid) == [*first, *entries("small")]
    await journal.database.read(lambda database: database.execute("PRAGMA max_page_count = 100000").fetchone())
    assert await journal.append(tid, large, 4) == 8
    assert (await journal.read(tid))[4:] == large


@ensureDeferred
async def test_what_was_asked_for_before_closing_is_still_done(opened: Open, tmp_path: Path) -> None:
    journal = opened(SqliteJournal, tmp_path / "j")
    waiting = [journal.begin(*table(f"table {number}"), {}) for number in range(100)]
    closing = journal.close()
    await failure(journal.append(table("table 1")[0], entries("a"), 2), StoreClosed)
    await failure(journal.read(table("table 1")[0]), StoreClosed)
    await closing
    assert await gatherResults(waiting) == [2] * 100
    await journal.close()
    assert await deferToThread(lambda: [path.name for path in tmp_path.iterdir()]) == ["j"]
    assert len(await opened(SqliteJournal, tmp_path / "j").stored_tables()) == 100


@ensureDeferred
async def test_who_does_not_wait_any_more_is_not_told_and_nothing_breaks(journal: SqliteJournal) -> None:
    tid, first = table("one")
    waiting = journal.begin(tid, first, {})
    waiting.addErrback(lambda _: None)
    waiting.cancel()
    assert await journal.append(tid, entries("a"), 2) == 4


@ensureDeferred
async def test_readers_never_see_what_is_not_committed(journal: SqliteJournal) -> None:
    """A read that is asked for while the commit fails must not see what the commit would have stored."""
    tid, first = table("one")
    await journal.begin(tid, first, {})
    (_, _, path) = await journal.database.read(lambda database: database.execute("PRAGMA database_list").fetchone())
    seen: list[tuple[int]] = []

    def count(database: sqlite3.Connection) -> tuple[int]:
        return tuple(database.execute("SELECT count(*) FROM records").fetchone())

    def look(step: Step) -> None:
        if step is Step.COMMIT:
            with closing(sqlite3.connect(path)) as other:
                seen.append(count(other))
            full(step)

    journal.database.fail = look
    appended, beside = journal.append(tid, entries("a"), 2), journal.database.read(count)
    await failure(appended, StoreFailed)
    assert seen == [(2,)]
    assert await beside == (2,)


DAMAGES = {
    "a record that is gone": ("DELETE FROM records WHERE number = 4", 4),
    "the last record is gone": ("DELETE FROM records WHERE number = 6", 6),
    "a record that is nothing": ("UPDATE records SET record = NULL WHERE number = 3", 3),
    "a number too high": ("UPDATE tables SET next = 900000000000", 7),
    "a number too low": ("UPDATE tables SET next = 3", 7),
    "a row that is nowhere": ("UPDATE records SET number = 900000000000 WHERE number = 6", 6),
}


@pytest.mark.parametrize(("statement", "lost"), DAMAGES.values(), ids=DAMAGES.keys())
@ensureDeferred
async def test_what_the_file_has_lost_is_an_empty_record_and_can_be_cut_off(
    journal: SqliteJournal, statement: str, lost: int
) -> None:
    tid, first = table("one")
    await journal.begin(tid, first, {})
    await journal.append(tid, entries("a", "b", "c", "d"), 2)

    def damage(database: sqlite3.Connection) -> None:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute(statement)
        database.execute("PRAGMA ignore_check_constraints = OFF")

    whole = await journal.read(tid)
    await journal.database.read(damage)
    read = await journal.read(tid)
    assert read[:lost] == whole[:lost]
    assert read[lost] == b""
    assert len(read) <= len(whole) + 1
    await journal.cut(tid, 3)
    assert await journal.append(tid, whole[3:], 3) == 7
    assert await journal.read(tid) == whole
    aside = await journal.database.read(lambda database: database.execute("SELECT count(*) FROM damaged").fetchone())
    assert aside >= (3,)
