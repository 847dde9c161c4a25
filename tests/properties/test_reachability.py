"""What the board keeps up from card to card is what a search over the whole board finds (0.6 to 0.8, A4)."""

import pytest
from properties.plain import Found, cards_on, kept, searched
from properties.stories import TABLES, Retold, Story, stories

from engine.grid import xy
from engine.mine.rules.goals import GoalRevealed
from engine.mine.rules.place_path import PathPlaced
from engine.mine.rules.rockfall import RocksFell

CHANGES = (PathPlaced, RocksFell, GoalRevealed)


def found(table: Retold) -> Found:
    state = table.state
    must_connect = state.book.rules["must-connect"] == "yes"
    return searched(cards_on(state), set(map(xy, state.board.hidden)), must_connect=must_connect)


def compare(table: Retold) -> None:
    plain = found(table)
    assert kept(table.state.board) == plain
    for edges in range(16):
        fitting = sorted(at for at, fits in plain.fits.items() if fits >> edges & 1)
        assert [xy(at) for at in table.state.board.places(edges)] == fitting


def follow(tale: Story) -> int:
    """Compare after every change of the network; how often that was."""
    compared = 0
    for table, number in tale.retold():
        if number == 0 or any(isinstance(event, CHANGES) for event in tale.told[number - 1]):
            compare(table)
            compared += 1
    return compared


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_the_board_knows_what_a_plain_search_finds(rules: str, seats: int) -> None:
    """Reachable groups, sides, fits, places and goals reached, after every change of the network (HA3, HA10)."""
    assert sum(map(follow, stories(rules, seats))) > 20


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_the_board_knows_it_in_ten_times_as_many_games(rules: str, seats: int) -> None:
    """The same, for the night."""
    assert sum(map(follow, stories(rules, seats, 10))) > 200
