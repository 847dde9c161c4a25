"""What can be joined on the same network."""

from typing import Any

import pytest
from textual.widgets import Input

from client.screen.screens.lan import LanScreen
from client.screen.screens.menu import Back
from client.screen.widgets.pick_list import PickList
from client.visit.errand import At, Looking
from protocol.wire.invite import Invite
from tests.client.screen.around_fakes import CODE, NOTHING, BareApp, FakeBrowser
from tests.client.screen.piloted import SIZES, SMALL, click_on, compare, piloted, screen_text, typed, until, words_of
from tests.support.threats import threat

TID = bytes(32)
LONG = 3600.0
"""No person waits so long."""


def looking(browser: Any, patience: float = LONG) -> BareApp:
    return BareApp(lambda _visit: LanScreen(browser, patience=patience))


def some_games(browser: FakeBrowser) -> None:
    browser.find("Mira")
    browser.find("Bob", code="BBBBBBBB", locked=True, rules="base-2006+must-connect=yes", seats=10, taken=10)
    browser.find("Zed", code="ZZZZZZZZ", fits=False)


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_games_on_the_network_look_like_this(size: tuple[int, int]) -> None:
    browser = FakeBrowser()
    app = looking(browser)
    async with app.run_test(size=size) as pilot:
        some_games(browser)
        await pilot.pause()
        await pilot.press("down")
        await pilot.pause()
        compare(app, "lan")


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_nothing_looks_like_this(size: tuple[int, int]) -> None:
    app = looking(FakeBrowser(), patience=0.01)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "No table found yet" in screen_text(app))
        compare(app, "lan-nothing")


@piloted
async def test_for_the_first_moments_nothing_is_no_reason_for_advice() -> None:
    app = looking(FakeBrowser())
    async with app.run_test(size=SMALL):
        assert "Looking for tables on this network…" in screen_text(app)
        assert "Nobody" not in screen_text(app)


@piloted
async def test_the_list_grows_and_shrinks_while_one_looks_at_it() -> None:
    browser = FakeBrowser()
    app = looking(browser)
    async with app.run_test(size=SMALL) as pilot:
        browser.find("Mira")
        await pilot.pause()
        assert "Mira" in screen_text(app)
        browser.find("Bob", code="BBBBBBBB")
        await pilot.pause()
        await pilot.press("down")
        browser.found.pop(0)
        browser.find("Cleo", code="CCCCCCCC")
        await pilot.pause()
        assert "Mira" not in screen_text(app)
        assert "Cleo" in screen_text(app)
        assert app.screen.query_one(PickList).picked.endswith("BBBBBBBB")


@piloted
async def test_enter_goes_to_the_game_that_is_picked() -> None:
    browser = FakeBrowser()
    app = looking(browser)
    async with app.run_test(size=SMALL) as pilot:
        some_games(browser)
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.came_to == At(Invite("192.168.1.11"), "BBBBBBBB")
    assert browser.stopped


@piloted
async def test_a_click_goes_there() -> None:
    browser = FakeBrowser()
    app = looking(browser)
    async with app.run_test(size=SMALL) as pilot:
        some_games(browser)
        await pilot.pause()
        await click_on(pilot, "Mira")
        assert app.came_to == At(Invite("192.168.1.10"), CODE)


@piloted
async def test_a_game_of_another_version_is_shown_and_not_joined() -> None:
    browser = FakeBrowser()
    app = looking(browser)
    async with app.run_test(size=SMALL) as pilot:
        browser.find("Zed", fits=False)
        await pilot.pause()
        assert "other version" in screen_text(app)
        assert "Played with version 9.0 of the program; yours is" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "both need the same version of the program." in words_of(app)
        assert app.came_to == NOTHING


@piloted
async def test_what_others_are_called_cannot_draw_on_the_screen() -> None:
    browser = FakeBrowser()
    app = looking(browser)
    async with app.run_test(size=SMALL) as pilot:
        browser.find("[red]Eve[/]")
        await pilot.pause()
        assert "> [red]Eve[/] " in screen_text(app)


@piloted
async def test_why_nothing_can_be_found_is_told() -> None:
    browser = FakeBrowser()
    app = looking(browser)
    async with app.run_test(size=SMALL) as pilot:
        browser.find("Mira")
        browser.found.clear()
        browser.trouble = "Tables on this network cannot be found: no network."
        browser.find("Mira")
        browser.found.clear()
        await pilot.pause()
        assert "Tables on this network cannot be found: no network." in words_of(app)


@piloted
async def test_an_address_can_be_typed_and_a_wrong_one_is_explained_and_kept() -> None:
    app = looking(FakeBrowser())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("a")
        await typed(pilot, "192.168.1.7:0")
        await pilot.press("enter")
        await pilot.pause()
        assert "A port is a number from 1 to 65535." in screen_text(app)
        assert app.screen.query_one(Input).value == "192.168.1.7:0"
        await pilot.press("backspace", "9", "enter")
        await pilot.pause()
        assert app.came_to == At(Invite("192.168.1.7", 9))


@piloted
async def test_esc_leaves_the_line_and_then_the_screen() -> None:
    browser = FakeBrowser()
    app = looking(browser)
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "a type an address")
        await typed(pilot, "exam")
        await pilot.press("escape")
        await pilot.pause()
        assert app.came_to == NOTHING
        assert app.screen.query_one(Input).value == "exam"
        await pilot.press("escape")
        await pilot.pause()
        assert app.came_to is None
    assert browser.stopped


@piloted
async def test_a_click_goes_back() -> None:
    app = looking(FakeBrowser())
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "Esc back")
        assert app.came_to is None


BACK = Back("Back to Mira's game, base, round 2, yesterday 21:14", "With Mira.", At(Invite("192.168.1.9"), table=TID))


def wanting(browser: Any, errand: Looking, *backs: Back, patience: float = LONG) -> BareApp:
    return BareApp(lambda _visit: LanScreen(browser, errand, backs, patience=patience))


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_unfinished_games_come_first(size: tuple[int, int]) -> None:
    browser = FakeBrowser()
    app = wanting(browser, Looking(), BACK)
    async with app.run_test(size=size) as pilot:
        some_games(browser)
        await pilot.pause()
        compare(app, "lan-unfinished")
        await pilot.press("enter")
        await pilot.pause()
        assert app.came_to == BACK.errand


@piloted
async def test_a_table_is_found_by_its_code() -> None:
    browser = FakeBrowser()
    app = wanting(browser, Looking("BBBBBBBB"))
    async with app.run_test(size=SMALL) as pilot:
        assert "Looking for table BBBBBBBB on this network…" in screen_text(app)
        browser.find("Mira")
        await pilot.pause()
        assert app.came_to == NOTHING
        browser.find("Bob", code="BBBBBBBB")
        await pilot.pause()
        assert app.came_to == At(Invite("192.168.1.11"), "BBBBBBBB")


@threat("code-claimed")
@piloted
async def test_of_two_that_claim_a_code_the_player_picks_one() -> None:
    """A code names no key: any program on the network can announce it."""
    browser = FakeBrowser()
    browser.find("Mira", code="BBBBBBBB")
    browser.find("Eve", code="BBBBBBBB")
    app = wanting(browser, Looking("BBBBBBBB"))
    async with app.run_test(size=SMALL) as pilot:
        browser._changed()
        await pilot.pause()
        assert app.came_to == NOTHING
        assert "Mira" in screen_text(app)
        assert "Eve" in screen_text(app)


@piloted
async def test_a_code_that_is_not_found_says_what_to_do() -> None:
    app = wanting(FakeBrowser(), Looking("BBBBBBBB"), patience=0.01)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: "No table with the code BBBBBBBB is open" in screen_text(app))
        assert "ask for the invite link" in words_of(app)


@piloted
async def test_a_word_that_is_no_code_here_is_the_name_of_a_computer() -> None:
    there = Invite("bigtower")
    app = wanting(FakeBrowser(), Looking("BIGTOWER", there), patience=0.01)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.came_to != NOTHING)
        assert app.came_to == At(there)
