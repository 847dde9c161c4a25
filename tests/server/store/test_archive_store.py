"""The contract of an archive: which games are over, who may know of them, and their logs part by part."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred

from server.store.archive import ArchiveStore, KeptGame
from server.store.journal import Journal
from server.store.sqlite.archive import SqliteArchive
from server.store.sqlite.journal import SqliteJournal
from tests.server.store.journals import BEN, EVA, entries, table
from tests.support.stores import MemoryArchive, MemoryJournal

Open = Callable[[Callable[..., Any], Path], SqliteJournal]
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
    return KeptGame(table(name)[0], ended, "finished", "base", 3, delay)


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
    assert await archive.game(tid) == KeptGame(tid, 5, "finished", "base", 3, 60, listed=True, size=size, records=5)
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
