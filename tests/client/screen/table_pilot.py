"""The screen of a table under a person's hands, with the real program around it."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from textual import events
from textual.geometry import Offset
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, Input
from twisted.internet.defer import Deferred, maybeDeferred

from client.games.desk import BoardDesk
from client.games.picking import Picking
from client.profile.profile import Profile
from client.profile.settings import Settings
from client.render.charset import BOX, Charset
from client.screen.app.app import UndermineApp
from client.screen.app.kit import Kit
from client.screen.table.screen import TableScreen
from client.screen.table.shown import ShownTable
from client.screen.widgets.key_bar import KeyBar
from client.visit.news import News, What
from engine.grid.cells import xy
from tests.client.screen.local_table import LocalTable
from tests.client.screen.piloted import screen_text, settle, unpainted, until

SIZES = {"80x24": (80, 24), "120x35": (120, 35), "160x50": (160, 50)}
Show = Callable[[LocalTable, Kit], ShownTable]
_Hands = TypeVar("_Hands", bound="Person")
_CHARACTERS = {"space": " ", "enter": "\r", "tab": "\t"}


class Person:
    """Eyes and hands: reads what stands on the screen, presses keys, clicks."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot
        self.app: Any = pilot.app

    @property
    def text(self) -> str:
        """What stands on the screen, and what is seen behind it."""
        return screen_text(self.app)

    @property
    def line(self) -> list[str]:
        """The same, line by line."""
        return self.text.splitlines()

    @property
    def top(self) -> Screen[Any]:
        """Whatever stands over everything else."""
        screen: Screen[Any] = self.app.screen
        return screen

    @property
    def screen(self) -> Any:
        """The table, under whatever stands over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, ShownTable))

    @property
    def picking(self) -> Picking:
        """What is picked, and where the cursor is."""
        desk: Any = self.screen.desk
        assert isinstance(desk, BoardDesk)
        return desk.picking

    async def sit_at(self, table: LocalTable, show: Show = TableScreen) -> None:
        """At another table than before."""
        while len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        screen = show(table, self.app.kit)
        table.listener = lambda: screen.heard(News(What.TABLE, table=table.tid))

        def left(what: object) -> None:
            self.app.came_to = what

        self.app.push_screen(screen, left)
        await self.settle()

    async def settle(self) -> None:
        """Until nothing is left to do, and everything is drawn."""
        await settle(self.app)

    async def resize(self, width: int, height: int) -> None:
        """The window; Textual takes its time before it believes that this was the last change."""
        await self.pilot.resize_terminal(width, height)
        await until(
            self.pilot, lambda: self.app._resize_event is None and tuple(self.top.outer_size) == (width, height)
        )
        await self.settle()

    async def press(self, *keys: str) -> None:
        """One after the other."""
        for key in keys:
            name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
            character = key if len(key) == 1 else _CHARACTERS.get(key)
            event = events.Key(name, character)
            event.set_sender(self.app)
            self.app.post_message(event)
            await self.settle()

    async def type(self, text: str) -> None:
        """Into whatever takes it."""
        await self.press(*("space" if char == " " else char for char in text))

    async def click(self, x: int, y: int) -> None:
        """At a place of the screen."""
        screen = self.top
        under, _region = self.app.get_widget_at(x, y)
        where: dict[str, Any] = {"x": x, "y": y, "screen_x": x, "screen_y": y, "delta_x": 0, "delta_y": 0}
        for kind in (events.MouseDown, events.MouseUp, events.Click):
            held: dict[str, Any] = {"button": 1, "shift": False, "meta": False, "ctrl": False}
            self.app.mouse_position = Offset(x, y)
            screen._forward_event(kind(widget=under, **where, **held))
            await self.settle()

    async def click_on(self, words: str, *, last: bool = False) -> None:
        """In the middle of the first place where these words stand, or of the last."""
        lines = self.line
        found = [(line.index(words), y) for y, line in enumerate(lines) if words in line]
        assert found, f"{words!r} is not on the screen:\n{self.text}"
        x, y = found[-1 if last else 0]
        await self.click(x + len(words) // 2, y)


class Hands(Person):
    """What those with keys and those with a mouse do alike."""

    async def lay(self, x: int, y: int, *, turned: bool) -> None:
        """The picked card, turned as it should lie."""
        await self.point_at(x, y)
        if self.picking.turned != turned and ("Space turns" in self.text or "Space: turn" in self.text):
            await self.do("turn")
        await self.play_at(x, y)

    async def point_at(self, x: int, y: int) -> None:
        """At a cell of the board."""
        raise NotImplementedError

    async def play_at(self, x: int, y: int) -> None:
        """The picked card, at a cell of the board."""
        raise NotImplementedError

    async def do(self, word: str) -> None:
        """What a word in the last line of the screen stands for."""
        raise NotImplementedError


class Keys(Hands):
    """A person without a mouse."""

    async def click(self, x: int, y: int) -> None:
        """There is nothing to click with."""
        raise AssertionError("a mouse was used")

    async def do(self, word: str) -> None:
        """What a word in the last line of the screen stands for."""
        [key] = [key for key in self.top.query_one(KeyBar).fitting if key.words == word]
        await self.press(key.name)

    async def do_more(self, words: str) -> None:
        """What has a key that the last line does not name."""
        await self.press(_MORE[words])

    async def choose(self, text: str) -> None:
        """An answer of a list, by its number or letter."""
        found = re.search(rf"(\w)  {re.escape(text)}", self.text)
        assert found, f"{text!r} is no answer on the screen:\n{self.text}"
        await self.press(found[1])

    async def push(self, text: str) -> None:
        """A button of a page; the first has the focus."""
        labels = [str(button.label) for button in self.top.query(Button)]
        await self.press(*["right"] * labels.index(text), "enter")

    async def pick(self, number: int) -> None:
        """A card of the hand, counted from 1."""
        await self.press(str(number))

    async def point_at(self, x: int, y: int) -> None:
        """Over the board to a cell."""
        at = xy(self.picking.cursor)
        across = ["left" if x < at[0] else "right"] * abs(x - at[0])
        along = ["down" if y < at[1] else "up"] * abs(y - at[1])
        await self.press(*across, *along)

    async def play_at(self, x: int, y: int) -> None:
        """The picked card."""
        await self.point_at(x, y)
        await self.press("enter")


class Mouse(Hands):
    """A person without a keyboard, or nearly so: texts are still typed."""

    async def press(self, *keys: str) -> None:
        """There is nothing to press, but for what belongs into a line."""
        assert isinstance(self.app.focused, Input), "a key was used"
        await super().press(*keys)

    async def do_more(self, words: str) -> None:
        """What the last line does not name."""
        await self.click(2, self.screen.query_one("#prompt").region.y)
        await self.choose(words)

    async def do(self, word: str) -> None:
        """What a word in the last line of the screen stands for."""
        await self.click_on(f" {word}", last=True)

    async def choose(self, text: str) -> None:
        """An answer of a list."""
        await self.click_on(f"  {text}")

    async def push(self, text: str) -> None:
        """A button of a page."""
        await self.click_on(f" {text} ", last=True)

    async def pick(self, number: int) -> None:
        """A card of the hand, counted from 1."""
        hand = self.screen.query_one("#hand").region
        line = self.line[hand.y]
        await self.click(re.search(rf"\b{number}\b", line).start(), hand.y + 2)  # type: ignore[union-attr]

    async def point_at(self, x: int, y: int) -> None:
        """A click goes to the cell; a second one would play there."""
        if xy(self.picking.cursor) != (x, y):
            await self._bring_into_sight(x, y)
            await self.click(*self.place_of(x, y))

    async def play_at(self, x: int, y: int) -> None:
        """The picked card."""
        await self.point_at(x, y)
        await self._bring_into_sight(x, y)
        await self.click(*self.place_of(x, y))

    async def _bring_into_sight(self, x: int, y: int) -> None:
        """With the wheel, and to the side with Shift."""
        for _ in range(40):
            columns, rows = self._numbers()
            if x not in columns:
                await self.roll(-1 if x < min(columns) else 1, 0)
            elif y not in rows:
                await self.roll(0, -1 if y < min(rows) else 1)
            else:
                return

    async def roll(self, right: int, up: int) -> None:
        """The wheel, over the board."""
        kind = events.MouseScrollUp if up > 0 or right < 0 else events.MouseScrollDown
        at: dict[str, Any] = {"x": 20, "y": 9, "screen_x": 20, "screen_y": 9, "delta_x": 0, "delta_y": 0}
        under, _region = self.app.get_widget_at(20, 9)
        self.top._forward_event(kind(widget=under, **at, button=0, shift=bool(right), meta=False, ctrl=False))
        await self.settle()

    def place_of(self, x: int, y: int) -> tuple[int, int]:
        """The characters of a cell, as a player finds them who reads the numbers beside the board."""
        columns, rows = self._numbers()
        return columns[x], rows[y]

    def _numbers(self) -> tuple[dict[int, int], dict[int, int]]:
        """The columns and rows of the board that are in sight, and where on the screen."""
        region = self.screen.query_one("#map").region
        lines = [line[: region.right] for line in self.line[region.y : region.bottom]]
        rows = {int(line[:4]): region.y + at for at, line in enumerate(lines) if re.fullmatch(r" *-?\d+ ", line[:4])}
        numbers = next(line for line in reversed(lines) if line.strip())
        return {int(found[0]): found.end() - 1 for found in re.finditer(r"-?\d+", numbers)}, rows


HANDS: list[type[Keys] | type[Mouse]] = [Keys, Mouse]
MOUSE_AT_NIGHT = [Keys, pytest.param(Mouse, marks=pytest.mark.long)]
"""Where every screen and dialogue that is met has a test of its own for both."""
_MORE = {
    "Ask for a pause": "p",
    "Agree to a pause": "p",
    "Take back your wish for a pause": "p",
    "End the pause": "p",
    "Come back to the table": "b",
    "The end of the last round again": "n",
    "The score so far": "r",
    "What a player has done so far": "a",
    "The whole board again, centred": "c",
    "Larger or smaller tiles": "z",
}


class QuietServer:
    """Stands for a server on this computer that is never started."""

    def stop(self) -> None:
        """There is nothing to stop."""


def kit_of(folder: Path, charset: Charset = BOX, **settings: Any) -> Kit:
    """What the program brings, with all files in a folder; what is done in a thread is done at once."""
    profile = Profile("eva")
    profile.config, profile.data = folder / "config", folder / "data"

    def at_once(do: Any, *arguments: Any) -> "Deferred[Any]":
        return maybeDeferred(do, *arguments)

    door: Any = None
    server: Any = QuietServer()
    kit = Kit("Eva", profile, Settings(**{"name": "Eva", "confirm": "never"} | settings), charset, server)
    kit.door, kit.in_thread = door, at_once
    return kit


@asynccontextmanager
async def at_table(
    table: LocalTable,
    folder: Path,
    hands: type[_Hands],
    size: tuple[int, int] = (80, 24),
    charset: Charset = BOX,
    *,
    show: Show = TableScreen,
    **settings: Any,
) -> AsyncIterator[_Hands]:
    """A person who looks at the table; what that comes to is kept in ``app.came_to``."""
    kit = kit_of(folder, charset, **settings)
    nothing: Any = None
    app: Any = UndermineApp(kit, nothing)
    app.came_to = None
    async with unpainted(), app.run_test(size=size) as pilot:
        person = hands(pilot)
        await person.sit_at(table, show)
        yield person
