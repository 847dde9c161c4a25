"""The whole program among people at a server: what others do does not take the keys away, and no player is lost."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from client.screen.screens.gathering import GatheringScreen
from client.screen.screens.lobby import LobbyScreen
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import LineDialogue
from client.screen.widgets.page import Page
from client.visit.errand import At, Looking
from protocol.wire import lobby
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import MOUSE_AT_NIGHT, Keys, Mouse
from tests.client.screen.world_pilot import AtServer, at_server
from tests.support.reading import now
from tests.support.tables_at_play import small_mine
from tests.support.visitors import Visitor
from tests.support.world import LINK, World, wishes

Hands = type[Keys] | type[Mouse]
both_hands = pytest.mark.parametrize("hands", MOUSE_AT_NIGHT)


@asynccontextmanager
async def as_guest(world: World, hands: Hands) -> AsyncIterator[tuple[AtServer, Visitor]]:
    """Eva sits at the gathering of Ann, with a bot."""
    with small_mine():
        ann = Visitor(world, "Ann")
        ann.visit.guest.gather(wishes(seats=3), "")
        world.settle()
        assert ann.visit.gathering is not None
        async with at_server(world, At(LINK, code=ann.visit.gathering.code), hands) as there:
            await there.until(lambda: isinstance(there.person.top, GatheringScreen))
            ann.visit.guest.say(lobby.SeatBot(gathering=ann.visit.gathering.code, bot="random"))
            await there.settle()
            yield there, ann


async def start(there: AtServer, ann: Visitor) -> None:
    """All are ready, and the host begins."""
    for visit in (there.person.app.visit, ann.visit):
        visit.get_ready()
        await there.settle()
    assert ann.visit.gathering is not None
    ann.visit.guest.say(lobby.Start(gathering=ann.visit.gathering.code))
    await there.until(lambda: ann.visit.tables)


@both_hands
@piloted
async def test_who_types_when_the_game_begins_goes_to_the_table_afterwards_and_takes_it_along(
    world: World, hands: Hands
) -> None:
    async with as_guest(world, hands) as (there, ann):
        person = there.person
        await (person.press("t") if hands is Keys else person.click_on("T: say something"))
        await person.type("2 of us")
        await start(there, ann)
        assert isinstance(now(lambda: person.top), GatheringScreen), "keys would pick cards at the table"
        assert "The game begins!" in person.text
        await person.type("!")
        await (person.press("enter") if hands is Keys else person.click_on("1  Ann"))
        assert isinstance(now(lambda: person.top), LineDialogue)
        assert "2 of us!" in person.text
        await (person.press("enter") if hands is Keys else person.click_on("OK"))
        await there.until(lambda: any("2 of us!" in told.text for told in ann.table.told_lines))
        await there.until_on_top(TableScreen)


@pytest.mark.parametrize("key", ["enter", "escape"])
@piloted
async def test_an_empty_line_leads_to_the_table_too(world: World, key: str) -> None:
    async with as_guest(world, Keys) as (there, ann):
        await there.person.press("t")
        await start(there, ann)
        assert isinstance(now(lambda: there.person.top), GatheringScreen)
        await there.person.press(key)
        await there.until_on_top(TableScreen)


# another game


async def play(there: AtServer, ann: Visitor) -> None:
    """A game, from its start to the last page."""
    await start(there, ann)
    await play_to_the_end(there, ann)


async def play_to_the_end(there: AtServer, ann: Visitor) -> None:
    """To the last page, with whatever is allowed."""
    while "┃ The game is over" not in there.person.text:
        if isinstance(there.person.top, Page):
            await there.person.push("Continue")
        mine = there.table
        if mine.asked is not None:
            mine.act(mine.legal()[0])
        ann.play()
        there.world.clock.advance(0.1)
        await there.settle()


@both_hands
@piloted
async def test_a_guest_who_reads_the_end_meanwhile_sits_at_the_gathering_of_the_next_game(
    world: World, hands: Hands
) -> None:
    async with as_guest(world, hands) as (there, ann):
        await play(there, ann)
        ann.visit.guest.again(ann.table.tid)
        await there.settle()
        assert not isinstance(there.person.top, GatheringScreen), "the last page is read in peace"
        await there.person.push("To the tables")
        await there.settle()
        assert isinstance(there.person.top, GatheringScreen)
        await (there.person.press("r") if hands is Keys else there.person.click_on("r ready or not"))
        await there.settle()
        assert ann.visit.gathering is not None
        assert [sitter.is_ready for sitter in ann.visit.gathering.sitters if sitter.name == "Eva"] == [True]


@both_hands
@piloted
async def test_a_guest_who_wants_no_other_game_is_in_the_lobby(world: World, hands: Hands) -> None:
    async with as_guest(world, hands) as (there, ann):
        await play(there, ann)
        await there.person.push("To the tables")
        await there.settle()
        assert isinstance(there.person.top, LobbyScreen)


@piloted
async def test_who_comes_back_to_a_game_and_asks_for_another_one_finds_the_lobby_behind_it(world: World) -> None:
    async with as_guest(world, Keys) as (there, ann):
        await start(there, ann)
        await there.person.press("q")
        await there.person.choose("To the start menu")
        await there.settle()
        there.person.app.errands.begin(At(LINK))
        await there.until(lambda: "You have an unfinished game here." in there.person.text)
        await there.person.press("1")
        await play_to_the_end(there, ann)
        await there.person.push("Another game")
        await there.until(lambda: isinstance(there.person.top, GatheringScreen))
        await there.person.press("escape")
        await there.until(lambda: isinstance(there.person.top, LobbyScreen))


@piloted
async def test_the_menu_leads_back_to_an_unfinished_game_and_to_no_other(world: World) -> None:
    async with as_guest(world, Keys) as (there, ann):
        await start(there, ann)
        await there.person.press("q")
        await there.person.choose("To the start menu")
        await there.settle()
        assert "b  Back to Ann's game, base, round 1, today " in there.person.text
        await there.person.press("b")
        await there.until_there()
        assert "You have an unfinished game here." not in there.person.text
        assert there.table.tid == ann.table.tid


@piloted
async def test_a_table_that_was_picked_is_the_table_that_is_joined(world: World) -> None:
    async with as_guest(world, Keys) as (there, ann):
        await start(there, ann)
        await there.person.press("q")
        await there.person.choose("To the start menu")
        await there.settle()
        zoe = Visitor(world, "Zoe", "zoe")
        zoe.visit.guest.gather(wishes(seats=3), "")
        world.settle()
        assert zoe.visit.gathering is not None
        there.person.app.errands.begin(At(LINK, zoe.visit.gathering.code))
        await there.until(lambda: isinstance(there.person.top, GatheringScreen))
        assert f"code {zoe.visit.gathering.code}" in there.person.text
        await there.person.press("escape")
        await there.settle()


@piloted
async def test_a_code_leads_back_to_the_game_that_was_begun_with_it(world: World) -> None:
    async with as_guest(world, Keys) as (there, ann):
        await start(there, ann)
        await there.person.press("q")
        await there.person.choose("To the start menu")
        await there.settle()
        [way] = there.person.app.kit.door.ways_back()
        there.person.app.errands.begin(Looking(way.code))
        await there.until_there()
        assert there.table.tid == ann.table.tid
