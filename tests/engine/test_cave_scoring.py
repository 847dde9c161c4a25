"""Who wins in the cave, worked out apart from any table (F2.2, F10, HF18, HF37, TV-F1, TV-F2, TV-F8, TV-F9)."""

from itertools import combinations, permutations

import pytest

from engine.cave.cards import table
from engine.cave.scoring import is_complete, side_values, winning_side
from engine.slots import Face

BLUE, YELLOW = range(2)
WORKS_FOR = {card.number: table.SIDES.index(card.works_for) for card in table.CLANS}


def test_the_example_of_the_rulebook() -> None:
    """TV-F1: two for yellow and three for blue; F10.1 multiplies by the players of the other side."""
    values = side_values([YELLOW, YELLOW, BLUE, BLUE, BLUE], [2, 2, 2, 3, 0])
    assert values == (10, 12)
    assert winning_side(values, [YELLOW, BLUE, YELLOW, BLUE]) == YELLOW


def test_a_tie_goes_to_the_side_of_the_first_one_out() -> None:
    """TV-F2, F10.2: the first one out was a saboteur of the yellow clan, and works for blue."""
    assert winning_side((12, 12), [BLUE, YELLOW]) == BLUE


def test_two_players_and_nothing_saved() -> None:
    """TV-F8."""
    values = side_values([BLUE, YELLOW], [0, 0])
    assert values == (0, 0)
    assert winning_side(values, [YELLOW]) == YELLOW


def test_one_against_four() -> None:
    """TV-F9."""
    values = side_values([BLUE, YELLOW, YELLOW, YELLOW, YELLOW], [3, 0, 0, 0, 0])
    assert values == (12, 0)
    assert winning_side(values, [BLUE]) == BLUE


def test_if_no_dwarf_is_out_no_side_wins() -> None:
    """HF18."""
    assert winning_side((0, 0), []) is None


def test_loyal_dwarfs_work_for_their_clan_and_saboteurs_for_the_other() -> None:
    """F2.2."""
    for card in table.CLANS:
        assert (card.works_for == card.clan) == card.key.endswith("loyal")


@pytest.mark.parametrize("seats", range(2, 9))
def test_no_side_is_ever_empty(seats: int) -> None:
    """HF37: whatever is dealt, both sides have a player."""
    cards: list[Face] = []
    for card, count in zip(table.CLANS, table.CLANS_USED[seats], strict=True):
        cards += [card.number] * count
    for dealt in combinations(cards, seats):
        assert {WORKS_FOR[face] for face in dealt} == {BLUE, YELLOW}


def test_a_side_is_complete_when_nobody_inside_works_for_it() -> None:
    """HF16: a function of the hidden cards alone, in whatever order."""
    blue, saboteur = (card.number for card in table.CLANS if card.clan == "blue")
    for faces in permutations((blue, blue, saboteur)):
        assert not is_complete(WORKS_FOR, BLUE, faces)
        assert not is_complete(WORKS_FOR, YELLOW, faces)
    assert is_complete(WORKS_FOR, YELLOW, (blue, blue))
    assert is_complete(WORKS_FOR, BLUE, ())
