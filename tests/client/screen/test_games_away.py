"""Games that a server has and this computer lacks, on the screen of my games; the server is a real one in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from client.past.games import PastGames
from client.screen.screens.games import GamesScreen
from client.screen.table.replaying import ReplayScreen
from protocol.log.records import RecordType
from tests.client.past.lacking_games import archives_of, played_out
from tests.client.screen.around_fakes import BareApp
from tests.client.screen.piloted import LARGE, SMALL, compare, piloted, typed, until, words_of
from tests.client.screen.table_pilot import kit_of
from tests.support.world import LINK, Player, World


@pytest.fixture(autouse=True)
def small_games(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games here are over soon, and on the same day."""
    for module in ("past", "lacking"):
        monkeypatch.setattr(f"client.words.{module}.when", lambda then, now: "2026-11-01 12:00")


class Lost:
    """A player whose computer has lost all but one of some games."""

    def __init__(self, world: World, games: int) -> None:
        self.world = world
        self.player, [_kept, *self.tids] = played_out(world, games)
        self.logs = {tid: self.player.drawer.log(tid).read_bytes() for tid in self.tids}
        for tid in self.tids:
            self.player.drawer.log(tid).unlink()
        PastGames(self.player.drawer, self.player.me.identity).work_out(self.games.all()[0])

    @property
    def games(self) -> PastGames:
        return PastGames(self.player.drawer, self.player.me.identity)

    @property
    def found(self) -> dict[bytes, bytes]:
        paths = {tid: self.player.drawer.log(tid) for tid in self.tids}
        return {tid: path.read_bytes() for tid, path in paths.items() if path.exists()}


@asynccontextmanager
async def my_games(lost: Lost, size: tuple[int, int] = SMALL, *, loaded: bool = True) -> AsyncIterator[Any]:
    player: Player = lost.player
    archives = archives_of(lost.world, player) if loaded else None
    kit = kit_of(lost.world.folder / "profile")
    app = BareApp(lambda _visit: GamesScreen(lost.games, player.me.identity, kit, lambda: archives))
    async with app.run_test(size=size) as pilot:
        yield pilot


async def comes(lost: Lost, pilot: Pilot[Any], *words: str) -> None:
    def there() -> bool:
        lost.world.clock.advance(0.05)
        lost.world.settle()
        return all(word in words_of(pilot.app) for word in words)

    await until(pilot, there)


async def asks(lost: Lost, pilot: Pilot[Any], *words: str) -> None:
    """The one server that is known."""
    await pilot.press("f", "1")
    await comes(lost, pilot, *words)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@piloted
async def test_what_a_server_has_stands_below_what_is_here(
    size: tuple[int, int], world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Lost(world, 3)
    async with my_games(lost, size) as pilot:
        await asks(lost, pilot, "Not on this computer, at mine.example: 2 games")
        await pilot.press("end")
        compare(pilot.app, "my-games-lacking")


@piloted
async def test_enter_fetches_one_which_can_be_replayed_at_once(world: World) -> None:
    lost = Lost(world, 2)
    async with my_games(lost) as pilot:
        await asks(lost, pilot, "Not on this computer, at mine.example: 1 game")
        await pilot.press("end", "enter")
        await comes(lost, pilot, f"{lost.tids[0].hex()[:8]}: fetched.", "My games: 2")
        await until(pilot, lambda: "(not read yet)" not in words_of(pilot.app))
        assert "not here" not in words_of(pilot.app)
        assert lost.found == lost.logs
        assert f"> {lost.tids[0].hex()[:8]}" in words_of(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))


@piloted
async def test_all_of_them_are_fetched_with_one_key(world: World) -> None:
    lost = Lost(world, 4)
    async with my_games(lost) as pilot:
        await asks(lost, pilot, "all of them")
        await pilot.press("down", "enter")
        await comes(lost, pilot, "3 of 3 fetched.", "My games: 4")
        assert lost.found == lost.logs
        await asks(lost, pilot, "mine.example has no finished game of yours that this computer lacks.")


@piloted
async def test_a_server_that_is_away_is_told_and_can_be_asked_again(world: World) -> None:
    lost = Lost(world, 2)
    world.kill_server()
    async with my_games(lost) as pilot:
        await asks(lost, pilot, "The server cannot be reached.", "My games: 1")
        world.start_server()
        await asks(lost, pilot, "Not on this computer, at mine.example: 1 game")
        world.kill_server()
        await pilot.press("end", "enter")
        await comes(lost, pilot, "The server cannot be reached.", "not here")
        assert lost.found == {}


@piloted
async def test_a_bad_copy_is_refused_and_costs_no_other_game(world: World) -> None:
    lost = Lost(world, 4)
    bad, *others = lost.tids
    records = world.journal.tables[bad].records
    del records[next(at for at, one in enumerate(records) if one[0] == RecordType.ENTRY)]
    async with my_games(lost) as pilot:
        await asks(lost, pilot, "all of them")
        await pilot.press("down", "enter")
        await comes(
            lost, pilot, "2 of 3 fetched.", f"{bad.hex()[:8]}: the server sent something that it has not signed"
        )
        assert lost.found == {tid: lost.logs[tid] for tid in others}
        assert "Not on this computer, at mine.example: 1 game" in words_of(pilot.app)


@piloted
async def test_a_lost_connection_leaves_whole_games_and_the_rest_to_be_fetched(world: World) -> None:
    lost = Lost(world, 3)
    async with my_games(lost) as pilot:
        await asks(lost, pilot, "all of them")
        world.step = 4096
        await pilot.press("down", "enter")
        while not lost.found:
            for cable in world.cables:
                cable.carry()
        for cable in [*world.cables]:
            cable.cut()
        world.step = 0
        await comes(lost, pilot, "1 of 2 fetched.", "not fetched: Connection lost")
        ((tid, log),) = lost.found.items()
        assert log == lost.logs[tid]
        await pilot.press("end", "enter")
        await comes(lost, pilot, "fetched.", "My games: 3")
        assert lost.found == lost.logs


@piloted
async def test_another_server_is_typed_and_what_is_no_address_is_told(world: World) -> None:
    lost = Lost(world, 2)
    async with my_games(lost) as pilot:
        await pilot.press("f", "2")
        await typed(pilot, "mine example")
        await pilot.press("enter")
        await until(pilot, lambda: "Address or invite link of the server" in words_of(pilot.app))
        await pilot.press("ctrl+u")
        await typed(pilot, str(LINK))
        await pilot.press("enter")
        await comes(lost, pilot, "Not on this computer, at mine.example: 1 game")


@piloted
async def test_before_the_network_is_loaded_nothing_is_asked(world: World) -> None:
    async with my_games(Lost(world, 2), loaded=False) as pilot:
        await pilot.press("f")
        assert "The network is still being loaded" in words_of(pilot.app)


@piloted
async def test_who_leaves_meanwhile_hangs_up(world: World) -> None:
    lost = Lost(world, 2)
    async with my_games(lost) as pilot:
        await pilot.press("f", "1")
        assert world.cables
        await pilot.press("f", "1", "q")
        world.settle()
        assert not world.cables
        assert pilot.app.came_to is None
