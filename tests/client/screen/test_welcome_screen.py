"""The first start of the program."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from client.profile.profile import BadProfile, Profile
from client.profile.settings import read
from client.screen.app.app import UndermineApp
from client.screen.screens.connecting import ConnectingScreen
from client.screen.screens.menu import MenuScreen
from client.screen.screens.welcome import WelcomeScreen
from client.visit.errand import Alone, Errand, Undecided
from tests.client.screen.piloted import SIZES, SMALL, click_on, compare, piloted, screen_text, unpainted, words_of
from tests.client.screen.table_pilot import kit_of


@asynccontextmanager
async def started(
    folder: Path, errand: Errand, size: tuple[int, int] = SMALL, **settings: Any
) -> AsyncIterator[tuple[UndermineApp, Pilot[Any]]]:
    """The program of a person who may have no name; its network never comes."""

    async def load(_there: object) -> None:
        """Nothing is loaded."""

    app = UndermineApp(kit_of(folder, **{"name": ""} | settings), errand, load)
    async with unpainted(), app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_the_first_start_looks_like_this(tmp_path: Path, size: tuple[int, int]) -> None:
    async with started(tmp_path, Alone(), size) as (app, _pilot):
        compare(app, "welcome")


@piloted
async def test_enter_plays_under_the_name_that_stands_there_and_it_is_kept(tmp_path: Path) -> None:
    async with started(tmp_path, Alone()) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ConnectingScreen)
        assert read(app.kit.profile).name == app.kit.name == "Eva"


@piloted
async def test_another_name_is_typed_in_its_place(tmp_path: Path) -> None:
    async with started(tmp_path, Undecided()) as (app, pilot):
        await pilot.press(*("backspace",) * 3, *"Zoe")
        await click_on(pilot, "Enter: continue")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        assert read(app.kit.profile).name == "Zoe"


@piloted
async def test_a_name_that_cannot_be_is_explained_and_stays_to_be_mended(tmp_path: Path) -> None:
    async with started(tmp_path, Alone()) as (app, pilot):
        await pilot.press("end", "space", *"x", "enter")
        await pilot.pause()
        assert isinstance(app.screen, WelcomeScreen)
        assert "Use one word, up to 16 characters" in words_of(app)
        assert app.screen.query_one(Input).value == "Eva x"


@piloted
async def test_a_disk_that_keeps_no_name_keeps_no_person_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_profile: Profile, _name: str) -> None:
        raise BadProfile("the disk is full")

    monkeypatch.setattr(Profile, "keep_player_name", full)
    async with started(tmp_path, Alone()) as (app, pilot):
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ConnectingScreen)


@piloted
async def test_esc_leaves(tmp_path: Path) -> None:
    async with started(tmp_path, Alone()) as (app, pilot):
        await pilot.press("escape")
        await pilot.pause()
        assert app.return_value == 0
    assert not (tmp_path / "config").exists(), "nothing is kept"


@piloted
async def test_who_has_a_name_is_asked_nothing(tmp_path: Path) -> None:
    async with started(tmp_path, Alone(), name="Mira") as (app, _pilot):
        assert isinstance(app.screen, ConnectingScreen)
        assert "Welcome" not in screen_text(app)
