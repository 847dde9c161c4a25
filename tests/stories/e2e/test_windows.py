"""Windows to react in at a server of one's own: bots are not kept waiting, and everything can be played."""

from time import monotonic

import pytest

from tests.stories.e2e.home import Home
from tests.stories.e2e.playing import Player

WINDOW = 8
"""Seconds, if no test says that it may close."""
TURNS = 2


@pytest.mark.long
def test_a_game_with_vetoes_is_as_fast_as_one_without(home: Home) -> None:
    """Of the cards that are played between two turns of the person, each opens a window."""
    player = Player(home.start("play", "--rules", "base+veto", "--players", "4", "--name", "Mira"))
    player.own_turn()
    begun = monotonic()
    for _turn in range(TURNS):
        player.discard()
        player.own_turn()
    assert monotonic() - begun < 3 * WINDOW, "six windows were open"


@pytest.mark.long
@pytest.mark.timeout(900)  # a whole game; each of its waits has a limit of its own
@pytest.mark.parametrize("rules", ["base+everything", "saboteur2+everything"])
def test_a_whole_game_with_everything_is_played_and_verified(home: Home, rules: str) -> None:
    game = home.start("play", "--rules", rules, "--players", "5", "--name", "Mira")
    Player(game).play_until("VERIFIED")
    game.press("left", "enter")
    assert game.exit_code() == 0
