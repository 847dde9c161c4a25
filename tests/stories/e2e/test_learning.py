"""Lessons in a real terminal: from the command line and from the menu."""

import pytest

from tests.stories.e2e.home import Home

pytestmark = pytest.mark.long


def _page_is_gone(text: str) -> bool:
    return "YOUR TURN" in text and " OK " not in text


def test_a_lesson_is_done_and_the_next_start_goes_on_behind_it(home: Home) -> None:
    game = home.start("learn")
    game.wait_for("Lesson 1 of 14", "Dig towards it")
    game.press("enter")
    game.wait_for(_page_is_gone)
    game.press("1")
    game.wait_for("Enter: place at 1,0")
    game.press("enter")
    game.wait_for("That is a turn")
    game.press("enter")
    game.wait_for("Lesson 2 of 14", "The tee fits there")
    game.press("enter")
    game.wait_for(_page_is_gone)
    game.press("q")
    assert game.exit_code() == 0
    assert not game.left_behind()
    again = home.start("learn")
    again.wait_for("Lesson 2 of 14", "The tee fits there")
    again.press("enter")
    again.wait_for(_page_is_gone)
    again.press("q")
    assert again.exit_code() == 0
