"""Keys that come faster than they are dealt with are obeyed in the order in which they were typed."""

import asyncio
from pathlib import Path

import pytest
from textual import events

from client.screen.screens.lobby import LobbyScreen
from client.screen.table.opening import RoundCard
from client.screen.widgets.dialogues import ChoiceDialogue, LineDialogue
from client.visit.errand import At
from engine.mine.rules.turn.passing import Pass
from tests.client.lines.rooms import position
from tests.client.screen.local_table import LocalTable, asked, laid_out
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import Keys, Person, at_table
from tests.client.screen.world_pilot import at_server
from tests.support.world import LINK, World

DISCARDS = (("d", "d"), ("1", "1"), ("enter", "\r"))


def lay_there(person: Person, *keys: tuple[str, str | None]) -> None:
    """All of them, before the first one is looked at."""
    for key, character in keys:
        event = events.Key(key, character)
        event.set_sender(person.app)
        person.app.post_message(event)


async def type_at_once(person: Person, *keys: tuple[str, str | None]) -> None:
    lay_there(person, *keys)
    await person.settle()


@piloted
async def test_a_card_is_discarded_and_not_played(tmp_path: Path) -> None:
    table = laid_out(position(["broken-pick", "cross"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await type_at_once(person, *DISCARDS)
        assert [type(act) for act in table.done] == [Pass]


@piloted
async def test_escape_with_a_key_close_behind_it_is_two_keys(tmp_path: Path) -> None:
    """A terminal sends the same for that key with Alt."""
    table = laid_out(position(["cross", "straight-short"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await type_at_once(person, ("1", "1"), ("alt+2", None))
        assert "[2]" in person.text
        await type_at_once(person, ("alt+d", None))
        assert "DISCARD" in person.text


@piloted
async def test_whoever_types_a_line_does_not_lose_it_by_a_key_with_alt(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await person.press("t", "h", "o")
        await type_at_once(person, ("alt+b", None))
        assert isinstance(person.top, LineDialogue)
        assert "ho" in person.text


@piloted
async def test_a_card_is_picked_after_everything_was_put_back(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await type_at_once(person, ("escape", None), ("1", "1"))
        assert "[1]" in person.text


def card_of_the_round(table: LocalTable, person: Keys) -> None:
    """The deal is told now: a card opens by itself."""
    person.screen._opening._shown = 0
    table.lately.dealt = 1
    table.listener()


@pytest.mark.parametrize("turns", range(4))
@piloted
async def test_keys_are_for_what_was_seen_when_a_window_opens_meanwhile(tmp_path: Path, turns: int) -> None:
    """It opens after each step of what a key leads to: before it is looked at, and while it is on its way."""
    table = laid_out(position(["broken-pick", "cross"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        lay_there(person, *DISCARDS)
        for _ in range(turns):
            await asyncio.sleep(0)
        card_of_the_round(table, person)
        await person.settle()
        assert [type(act) for act in table.done] == [Pass]
        assert isinstance(person.top, RoundCard)
        await person.press("enter")
        assert not isinstance(person.top, RoundCard)


@piloted
async def test_keys_for_the_card_of_a_round_are_obeyed_in_the_order_of_typing(tmp_path: Path) -> None:
    table = laid_out(position(["broken-pick", "cross"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        card_of_the_round(table, person)
        await person.settle()
        assert isinstance(person.top, RoundCard)
        await type_at_once(person, *DISCARDS)
        assert [type(act) for act in table.done] == [Pass]


@pytest.mark.parametrize("turns", range(4))
@piloted
async def test_a_question_that_opens_takes_no_key_that_was_pressed_before(tmp_path: Path, turns: int) -> None:
    """A number picks a card of the hand, and no gold."""
    table = asked("gold", tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        dialogue = person.top
        assert isinstance(dialogue, ChoiceDialogue)
        person.screen._questions.drop()
        person.app.pop_screen()
        await person.settle()
        lay_there(person, ("1", "1"))
        for _ in range(turns):
            await asyncio.sleep(0)
        person.screen._questions._asked_at = -1
        table.listener()
        await person.settle()
        assert isinstance(person.top, ChoiceDialogue)


@piloted
async def test_keys_behind_one_that_opens_a_list_are_for_the_list(tmp_path: Path) -> None:
    table = laid_out(position(["broken-pick", "cross"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await type_at_once(person, ("q", "q"), ("2", "2"))
        assert person.app.came_to == "menu"


@piloted
async def test_keys_behind_the_one_for_talk_are_what_is_said(world: World) -> None:
    """In the list, O opens a table, and R asks for it again."""
    async with at_server(world, At(LINK), Keys) as there:
        await there.until_on_top(LobbyScreen)
        await type_at_once(there.person, *((key, key) for key in "tor"), ("enter", "\r"))
        await there.settle()
        assert isinstance(there.person.top, LobbyScreen)
        assert "Eva: or" in there.person.text
