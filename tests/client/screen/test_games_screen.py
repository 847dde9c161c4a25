"""My games on the screen: the list, what is told of one, and what can be done with it."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from client.net.drawer import Drawer, Ended, Source
from client.past.games import PastGames
from client.screen.screens.games import GamesScreen
from client.screen.table.replaying import ReplayScreen
from client.screen.widgets.page import Page
from client.screen.widgets.pick_list import Line, PickList
from tests.client.replay.games import ME, cut, my_game
from tests.client.screen.around_fakes import BareApp
from tests.client.screen.piloted import LARGE, SMALL, compare, piloted, screen_text, typed, until, words_of
from tests.client.screen.table_pilot import kit_of


@pytest.fixture
def drawer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drawer:
    """With two games, the second of them not finished."""
    monkeypatch.setattr("client.words.past.when", lambda then, now: "2026-11-01 12:00")
    monkeypatch.setattr("client.past.sharing.calendar_day", lambda then: "2026-11-01")
    monkeypatch.setattr("client.words.past.day", lambda then, now: "2026-11-01")
    found = Drawer(tmp_path / "tables")
    found.folder.mkdir()
    whole, half = my_game("base", 0), my_game("base", 9)
    for game, data, at in ((whole, whole.host.file, 2), (half, cut(half), 1)):
        log = found.log(game.host.follower.setting.tid)
        log.write_bytes(data)
        os.utime(log, (at, at))
    found.keep_ended(whole.host.follower.setting.tid, Ended(at=3, source=Source.SEEN))
    return found


def games_app(drawer: Drawer) -> BareApp:
    return BareApp(lambda _visit: GamesScreen(PastGames(drawer, ME), ME, kit_of(drawer.folder.parent)))


def is_read(app: BareApp) -> bool:
    return "(not read yet)" not in screen_text(app)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@piloted
async def test_my_games_look_like_this(size: tuple[int, int], drawer: Drawer) -> None:
    games = PastGames(drawer, ME)
    assert all(games.work_out(kept).game for kept in games.all())
    app = games_app(drawer)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        compare(app, "my-games")


@piloted
async def test_what_others_get_of_a_game_is_told_before_it_is_written(drawer: Drawer) -> None:
    app = games_app(drawer)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: is_read(app))
        await pilot.press("s")
        compare(app, "my-games-share")


@piloted
async def test_logs_are_read_behind_the_list(drawer: Drawer) -> None:
    app = games_app(drawer)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: is_read(app))
        assert "My games: 2" in words_of(app)
        assert "VERIFIED" in words_of(app)
        assert "UNPROVEN" in words_of(app)


@piloted
async def test_a_log_that_was_read_changes_its_own_line_alone(drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of hundreds, all would be drawn again for each."""
    lists: list[int] = []
    show = PickList.show

    def shown(pick_list: PickList, lines: Iterable[Line], key: str = "") -> None:
        lists.append(len(every := [*lines]))
        show(pick_list, every, key)

    monkeypatch.setattr(PickList, "show", shown)
    app = games_app(drawer)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down")
        await until(pilot, lambda: is_read(app))
        assert lists.count(2) == 1
        assert screen_text(app).splitlines()[3].startswith("> ")
        assert "UNPROVEN" in screen_text(app).splitlines()[3]
        await pilot.press("up")
        assert [line[:2] for line in screen_text(app).splitlines()[2:4]] == ["> ", "  "]


@piloted
async def test_enter_shows_a_game_again_and_q_comes_back(drawer: Drawer) -> None:
    app = games_app(drawer)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: is_read(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert "as Player_1" in words_of(app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, GamesScreen))


@piloted
async def test_a_game_is_checked_with_its_bots(drawer: Drawer) -> None:
    app = games_app(drawer)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: is_read(app))
        await pilot.press("v")
        await until(pilot, lambda: "VERIFIED: every signature holds" in words_of(app))
        assert isinstance(app.screen, Page)


@piloted
async def test_how_the_player_has_fared_is_a_page(drawer: Drawer) -> None:
    app = games_app(drawer)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: is_read(app))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, Page))
        assert "games won" in words_of(app)


async def shared(app: BareApp, pilot: Pilot[Any], form: str, target: Path, told: str) -> None:
    await pilot.press("s")
    await until(pilot, lambda: "with others" in words_of(app))
    assert "It shows every card and role, who did what, all names and what was said." in words_of(app)
    await pilot.press(form, "ctrl+u")
    await typed(pilot, str(target))
    await pilot.press("enter")
    closed = told.replace(" ", "")  # a long path breaks within its words
    await until(pilot, lambda: closed in words_of(app).replace(" ", ""))


@piloted
async def test_a_log_is_shared_with_what_it_shows_and_nothing_is_written_over(drawer: Drawer, tmp_path: Path) -> None:
    app = games_app(drawer)
    target = tmp_path / "copy.umlog"
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: is_read(app))
        await pilot.press("s", "1")
        assert "~/undermine-base-2026-11-01-df14fdaf.umlog" in words_of(app)
        await pilot.press("escape")
        await shared(app, pilot, "1", target, "copy.umlog: written.")
        assert "“undermine replay FILE”" in words_of(app)
        await shared(app, pilot, "1", target, "is there already")
        await pilot.press("ctrl+u", *"~nobody-at-all/x", "enter")
        await until(pilot, lambda: "home directory" in words_of(app))
    assert target.read_bytes() == my_game("base", 0).host.file


@piloted
async def test_a_page_and_a_story_are_shared_too(drawer: Drawer, tmp_path: Path) -> None:
    app = games_app(drawer)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: is_read(app))
        for form, name, begin in (("2", "game.html", "<!doctype html>"), ("3", "game.md", "# base: ")):
            await shared(app, pilot, form, tmp_path / name, f"{name}: written.")
            assert (tmp_path / name).read_text("utf-8").lower().startswith(begin)
        await pilot.press("s", "1", "ctrl+u")
        await typed(pilot, str(tmp_path / "none" / "x.umlog"))
        await pilot.press("enter")
        await until(pilot, lambda: "cannot be written" in words_of(app))


@piloted
async def test_a_folder_that_cannot_be_looked_into_is_told(drawer: Drawer, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", closed)
    app = games_app(drawer)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert "tables: cannot be read: Permission denied" in words_of(app)
        await pilot.press("enter", "s", "d", "v")
        assert "Permission denied" in words_of(app)


@piloted
async def test_a_game_is_deleted_after_a_question_unless_it_is_open(drawer: Drawer) -> None:
    app = games_app(drawer)
    half = my_game("base", 9).host.follower.setting.tid
    drawer.mark_open(half, bytes(32))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: is_read(app))
        await pilot.press("d", "1")
        assert "My games: 2" in words_of(app)
        await pilot.press("d", "2")
        await until(pilot, lambda: "Deleted." in words_of(app))
        await pilot.press("d", "2")
        await until(pilot, lambda: "leave it first" in words_of(app))
    assert drawer.log(half).exists()
    assert [path.stem for path in drawer.folder.glob("*.umlog")] == [half.hex()]
