"""The contract of an archive: which games are over, who may know of them, and their logs part by part."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred

from protocol.log.records import SPOKEN, TEXTS, Entry, Kind, RecordType, payload, record
from server.store.archive import ArchiveStore, KeptGame, Row, StoredList
from server.store.journal import Journal, NoSuchTable
from server.store.sqlite.archive import SqliteArchive
from server.store.sqlite.journal import SqliteJournal
from tests.server.store.journals import BEN, EVA, entries, failure, table
from tests.support.stores import MemoryArchive, MemoryJournal

Open = Callable[[Callable[..., Any], Path], SqliteJournal]
HEAD = b"h" * 32
Stores = tuple[Journal, ArchiveStore]


@pytest.fixture(params=["sqlite", "memory"])
def stores(request: pytest.FixtureRequest, opened: Open, tmp_path: Path) -> Stores:
    """Each implementation, with a journal that is empty."""
    if request.param == "memory":
        memory = MemoryJournal()
        return memory, MemoryArchive(memory)
    journal = opened(SqliteJournal, tmp_path / "j")
    return journal, SqliteArchive(journal)


def kept(name: str, ended: int, delay: int | None = 60) -> KeptGame:
    return KeptGame(table(name)[0], ended, "finished", "base", 3, HEAD, delay)


async def over(journal: Journal, name: str, *players: bytes, listed: bool = True) -> bytes:
    """A game that has ended; nothing is kept yet."""
    tid, first = table(name)
    await journal.begin(tid, first, dict(enumerate(players)), listed=listed)
    await journal.append(tid, entries("a", "end"), 2, ended=True)
    return tid


@ensureDeferred
async def test_what_is_over_and_not_kept_is_found_once(stores: Stores) -> None:
    journal, archive = stores
    tid = await over(journal, "one", EVA)
    await journal.begin(*table("at play"), {})
    assert await archive.unkept() == [tid]
    assert await archive.game(tid) is None
    await archive.keep(kept("one", 5))
    await archive.keep(kept("one", 9))
    assert await archive.unkept() == []
    size = sum(map(len, await journal.read(tid)))
    assert await archive.game(tid) == KeptGame(
        tid, 5, "finished", "base", 3, HEAD, 60, listed=True, size=size, records=5
    )
    assert await archive.game(table("at play")[0]) is await archive.game(table("none")[0]) is None


@ensureDeferred
async def test_players_find_their_games_the_newest_first_page_by_page(stores: Stores) -> None:
    journal, archive = stores
    for at, name in enumerate("abcde"):
        await over(journal, name, EVA, *([BEN] if at % 2 else []), listed=False)
        await archive.keep(kept(name, 10 - at, delay=None))
    names = {table(name)[0]: name for name in "abcde"}
    assert [names[game.tid] for game in await archive.games_of(EVA, None, 9)] == [*"abcde"]
    assert [names[game.tid] for game in await archive.games_of(EVA, None, 2)] == [*"ab"]
    assert [names[game.tid] for game in await archive.games_of(EVA, table("b")[0], 2)] == [*"cd"]
    assert [names[game.tid] for game in await archive.games_of(BEN, None, 9)] == [*"bd"]
    assert await archive.games_of(b"\3" * 32, None, 9) == []


@ensureDeferred
async def test_strangers_find_what_was_listed_and_could_be_watched_and_is_old_enough(stores: Stores) -> None:
    journal, archive = stores
    public, unlisted, closed, late, young = [
        await over(journal, name, EVA, listed=name != "unlisted")
        for name in ("public", "unlisted", "closed", "late", "young")
    ]
    for at, (name, delay) in enumerate({"public": 60, "unlisted": 60, "closed": None, "late": 61, "young": 0}.items()):
        await archive.keep(kept(name, 10 + at, delay))
    found = await archive.public_games(None, 9, delay=60, hidden={young})
    assert [game.tid for game in found] == [public]
    assert found[0].public
    found = await archive.public_games(None, 9, delay=61, hidden=())
    assert [game.tid for game in found] == [young, late, public]
    assert [game.tid for game in await archive.public_games(young, 1, delay=61, hidden=())] == [late]
    others = [await archive.game(tid) for tid in (unlisted, closed)]
    assert [game is not None and game.public for game in others] == [False, False]


@ensureDeferred
async def test_a_log_comes_in_parts_as_it_is_stored(stores: Stores) -> None:
    journal, archive = stores
    tid = await over(journal, "one")
    await archive.keep(kept("one", 5))
    everything = await journal.read(tid)
    assert list(await archive.part(tid, 0, None, 1 << 20)) == everything
    assert list(await archive.part(tid, 1, 4, 1 << 20)) == everything[1:4]
    assert list(await archive.part(tid, 0, None, 1)) == everything[:1]
    assert list(await archive.part(tid, 5, None, 1 << 20)) == []
    assert list(await archive.part(bytes(32), 0, None, 1 << 20)) == []
    size = len(everything[0]) + len(everything[1])
    assert list(await archive.part(tid, 0, None, size)) == everything[:2]


@ensureDeferred
async def test_a_game_whose_end_was_cut_off_is_not_over(stores: Stores) -> None:
    journal, archive = stores
    tid = await over(journal, "one", EVA)
    await archive.keep(kept("one", 5))
    await journal.cut(tid, 3)
    assert await archive.game(tid) is None
    assert await archive.games_of(EVA, None, 9) == []
    assert await archive.public_games(None, 9, delay=99, hidden=()) == []


async def stand(archive: ArchiveStore) -> None:
    """All that are over stand in a list of heads from now on."""
    last = await archive.last_list()
    number = 1 if last is None else last.number + 1
    made = StoredList(number, 100 * number, 60, b"body %d" % number, bytes(64))
    await archive.put_list(made, await archive.unlisted(), b"rows %d" % number)


@ensureDeferred
async def test_the_oldest_go_so_many_at_once_and_nothing_is_left_of_them(stores: Stores) -> None:
    journal, archive = stores
    tids = [await over(journal, name, EVA) for name in "abcde"]
    for at, name in enumerate("abcde"):
        await archive.keep(kept(name, at))
    assert await archive.expire(3, None, most=9, spare=()) == [], "they stand in no list of heads"
    await stand(archive)
    assert await archive.expire(0, None, most=9, spare=()) == []
    assert await archive.expire(3, None, most=1, spare=[tids[0]]) == [tids[1]]
    assert await archive.expire(3, None, most=9, spare=[tids[0]]) == [tids[2]]
    assert [game.tid for game in await archive.games_of(EVA, None, 9)] == [tids[4], tids[3], tids[0]]
    assert {table.tid for table in await journal.stored_tables()} == {tids[0], tids[3], tids[4]}
    for ask in (journal.read, journal.players, journal.pace):
        await failure(ask(tids[1]), NoSuchTable)
    assert await archive.unkept() == []
    await journal.begin(*table("b"), {0: BEN})
    assert await journal.players(tids[1]) == {0: BEN}


@ensureDeferred
async def test_the_oldest_go_while_all_are_too_much(stores: Stores) -> None:
    journal, archive = stores
    tids = [await over(journal, name, EVA) for name in "abc"]
    for at, name in enumerate("abc"):
        await archive.keep(kept(name, at))
    await stand(archive)
    sizes = [game.size for game in await archive.games_of(EVA, None, 9)]
    assert await archive.expire(0, sum(sizes), most=9, spare=()) == []
    assert await archive.expire(0, sum(sizes) - 1, most=9, spare=()) == [tids[0]]
    assert await archive.expire(0, 0, most=9, spare=[tids[1]]) == [tids[2]]


@ensureDeferred
async def test_what_was_set_aside_as_damaged_goes_with_its_game(opened: Open, tmp_path: Path) -> None:
    journal = opened(SqliteJournal, tmp_path / "j")
    archive, tid = SqliteArchive(journal), await over(journal, "one")
    await journal.cut(tid, 3)
    await journal.append(tid, entries("end"), 3, ended=True)
    await archive.keep(kept("one", 1))
    await stand(archive)
    assert await archive.expire(2, None, most=9, spare=()) == [tid]
    count = "SELECT count(*) FROM damaged"
    assert await journal.database.read(lambda database: database.execute(count).fetchone()) == (0,)


def said(kind: Kind, actor: int, seq: int) -> bytes:
    return record(RecordType.ENTRY, Entry(seq, 0, kind, actor, 0, seq, 0, bytes(64), b"words").to_bytes())


@ensureDeferred
async def test_what_a_seat_has_said_becomes_bare_headers_when_the_game_is_over(stores: Stores) -> None:
    journal, archive = stores
    tid, first = table("one")
    kinds = [*sorted(TEXTS), Kind.ACK]
    batch = [said(kind, actor, seq) for seq, (kind, actor) in enumerate(product(kinds, (0, 1)), 1)]
    batch.append(record(RecordType.HEAD, b"signed"))
    await journal.begin(tid, first, {0: EVA})
    await journal.append(tid, batch, 2)
    assert await archive.remove_texts(tid, 0) is None
    assert await archive.remove_texts(table("none")[0], 0) is None
    assert await journal.read(tid) == [*first, *batch]
    await journal.append(tid, entries("end")[1:], 2 + len(batch), ended=True)
    await archive.keep(kept("one", 1))
    assert await archive.remove_texts(tid, 0) == 2
    left = (await journal.read(tid))[2 : 2 + len(batch)]
    bare = {before: after for before, after in zip(batch, left, strict=True) if before != after}
    assert len(bare) == 2
    for before, after in bare.items():
        entry = Entry.from_bytes(payload(before))
        assert (entry.kind in SPOKEN, entry.actor) == (True, 0)
        assert after == record(RecordType.HEADER, entry.header())
    assert await archive.remove_texts(tid, 0) == 0


@ensureDeferred
async def test_a_table_is_to_stand_in_the_next_list_when_it_has_changed_and_once_more_when_it_is_over(
    stores: Stores,
) -> None:
    journal, archive = stores
    done_ = await over(journal, "one", EVA)
    await archive.keep(kept("one", 1))
    tid, first = table("two")
    await journal.begin(tid, first, {})
    assert sorted(await archive.unlisted(), key=lambda row: row.records) == [
        Row(tid, 2, None),
        Row(done_, 5, HEAD, 60),
    ]
    await stand(archive)
    assert await archive.unlisted() == []
    await journal.append(tid, entries("a"), 2)
    assert await archive.unlisted() == [Row(tid, 4, None)]
    await stand(archive)
    await journal.append(tid, entries("end"), 4, ended=True)
    assert await archive.unlisted() == [], "what is over is kept first"
    await archive.keep(kept("two", 2, None))
    assert await archive.unlisted() == [Row(tid, 6, HEAD, None)]
    await archive.put_list(StoredList(3, 300, 60, b"body 3", bytes(64)), [Row(tid, 6, b"o" * 32)], b"")
    assert await archive.unlisted() == [Row(tid, 6, HEAD, None)], "a head of before its end is not the one at the end"
    await stand(archive)
    await journal.append(tid, entries("close"), 6)
    assert await archive.unlisted() == []


@ensureDeferred
async def test_lists_and_their_rows_come_in_order_and_outlast_their_games(stores: Stores) -> None:
    journal, archive = stores
    assert await archive.last_list() is None
    assert await archive.lists(0, 9) == []
    tid = await over(journal, "one")
    await archive.keep(kept("one", 1))
    await stand(archive)
    await stand(archive)
    await archive.expire(9, None, most=9, spare=())
    one, two = await archive.lists(0, 9)
    assert (one, two) == (StoredList(1, 100, 60, b"body 1", bytes(64)), StoredList(2, 200, 60, b"body 2", bytes(64)))
    assert await archive.last_list() == two
    assert await archive.lists(1, 9) == [two]
    assert await archive.lists(0, 1) == [one]
    assert await archive.rows(2, 1, 3) == b"ows"
    assert await archive.rows(2, 5, 99) == b"2"
    assert await archive.rows(2, 6, 99) == await archive.rows(2, 7, 99) == await archive.rows(3, 0, 9) == b""
    await archive.put_list(StoredList(3, 300, 60, b"body 3", bytes(64)), [], b"")
    assert await archive.rows(3, 0, 9) == b""
    assert await archive.game(tid) is None
