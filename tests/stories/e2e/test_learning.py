"""Lessons in a real terminal: from the command line and from the menu."""

from collections.abc import Callable

import pytest

from tests.stories.e2e.home import Home
from tests.stories.e2e.terminal import Terminal

pytestmark = pytest.mark.long


def _page_is_gone(text: str) -> bool:
    return "YOUR TURN" in text and " OK " not in text


def _moved_on_from(before: str) -> Callable[[str], bool]:
    return lambda text: "Enter: place at" in text and text != before


def _place_beside_the_exit(game: Terminal, card: str) -> None:
    game.press(card)
    at = game.wait_for("Enter: place at")
    while "Enter: place at 3,4" not in at:
        game.press("tab")
        at = game.wait_for(_moved_on_from(at))
    game.press("enter")


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


def test_a_puzzle_of_the_cave_is_solved_card_and_way(home: Home) -> None:
    game = home.start("learn", "puzzles", "40")
    game.wait_for("Puzzle 40 of 44", "the exit lies open at 4,4")
    game.press("enter")
    game.wait_for(_page_is_gone)
    _place_beside_the_exit(game, "4")
    game.wait_for("Not this.")
    game.press("enter")
    game.wait_for(_page_is_gone)
    _place_beside_the_exit(game, "1")
    game.wait_for("Good. And now?", "moves left: 3")
    for left, arrow in ((2, "up"), (1, "right"), (0, "right")):
        game.press(arrow)
        game.wait_for("Enter: go")
        game.press("enter")
        game.wait_for(f"moves left: {left}" if left else "Solved!")
    game.press("escape")
    game.press("q")
    assert game.exit_code() == 0
    assert not game.left_behind()
