"""Lessons and puzzles on the screen: what they look like, and the ways through them by keys and mouse."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from client.learn.course import LESSONS, PUZZLES, Course, Done, chapters
from client.profile.profile import Profile
from client.render.charset import ASCII, BOX, Charset
from client.screen.app.app import UndermineApp
from client.screen.table.learning import LearningScreen
from client.screen.widgets.page import Page
from client.visit.errand import Studying
from tests.client.screen.piloted import click_on, compare, piloted, screen_text, unpainted
from tests.client.screen.table_pilot import kit_of

SIZES = {"80x24": (80, 24), "120x35": (120, 35), "160x50": (160, 50)}


@asynccontextmanager
async def studied(
    folder: Path, what: str, number: int, *, size: tuple[int, int] = (80, 24), charset: Charset = BOX
) -> AsyncIterator[tuple[UndermineApp, Pilot[Any]]]:
    course = Course(chapters(what), Done(Profile("default")), "Eva")
    app = UndermineApp(kit_of(folder, charset), Studying(course, number - 1))
    app._load = lambda there: _nothing()
    async with unpainted(), app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def _nothing() -> None:
    """No network is loaded."""


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def screen(app: UndermineApp) -> LearningScreen:
    return next(each for each in app.screen_stack if isinstance(each, LearningScreen))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize(
    ("name", "what", "number"),
    [("lesson", LESSONS, 8), ("puzzle", PUZZLES, 28), ("cave", LESSONS, 13), ("cave-puzzle", PUZZLES, 41)],
)
@piloted
async def test_it_looks_like_this(name: str, what: str, number: int, size: tuple[int, int], tmp_path: Path) -> None:
    async with studied(tmp_path, what, number, size=size) as (app, pilot):
        await press(pilot, "enter", "1")
        compare(app, f"learning-{name}")


@piloted
async def test_what_is_to_be_done_looks_like_this_in_ascii(tmp_path: Path) -> None:
    async with studied(tmp_path, LESSONS, 1, charset=ASCII) as (app, _pilot):
        compare(app, "learning-what-is-to-be-done")


@piloted
async def test_a_lesson_is_done_by_keys_and_leads_to_the_next(tmp_path: Path) -> None:
    async with studied(tmp_path, LESSONS, 1) as (app, pilot):
        assert "Dig towards it" in screen_text(app)
        await press(pilot, "enter", "2", "enter")
        assert "The rules allow that. Here do this" in screen_text(app)
        await press(pilot, "enter", "h")
        assert "Card 1 does it." in screen_text(app)
        await press(pilot, "enter", "2", "1", "enter")
        assert "That is a turn" in screen_text(app)
        await press(pilot, "enter")
        assert "Lesson 2 of 14" in screen_text(app)
        assert Course(chapters(LESSONS), Done(Profile("default")), "Eva").first() == 1


@piloted
async def test_a_puzzle_tells_what_the_others_make_of_an_act(tmp_path: Path) -> None:
    async with studied(tmp_path, PUZZLES, 12) as (app, pilot):
        await press(pilot, "enter", "o")
        assert "Ann holds repair pick" in screen_text(app)
        await press(pilot, "enter", "1", "d", "enter")
        assert "Not this." in screen_text(app)
        await press(pilot, "enter", "s")
        assert "dead end, up and left at 7,0" in screen_text(app)
        await press(pilot, "enter")
        screen(app).table.act(screen(app).exercise.solution())
        await pilot.pause()
        assert "Solved!" in screen_text(app)


@piloted
async def test_a_puzzle_of_the_cave_goes_on_with_the_way(tmp_path: Path) -> None:
    """Nothing covers the board between the steps."""
    async with studied(tmp_path, PUZZLES, 39) as (app, pilot):
        await press(pilot, "enter", "1", "tab", "tab", "enter")
        assert "Good. And now?" in screen_text(app)
        assert app.screen is screen(app)
        await press(pilot, "d")
        assert "Not this." in screen_text(app), "to stop is no way out"
        await press(pilot, "enter")
        for _step in range(3):
            assert not screen(app).exercise.done
            screen(app).table.act(screen(app).exercise.solution())
            await pilot.pause()
        assert "Solved!" in screen_text(app)


@piloted
async def test_it_is_gone_through_with_the_mouse(tmp_path: Path) -> None:
    async with studied(tmp_path, LESSONS, 2) as (app, pilot):
        await click_on(pilot, "OK")
        await click_on(pilot, "all")
        await click_on(pilot, "Dead ends")
        assert "Lesson 4 of 14" in screen_text(app)
        await click_on(pilot, "OK")
        await press(pilot, "b")
        assert "Lesson 3 of 14" in screen_text(app)
        await press(pilot, "enter", "t")
        assert isinstance(app.screen, Page)
        await press(pilot, "enter", "question_mark")
        assert "what is to be done here" in screen_text(app)
        await press(pilot, "escape", "q")
        assert app._exit


@piloted
async def test_behind_the_last_one_it_is_over(tmp_path: Path) -> None:
    async with studied(tmp_path, LESSONS, 14) as (app, pilot):
        await press(pilot, "enter", "n")
        assert app._exit
