"""However the program ends, the terminal is as before, no server is left, and the game waits."""

import os
import signal
import socket

import pytest

from tests.stories.e2e.home import THREE, Home
from tests.stories.e2e.playing import OWN_TURN, Player, without_story
from tests.stories.e2e.terminal import Terminal
from tests.support.reading import now

OFFERED = "You have an unfinished game here."
LONG = pytest.mark.long
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
OTHERS = [pytest.param(number, marks=LONG) for number in SIGNALS[1:]]
RARE = [pytest.param(number, marks=LONG) for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM)]


@pytest.fixture
def game(home: Home) -> Terminal:
    """In the middle of play."""
    started = home.start()
    Player(started).discard()
    started.wait_for(OWN_TURN)
    return started


def assert_offered(home: Home) -> None:
    home.wait_for_no_server()
    home.start().wait_for(OFFERED)


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, *(pytest.param(number, marks=LONG) for number in SIGNALS[1:]), *RARE]
)
def test_a_signal_ends_it_in_order(home: Home, game: Terminal, number: signal.Signals) -> None:
    game.kill(number)
    assert game.exit_code() == 128 + number
    assert not game.left_behind()
    assert not game.behind(), "nothing is said"
    assert_offered(home)


@pytest.mark.long
def test_a_closed_window_ends_it(home: Home, game: Terminal) -> None:
    game.hang_up()
    assert game.exit_code() != 0
    assert_offered(home)


@pytest.mark.long
def test_a_program_that_is_killed_takes_its_server_along(home: Home, game: Terminal) -> None:
    game.kill(signal.SIGKILL)
    assert game.exit_code() == -signal.SIGKILL
    assert_offered(home)


@pytest.mark.parametrize(
    ("key", "opens", "words"),
    [
        ("ctrl+c", "", OWN_TURN),
        pytest.param("ctrl+q", "", OWN_TURN, marks=LONG),
        pytest.param("ctrl+c", "?", "Keys and rules", marks=LONG),
        pytest.param("ctrl+q", "q", "Leave the table?", marks=LONG),
    ],
)
def test_a_key_ends_it_whatever_is_open(home: Home, game: Terminal, key: str, opens: str, words: str) -> None:
    assert now(lambda: game.titled), "the window says whose turn it is"
    game.press(opens)
    game.wait_for(words)
    game.press(key)
    assert game.exit_code() == 0
    assert not game.left_behind()
    assert not game.titled
    home.wait_for_no_server()


@pytest.mark.long
def test_a_mistake_of_the_program_ends_it_in_order(home: Home) -> None:
    mistake = "from client.screen.table.screen import TableScreen; TableScreen.action_do = lambda self, what: 1 / 0"
    program = home.start_with(mistake)
    program.wait_for(OWN_TURN)
    assert now(lambda: program.titled), "the window says whose turn it is"
    program.press("s")
    assert program.exit_code() == 1
    assert not program.left_behind()
    assert not program.titled
    assert "undermine has crashed." in " ".join(program.behind().split())
    assert_offered(home)


@pytest.mark.parametrize("number", [signal.SIGTERM, *(pytest.param(number, marks=LONG) for number in SIGNALS[1:])])
@pytest.mark.long
def test_a_signal_in_the_middle_of_a_line_gives_the_terminal_back(home: Home, number: signal.Signals) -> None:
    lines = home.start(*THREE, "--plain")
    lines.wait_for("Your turn.", "\n>")
    lines.press("disc")
    lines.wait_for("> disc")
    lines.kill(number)
    assert lines.exit_code() == 128 + number
    assert not lines.left_behind()
    home.wait_for_no_server()


@pytest.mark.parametrize("how", [signal.SIGTSTP, "ctrl+z"])
@pytest.mark.long
def test_it_can_be_put_to_sleep_and_goes_on(game: Terminal, how: signal.Signals | str) -> None:
    before = Player(game).look()
    if isinstance(how, str):
        game.press(how)
    else:
        game.kill(how)
    game.wait_until_stopped()
    game.wait_for(lambda _text: not game.left_behind())
    game.clear()
    game.kill(signal.SIGCONT)
    game.wait_for(lambda text: without_story(text) == without_story(before))
    Player(game).discard()


@pytest.mark.long
def test_a_server_that_is_killed_leaves_a_page_with_choices(home: Home, game: Terminal) -> None:
    os.kill(home.server_pid(), signal.SIGKILL)
    game.wait_for("Connection lost", "Start it again", "To the start menu", "Quit")
    game.press("right", "enter")
    game.wait_for("Play with bots")
    game.press("escape")
    assert game.exit_code() == 0
    assert not game.left_behind()
    assert_offered(home)


@pytest.mark.long
def test_a_server_that_is_killed_can_be_started_again(home: Home, game: Terminal) -> None:
    before = Player(game).look()
    os.kill(home.server_pid(), signal.SIGKILL)
    game.wait_for("Connection lost", "Start it again")
    game.press("enter")
    game.wait_for(lambda text: without_story(text) == without_story(before))
    Player(game).discard()


@pytest.mark.long
def test_a_server_that_is_not_there_is_told_and_can_be_left(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    program = home.start("join", "--name", "Mira", f"127.0.0.1:{port}")
    program.wait_for("cannot be reached")
    program.press("escape")
    program.wait_for("Play with bots")
    program.press("escape")
    assert program.exit_code() == 0
    assert not program.left_behind()
