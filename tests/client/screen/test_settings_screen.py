"""What a person may set."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from client.profile.profile import Profile
from client.profile.settings import SETTINGS, Settings, read
from client.screen.screens.settings import SettingsScreen
from client.screen.widgets.form import Form, Row
from client.screen.widgets.pick_list import PickList
from tests.client.screen.around_fakes import BareApp
from tests.client.screen.piloted import SIZES, SMALL, click_on, compare, piloted, screen_text, typed, words_of


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    profile = Profile("kid")
    profile.config = tmp_path / "kid"
    return profile


def settings_of(profile: Profile, settings: Settings | None = None) -> tuple[BareApp, list[Settings]]:
    told: list[Settings] = []
    app = BareApp(lambda _visit: SettingsScreen(profile, settings or Settings(), told.append))
    return app, told


async def go_to(pilot: Pilot[None], key: str) -> None:
    listed = pilot.app.screen.query_one("#form-rows", PickList)
    listed.highlighted = [setting.key for setting in SETTINGS].index(key)
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_settings_look_like_this(size: tuple[int, int]) -> None:
    profile = Profile("kid")
    profile.config = Path("kid")  # nothing is read or written: only its name is shown
    app, _told = settings_of(profile, Settings(name="Mira", theme="light", confirm="always"))
    async with app.run_test(size=size) as pilot:
        await go_to(pilot, "theme")
        compare(app, "settings")


@piloted
async def test_every_setting_is_there_with_its_meaning_and_every_value(profile: Profile) -> None:
    app, _told = settings_of(profile)
    async with app.run_test(size=SMALL) as pilot:
        rows = {row.key: row for row in app.screen.query_one(Form).lines if isinstance(row, Row)}
        assert list(rows) == [setting.key for setting in SETTINGS]
        for setting in SETTINGS:
            await go_to(pilot, setting.key)
            assert " ".join(setting.meaning.split()) in _right_side(app)
            assert setting.label in _right_side(app)
            for word in setting.choices.values():
                assert f") {word}" in _right_side(app)


def _right_side(app: BareApp) -> str:
    return " ".join(" ".join(line.partition("▏")[2] for line in screen_text(app).splitlines()).split())


@piloted
async def test_a_change_by_keys_is_kept_at_once(profile: Profile) -> None:
    app, told = settings_of(profile)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "right")
        await pilot.pause()
        assert read(profile) == Settings(look="box")
        await pilot.press("down", "enter", "down", "down", "enter")
        await pilot.pause()
        assert read(profile) == Settings(look="box", theme="contrast")
        assert told == [Settings(look="box"), Settings(look="box", theme="contrast")]
        await pilot.press("escape")
        await pilot.pause()
        assert app.came_to is None


@piloted
async def test_a_change_by_mouse_is_kept_at_once(profile: Profile) -> None:
    app, told = settings_of(profile)
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "bell   ")
        await click_on(pilot, "( ) no")
        await click_on(pilot, "card colours")
        await click_on(pilot, "( ) safe")
        assert read(profile) == told[-1] == Settings(bell=False, palette="safe")
        await click_on(pilot, "Esc back")
        assert app.came_to is None


@piloted
async def test_delete_brings_back_what_is_usual(profile: Profile) -> None:
    app, told = settings_of(profile, Settings(notify=True))
    async with app.run_test(size=SMALL) as pilot:
        await go_to(pilot, "notify")
        await pilot.press("delete")
        await pilot.pause()
        assert told == [Settings()]


@piloted
async def test_a_name_is_typed_and_a_wrong_one_is_explained_and_asked_for_again(profile: Profile) -> None:
    app, told = settings_of(profile)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter", "enter")
        await typed(pilot, "two words")
        await pilot.press("enter")
        await pilot.pause()
        assert "Use one word, up to 16 characters" in words_of(app)
        assert "two words" in screen_text(app)
        assert told == []
        await pilot.press(*["backspace"] * 6, "enter")
        await pilot.pause()
        assert read(profile) == Settings(name="two")
        assert "two" in screen_text(app)


@piloted
async def test_a_name_can_be_taken_away(profile: Profile) -> None:
    app, told = settings_of(profile, Settings(name="Mira"))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter", "enter", "ctrl+u", "enter")
        await pilot.pause()
        assert told == [Settings()]


@piloted
async def test_a_change_that_cannot_be_kept_is_told_and_holds_for_now(profile: Profile) -> None:
    profile.config.write_text("this is no folder")
    app, told = settings_of(profile)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "right")
        await pilot.pause()
        assert "settings.tomlcannotbewritten" in "".join(screen_text(app).split())
        assert "The change holds until the program ends." in words_of(app)
        assert told == [Settings(look="box")]
        assert "characters       *lines and blo" in screen_text(app)
