"""The cards of the cave: how many there are, and where figures can stand on them (F1, F3, HF2, HF22, G73, G74)."""

from collections import Counter

import pytest

from engine.cave.cards import table
from engine.cave.cards.card import EXIT, LADDER, LAIR, VEIN, Card
from engine.cave.cards.chart import Chart, chains_of, chart
from engine.cave.resolving import book, of_level
from engine.front import setup
from engine.grid.cells import mask, quarter_turned
from engine.rules import preset

BY_KEY = {card.key: card for card in table.CARDS}
IN_A_LEVEL = {1: (19, 10), 2: (17, 10), 3: (14, 12)}


def crossing(here: Chart, one: int, other: int) -> int:
    """How many spaces a way from one edge to another has; 0 if there is none."""
    reached, spaces = {here.at(one)}, 1
    while here.at(other) not in reached:
        more = {near for at in reached for near in here.near[at]} - reached
        if not more:
            return 0
        reached |= more
        spaces += 1
    return spaces


def test_the_box_has_as_many_cards_as_the_text_says() -> None:
    """F1.1, F1.2: path and action cards of each level, and the goals."""
    for level, (paths, actions) in IN_A_LEVEL.items():
        assert sum(card.copies for card in table.PATHS if card.level == level) == paths
        assert sum(card.by_level[level - 1] for card in table.ACTIONS) == actions
        assert len(of_level(level)) == paths + actions
    assert sum(card.copies for card in table.PATHS) == 50
    assert sum(card.copies for card in table.ACTIONS) == 32
    assert len(table.GOALS) == 4
    assert sum(card.copies for card in table.CLANS) == 10
    assert all(sum(card.by_level) == card.copies for card in table.ACTIONS)


def test_special_paths_are_as_many_as_the_text_says() -> None:
    """F1.3, G73: nine lairs, four ladders, two veins and one goal of each; four bridges, five double curves."""
    symbols = Counter({LAIR: 0})
    for card in table.PATHS:
        symbols[card.symbol] += card.copies
    assert (symbols[LAIR], symbols[LADDER], symbols[VEIN], symbols[EXIT]) == (9, 4, 2, 0)
    assert sorted(card.symbol for card in table.GOALS) == sorted([EXIT, LAIR, LADDER, VEIN])
    assert sum(card.copies for card in table.PATHS if card.wood) == 4
    assert sum(card.copies for card in table.PATHS if card.passage) == 5
    assert table.START.symbol == LADDER


def test_action_cards_are_as_many_as_the_text_says() -> None:
    """F1.4, and G74: the three cobwebs have different symbols."""
    kinds = Counter[str]()
    for card in table.ACTIONS:
        kinds[card.monster or card.kind] += card.copies
    assert kinds == {
        "secret-information": 5,
        "cave-in": 3,
        "card-swap": 2,
        "cobweb": 3,
        "boots": 3,
        "battle-axe": 3,
        "rat": 5,
        "crawler": 4,
        "goblin": 4,
    }
    assert len({card.key for card in table.ACTIONS if card.kind == "cobweb"}) == 3


def test_numbers_and_keys_are_each_used_once() -> None:
    assert len({card.number for card in table.CARDS}) == len({card.key for card in table.CARDS}) == len(table.CARDS)


@pytest.mark.parametrize("card", [card for card in table.PATHS if not card.passage], ids=lambda card: card.key)
def test_crossing_a_card_takes_as_many_moves_as_its_level(card: Card) -> None:
    """F5.4, HF2: through each tunnel, and from one tunnel of a bridge to the other not at all."""
    here = chart(card)
    for tunnel in card.tunnels:
        edges = [mask(edge) for edge in tunnel]
        assert {crossing(here, one, other) for one in edges for other in edges if one != other} <= {card.level}
        if len(edges) == 1:
            assert len(here.names) == card.level
    if card.wood:
        assert crossing(here, mask("N"), mask("E")) == 0
        assert {here.names.index(edge) for edge in card.wood} <= here.wood
        assert not {here.names.index(edge) for edge in "NESW" if edge not in card.wood} & here.wood


@pytest.mark.parametrize("key", ["double-curve-left-2", "double-curve-right-2", "double-curve-left-3"])
def test_a_passage_joins_two_curves(key: str) -> None:
    """F5.8, HF2: its space is beside all spaces of both curves on level II, and beside both hubs on level III."""
    card = BY_KEY[key]
    here = chart(card)
    beside = {here.names[at] for at in here.near[here.tunnel]}
    assert beside == ({"hub1", "hub2"} if card.level == 3 else set("NESW"))
    assert len(here.names) == {2: 5, 3: 7}[card.level]


def test_symbols_lie_where_they_should() -> None:
    """HF2: the only space, the edge that is named first, the hub, and furthest in on a single opening."""
    marks = {card.key: chart(card).names[chart(card).marked] for card in table.CARDS if card.symbol}
    assert marks["lair-tee-long-1"] == "NES"
    assert marks["lair-long-1"] == "S"
    assert marks["ladder-tee-long-2"] == "N"
    assert marks["lair-long-2"] == marks["lair-short-3"] == "end"
    assert marks["lair-cross-3"] == "hub"
    assert {marks[goal.key] for goal in table.GOALS} == {"centre"}


def test_a_row_can_say_its_spaces_itself() -> None:
    """HF2: with the box in hand, a row can be corrected."""
    card = Card("own", 1, "path", 1, 3, tunnels=("NES",), symbol=VEIN, at="E", spaces=("N-pit-E", "S-pit"))
    here = chart(card)
    assert chains_of(card) == ("N-pit-E", "S-pit")
    assert here.names == ("N", "E", "S", "pit")
    assert here.near == ((3,), (3,), (3,), (0, 1, 2))
    assert here.marked == 1
    assert here.turned().at(mask("N")) == here.at(mask("S")) == 2


@pytest.mark.parametrize("goal", table.GOALS, ids=lambda goal: goal.key)
def test_a_goal_fits_from_every_side(goal: Card) -> None:
    """HF22: an edge or the one across from it is open, so that one way of laying it continues the tunnel."""
    edges = mask("".join(goal.tunnels))
    assert all((edges | quarter_turned(edges, 2)) & mask(side) for side in "NESW")


def test_a_table_with_a_goal_that_does_not_fit_cannot_be_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """HF22: a corrected row is looked at before a dwarf stands before it."""
    blind = Card("blind", 999, "goal", 1, tunnels=("NS",))
    monkeypatch.setattr(table, "GOALS", (*table.GOALS[:3], blind))
    with pytest.raises(AssertionError, match="blind cannot be entered from every side"):
        book(preset("cave"), 5)


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_table_deals_every_card_that_is_not_removed(seats: int) -> None:
    """F3.2, F3.5: the piles of the table, hand by hand."""
    book = setup(preset("cave"), seats).book
    sizes = {pile.name: len(pile.faces) for pile in book.piles}
    assert {name: size for name, size in sizes.items() if name.startswith("level")} == {
        "level-1": 29,
        "level-2": 27,
        "level-3": 26,
    }
    clans = sizes["blue"] + sizes.get("yellow", 0)
    assert clans == {2: 2, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 8: 8}[seats]
    assert sum(table.HANDS[seats]) == 5
