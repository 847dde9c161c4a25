"""People press keys twice, click twice, and type ahead: each question is answered once."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.stories.e2e.home import Home
from tests.stories.e2e.playing import DISCARDING, OWN_TURN, Player
from tests.stories.e2e.terminal import Terminal


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One for all of them, since each leaves it as it was."""
    home = Home(tmp_path_factory.mktemp("home"))
    yield home.start()
    home.close()


def open_page(game: Terminal, key: str, words: str) -> None:
    game.wait_for(OWN_TURN)
    game.press(key)
    game.wait_for(words)


def assert_goes_on(game: Terminal, gone: str) -> None:
    """The page is away and the table is there; the second key may have been for it, and have picked a card."""
    game.wait_for("fair so far", lambda text: gone not in text)
    Player(game).calm_down()
    game.press("d")
    game.wait_for(DISCARDING)
    game.press("escape")
    game.wait_for(OWN_TURN)


@pytest.mark.long
def test_a_number_that_is_pressed_again_and_again_answers_once(game: Terminal) -> None:
    open_page(game, "q", "Leave the table?")
    game.press("111")
    assert_goes_on(game, "Leave the table?")


@pytest.mark.parametrize(("key", "words"), [("?", "Keys and rules"), ("q", "Leave the table?")])
@pytest.mark.long
def test_enter_twice_closes_one_page(game: Terminal, key: str, words: str) -> None:
    open_page(game, key, words)
    game.press("\r\r")
    assert_goes_on(game, words)


@pytest.mark.long
def test_a_double_click_presses_one_button(game: Terminal) -> None:
    open_page(game, "s", "What only you know")
    x, y = game.place("Continue")
    game.click(x, y)
    game.click(x, y)
    assert_goes_on(game, "What only you know")


@pytest.mark.long
def test_turns_can_be_typed_ahead(home: Home) -> None:
    game = home.start()
    game.wait_for(OWN_TURN)
    for _turn in range(3):
        game.press("d1\r")
    player = Player(game)
    player.calm_down()
    player.play_until("Round 1 is over")
