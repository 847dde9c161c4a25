"""The journal: what was told to be stored is stored, in order, byte for byte, and nothing else."""

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.defer import Deferred, DeferredList, gatherResults
from twisted.internet.error import ConnectionDone
from twisted.internet.threads import deferToThread

from protocol.log.records import MAGIC, RecordType, record, records
from protocol.log.setting import table_id
from server.store.database_thread import Closed, Step
from server.store.journal import Journal, NoSuchTable, OutOfOrder, StoredTable
from tests.support.paths import VECTORS as VECTOR_FILES

EVA, BEN = b"\1" * 32, b"\2" * 32
VECTORS: dict[str, Any] = json.loads((VECTOR_FILES / "log.json").read_text("utf-8"))
CARDS = record(RecordType.CARDS, b"the cards" * 100)
Open = Callable[[Callable[..., Any], Path], Journal]


def table(name: str) -> tuple[bytes, list[bytes]]:
    """The id of a table and its first records."""
    return table_id(name.encode()), [record(RecordType.TABLE, name.encode()), CARDS]


def entries(*texts: str) -> list[bytes]:
    """A batch, as the journal is given it: entries and the head over them."""
    return [*(record(RecordType.ENTRY, text.encode()) for text in texts), record(RecordType.HEAD, b"signed")]


def full(_: Step) -> None:
    """What SQLite raises when there is no space left."""
    raise sqlite3.OperationalError("database or disk is full")


async def failure(deferred: Deferred[Any], kind: type[Exception], match: str | None = None) -> None:
    """That the Deferred fails so."""
    with pytest.raises(kind, match=match):
        await deferred


@ensureDeferred
async def test_a_log_comes_back_byte_for_byte(journal: Journal) -> None:
    tid, first = table("one")
    assert await journal.begin(tid, first, {0: EVA}) == 2
    assert await journal.append(tid, entries("a", "b"), 2) == 5
    assert await journal.append(tid, entries("c"), 5) == 7
    everything = [*first, *entries("a", "b"), *entries("c")]
    assert await journal.read(tid) == everything
    assert await journal.read(tid, 5) == entries("c")
    assert await journal.read(tid, 7) == await journal.read(tid, 99) == []
    exported = await journal.export(tid)
    assert exported == MAGIC + b"".join(everything)
    assert [kind for kind, _ in records(exported)] == [one[0] for one in everything]


@ensureDeferred
async def test_a_log_of_every_kind_of_record_is_exported_as_it_is(journal: Journal) -> None:
    (vector,) = (vector for vector in VECTORS["files"] if len(vector["records"]) == len(RecordType))
    log = [record(RecordType(kind), bytes.fromhex(payload)) for kind, payload in vector["records"]]
    tid = table_id(bytes.fromhex(vector["records"][0][1]))
    await journal.begin(tid, log[:2], {})
    await journal.append(tid, log[2:], 2)
    assert (await journal.export(tid)).hex() == vector["file"]


@ensureDeferred
async def test_it_is_there_after_a_restart(opened: Open, tmp_path: Path) -> None:
    tid, first = table("one")
    journal = opened(Journal, tmp_path / "j")
    await journal.begin(tid, first, {0: EVA, 3: BEN})
    await journal.append(tid, entries("a"), 2)
    await journal.close()
    again = opened(Journal, tmp_path / "j")
    assert await again.read(tid) == [*first, *entries("a")]
    assert await again.tables() == [StoredTable(tid, 4, ended=False, players={0: EVA, 3: BEN})]
    assert await again.append(tid, entries("b"), 4) == 6


@ensureDeferred
async def test_equal_cards_are_stored_once_and_other_cards_beside_them(journal: Journal) -> None:
    others = record(RecordType.CARDS, b"other cards")
    for name in ("one", "two", "three"):
        await journal.begin(*table(name), {})
    tid, (first, _) = table("four")
    await journal.begin(tid, [first, others], {})
    assert await journal.read(tid) == [first, others]
    count = "SELECT count(*) FROM cards"
    assert await journal.database.read(lambda database: database.execute(count).fetchone()) == (2,)


@ensureDeferred
async def test_tables_tell_who_sits_where_and_which_have_ended(journal: Journal) -> None:
    one, two, three = (table(name)[0] for name in ("one", "two", "three"))
    await journal.begin(*table("one"), {0: EVA, 1: BEN})
    await journal.begin(*table("two"), {2: EVA, 3: EVA})
    await journal.begin(*table("three"), {})
    assert sorted(await journal.seated(EVA)) == sorted([one, two])
    assert await journal.seated(BEN) == [one]
    assert await journal.seated(b"\3" * 32) == []
    assert await journal.players(one) == {0: EVA, 1: BEN}
    assert await journal.players(three) == {}
    await journal.mark_ended(one)
    assert await journal.append(two, entries("end"), 2, ended=True) == 4
    assert await journal.seated(EVA) == await journal.seated(BEN) == []
    assert {stored.tid: stored.ended for stored in await journal.tables()} == {one: True, two: True, three: False}
    assert [stored.tid for stored in await journal.tables(running_only=True)] == [three]


@ensureDeferred
async def test_after_the_end_people_may_still_sign(journal: Journal) -> None:
    tid, first = table("one")
    await journal.begin(tid, first, {0: EVA})
    await journal.append(tid, entries("end"), 2, ended=True)
    assert await journal.append(tid, entries("close"), 4) == 6
    assert [stored.ended for stored in await journal.tables()] == [True]


@ensureDeferred
async def test_a_batch_for_another_place_is_refused_whole(journal: Journal) -> None:
    tid, first = table("one")
    await journal.begin(tid, first, {})
    for number in (0, 1, 3, -1):
        sentence = f"table {tid.hex()}: record {number} was to be appended, and the next is 2"
        await failure(journal.append(tid, entries("a"), number), OutOfOrder, sentence)
    await failure(journal.begin(tid, first, {}), OutOfOrder)
    assert await journal.read(tid) == first


@ensureDeferred
async def test_what_is_no_batch_is_refused(journal: Journal) -> None:
    tid, first = table("one")
    other, other_first = table("two")
    for batch in ([], first[1:], other_first, [b"", first[0]], [first[0][:-1]], [first[0] + CARDS], [b"\x09\0\0\0\0"]):
        await failure(journal.begin(tid, batch, {}), ValueError)
    await journal.begin(tid, first, {})
    for batch in ([], first, [b""], [b"x"], [entries("a")[0] + b"x"], [b"".join(entries("a"))]):
        await failure(journal.append(tid, batch, 2), ValueError)
    assert await journal.read(tid) == first
    await failure(journal.append(other, entries("a"), 0), NoSuchTable)


@ensureDeferred
async def test_a_table_that_is_not_there(journal: Journal) -> None:
    tid = b"\7" * 32
    for asked in (
        journal.read(tid),
        journal.export(tid),
        journal.players(tid),
        journal.mark_ended(tid),
        journal.append(tid, entries("a"), 0),
    ):
        await failure(asked, NoSuchTable, f"there is no table {tid.hex()}")


@ensureDeferred
async def test_an_identity_that_is_no_key_fails_the_whole_table(journal: Journal) -> None:
    await failure(journal.begin(*table("one"), {0: EVA, 1: b"short"}), sqlite3.IntegrityError)
    assert await journal.tables() == []
    assert await journal.seated(EVA) == []


@ensureDeferred
async def test_many_batches_at_once_keep_the_order_of_each_table(journal: Journal) -> None:
    rng = random.Random(5)
    names = [f"table {number}" for number in range(20)]
    logs = {table(name)[0]: table(name)[1] for name in names}
    told: dict[bytes, list[int]] = {tid: [] for tid in logs}
    waiting: list[Deferred[Any]] = [journal.begin(tid, first, {}) for tid, first in logs.items()]
    for number in range(1500):
        tid = rng.choice(list(logs))
        batch = entries(*(f"{number}.{part}" for part in range(rng.randrange(4))))
        done = journal.append(tid, batch, len(logs[tid]))
        logs[tid] = [*logs[tid], *batch]
        waiting.append(done.addCallback(told[tid].append))
    await gatherResults(waiting)
    for tid, log in logs.items():
        assert await journal.read(tid) == log
        assert told[tid] == sorted(told[tid])


@ensureDeferred
async def test_what_waits_while_a_commit_runs_is_committed_together(journal: Journal) -> None:
    commits: list[Step] = []
    journal.database.fail = commits.append
    await gatherResults([journal.begin(*table(f"table {number}"), {}) for number in range(300)])
    assert commits.count(Step.WRITE) == 300
    assert commits.count(Step.COMMIT) < 100


@ensureDeferred
async def test_one_batch_that_fails_takes_no_other_along(journal: Journal) -> None:
    tids = [table(name)[0] for name in ("one", "two", "three")]
    await gatherResults([journal.begin(*table(name), {}) for name in ("one", "two", "three")])
    groups: list[Step] = []
    journal.database.fail = groups.append
    outcomes = await DeferredList(
        [
            journal.append(tids[0], entries("a"), 2),
            journal.append(tids[1], entries("a"), 7),
            journal.append(tids[2], entries("a"), 2),
            journal.append(tids[0], entries("b"), 4),
            journal.append(tids[0], entries("b"), 4),
        ],
        consumeErrors=True,
    )
    assert [done for done, _ in outcomes] == [True, False, True, True, False]
    assert [len(await journal.read(tid)) for tid in tids] == [6, 2, 4]


@ensureDeferred
async def test_an_error_that_is_ours_is_told_and_the_thread_lives_on(journal: Journal) -> None:
    def broken(_: sqlite3.Connection) -> None:
        raise ConnectionDone("anything")

    await failure(journal.database.write(broken), ConnectionDone)
    await failure(journal.database.read(broken), ConnectionDone)
    assert await journal.begin(*table("one"), {}) == 2


@pytest.mark.parametrize("step", list(Step))
@ensureDeferred
async def test_a_full_disk_fails_what_is_written_and_it_recovers_by_itself(journal: Journal, step: Step) -> None:
    tid, first = table("one")
    await journal.begin(tid, first, {})
    journal.database.fail = lambda now: full(now) if now is step else None
    waiting: list[Deferred[Any]] = [
        journal.append(tid, entries("a"), 2),
        journal.begin(*table("two"), {}),
        journal.mark_ended(tid),
    ]
    outcomes = await DeferredList(waiting, consumeErrors=True)
    assert [done for done, _ in outcomes] == [False, False, False]
    for _, error in outcomes:
        error.trap(sqlite3.OperationalError)
        assert error.getErrorMessage() == "database or disk is full"
    assert await journal.tables() == [StoredTable(tid, 2, ended=False)]
    journal.database.fail = None
    assert await journal.append(tid, entries("a"), 2) == 4
    assert await journal.read(tid) == [*first, *entries("a")]


@ensureDeferred
async def test_after_a_failed_write_the_write_ahead_log_makes_room(journal: Journal, tmp_path: Path) -> None:
    """What it holds is moved to its place, so that the next write begins it anew, without more of the disk."""
    tid, first = table("one")
    await journal.begin(tid, first, {})
    await gatherResults([journal.append(tid, entries("a" * 9000), 2 + 2 * number) for number in range(20)])
    path, log = tmp_path / "journal.sqlite3", tmp_path / "journal.sqlite3-wal"
    small, large = path.stat().st_size, log.stat().st_size
    journal.database.fail = full
    await failure(journal.append(tid, entries("b"), 42), sqlite3.OperationalError)
    await journal._keeper.read(lambda _: None)  # after whatever it was asked before
    assert path.stat().st_size > small
    journal.database.fail = None
    assert await journal.append(tid, entries("b"), 42) == 44
    assert log.stat().st_size == large
    assert await journal.read(tid, 42) == entries("b")


@ensureDeferred
async def test_every_write_counts_until_the_write_ahead_log_is_emptied(journal: Journal, tmp_path: Path) -> None:
    """Somebody who only logs in must not fill the disk."""
    path = tmp_path / "journal.sqlite3"
    small = path.stat().st_size
    await gatherResults([journal.begin(*table(f"table {number}"), {}) for number in range(499)])
    await journal._keeper.read(lambda _: None)
    assert path.stat().st_size == small
    await journal.begin(*table("the last"), {})
    await journal._keeper.read(lambda _: None)
    assert path.stat().st_size > small


@ensureDeferred
async def test_when_a_commit_fails_the_batches_are_tried_one_by_one(journal: Journal) -> None:
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
    assert len(await journal.tables()) == 51 - len(failed)


@ensureDeferred
async def test_what_sqlite_itself_says_of_a_full_disk(journal: Journal) -> None:
    """A database that may not grow: the large batch fails, the small ones beside it need not."""
    tid, first = table("one")
    await journal.begin(tid, first, {})
    (pages,) = await journal.database.read(lambda database: database.execute("PRAGMA page_count").fetchone())
    await journal.database.read(lambda database: database.execute(f"PRAGMA max_page_count = {pages + 4}").fetchone())
    large = [record(RecordType.ENTRY, bytes(60_000)) for _ in range(4)]
    outcomes = await DeferredList(
        [journal.append(tid, entries("small"), 2), journal.append(tid, large, 4), journal.begin(*table("two"), {})],
        consumeErrors=True,
    )
    assert [done for done, _ in outcomes] == [True, False, True]
    error: Any = outcomes[1][1]
    error.trap(sqlite3.OperationalError)
    assert error.getErrorMessage() == "database or disk is full"
    assert await journal.read(tid) == [*first, *entries("small")]
    await journal.database.read(lambda database: database.execute("PRAGMA max_page_count = 100000").fetchone())
    assert await journal.append(tid, large, 4) == 8
    assert await journal.read(tid, 4) == large


@ensureDeferred
async def test_what_was_asked_for_before_closing_is_still_done(opened: Open, tmp_path: Path) -> None:
    journal = opened(Journal, tmp_path / "j")
    waiting = [journal.begin(*table(f"table {number}"), {}) for number in range(100)]
    closing = journal.close()
    await failure(journal.append(table("table 1")[0], entries("a"), 2), Closed)
    await failure(journal.read(table("table 1")[0]), Closed)
    await closing
    assert await gatherResults(waiting) == [2] * 100
    await journal.close()
    assert await deferToThread(lambda: [path.name for path in tmp_path.iterdir()]) == ["j"]
    assert len(await opened(Journal, tmp_path / "j").tables()) == 100


@ensureDeferred
async def test_who_does_not_wait_any_more_is_not_told_and_nothing_breaks(journal: Journal) -> None:
    tid, first = table("one")
    waiting = journal.begin(tid, first, {})
    waiting.addErrback(lambda _: None)
    waiting.cancel()
    assert await journal.append(tid, entries("a"), 2) == 4


@ensureDeferred
async def test_readers_never_see_what_is_not_committed(journal: Journal) -> None:
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
    await failure(appended, sqlite3.OperationalError)
    assert seen == [(2,)]
    assert await beside == (2,)
