"""The naive program of the cave against what was worked out by hand; TV-F1 and the like name test vectors."""

from collections import Counter

import pytest

from tests.stories.naive.cave import ACTIONS, CLAN_CARDS, GOALS, PATHS, Cave, Deal, Laid, box, shape, works_for

LOYAL, SABOTEUR = True, False
BLUE, YELLOW = ("blue", LOYAL), ("yellow", LOYAL)
PILES = {2: 57, 3: 52, 4: 47, 5: 42, 6: 37, 7: 32, 8: 27}
"""By number of players: how many cards are left to draw."""
FALSE_BLUE, FALSE_YELLOW = ("blue", SABOTEUR), ("yellow", SABOTEUR)


def cave(clans: list[tuple[str, bool]], seats: int) -> Cave:
    """A table at its beginning; its cards lie as in the box."""
    numbers = iter(range(200))
    one, two, three = ([(next(numbers), key) for key in cards] for cards in box().values())
    return Cave(seats, {}, Deal((one, two, three), list(GOALS), clans, 0), lambda seat: (0, "none"))


def crossing(key: str, one: str, other: str) -> int:
    """How many spaces a way over the card has."""
    card = shape(key)
    reached, spaces = {card.edges[one]}, 1
    while card.edges[other] not in reached:
        reached |= {space for link in card.links if link & reached for space in link}
        spaces += 1
        assert spaces < 9
    return spaces


def test_the_box_is_complete() -> None:
    """F1.1, F1.4, F3.5."""
    assert {level: len(cards) for level, cards in box().items()} == {1: 29, 2: 27, 3: 26}
    assert sum(sum(row[2]) for row in PATHS.values()) == 50
    assert sum(sum(row) for row in ACTIONS.values()) == 32
    assert sum(sum(row[2]) for row in PATHS.values() if row[1]) == 24


@pytest.mark.parametrize("level", [1, 2, 3])
def test_crossing_a_card_takes_as_many_moves_as_its_level(level: int) -> None:
    """TV-F10, TV-F11."""
    assert crossing(f"straight-long-{level}", "N", "S") == level
    assert crossing(f"tee-short-{level}", "W", "E") == level
    assert crossing(f"curve-left-{level}", "N", "W") == level


def test_a_tunnel_from_curve_to_curve() -> None:
    """TV-F12: three moves on level II, five on level III."""
    assert crossing("double-curve-left-2", "N", "E") == 3
    assert crossing("double-curve-left-3", "N", "E") == 5
    assert crossing("double-curve-left-2", "N", "W") == 2


@pytest.mark.parametrize(("seats", "pile"), PILES.items())
def test_the_deal_leaves_as_many_cards(seats: int, pile: int) -> None:
    cards = CLAN_CARDS[seats]
    clans = [(clan, kind) for clan, (loyal, false) in cards.items() for kind in [LOYAL] * loyal + [SABOTEUR] * false]
    table = cave(clans, seats)
    assert len(table.pile) == pile
    assert all(len(hand) == 5 for hand in table.hands)
    assert len(table.undealt) == len(clans) - seats


def test_the_example_of_the_rules() -> None:
    """TV-F1: yellow (2 + 2) x 3, blue (2 + 3) x 2; yellow wins."""
    table = cave([YELLOW, YELLOW, BLUE, FALSE_YELLOW, BLUE, BLUE, YELLOW, FALSE_BLUE], 5)
    table.out, table.nuggets = [0, 1, 2, 3], [2, 2, 2, 3, 4]
    assert table.values() == [10, 12]
    assert table.winners() == [0, 1]


def test_a_tie_is_won_by_the_side_of_the_first_one_out() -> None:
    """TV-F2, TV-F8, HF18."""
    table = cave([FALSE_YELLOW, YELLOW, BLUE, BLUE, YELLOW, YELLOW, BLUE, FALSE_BLUE], 5)
    table.out, table.nuggets = [0, 1], [4, 6, 0, 0, 0]
    assert table.values() == [8, 18]
    table.nuggets = [6, 4, 0, 0, 0]
    assert table.values() == [12, 12]
    assert [works_for(table.clans[seat]) for seat in table.winners()] == ["blue"] * 3
    table = cave([BLUE, YELLOW], 2)
    assert table.winners() == []
    table.out, table.nuggets = [1], [3, 0]
    assert (table.values(), table.winners()) == ([0, 0], [1])


def test_a_lone_worker_wins() -> None:
    """TV-F9: three nuggets times four."""
    table = cave([BLUE, YELLOW, YELLOW, YELLOW, FALSE_BLUE, BLUE, BLUE, FALSE_YELLOW], 5)
    table.out = [0]
    assert (table.values(), table.winners()) == ([12, 0], [0])


def test_what_the_open_cards_leave_open() -> None:
    """HF16: with one loyal yellow dwarf out, either side of five could be complete later, and none is now."""
    table = cave([YELLOW, YELLOW, BLUE, BLUE, BLUE, YELLOW, FALSE_YELLOW, FALSE_BLUE], 5)
    worlds = list(table._worlds())
    assert len(worlds) > 1
    assert all(Counter(world)[BLUE] + Counter(world)[FALSE_BLUE] == 3 for world in worlds)
    assert not any(table._is_complete(side, world) for side in ("blue", "yellow") for world in worlds)
    table.out, table.open = [0, 1], [True, True, False, False, False]
    assert {table._is_complete("yellow", world) for world in table._worlds()} == {True, False}


def test_a_card_lies_either_way_up() -> None:
    assert Laid((0, "curve-left-2"), 180).edges() == {"S": "N", "E": "W"}
