"""Every screen of the program is entered, used and left by keys alone, and by the mouse alone.

`WAYS` holds a way for each, and a test compares it with the screens that there are: a new one needs a way too.
"""

import pkgutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any
from unittest.mock import patch

import pytest

import client.screen
from client.net.guest import Pace
from client.screen.screens.archive import ArchiveScreen
from client.screen.screens.connecting import ConnectingScreen, LostPage
from client.screen.screens.games import GamesScreen
from client.screen.screens.gathering import GatheringScreen
from client.screen.screens.lan import LanScreen
from client.screen.screens.lobby import LobbyScreen
from client.screen.screens.menu import MenuScreen
from client.screen.screens.settings import SettingsScreen
from client.screen.screens.setup import SetupScreen
from client.screen.screens.watchables import WatchablesScreen
from client.screen.screens.welcome import WelcomeScreen
from client.screen.table.learning import LearningScreen
from client.screen.table.opening import RoundCard
from client.screen.table.replaying import ReplayScreen
from client.screen.table.screen import TableScreen
from client.screen.table.seeing import SeeingScreen
from client.screen.table.shown import ShownTable
from client.screen.table.watching import WatchingScreen
from client.screen.widgets.dialogues import ChoiceDialogue, LineDialogue
from client.screen.widgets.list_screen import ListScreen
from client.screen.widgets.page import Page
from client.screen.widgets.top import TopDialogue, TopScreen
from client.visit.errand import Alone, At, Errand, Setup, Undecided, Watching
from tests.client.screen.around_fakes import FakeBrowser
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import HANDS, Keys, Mouse
from tests.client.screen.world_pilot import AtServer, at_server
from tests.support.tables_at_play import small_mine
from tests.support.visitors import Visitor
from tests.support.world import LINK, World, wishes

Hands = type[Keys] | type[Mouse]
Way = Callable[[World, Hands], Awaitable[None]]
WAYS: dict[type[TopScreen[Any]], Way] = {}
PARTS = {ListScreen, SeeingScreen, ShownTable, TopDialogue}
ELSEWHERE = {LearningScreen, ReplayScreen}
"""Their own tests go through them: lessons need the whole box, and a replay a log."""
"""Of which screens are made."""


def way_through(screen: type[TopScreen[Any]]) -> Callable[[Way], Way]:
    """Enter it from the one before, use it, and leave it."""

    def kept(way: Way) -> Way:
        WAYS[screen] = way
        return way

    return kept


@asynccontextmanager
async def at(world: World, errand: Errand, hands: Hands, screen: type[TopScreen[Any]]) -> AsyncIterator[AtServer]:
    """The program, started for something, and the screen that comes of it."""
    async with at_server(world, errand, hands) as there:
        await there.until_on_top(screen)
        yield there


async def comes(there: AtServer, screen: type[TopScreen[Any]]) -> None:
    """Another screen, once it is there."""
    await there.until_on_top(screen)
    assert type(there.person.top) is screen


def with_bots() -> Alone:
    return Alone(Setup("base", 3, ("random",)))


# before a game


@way_through(MenuScreen)
async def through_the_menu(world: World, hands: Hands) -> None:
    async with at(world, Undecided(), hands, MenuScreen) as there:
        await there.person.choose("Learn…")
        await there.person.choose("How to play, on one page")
        await there.person.push("Continue")
        await comes(there, MenuScreen)
        await there.person.do("quit")
        assert there.person.app._exit


@way_through(Page)
async def through_a_page(world: World, hands: Hands) -> None:
    async with at(world, Undecided(), hands, MenuScreen) as there:
        await there.person.do("how to play")
        await comes(there, Page)
        assert "You are dwarfs in a mine." in there.person.text
        await there.person.push("Continue")
        await comes(there, MenuScreen)


@way_through(GamesScreen)
async def through_my_games(world: World, hands: Hands) -> None:
    async with at(world, Undecided(), hands, MenuScreen) as there:
        await there.person.choose("My games")
        await comes(there, GamesScreen)
        assert "you have played none on this computer yet" in there.person.text
        await there.person.do("record")
        await there.person.push("Continue")
        await there.person.do("leave")
        await comes(there, MenuScreen)


@way_through(SettingsScreen)
async def through_the_settings(world: World, hands: Hands) -> None:
    async with at(world, Undecided(), hands, MenuScreen) as there:
        await there.person.choose("Settings")
        await comes(there, SettingsScreen)
        if hands is Keys:
            await there.person.press("down", "right")
        else:
            await there.person.click_on("characters ")
            await there.person.click_on("( ) lines and blocks")
        assert there.person.app.kit.settings.look == "box"
        await there.person.do("back")
        await comes(there, MenuScreen)


@way_through(SetupScreen)
async def through_a_setup(world: World, hands: Hands) -> None:
    async with at(world, Undecided(), hands, MenuScreen) as there:
        await there.person.choose("Custom game with bots…")
        await comes(there, SetupScreen)
        await (there.person.press("right") if hands is Keys else there.person.click_on("( ) Championship"))
        assert there.person.top.setup.rules == "base+championship"
        await there.person.do("back")
        await comes(there, MenuScreen)


@way_through(LineDialogue)
async def through_a_line(world: World, hands: Hands) -> None:
    async with at(world, Undecided(), hands, MenuScreen) as there:
        await there.person.choose("Join by address")
        await comes(there, LineDialogue)
        await there.person.type("no address")
        await (there.person.press("enter") if hands is Keys else there.person.click_on("OK"))
        assert "That is no name or address of a computer." in there.person.text
        await (there.person.press("escape") if hands is Keys else there.person.click_on("Back"))
        await comes(there, MenuScreen)


@way_through(LanScreen)
async def through_the_network(world: World, hands: Hands) -> None:
    browser = FakeBrowser()
    with patch("client.lan.browse.Browser", return_value=browser):
        async with at(world, Undecided(), hands, MenuScreen) as there:
            await there.person.choose("Join a game on this network")
            await comes(there, LanScreen)
            await there.person.do("type an address")
            await there.person.type("no address")
            await there.person.do("go there")
            assert "That is no name or address of a computer." in there.person.text
            await there.person.do("to the list")
            await there.person.do("back")
            await comes(there, MenuScreen)
    assert browser.stopped


# at a server


@way_through(ConnectingScreen)
async def through_connecting(world: World, hands: Hands) -> None:
    world.kill_server()
    async with at(world, At(LINK), hands, ConnectingScreen) as there:
        assert "Trying again." in there.person.text
        await (there.person.press("escape") if hands is Keys else there.person.click_on("Back to the menu"))
        await comes(there, MenuScreen)


@way_through(LobbyScreen)
async def through_the_lobby(world: World, hands: Hands) -> None:
    async with at(world, At(LINK), hands, LobbyScreen) as there:
        ann = Visitor(world, "Ann")
        ann.visit.guest.gather(wishes(), "")
        await there.settle()
        await there.person.do("refresh")
        await there.settle()
        assert "Ann " in there.person.text
        await there.person.do("leave")
        await comes(there, MenuScreen)


@way_through(ArchiveScreen)
async def through_the_finished_games(world: World, hands: Hands) -> None:
    async with at(world, At(LINK), hands, LobbyScreen) as there:
        await there.person.do("finished")
        await comes(there, ArchiveScreen)
        await there.settle()
        assert "Finished games here: 0" in there.person.text
        await there.person.do("leave")
        await comes(there, LobbyScreen)


@way_through(GatheringScreen)
async def through_a_gathering(world: World, hands: Hands) -> None:
    async with at(world, At(LINK), hands, LobbyScreen) as there:
        await there.person.do("open table")
        await comes(there, SetupScreen)
        await there.person.do("start")
        await comes(there, GatheringScreen)
        await there.person.do("ready or not")
        await there.settle()
        assert "Not ready yet: 4 seats are free." in there.person.text
        await there.person.do("leave")
        await comes(there, LobbyScreen)


@way_through(LostPage)
async def through_a_lost_connection(world: World, hands: Hands) -> None:
    async with at(world, with_bots(), hands, TableScreen) as there:
        await there.until_asked()
        world.kill_server()
        await comes(there, LostPage)
        await there.person.push("Show table")
        await comes(there, TableScreen)


# at a table


@way_through(TableScreen)
async def through_a_table(world: World, hands: Hands) -> None:
    async with at(world, with_bots(), hands, TableScreen) as there:
        await there.until_asked()
        await there.take_turn()
        await there.until_asked()
        await there.person.do("leave")
        await there.person.choose("To the start menu")
        await comes(there, MenuScreen)


@way_through(WatchablesScreen)
async def through_the_tables_to_watch(world: World, hands: Hands) -> None:
    async with at(world, Watching(LINK), hands, WatchablesScreen) as there:
        await there.person.do("refresh")
        await there.settle()
        assert "No table can be watched here now." in there.person.text
        await there.person.do("leave")
        await comes(there, MenuScreen)


@way_through(WatchingScreen)
async def through_a_table_that_is_watched(world: World, hands: Hands) -> None:
    world.gather(1, bots_of_server=2, pace=Pace(1000, 0))
    world.until(lambda: bool(world.players[0].guest.tables))
    world.clock.advance(60)
    async with at(world, Watching(LINK), hands, WatchingScreen) as there:
        await there.until(lambda: there.table.playing)
        await there.person.do("who did what")
        await there.person.choose("host")
        await there.person.push("Continue")
        await there.person.do("leave")
        await there.person.choose("To the tables")
        await comes(there, WatchablesScreen)


@way_through(ChoiceDialogue)
async def through_a_list(world: World, hands: Hands) -> None:
    async with at(world, with_bots(), hands, TableScreen) as there:
        await there.until_asked()
        await there.person.do("leave")
        await comes(there, ChoiceDialogue)
        await there.person.choose("Stay")
        await comes(there, TableScreen)
        await there.person.do("leave")
        await (there.person.press("escape") if hands is Keys else there.person.click(1, 1))
        await comes(there, TableScreen)


@way_through(WelcomeScreen)
async def through_the_welcome(world: World, hands: Hands) -> None:
    async with at_server(world, Undecided(), hands, name="") as there:
        await there.until(lambda: isinstance(there.person.top, WelcomeScreen))
        await (there.person.press("enter") if hands is Keys else there.person.push("Enter: continue"))
        await comes(there, MenuScreen)


@way_through(RoundCard)
async def through_the_card_of_a_round(world: World, hands: Hands) -> None:
    async with at(world, with_bots(), hands, RoundCard) as there:
        assert "You are a " in there.person.text
        await (there.person.press("x") if hands is Keys else there.person.click(1, 1))
        await comes(there, TableScreen)


# all of them


def screens(of: type[TopScreen[Any]]) -> Iterator[type[TopScreen[Any]]]:
    """All that the program has."""
    for one in of.__subclasses__():
        if one.__module__.startswith("client."):
            yield one
        yield from screens(one)


def test_every_screen_has_a_way() -> None:
    for module in pkgutil.iter_modules(client.screen.__path__, "client.screen."):
        import_module(module.name)
    assert set(screens(TopScreen)) - PARTS - ELSEWHERE == WAYS.keys()


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("screen", WAYS, ids=lambda screen: screen.__name__)
@piloted
async def test_a_screen_is_entered_used_and_left(world: World, hands: Hands, screen: type[TopScreen[Any]]) -> None:
    with small_mine():
        await WAYS[screen](world, hands)
