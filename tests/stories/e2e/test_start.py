"""The first screen is painted before the rest is loaded: what happens meanwhile counts all the same."""

import signal

import pytest

from tests.stories.e2e.home import THREE, Home
from tests.stories.e2e.playing import OWN_TURN

MENU = "Play with bots"
STARTING = "Starting a server on this computer"


def test_a_key_before_the_first_picture_is_not_lost(home: Home) -> None:
    menu = home.start("menu", "--name", "Mira")
    menu.press("2")
    menu.wait_for("A table with bots", "ready-made choice")
    menu.press("escape")
    menu.wait_for(MENU)
    menu.press("escape")
    assert menu.exit_code() == 0
    assert not menu.left_behind()


def test_what_is_chosen_at_once_waits_for_the_network(home: Home) -> None:
    menu = home.start("menu", "--name", "Mira")
    menu.press("1")
    menu.wait_for(OWN_TURN)
    menu.press("ctrl+q")
    assert menu.exit_code() == 0
    home.wait_for_no_server()


def test_the_menu_can_be_left_at_once(home: Home) -> None:
    menu = home.start("menu", "--name", "Mira")
    menu.wait_for(MENU)
    menu.press("q")
    assert menu.exit_code() == 0
    assert not menu.left_behind()


@pytest.mark.long
def test_waiting_can_be_given_up_at_once(home: Home) -> None:
    game = home.start()
    game.wait_for(STARTING)
    game.press("escape")
    game.wait_for(MENU)
    game.press("q")
    assert game.exit_code() == 0
    assert not game.left_behind()
    home.wait_for_no_server()


@pytest.mark.parametrize(
    ("command", "first", "number"),
    [
        (("menu", "--name", "Mira"), MENU, signal.SIGINT),
        (THREE, STARTING, signal.SIGTERM),
        *(
            pytest.param(("menu", "--name", "Mira"), MENU, number, marks=pytest.mark.long)
            for number in (signal.SIGTERM, signal.SIGHUP)
        ),
        *(pytest.param(THREE, STARTING, number, marks=pytest.mark.long) for number in (signal.SIGINT, signal.SIGHUP)),
    ],
)
def test_a_signal_while_the_rest_is_loaded_ends_it_in_order(
    home: Home, command: tuple[str, ...], first: str, number: signal.Signals
) -> None:
    program = home.start(*command)
    program.wait_for(first)
    program.kill(number)
    assert program.exit_code() == 128 + number
    assert not program.left_behind()
    assert not program.behind(), "nothing is said"
    if command == THREE:
        home.wait_for_no_server()


@pytest.mark.long
def test_a_mistake_while_the_rest_is_loaded_ends_it_in_order(home: Home) -> None:
    program = home.start_with("import sys; sys.modules['client.visit.door'] = None")
    assert program.exit_code() == 1
    assert not program.left_behind()
    assert "undermine has crashed." in " ".join(program.behind().split())
    home.wait_for_no_server()
    assert "ModuleNotFoundError" in (home.data / "client-messages.txt").read_text()


def test_the_first_start_is_one_page_and_the_second_asks_nothing(home: Home) -> None:
    first = home.start("play", "--players", "3")
    first.wait_for("Welcome to Undermine", "Your name:", "Enter: play")
    first.press(*"Zoe", "enter")
    first.wait_for(OWN_TURN)
    first.kill(signal.SIGKILL)
    home.wait_for_no_server()
    second = home.start("play", "--players", "3")
    assert "Welcome" not in second.wait_for("You have an unfinished game here.")
    assert 'name = "Zoe"' in home.settings.read_text()


@pytest.mark.long
def test_the_first_start_in_lines_asks_for_a_name_and_the_second_asks_nothing(home: Home) -> None:
    first = home.start("play", "--players", "3", "--plain")
    first.wait_for("Welcome to Undermine", "Your name: [")
    first.press(*"Zoe", "enter")
    first.wait_for("Your turn.")
    first.kill(signal.SIGKILL)
    home.wait_for_no_server()
    second = home.start("play", "--plain")
    assert "Welcome" not in second.wait_for("You resume your unfinished game")
