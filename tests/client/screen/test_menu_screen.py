"""The start menu."""

from typing import Any

import pytest

from client.games.registry import game
from client.render.charset import ASCII
from client.screen.screens.menu import Back, MenuScreen
from client.screen.screens.setup import SetupScreen
from client.screen.widgets.page import Page
from client.visit.errand import Alone, At, Looking, Setup, WithFriends
from protocol.wire.invite import Invite, InviteFault
from tests.client.screen.around_fakes import NOTHING, BareApp
from tests.client.screen.piloted import LARGE, SIZES, SMALL, click_on, compare, piloted, screen_text, typed, words_of

TID = bytes(32)
HERE = Invite("mine.example")


def menu_of(app: BareApp) -> MenuScreen:
    [menu] = MenuScreen.among(app)
    return menu


def menu(**how: Any) -> BareApp:
    return BareApp(lambda _visit: MenuScreen(**how))


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_the_menu_looks_like_this(size: tuple[int, int]) -> None:
    app = menu(settings=Page, games=Page)
    async with app.run_test(size=size):
        compare(app, "menu")


@piloted
async def test_the_menu_has_a_title_in_ascii() -> None:
    app = menu(charset=ASCII)
    async with app.run_test(size=SMALL):
        compare(app, "menu-ascii")


@piloted
async def test_a_game_with_bots_begins_with_one_key() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert app.came_to == Alone()


@piloted
async def test_a_game_with_bots_begins_with_one_click() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "Play with bots")
        assert app.came_to == Alone()


@piloted
async def test_arrows_lead_to_every_entry_and_each_is_explained() -> None:
    app = menu(settings=Page, games=Page)
    seen = set()
    async with app.run_test(size=SMALL) as pilot:
        for _entry in range(9):
            seen.add(words_of(app).split("Quit ", 1)[1])
            await pilot.press("down")
            await pilot.pause()
    assert len(seen) == 9


@piloted
async def test_another_table_with_bots_is_set_up_first() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        await pilot.press("right", "s")
        await pilot.pause()
        assert app.came_to == Alone(Setup(rules="base+championship"))


@piloted
async def test_hosting_for_friends_is_set_up_first() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "Host for friends")
        assert screen_text(app).startswith(" A table for friends on this network\n")
        await click_on(pilot, "Open the table")
        assert app.came_to == WithFriends()


@piloted
async def test_who_goes_back_from_setting_up_is_in_the_menu_again() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("2")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)
        assert app.came_to == NOTHING


@piloted
async def test_looking_around_on_the_network_is_an_errand() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "Join a game on this network")
        assert app.came_to == Looking()


@piloted
async def test_an_address_leads_to_a_server() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("5")
        await typed(pilot, "example.org:99")
        await click_on(pilot, "OK")
        assert app.came_to == At(Invite("example.org", 99))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("http://example.org", "That is another kind of link: an invite begins with undermine://."),
        ("", "There is no address in the link."),
        ("example.org:0", "A port is a number from 1 to 65535."),
        ("example.org#abc", "The pin behind # is not complete: it has 52 letters and digits."),
    ],
)
@piloted
async def test_a_wrong_address_is_explained_and_asked_for_again(text: str, words: str) -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("5")
        await typed(pilot, text)
        await pilot.press("enter")
        await pilot.pause()
        assert words in words_of(app)
        assert text in screen_text(app)
        assert app.came_to == NOTHING
        await click_on(pilot, "Back (Esc)")
        assert isinstance(app.screen, MenuScreen)


def test_every_fault_of_a_link_has_a_sentence() -> None:
    from client.words.codes import SENTENCES

    assert {fault.value for fault in InviteFault} <= set(SENTENCES)


@piloted
async def test_the_game_is_explained_on_a_page() -> None:
    app = menu()
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "How to play" in screen_text(app)
        for line in game("mine").how_to_play():
            assert line in words_of(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


@piloted
async def test_what_can_be_learned_is_offered() -> None:
    studied: list[str] = []
    app = menu(study=studied.append)
    async with app.run_test(size=SMALL) as pilot:
        for words in ("Guided turns", "Puzzles"):
            await click_on(pilot, "Learn…")
            await click_on(pilot, words)
        assert studied == ["lessons", "puzzles"]


@piloted
async def test_settings_are_an_entry_where_there_are_any() -> None:
    app = menu(settings=lambda: Page("these are settings", []))
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "Settings")
        assert "these are settings" in screen_text(app)
    app = menu()
    async with app.run_test(size=SMALL):
        assert "Settings" not in screen_text(app)


@pytest.mark.parametrize("key", ["escape", "q"])
@piloted
async def test_a_key_leaves_the_menu(key: str) -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert app.came_to is None


@piloted
async def test_a_click_leaves_the_menu() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "Esc quit")
        assert app.came_to is None


BACKS = (
    Back("Back to Mira's game, base, round 2, yesterday 21:14", "With Mira. Where: mine.example.", At(HERE, table=TID)),
    Back(
        "Back to your table with Bob, cave, round 1, today 09:30", "With Bob. On this computer.", WithFriends(table=TID)
    ),
    Back("Back to your game with bots, base, round 1, today 09:00", "On this computer.", Alone(table=TID)),
    Back("Back to your game with bots, base, round 3, 2026-05-01 10:00", "On this computer.", Alone(table=TID)),
)


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_the_menu_with_unfinished_games_looks_like_this(size: tuple[int, int]) -> None:
    app = menu(settings=Page, games=Page)
    async with app.run_test(size=size) as pilot:
        menu_of(app).show_ways_back(BACKS)
        await pilot.press("up", "up", "up")
        await pilot.pause()
        compare(app, "menu-unfinished")


@piloted
async def test_numbers_stay_with_their_entries_when_unfinished_games_come() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "down", "down")
        menu_of(app).show_ways_back(BACKS)
        await pilot.pause()
        assert "> 4  Join a game on this network" in screen_text(app), "what is pointed at stays so"
        await pilot.press("1")
        await pilot.pause()
        assert app.came_to == Alone()


@piloted
async def test_one_key_leads_back() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        menu_of(app).show_ways_back(BACKS)
        await pilot.press("b")
        await pilot.pause()
        assert app.came_to == BACKS[0].errand


@piloted
async def test_hosting_again_offers_the_unfinished_table_first() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        menu_of(app).show_ways_back(BACKS)
        await pilot.press("3")
        await pilot.pause()
        assert "1 Back to your table with Bob" in words_of(app)
        assert "2 Open a new table…" in words_of(app)
        await pilot.press("2")
        await pilot.pause()
        await pilot.press("s")
        await pilot.pause()
        assert app.came_to == WithFriends(Setup(), new=True)


@piloted
async def test_a_hosted_table_is_gone_on_with_in_two_keys() -> None:
    app = menu()
    async with app.run_test(size=SMALL) as pilot:
        menu_of(app).show_ways_back(BACKS)
        await pilot.press("3", "1")
        await pilot.pause()
        assert app.came_to == BACKS[1].errand
