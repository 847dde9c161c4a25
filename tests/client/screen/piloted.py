"""Screens under test: a person's keys and mouse, and the text that stands on the screen.

Textual's pilot waits after every key until the processor has little to do, which takes long and proves nothing: on a
busy machine a program that was not given the processor seems to have nothing to do. Here a test waits until every
message that a key has led to is dealt with.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pytest_twisted import ensureDeferred
from textual import events
from textual._context import active_app, visible_screen_stack
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input
from twisted.internet.defer import Deferred

GOLDEN = Path(__file__).parents[3] / "tests" / "stories" / "golden" / "screen"
WRITE = "UNDERMINE_WRITE_GOLDEN"
SMALL, MIDDLE, LARGE = SIZES = (80, 24), (120, 35), (160, 50)
_QUIET = 8
"""What is handed on stands in no queue, and is not dealt with yet, for fewer turns of the loop than this."""
_MOST_TURNS = 1000
_under_way = 0
"""How many messages and callbacks were taken from their queues and are being dealt with."""
_steps = 0
"""How many ever were."""
_read: tuple[object, str] = (None, "")
"""What was read last, and when: nothing on a screen changes by itself."""


def piloted(test: Callable[..., Awaitable[None]]) -> Callable[..., Any]:
    """A test that waits as asyncio has it, which is how Textual waits."""

    @wraps(test)
    async def run(*arguments: Any, **more: Any) -> None:
        with watched():
            await Deferred.fromFuture(asyncio.ensure_future(test(*arguments, **more)))

    test_: Callable[..., Any] = ensureDeferred(run)
    return test_


@contextmanager
def watched() -> Iterator[None]:
    """Every message is counted, so that one can wait for all of them."""
    with ExitStack() as patched:
        for place in ("textual.app.wait_for_idle", "textual.pilot.wait_for_idle"):
            patched.enter_context(patch(place, _settled))
        for step in ("_dispatch_message", "_flush_next_callbacks"):
            patched.enter_context(patch.object(MessagePump, step, _counted(getattr(MessagePump, step))))
        patched.enter_context(patch.object(Stylesheet, "_parse_rules", _parsed_once))
        yield


def _counted(step: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @wraps(step)
    async def run(*arguments: Any) -> None:
        global _under_way, _steps  # noqa: PLW0603  one program is tested at a time
        _under_way += 1
        _steps += 1
        try:
            await step(*arguments)
        finally:
            _under_way -= 1

    return run


_read_style_sheet = Stylesheet._parse_rules
_rules: dict[object, Any] = {}


def _parsed_once(sheet: Stylesheet, css: str, *where: Any, **how: Any) -> Any:
    """Every program under test has the same style sheets: with the same colours, they are parsed by the first."""
    key = (css, where, *how.values(), *sheet._variables.values())
    if key not in _rules:
        _rules[key] = _read_style_sheet(sheet, css, *where, **how)
    return _rules[key]


async def _settled(_least_seconds: float = 0) -> None:
    """In place of Textual's guess, see above."""
    await settle(active_app.get())


async def settle(app: App[Any]) -> None:
    """Until nothing is left to do, and everything is drawn."""
    quiet = 0
    for _ in range(_MOST_TURNS):
        await asyncio.sleep(0)
        if _under_way or _is_queued(app):
            quiet = 0
        elif undrawn := _undrawn(app):
            undrawn[0]._on_timer_update()
            quiet = 0
        else:
            quiet += 1
        if quiet == _QUIET:
            return


def _is_queued(app: App[Any]) -> bool:
    pumps = [app, *(node for screen in app.screen_stack for node in screen.walk_children(with_self=True))]
    return any(pump.message_queue_size or pump._next_callbacks for pump in pumps)


def _undrawn(app: App[Any]) -> list[Screen[Any]]:
    """Of the screens that are seen; what is only to be painted again is painted when a test reads it."""
    if not app.screen_stack:  # it has ended
        return []
    return [
        screen
        for screen in (app.screen, *app._background_screens)
        if screen._layout_required or screen._scroll_required or screen._callbacks
    ]


@asynccontextmanager
async def unpainted() -> AsyncIterator[None]:
    """Nothing is painted for a terminal that is not there: reading the screen paints it."""
    with patch("textual._compositor.Compositor.render_update", return_value=None):
        yield


def screen_text(app: App[Any]) -> str:
    """What a person reads: every line of the screen, without colours and without spaces at its end."""
    global _read  # noqa: PLW0603  as above
    now = (app, app.screen, _steps)
    if _read[0] != now:
        _read = now, _painted(app)
    return _read[1]


def _painted(app: App[Any]) -> str:
    app.screen._set_dirty()
    visible_screen_stack.set([*app._background_screens])
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


def compare(app: App[Any], name: str) -> None:
    """With the golden of this name.

    With UNDERMINE_WRITE_GOLDEN set it is written again, and the test fails all the same: look at the difference first.
    """
    file = GOLDEN / f"{name}.{app.size.width}x{app.size.height}.txt"
    text = screen_text(app)
    if os.environ.get(WRITE):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    written = file.read_text(encoding="utf-8") if file.exists() else ""
    assert not os.environ.get(WRITE), f"{file} was written: look at it"
    assert text == written, f"the screen is not {file.name} any more:\n{text}"


async def click_on(pilot: Pilot[Any], words: str) -> None:
    """A click on the first place where these words stand, as a player with a mouse would find them."""
    await pilot.pause()  # what is still moving would not be where it was read
    for y, line in enumerate(screen_text(pilot.app).splitlines()):
        if words in line:
            x = line.index(words) + len(words) // 2
            widget, region = pilot.app.screen.get_widget_at(x, y)
            await pilot.click(widget, offset=(x - region.x, y - region.y))
            await pilot.pause()
            return
    raise AssertionError(f"{words!r} is not on the screen:\n{screen_text(pilot.app)}")


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Wait for something that a timer or another task brings, and until everything that comes with it is drawn."""
    for _ in range(1000):
        await pilot.pause()
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"it does not come:\n{screen_text(pilot.app)}")


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Into the line that has the cursor; all at once, as if it were pasted, since single keys take their time."""
    await pilot.pause()
    assert isinstance(pilot.app.focused, Input)
    pilot.app.focused.post_message(events.Paste(text))
    await pilot.pause()


def words_of(app: App[Any]) -> str:
    """The text of the screen, or of the dialogue over it, with single spaces: lines may break anywhere."""
    lines = screen_text(app).splitlines()
    for box in app.screen.query(".dialogue, .page"):
        x, y, width, height = box.content_region
        lines = [line[x : x + width] for line in lines[y : y + height]]
    return " ".join(" ".join(lines).split())
