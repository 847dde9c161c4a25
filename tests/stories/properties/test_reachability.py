"""What the board keeps up from card to card is what a search over the whole board finds (0.6 to 0.8, A4, HB13)."""

import pytest

from engine.grid.cells import xy
from engine.mine.rules.actions.rockfall import RocksFell
from engine.mine.rules.placing.goals import GoalRevealed
from engine.mine.rules.placing.place_ladder import LadderPlaced
from engine.placing import PathPlaced
from tests.stories.properties.plain import cards_on, kept, ladder_cells, ladders_on, searched
from tests.stories.properties.stories import ALL_TABLES, FEW, Retold, Story, stories

CHANGES = (PathPlaced, LadderPlaced, RocksFell, GoalRevealed)


def compare(table: Retold) -> None:
    state = table.state
    board, cards, ladders = state.board, cards_on(state), ladders_on(state)
    must_connect = state.book.rules["must-connect"] == "yes"
    plain = searched(cards, set(map(xy, board.network.hidden)), must_connect=must_connect, ladders=ladders)
    assert kept(board) == plain
    assert {xy(at) for at in board.reach.roots} == {(0, 0), *ladders}
    for edges in range(16):
        fitting = sorted(at for at, fits in plain.fits.items() if fits >> edges & 1)
        assert [xy(at) for at in board.network.places(edges)] == fitting
    if state.book.ladders:
        for edges in range(1, 16):
            cells = board.network.joining_places(edges, state.beside_goals())
            assert [xy(at) for at in cells] == ladder_cells(cards, plain, edges)


def follow(tale: Story) -> int:
    """Compare after every change of the network; how often that was."""
    compared = 0
    for table, number in tale.retold():
        if number == 0 or any(isinstance(event, CHANGES) for event in tale.told[number - 1]):
            compare(table)
            compared += 1
    return compared


@pytest.mark.parametrize(("rules", "seats"), FEW)
def test_the_board_knows_what_a_plain_search_finds(rules: str, seats: int) -> None:
    """Reachable groups, sides, fits, places and goals reached, after every change of the network (HA3, HA10, HB14)."""
    assert sum(map(follow, stories(rules, seats))) > 20


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), ALL_TABLES)
def test_the_board_knows_it_in_ten_times_as_many_games(rules: str, seats: int) -> None:
    """The same, for the night."""
    assert sum(map(follow, stories(rules, seats, 10))) > 200
