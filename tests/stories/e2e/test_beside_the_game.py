"""What a player does beside the moves, in a terminal: reads, talks, copies, is asked once more."""

import re
from base64 import b64decode

import pytest

from tests.stories.e2e.home import THREE, Home
from tests.stories.e2e.playing import DISCARDING, OWN_TURN, Player
from tests.stories.e2e.terminal import Terminal
from tests.stories.e2e.test_with_friends import TABLE, WIDE, invitation

COPIED = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)")
"""What a program asks its terminal to copy."""


def read(game: Terminal, *keys: str, words: str) -> str:
    """A page that these keys open, which is closed again."""
    game.press(*keys)
    page = game.wait_for(words, "Continue")
    game.press("escape")
    game.wait_for(lambda seen: "Continue" not in seen)
    return page


@pytest.mark.long
def test_score_acts_help_and_ready_made_sentences_have_their_keys(home: Home) -> None:
    game = home.start()
    Player(game).discard()
    game.wait_for(OWN_TURN)
    assert "Mira" in read(game, "r", words="The score so far")
    game.press("a")
    game.wait_for("Whose acts so far?", "1  Mira")
    assert "You discard a card." in read(game, "1", words="What Mira has done so far")
    assert "pick a card; again puts it back" in read(game, "?", words="Keys and rules")
    game.press("t")
    game.wait_for("Say to the table")
    game.press("enter")
    game.wait_for("2  Good luck!")
    game.press("2")
    game.wait_for("You say: “Good")


@pytest.mark.long
def test_an_act_is_asked_once_more_if_the_player_wants_that(home: Home) -> None:
    home.settings.parent.mkdir(parents=True)
    home.settings.write_text('confirm = "always"\n')
    game = home.start()
    game.wait_for(OWN_TURN)
    for answer in ("2", "1"):
        game.press("d")
        game.wait_for(DISCARDING)
        game.press("1", "enter")
        game.wait_for("1  Yes, play it", "2  No")
        game.press(answer)
        game.wait_for(lambda seen: "Yes, play it" not in seen)
        if answer == "2":
            game.press("escape")
            game.wait_for(OWN_TURN)
    game.wait_for("You discard a card.")


@pytest.mark.long
def test_the_form_for_a_table_leads_to_the_game_that_was_chosen(home: Home) -> None:
    menu = home.start("menu", "--name", "Mira")
    menu.wait_for("Custom game with bots")
    menu.press("2")
    menu.wait_for("A table with bots", "ready-made choice")
    menu.press("right")
    menu.wait_for("(*) Championship")
    menu.press("down", "right")
    menu.press("s")
    menu.wait_for("Round 1 of 3")
    menu.press("ctrl+q")
    assert menu.exit_code() == 0


@pytest.mark.long
def test_in_the_lobby_enter_leads_back_from_the_chat_and_a_key_copies_the_link(home: Home, friend: Home) -> None:
    host = home.start("host", "--unlisted", *TABLE, size=WIDE)
    link, code = invitation(host)
    guest = friend.start("join", link, "--table", code, "--name", "Zoe")
    guest.wait_for(f"Lobby · code {code}")
    guest.press("t")
    guest.press(*"here I am", "enter")
    host.wait_for("here I am")
    guest.press("r")
    guest.wait_for("You are ready.")
    host.press("l")
    host.wait_for(lambda _seen: COPIED.search(host.written))
    [copied] = {b64decode(text).decode() for text in COPIED.findall(host.written)}
    assert copied.rpartition("#")[2].startswith(link.rpartition("#")[2])


@pytest.mark.long
def test_the_doctor_says_that_all_is_well_in_a_terminal(home: Home) -> None:
    doctor = home.start("doctor")
    assert doctor.exit_code() == 0
    assert "Nothing is wrong" in doctor.text()


@pytest.mark.long
def test_bots_take_their_time_and_a_key_hurries_them(home: Home) -> None:
    game = home.start(*THREE, "--pace", "1")
    Player(game).discard()
    game.wait_for("Waiting for Ann")
    game.press("x")
    game.wait_for("Waiting for Bob")
    game.press("x")
    game.wait_for(OWN_TURN)
