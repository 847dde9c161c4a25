"""The page that replays a game, in a real browser: by keys, by mouse, by itself, dark and light."""

from collections.abc import Iterator

import pytest

from client.exports.page import page
from client.replay.opened import opened
from client.replay.table import ReplayedTable
from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
from tests.client.exports.browser import PROGRAM, Browser, browser

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium on this computer"),
]
_KEYS = {
    "ArrowLeft": 37,
    "ArrowRight": 39,
    "Home": 36,
    "End": 35,
    "PageDown": 34,
    "PageUp": 33,
    " ": 32,
    "+": 187,
    "-": 189,
}
SIZE = "(({width, height}) => [width, height])(document.querySelector('#board svg').getBoundingClientRect())"


@pytest.fixture(scope="module", params=["base", "saboteur2", "cave"])
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("browser")
    log = folder / "game.umlog"
    log.write_bytes(SelfPlay(parse(request.param), 4, [BOTS["steady"]], from_seed(b"browser")).play())
    game = opened(log)
    file = folder / "game.html"
    file.write_text(page(game, ReplayedTable(game.recording(game.eyes_named("all")))), encoding="utf-8")
    with browser(folder / "profile") as driven:
        driven.open(file)
        yield driven


def at(seen: Browser) -> int:
    return int(seen.ask("document.getElementById('at').value"))


def press(seen: Browser, key: str, times: int = 1) -> None:
    for _ in range(times):
        seen.key(key, _KEYS[key])


def plays(seen: Browser) -> bool:
    return bool(seen.ask("document.getElementById('play').ariaPressed === 'true'"))


def drawn(seen: Browser) -> str:
    return str(seen.ask("document.getElementById('board').innerHTML"))


def test_keys_go_forward_and_back_to_the_same_picture(seen: Browser) -> None:
    press(seen, "Home")
    pictures = []
    for step in range(12):
        assert at(seen) == step
        pictures.append((drawn(seen), seen.ask("document.getElementById('where').textContent")))
        press(seen, "ArrowRight")
    assert len({board for board, _where in pictures}) > 5
    for step in reversed(range(12)):
        press(seen, "ArrowLeft")
        assert (drawn(seen), seen.ask("document.getElementById('where').textContent")) == pictures[step]
    press(seen, "End")
    last = int(seen.ask("document.getElementById('at').max"))
    assert at(seen) == last
    press(seen, "ArrowRight")
    assert at(seen) == last
    press(seen, "PageUp")
    assert (
        0 < at(seen) < last
        or seen.ask("JSON.parse(document.getElementById('data').textContent).frames.at(-1).at[1]") == 1
    )
    assert seen.errors == []


def test_a_click_on_a_button_and_on_the_story_goes_there(seen: Browser) -> None:
    press(seen, "Home")
    seen.click("#next")
    assert at(seen) == 1
    seen.click("#story li:nth-child(20)")
    assert at(seen) == seen.ask("JSON.parse(document.getElementById('data').textContent).story[19][2]")
    assert seen.ask("document.querySelectorAll('#story li.now').length") >= 1
    assert seen.ask("document.querySelectorAll('#hands svg').length") == 4
    seen.click("#last")
    assert at(seen) == int(seen.ask("document.getElementById('at').max"))


def test_it_begins_with_the_first_card_and_has_an_empty_board_before(seen: Browser) -> None:
    seen.do("Page.reload")
    seen.wait_for("Page.loadEventFired")
    assert at(seen) > 0
    first, size = drawn(seen), seen.ask(SIZE)
    press(seen, "ArrowLeft")
    assert drawn(seen) != first
    assert seen.ask(SIZE) == size
    assert seen.ask("document.getElementById('where').textContent") == "Before the first card"


def test_it_plays_by_itself_until_it_is_stopped(seen: Browser) -> None:
    press(seen, "Home")
    assert not plays(seen)
    press(seen, "+", 9)
    assert seen.ask("document.getElementById('speed').value") == "8"
    press(seen, " ")
    assert plays(seen)
    while at(seen) < 3:
        pass
    press(seen, "-")
    assert seen.ask("document.getElementById('speed').value") == "7"
    assert plays(seen)
    press(seen, " ")
    assert not plays(seen)
    stopped = at(seen)
    press(seen, "ArrowLeft")
    assert at(seen) == stopped - 1
    assert seen.errors == []


def test_arrows_on_the_slider_of_speed_change_that_and_nothing_else(seen: Browser) -> None:
    press(seen, "Home")
    seen.ask("document.getElementById('speed').focus()")
    before = int(seen.ask("document.getElementById('speed').value"))
    press(seen, "ArrowLeft")
    assert (at(seen), int(seen.ask("document.getElementById('speed').value"))) == (0, before - 1)
    seen.ask("document.activeElement.blur()")


def test_dark_and_light_pages_have_colours_of_their_own(seen: Browser) -> None:
    colours = set()
    for scheme in ("dark", "light"):
        seen.do("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        page_, board = (
            seen.ask(f"getComputedStyle(document.querySelector('{place}')).{what}")
            for place, what in (("body", "backgroundColor"), ("#board .paper", "fill"))
        )
        colours |= {page_, board}
    assert len(colours) >= 3
