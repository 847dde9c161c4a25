"""The contract of a journal: what was told to be stored is stored, in order, byte for byte, and nothing else."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.defer import Deferred, DeferredList, gatherResults

from protocol.log.records import RecordType, record, records
from protocol.log.setting import table_id
from server.store.errors import StoreClosed, StoreRefused
from server.store.journal import NO_PACE, Journal, NoSuchTable, OutOfOrder, Pace, StoredTable
from server.store.sqlite.journal import SqliteJournal
from tests.server.store.journals import BEN, CARDS, EVA, entries, failure, table
from tests.support.paths import VECTORS as VECTOR_FILES
from tests.support.stores import MemoryJournal, log_file

VECTORS: dict[str, Any] = json.loads((VECTOR_FILES / "log.json").read_text("utf-8"))
Open = Callable[[Callable[..., Any], Path], Journal]


@pytest.fixture(params=["sqlite", "memory"])
def journal(request: pytest.FixtureRequest, opened: Open, tmp_path: Path) -> Journal:
    """Each implementation, empty."""
    return opened(SqliteJournal, tmp_path / "j") if request.param == "sqlite" else MemoryJournal()


@ensureDeferred
async def test_a_log_comes_back_byte_for_byte(journal: Journal) -> None:
    tid, first = table("one")
    assert await journal.begin(tid, first, {0: EVA}) == 2
    assert await journal.append(tid, entries("a", "b"), 2) == 5
    assert await journal.append(tid, entries("c"), 5) == 7
    everything = [*first, *entries("a", "b"), *entries("c")]
    assert await journal.read(tid) == everything
    assert [kind for kind, _ in records(await log_file(journal, tid))] == [one[0] for one in everything]


@ensureDeferred
async def test_a_log_of_every_kind_of_record_is_exported_as_it_is(journal: Journal) -> None:
    (vector,) = (vector for vector in VECTORS["files"] if len(vector["records"]) == len(RecordType))
    log = [record(RecordType(kind), bytes.fromhex(payload)) for kind, payload in vector["records"]]
    tid = table_id(bytes.fromhex(vector["records"][0][1]))
    await journal.begin(tid, log[:2], {})
    await journal.append(tid, log[2:], 2)
    assert (await log_file(journal, tid)).hex() == vector["file"]


@ensureDeferred
async def test_a_table_keeps_its_pace(journal: Journal) -> None:
    await journal.begin(*table("one"), {0: EVA}, Pace(bot_ms=400, break_seconds=20))
    await journal.begin(*table("two"), {0: EVA})
    assert await journal.pace(table("one")[0]) == Pace(400, 20)
    assert await journal.pace(table("two")[0]) == NO_PACE
    await failure(journal.pace(table("none")[0]), NoSuchTable)


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
    assert await journal.append(one, entries("end"), 2, ended=True) == 4
    assert await journal.append(two, entries("end"), 2, ended=True) == 4
    assert await journal.seated(EVA) == await journal.seated(BEN) == []
    stored = await journal.stored_tables()
    assert {table.tid: table.ended for table in stored} == {one: True, two: True, three: False}
    assert StoredTable(one, 4, ended=True, players={0: EVA, 1: BEN}) in stored


@ensureDeferred
async def test_after_the_end_people_may_still_sign(journal: Journal) -> None:
    tid, first = table("one")
    await journal.begin(tid, first, {0: EVA})
    await journal.append(tid, entries("end"), 2, ended=True)
    assert await journal.append(tid, entries("close"), 4) == 6
    assert [stored.ended for stored in await journal.stored_tables()] == [True]


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
        journal.players(tid),
        journal.append(tid, entries("a"), 0),
    ):
        await failure(asked, NoSuchTable, f"there is no table {tid.hex()}")


@ensureDeferred
async def test_an_identity_that_is_no_key_fails_the_whole_table(journal: Journal) -> None:
    await failure(journal.begin(*table("one"), {0: EVA, 1: b"short"}), StoreRefused)
    assert await journal.stored_tables() == []
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
async def test_one_batch_that_fails_takes_no_other_along(journal: Journal) -> None:
    tids = [table(name)[0] for name in ("one", "two", "three")]
    await gatherResults([journal.begin(*table(name), {}) for name in ("one", "two", "three")])
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
async def test_a_closed_journal_does_nothing_more(journal: Journal) -> None:
    begun = journal.begin(*table("one"), {})
    await journal.close()
    assert await begun == 2
    await failure(journal.append(table("one")[0], entries("a"), 2), StoreClosed)
    await failure(journal.read(table("one")[0]), StoreClosed)
    await journal.close()


@ensureDeferred
async def test_a_table_that_is_cut_goes_on_there_and_has_not_ended(journal: Journal) -> None:
    tid, first = table("one")
    other, others = table("other")
    await journal.begin(tid, first, {0: EVA})
    await journal.begin(other, others, {0: EVA})
    await journal.append(tid, entries("a", "b"), 2)
    await journal.append(tid, entries("c"), 5, ended=True)
    await journal.cut(tid, 5)
    assert await journal.read(tid) == [*first, *entries("a", "b")]
    assert set(await journal.seated(EVA)) == {tid, other}
    assert await journal.append(tid, entries("d"), 5) == 7
    assert await journal.read(other) == others
