"""The lobby of a server."""

from typing import Any

import pytest
from textual.widgets import Input

from client.net.archive import Archive
from client.net.hang_up import HungUp
from client.screen.screens.lobby import LobbyScreen
from client.screen.screens.setup import SetupScreen
from client.screen.widgets.dialogues import LineDialogue
from client.screen.widgets.pick_list import PickList
from client.words.codes import sentence
from protocol.wire import lobby
from tests.client.screen.around_fakes import CODE, JOIN, NOTHING, BareApp, gathering, offer, said, sitter
from tests.client.screen.piloted import SIZES, SMALL, click_on, compare, piloted, screen_text, typed, until, words_of

OTHER, LOCKED = "BBBBBBBB", "CCCCCCCC"
OFFERS = (
    offer(),
    offer("Ferdinand-Maximilian the Elder", code=OTHER, rules="base+gold-draw=players+must-connect=no", taken=5),
    offer("Cleo", code=LOCKED, rules="saboteur2", seats=12, locked=True),
)


def in_lobby(*offers: lobby.Offer, **how: Any) -> BareApp:
    app = BareApp(lambda visit: LobbyScreen(visit, **how))
    app.visit.offers = offers
    return app


@pytest.mark.parametrize("size", SIZES)
@piloted
async def test_the_lobby_looks_like_this(size: tuple[int, int]) -> None:
    app = in_lobby(*OFFERS)
    app.visit.said.extend(
        [said("Cleo", "anybody for Saboteur 2?"), said("Mira", "at my table", CODE), said("Bob", "yes!")]
    )
    async with app.run_test(size=size) as pilot:
        await pilot.press("down")
        await pilot.pause()
        compare(app, "lobby")


@piloted
async def test_an_empty_lobby_says_what_to_do() -> None:
    app = in_lobby()
    async with app.run_test(size=SMALL):
        assert "none is open" in screen_text(app)
        assert "O opens a table. C goes to one whose code you know. F shows finished games." in screen_text(app)


@piloted
async def test_f_shows_the_finished_games_of_the_server_and_esc_comes_back() -> None:
    app = in_lobby()
    guest: Any = app.guest
    guest.archive = Archive()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("f")
        assert "does not give out finished games" in screen_text(app)
        await pilot.press("escape")
        assert isinstance(app.screen, LobbyScreen)


@piloted
async def test_who_comes_asks_which_tables_there_are_and_goes_on_asking() -> None:
    app = in_lobby(seconds=0.01)
    async with app.run_test(size=SMALL) as pilot:
        assert app.guest.told(lobby.Browse)
        await until(pilot, lambda: len(app.guest.told(lobby.Browse)) > 3)


@piloted
async def test_nothing_is_asked_for_while_there_is_no_connection() -> None:
    app = in_lobby(seconds=0.01)
    app.visit.connected_now = False
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause(0.05)
        assert app.guest.said == []
        app.visit.connected(())
        assert app.guest.told(lobby.Browse)


@piloted
async def test_a_key_and_a_click_refresh_the_list() -> None:
    app = in_lobby(seconds=99)
    async with app.run_test(size=SMALL) as pilot:
        app.guest.said.clear()
        await pilot.press("r")
        await click_on(pilot, "r refresh")
        assert len(app.guest.told(lobby.Browse)) == 2


@piloted
async def test_the_table_that_is_picked_stays_picked_when_others_come() -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "down")
        app.visit.told(lobby.Offers(offers=(offer("Zed", code="ZZZZZZZZ"), *OFFERS)))
        await pilot.pause()
        assert app.screen.query_one(PickList).picked == LOCKED
        assert "Zed" in screen_text(app)


@piloted
async def test_enter_sits_down() -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.guest.told(lobby.Sit) == [lobby.Sit(gathering=OTHER, password="", join=JOIN)]


@piloted
async def test_a_click_sits_down() -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "Mira")
        assert app.guest.told(lobby.Sit) == [lobby.Sit(gathering=CODE, password="", join=JOIN)]


@piloted
async def test_a_locked_table_asks_for_its_password_and_asks_again_if_it_was_wrong() -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "Cleo")
        await typed(pilot, "silver")
        assert "silver" not in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        app.visit.denied("gathering/password")
        await pilot.pause()
        assert "The password is wrong." in words_of(app)
        await typed(pilot, "gold")
        await pilot.press("enter")
        await pilot.pause()
        assert [message.password for message in app.guest.told(lobby.Sit)] == ["silver", "gold"]


@piloted
async def test_a_table_is_reached_by_its_code_however_it_was_written_down() -> None:
    app = in_lobby()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("c")
        await typed(pilot, "abcd-efg")
        await pilot.press("enter")
        await pilot.pause()
        assert "A code has eight letters and digits, without 0, 1, 8 and 9." in words_of(app)
        assert app.screen.query_one(Input).value == "abcd-efg"
        await pilot.press("h", "enter")
        await pilot.pause()
        assert app.guest.told(lobby.Sit) == [lobby.Sit(gathering=CODE, password="", join=JOIN)]


@piloted
async def test_who_comes_with_a_code_sits_down_at_once_and_is_asked_for_a_password_if_need_be() -> None:
    app = in_lobby(code=LOCKED)
    async with app.run_test(size=SMALL) as pilot:
        assert app.guest.told(lobby.Sit) == [lobby.Sit(gathering=LOCKED, password="", join=JOIN)]
        app.visit.denied("gathering/password")
        await pilot.pause()
        await typed(pilot, "gold")
        await click_on(pilot, "OK")
        assert app.guest.told(lobby.Sit)[1:] == [lobby.Sit(gathering=LOCKED, password="gold", join=JOIN)]


@piloted
async def test_a_table_of_ones_own_is_opened_and_its_bots_sit_down_one_after_the_other() -> None:
    app = in_lobby()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o")
        await pilot.pause()
        await pilot.press("down", "down", "right", "right", "s")
        await pilot.pause()
        [asked] = app.guest.told(lobby.Gather)
        assert (asked.wishes.seats, asked.wishes.listed, asked.password) == (5, True, "")
        people = [sitter("Mira")]
        for bots in (1, 2, 2):
            app.visit.told(lobby.Gathered(gathering=gathering(*people, seats=5), seat=0))
            assert len(app.guest.told(lobby.SeatBot)) == bots
            people.append(sitter(f"steady {bots}"))
        assert app.guest.told(lobby.SeatBot)[0] == lobby.SeatBot(gathering=CODE, bot="steady")


@piloted
async def test_no_bots_sit_down_at_the_table_of_somebody_else() -> None:
    app = in_lobby()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o")
        await pilot.pause()
        await pilot.press("end", *["up"] * 7, "right", "s")
        await pilot.pause()
        app.visit.told(lobby.Gathered(gathering=gathering(sitter("Ann"), sitter("Mira")), seat=1))
        assert app.guest.told(lobby.SeatBot) == []


@piloted
async def test_what_was_chosen_for_a_table_that_could_not_be_opened_is_there_again() -> None:
    app = in_lobby()
    async with app.run_test(size=SMALL) as pilot:
        await click_on(pilot, "o open table")
        await pilot.press("right")
        await click_on(pilot, "  Open the table")
        app.visit.denied("lobby/full")
        await pilot.pause()
        assert "The server has no room for another table." in screen_text(app)
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.setup.rules == "base+championship"


@piloted
async def test_something_is_said_by_keys_and_what_nobody_hears_is_not_lost() -> None:
    app = in_lobby()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        await typed(pilot, "hello [b]all[/b]")
        app.guest.connected = False
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.query_one(Input).value == "hello [b]all[/b]"
        assert "There is no connection at the moment." in screen_text(app)
        app.guest.connected = True
        await pilot.press("enter")
        await pilot.pause()
        assert app.guest.told(lobby.Say) == [lobby.Say(gathering=None, text="hello [b]all[/b]")]
        assert app.screen.query_one(Input).value == ""
        assert isinstance(app.focused, PickList)
        assert app.came_to == NOTHING


@piloted
async def test_what_others_say_and_are_called_cannot_draw_on_the_screen() -> None:
    climbing = "a" + "\u0301" * 9
    app = in_lobby(offer(f"[red]Bob[/]{climbing}"))
    async with app.run_test(size=SMALL) as pilot:
        app.visit.told(said(f"Eve[/b]{climbing}", f"[link=x]click[/link]{climbing}"))
        await pilot.pause()
        assert "> [red]Bob[/]" in screen_text(app)
        assert " Eve[/b]" in screen_text(app)
        assert ": [link=x]click[/link]" in screen_text(app)
        assert "\u0301" * 4 not in screen_text(app)


@piloted
async def test_rules_that_this_program_does_not_know_are_no_trouble() -> None:
    app = in_lobby(offer(rules="saboteur3+dragons=yes"))
    async with app.run_test(size=SMALL):
        assert "rules unknown here" in screen_text(app)
        assert "This program does not know “saboteur3” in the rules “saboteur3+dragons=yes”: update it." in words_of(
            app
        )


@pytest.mark.parametrize("code", ["gathering/none", "gathering/full", "lobby/too-many-tables"])
@piloted
async def test_a_refusal_is_a_sentence(code: str) -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.denied(code)
        await pilot.pause()
        assert sentence(code) in words_of(app)


@piloted
async def test_who_was_sent_away_is_told_so() -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.told(lobby.Parted(gathering=CODE, why="dismissed"))
        await pilot.pause()
        assert "The host has sent you away." in screen_text(app)


@piloted
async def test_a_lost_connection_is_a_sentence() -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.disconnected(HungUp("connection/lost"), 1.0)
        await pilot.pause()
        assert sentence("connection/lost") in screen_text(app)
        app.visit.connected(())
        await pilot.pause()
        assert sentence("connection/lost") not in screen_text(app)


@pytest.mark.parametrize("way", ["key", "click"])
@piloted
async def test_there_is_a_way_out(way: str) -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        if way == "key":
            await pilot.press("escape")
            await pilot.pause()
        else:
            await click_on(pilot, "Esc leave")
        assert app.came_to is None


@piloted
async def test_no_password_is_asked_for_that_nobody_waits_for() -> None:
    app = in_lobby(*OFFERS)
    async with app.run_test(size=SMALL) as pilot:
        app.visit.denied("gathering/password")
        await pilot.pause()
        assert not isinstance(app.screen, LineDialogue)
