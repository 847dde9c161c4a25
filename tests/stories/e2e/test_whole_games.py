"""Whole games as a person plays them: the program is started, keys are pressed, the screen is read."""

import re

import pytest

from tests.stories.e2e.home import Home
from tests.stories.e2e.playing import DISCARDING, OVER, OWN_TURN, WALKING, Player, without_story
from tests.stories.e2e.terminal import Terminal

pytestmark = pytest.mark.timeout(900)
"""Each wait has a limit of its own; a whole game on a loaded machine takes a few minutes."""
OFFERED = "You have an unfinished game here."


def _hand(screen: list[str]) -> list[str]:
    """At 80x24; without what is told beside it."""
    return [line[:47] for line in screen[18:22]]


def phrase(game: Terminal) -> str:
    """What the proof says at the table."""
    game.press("v")
    screen = game.wait_for("The phrase of this table", "Read it out to the others")
    page = " ".join(line.split("┃")[1] for line in screen.splitlines() if line.count("┃") > 1)
    found = re.search(r"The phrase of this table: ([a-z ]+)Read", page)
    assert found, screen
    game.press("escape")
    game.wait_for(lambda text: "The phrase of this table" not in text)
    return " ".join(found[1].split())


@pytest.mark.long
def test_a_whole_game_is_played_by_keys_and_verified(home: Home) -> None:
    game = home.start()
    game.wait_for(OWN_TURN)
    words = phrase(game)
    assert len(words.split()) == 5
    end = Player(game).play_until("VERIFIED")
    assert OVER in end
    assert phrase(game) == words
    game.press("left", "enter")  # the last of its buttons
    assert game.exit_code() == 0
    assert not game.left_behind()
    home.wait_for_no_server()
    home.start().wait_for(OWN_TURN)  # what is over is not offered again


@pytest.mark.long
def test_a_game_whose_end_was_shown_is_over_also_for_who_leaves_in_haste(home: Home) -> None:
    game = home.start()
    Player(game).play_until("VERIFIED")
    game.press("ctrl+q")
    assert game.exit_code() == 0
    home.wait_for_no_server()
    home.start().wait_for(OWN_TURN)


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("--ascii",)])
@pytest.mark.parametrize("players", ["2", "7"])
def test_a_whole_game_of_saboteur2_is_played_and_verified(home: Home, players: str, options: tuple[str, ...]) -> None:
    game = home.start("play", "--rules", "saboteur2", "--players", players, "--name", "Mira", *options)
    Player(game).play_until("VERIFIED")
    game.press("left", "enter")
    assert game.exit_code() == 0
    assert not game.left_behind()


@pytest.mark.long
@pytest.mark.parametrize(("players", "options"), [("4", ()), ("4", ("--ascii",)), ("2", ()), ("8", ())])
def test_a_whole_game_of_the_cave_is_played_and_verified(home: Home, players: str, options: tuple[str, ...]) -> None:
    game = home.start("play", "--rules", "cave", "--players", players, "--name", "Mira", *options)
    Player(game).play_until("VERIFIED")
    game.press("left", "enter")
    assert game.exit_code() == 0
    assert not game.left_behind()


@pytest.mark.long
def test_a_dwarf_walks_and_a_cave_that_is_left_goes_on_where_it_was(home: Home) -> None:
    cave = ("play", "--rules", "cave", "--players", "4", "--name", "Mira")
    first = home.start(*cave)
    first.wait_for(OWN_TURN)
    first.press("d")
    first.wait_for(DISCARDING)
    first.press("1", "2", "enter")
    if WALKING in first.wait_for(lambda seen: DISCARDING not in seen and (WALKING in seen or OWN_TURN in seen)):
        first.press("tab")
        first.wait_for("Enter: go to")
        first.press("enter")
        if OWN_TURN not in first.wait_for(lambda seen: "moves left: 2" in seen or OWN_TURN in seen):
            first.press("d")
    first.wait_for(OWN_TURN)
    before = without_story(Player(first).look())
    first.press("q")
    first.wait_for("Leave the table?")
    first.press("3")
    assert first.exit_code() == 0
    home.wait_for_no_server()

    second = home.start(*cave)
    second.wait_for(OFFERED)
    second.press("1")
    second.wait_for(OWN_TURN)
    there = without_story(Player(second).look())  # the window is where the player's dwarf is, wherever it was before
    assert (there[0], _hand(there)) == (before[0], _hand(before))


def test_a_game_that_is_left_goes_on_where_it_was(home: Home) -> None:
    first = home.start()
    player = Player(first)
    player.discard()
    player.discard()
    before = player.look()
    first.press("q")
    first.wait_for("Leave the table?")
    first.press("3")
    assert first.exit_code() == 0
    home.wait_for_no_server()

    second = home.start()
    second.wait_for(OFFERED)
    second.press("1")
    second.wait_for("You discard a card.", OWN_TURN)
    assert without_story(Player(second).look()) == without_story(before)


@pytest.mark.long
def test_the_mouse_picks_discards_and_leaves(home: Home) -> None:
    game = home.start()
    game.wait_for(OWN_TURN)
    game.press("d")
    hand = game.wait_for(DISCARDING).splitlines()
    row = next(y for y, line in enumerate(hand) if re.match(r"\s+1\s+2\s+3", line))
    game.click(3, row + 2)
    game.wait_for("[1]")
    game.click_on("Enter play")
    game.wait_for("You discard a card.", OWN_TURN)
    game.wait_for("d discard")  # the keys are drawn behind the prompt, and move
    game.click_on("q leave")
    game.click_on("Quit;")
    assert game.exit_code() == 0
