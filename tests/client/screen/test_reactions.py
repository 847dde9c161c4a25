"""A window to react in: one key answers it whatever is open, and nothing that is typed is lost."""

from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Input

from client.screen.table.conversation import ReactionLine
from client.screen.table.screen import TableScreen
from client.screen.widgets.dialogues import ChoiceDialogue, LineDialogue
from client.screen.widgets.page import Page
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.wants import Window
from tests.client.screen.local_table import LocalTable, asked
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import Keys, Person, at_table
from tests.support.nights import thinned

OPENS: dict[str, type[Screen[Any]]] = {
    "": TableScreen,
    "t": LineDialogue,
    "g": ChoiceDialogue,
    "?": Page,
    "q": ChoiceDialogue,
}
"""By the key that opens it."""


class Announced(LocalTable):
    """The Theft of a round's end stands for a reaction: it is offered in a window, which opens when a test says so."""

    @property
    def asked(self) -> Window | None:
        return Window((0,), "theft") if self.secret is not None else None

    def act(self, act: object) -> None:
        """The round goes on: what comes of it is no matter of the window."""
        self.done.append(act)


def announced(folder: Path) -> Announced:
    table = asked("theft", folder)
    table.__class__ = Announced
    assert isinstance(table, Announced)
    table.done.clear()
    return table


async def open_window(person: Person, table: Announced, seconds: float | None = 3.0) -> None:
    table.secret, table.left = Window((0,), "theft"), seconds
    table.listener()
    await person.settle()


async def close_window(person: Person, table: Announced) -> None:
    table.secret = table.left = None
    table.listener()
    await person.settle()


@pytest.mark.parametrize(
    ("opened", "key", "act"),
    thinned(
        (
            (opened, *one)
            for opened in OPENS
            for one in (("f2", Steal(0, 1)), ("ctrl+r", Steal(0, 1)), ("f4", StealNothing(0)))
        ),
        2,
    ),
)
@piloted
async def test_one_key_answers_whatever_is_open(tmp_path: Path, opened: str, key: str, act: object) -> None:
    table = announced(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await person.press(*opened)
        await open_window(person, table)
        top = person.top
        assert isinstance(top, OPENS[opened]), "nothing was closed, and nothing opened over it"
        assert "F2 Steal a nugget from Ann F3 Steal a nugget from Bob F4 Steal nothing (0:03)" in " ".join(
            person.text.split()
        )
        await person.press(key)
        assert table.done == [act]
        assert person.top is top
        await close_window(person, table)
        assert not person.top.query(ReactionLine)
        assert "F2" not in person.text


@pytest.mark.parametrize("opened", OPENS)
@piloted
async def test_a_click_answers_whatever_is_open(tmp_path: Path, opened: str) -> None:
    table = announced(tmp_path)
    async with at_table(table, tmp_path, Person) as person:
        await person.press(*opened)
        await open_window(person, table)
        await person.click_on("F4 Steal", last=True)
        assert table.done == [StealNothing(0)]
        assert isinstance(person.top, OPENS[opened])


@piloted
async def test_a_line_that_is_half_typed_is_not_touched(tmp_path: Path) -> None:
    table = announced(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await person.press("t")
        await person.type("I have ")
        await open_window(person, table)
        await person.type("2 ")
        assert table.done == []
        await person.press("f3")
        assert table.done == [Steal(0, 2)]
        await close_window(person, table)
        await person.type("maps")
        assert isinstance(person.app.focused, Input)
        assert person.app.focused.value == "I have 2 maps"
        await person.press("enter")
        assert table.done == [Steal(0, 2), "I have 2 maps"]


@piloted
async def test_the_line_goes_along_with_what_is_opened_and_closed(tmp_path: Path) -> None:
    table = announced(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await open_window(person, table)
        for key in ("t", "escape", "?", "escape", "g", "2"):
            await person.press(key)
            [line] = person.top.query(ReactionLine)
            assert line.region.bottom == 23, "above the last line"
        assert not person.screen.query(ReactionLine)


@piloted
async def test_keys_at_the_table_do_what_they_always_do(tmp_path: Path) -> None:
    """A card is looked at, and nothing is answered by its number."""
    table = announced(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await open_window(person, table)
        await person.press("1", "enter", "d", "escape")
        assert table.done == []
        assert isinstance(person.top, TableScreen)
        assert "F2 Steal" in person.text


@pytest.mark.parametrize("opened", OPENS)
@piloted
async def test_without_a_window_the_keys_do_nothing(tmp_path: Path, opened: str) -> None:
    table = announced(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await person.press(*opened)
        before = person.text
        await person.press("f2", "f9", "ctrl+r")
        assert person.text == before
        assert table.done == []


@piloted
async def test_what_is_not_offered_is_not_done(tmp_path: Path) -> None:
    table = announced(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await open_window(person, table)
        await person.press("f5", "f9")
        assert table.done == []


@piloted
async def test_the_player_is_called_and_the_seconds_run(tmp_path: Path) -> None:
    table = announced(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await open_window(person, table, 3.0)
        assert "(0:03)" in person.line[22]
        table.left = 2.0
        person.screen._tick()
        await person.settle()
        assert "(0:02)" in person.line[22]
