"""Terminals of all kinds: sizes, colours, characters, and none at all."""

import re
import shlex
import sys

import pytest

from tests.stories.e2e.home import THREE, Home
from tests.stories.e2e.playing import OWN_TURN, Player
from tests.stories.e2e.terminal import Seen, Terminal

LONG = pytest.mark.long
STYLE = re.compile(rb"\x1b\[([\d;]+)m")
COLOURS = {*range(30, 39), *range(40, 49), *range(90, 108)}
"""The numbers by which a terminal is told to use a colour; 38 and 48 say which one in what follows."""
ROLE_IN_ONE_LINE = re.compile(r"You are a [A-Z-]+: [a-z ]+ gold\.")
OTHERS = ("linux", "screen", "tmux-256color", "vt100", "rxvt", "foot", "unheard-of")
PAGES = {
    "?": "Keys and rules",
    "v": "Read it out to the others",
    "t": "Say to the table",
    "g": "Your guess about whom?",
    "m": "Mute whom?",
    "s": "What only you know",
    "r": "The score so far",
    "a": "Whose acts so far?",
    "q": "Leave the table?",
}

START = {50: " S ", 18: "▐┼▌"}
"""By rows: the start card, under the cursor, as it is drawn."""


@pytest.mark.long
def test_a_window_that_is_dragged_shows_everything_again(home: Home) -> None:
    game = home.start()
    before = Player(game).look()
    for columns, rows in ((160, 50), (60, 18)):
        game.resize(columns, rows)
        screen = game.wait_for(OWN_TURN, "Mira", "Ann", "Bob", START[rows], "play")
        assert max(map(len, screen.splitlines())) <= columns
    game.resize(80, 24)
    game.wait_for(lambda text: text == before)
    Player(game).discard()


@pytest.mark.long
def test_the_story_is_broken_into_lines_anew_if_the_window_was_dragged_while_a_page_was_read(home: Home) -> None:
    game = home.start()
    game.wait_for(OWN_TURN)
    for columns, rows, whole in ((160, 50, True), (80, 24, False)):
        game.press("v")
        game.wait_for("Read it out to the others")
        game.resize(columns, rows)
        game.wait_for("Read it out to the others")
        game.press("escape")
        game.wait_for(
            OWN_TURN,
            "knows.",  # nothing is cut off
            role_in_one_line(whole=whole),
        )


@LONG
@pytest.mark.long
def test_a_window_may_be_dragged_while_a_dialogue_is_open(home: Home) -> None:
    game = home.start()
    game.wait_for(OWN_TURN)
    game.press("q")
    game.wait_for("Leave the table?")
    game.resize(40, 12)
    game.wait_for("Leave the table?", "Stay")
    game.resize(132, 43)
    game.wait_for("Leave the table?", "Stay")
    game.press("escape")
    game.wait_for(lambda text: "Leave the table?" not in text)
    Player(game).discard()


@LONG
@pytest.mark.parametrize(
    "size", [(20, 6), *(pytest.param(size, marks=pytest.mark.long) for size in ((1, 1), (400, 120)))]
)
@pytest.mark.long
def test_no_size_is_too_strange(home: Home, size: tuple[int, int]) -> None:
    game = home.start(size=size)
    game.wait_for(lambda _text: b"Your turn" in game.written)  # the title of the window
    game.resize(80, 24)
    Player(game).discard()


@pytest.mark.parametrize("kind", ["xterm", *(pytest.param(kind, marks=LONG) for kind in OTHERS)])
@pytest.mark.long
def test_every_terminal_can_play(home: Home, kind: str) -> None:
    game = home.start(TERM=kind)
    Player(game).discard()
    game.press("ctrl+q")
    assert game.exit_code() == 0
    assert not game.left_behind()


def coloured(game: Terminal) -> set[bytes]:
    return {style for style in STYLE.findall(game.written) if COLOURS & set(map(int, filter(None, style.split(b";"))))}


@LONG
def test_the_board_is_there_at_80_columns_and_in_colours(home: Home) -> None:
    game = home.start()
    game.wait_for(OWN_TURN, "Mira", "Ann", "Bob", " S ", "Round 1 of 3.", "Secret: you are", "q leave")
    assert coloured(game)


@pytest.mark.long
def test_no_colour_is_used_if_none_is_wanted(home: Home) -> None:
    game = home.start(NO_COLOR="1")
    Player(game).discard()
    game.press("?")
    game.wait_for("Keys and rules")
    assert not coloured(game)
    assert b"\x1b[7m" in game.written or b";7m" in game.written, "what one should look at is reversed"


@pytest.mark.long
def test_ascii_is_all_that_is_drawn_if_it_is_wanted(home: Home) -> None:
    game = home.start(*THREE, "--ascii")
    _look_everywhere(game)
    assert {char for char in game.characters() if not char.isascii()} == set()


def role_in_one_line(*, whole: bool) -> Seen:
    return lambda text: bool(ROLE_IN_ONE_LINE.search(text)) == whole


def without(words: str) -> Seen:
    return lambda text: words not in text


def _look_everywhere(game: Terminal) -> None:
    """Every page and dialogue that a key opens at the table, then the end of a round, and the start menu."""
    Player(game).discard()
    game.wait_for(OWN_TURN)
    for key, words in PAGES.items():
        game.press(key)
        game.wait_for(words)
        game.press("escape")
        game.wait_for(without(words))
    Player(game).play_until("Round 1 is over")
    game.press("enter")
    game.wait_for(lambda text: OWN_TURN in text and "Round 1 is over" not in text)
    game.press("q")
    game.wait_for("Leave the table?")
    game.press("2")
    game.wait_for("Play with bots")


@pytest.mark.long
def test_a_terminal_that_can_nothing_gets_lines(home: Home) -> None:
    game = home.start(TERM="dumb")
    game.wait_for("Your turn.", "\n>")
    game.press("ctrl+d")
    assert game.exit_code() == 0
    assert b"\x1b" not in game.written
    home.wait_for_no_server()


@pytest.mark.long
def test_a_terminal_whose_output_goes_elsewhere_gets_lines(home: Home) -> None:
    game = home.start_in_shell(f"{shlex.join((sys.executable, '-m', 'client.main', *THREE))} | cat")
    game.wait_for("Your turn.")
    game.press("ctrl+d")
    assert game.exit_code() == 0
    assert b"\x1b" not in game.written
    home.wait_for_no_server()


def test_a_pipe_gets_lines(home: Home) -> None:
    ended = home.run(*THREE)
    assert ended.stdout + ended.stderr
    assert "\x1b" not in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
