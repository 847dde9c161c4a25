"""The end of a round and the begin of the next, as a player sees them who looks at both."""

import pytest

from tests.stories.e2e.home import THREE, Home
from tests.stories.e2e.playing import REVEALING, Player
from tests.stories.e2e.terminal import CARD, Terminal

BREAK = ("--pace", "0", "--round-break", "20")
NEXT = "Enter: next round   N: all of it"
GOLD = "Gold! Which card do you keep?"


def look_at_the_end(game: Terminal, round_: int) -> None:
    """On the board, and on the page with all of it, which has a key."""
    board = game.wait_for(f"Round {round_} is over.   {NEXT}")
    assert "│ ? │" not in board, "every goal lies open"
    assert " dig" in board or " sab" in board, "every role is told beside its player"
    assert CARD not in board, "the next deal waits"
    game.press("n")
    page = game.wait_for("Roles revealed:", "Continue")
    assert f"Round {round_} is over" in page
    game.press("enter")
    game.wait_for(lambda seen: "Continue" not in seen and NEXT in seen)


@pytest.mark.long
def test_a_round_ends_on_the_board_and_the_next_one_waits_for_enter(home: Home) -> None:
    game = home.start(*THREE, *BREAK)
    player = Player(game)
    for round_ in (1, 2):
        covered = player.play_until(REVEALING) if round_ == 1 else ""
        assert NEXT not in covered, "keys that would only skip are not named"
        player.play_until(NEXT)
        look_at_the_end(game, round_)
        game.press("enter")
        game.wait_for(CARD, f"Round {round_ + 1} of 3")
        game.press("enter")
        player.own_turn()
    game.press("n")
    game.wait_for("Round 2 is over", "Roles revealed:")
