"""What is painted, and what is not painted again."""

from typing import Any, ClassVar
from unittest.mock import patch

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color

from client.render.spans import Picture, Span
from client.screen.app.palette import Colourless
from client.screen.table.sight import Saying
from client.screen.widgets.key_bar import KeyBar
from client.screen.widgets.picture_view import PictureView
from tests.client.screen.piloted import click_on, piloted, screen_text

# keys


class _Keys(App[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "note('a')", "one thing"),
        Binding("b,c", "note('b')", "another"),
        Binding("h", "note('h')", "not shown", show=False),
        Binding("x", "note('x')", "not now"),
        Binding("question_mark", "note('?')", "help", key_display="?"),
        Binding("q", "note('q')", "leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []
        self.allowed = True

    def compose(self) -> ComposeResult:
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.allowed or parameters != ("x",)

    def action_note(self, what: str) -> None:
        self.noted.append(what)


def _last_line(app: App[Any]) -> str:
    return screen_text(app).splitlines()[-1]


@piloted
async def test_every_key_is_shown_once_and_a_click_presses_it() -> None:
    app = _Keys()
    async with app.run_test(size=(80, 5)) as pilot:
        assert _last_line(app) == " a one thing  b another  x not now  ? help  q leave"
        for words in ("one thing", "another", "? help", "q leave"):
            await click_on(pilot, words)
        await pilot.click(offset=(79, 4))  # where nothing stands
        assert app.noted == ["a", "b", "?", "q"]


@piloted
async def test_a_key_that_does_nothing_now_is_not_shown() -> None:
    app = _Keys()
    async with app.run_test(size=(80, 5)) as pilot:
        app.allowed = False
        app.refresh_bindings()
        await pilot.pause()
        assert _last_line(app) == " a one thing  b another  ? help  q leave"


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (51, " a one thing  b another  x not now  ? help  q leave"),
        (50, " a one thing  b another  ? help  q leave"),
        (30, " a one thing  ? help  q leave"),
        (20, " ? help  q leave"),
        (10, " ? help  q"),
    ],
)
@piloted
async def test_where_there_is_no_room_for_all_help_and_the_way_out_stay(width: int, line: str) -> None:
    app = _Keys()
    async with app.run_test(size=(width, 5)) as pilot:
        assert _last_line(app) == line
        if width == 20:
            await click_on(pilot, "leave")
            assert app.noted == ["q"]


# sentences and pictures


class _Board(App[None]):
    CSS = "Saying { height: 1; }  PictureView { height: 5; }"

    def __init__(self) -> None:
        super().__init__()
        self.lines = ["one", "two", "three"]

    def compose(self) -> ComposeResult:
        yield Saying(id="said")
        yield PictureView(self._draw, id="picture")

    def _draw(self, width: int, height: int) -> Picture[int]:
        return Picture(tuple((Span(line),) for line in self.lines), lambda x, y: None)


@piloted
async def test_only_the_lines_that_differ_are_painted_again() -> None:
    app = _Board()
    async with app.run_test(size=(20, 6)) as pilot:
        picture = app.query_one(PictureView)
        for lines, painted in (
            (["one", "two", "three"], []),
            (["one", "2", "three"], [1]),
            (["one"], [1, 2]),
            (["one", "", "", "four"], [1, 2, 3]),
        ):
            app.lines = lines
            with patch.object(PictureView, "refresh", autospec=True) as refresh:
                picture.redraw()
            assert [region.y for call in refresh.call_args_list for region in call.args[1:]] == painted
            picture.refresh()
            await pilot.pause()
            shown = screen_text(app).splitlines()
            assert [line.rstrip() for line in shown[-5:]][: len(lines)] == lines


@piloted
async def test_what_says_the_same_is_not_drawn_again() -> None:
    app = _Board()
    async with app.run_test(size=(20, 6)):
        said = app.query_one(Saying)
        with patch.object(Saying, "update", autospec=True) as update:
            for text in ("a", "a", "b", "b", "a"):
                said.say(text)
        assert [str(call.args[1]) for call in update.call_args_list] == ["a", "b", "a"]


# no colours


@pytest.mark.parametrize(
    ("dark", "ground", "stands_out"),
    [
        (True, "#000000", False),
        (True, "#24292e", False),
        (True, "#ffaa00", True),
        (False, "#ffffff", False),
        (False, "#d8d8d8", False),
        (False, "#004578", True),
    ],
)
def test_without_colours_a_ground_that_stands_out_is_reversed(dark: bool, ground: str, stands_out: bool) -> None:
    style = Style(color="red", bgcolor=ground, bold=True, dim=True, meta={"@click": "x"})
    [one, bare] = Colourless(lambda: dark).apply([Segment("a", style), Segment("b")], Color.parse("#123456"))
    assert one.style is not None
    assert (one.style.color, one.style.bgcolor) == (None, None)
    assert (one.style.bold, one.style.reverse, one.style.meta) == (True, stands_out, {"@click": "x"})
    assert bare == Segment("b")
