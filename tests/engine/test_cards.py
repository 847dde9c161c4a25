"""The card tables of the base game: totals, and numbers that must never change (A1, A2.1)."""

from collections import Counter

import pytest

from engine.mine.cards import base as cards
from engine.mine.cards.card import TOOLS, Card
from engine.mine.game import ALL_CARDS, book
from engine.mine.sets.base import CARDS as BASE
from engine.rules import parse

NUMBERS = {
    "start": 1,
    "treasure": 2,
    "stone-a": 3,
    "stone-b": 4,
    "cross": 11,
    "tee-long": 12,
    "tee-short": 13,
    "straight-long": 14,
    "straight-short": 15,
    "curve-right": 16,
    "curve-left": 17,
    "dead-cross": 18,
    "dead-tee-long": 19,
    "dead-tee-short": 20,
    "dead-straight-long": 21,
    "dead-straight-short": 22,
    "dead-curve-right": 23,
    "dead-curve-left": 24,
    "dead-single-long": 25,
    "dead-single-short": 26,
    "broken-pick": 101,
    "broken-lantern": 102,
    "broken-cart": 103,
    "repair-pick": 104,
    "repair-lantern": 105,
    "repair-cart": 106,
    "repair-pick-lantern": 107,
    "repair-pick-cart": 108,
    "repair-lantern-cart": 109,
    "rockfall": 110,
    "map": 111,
    "digger": 201,
    "saboteur": 202,
    "gold-1": 211,
    "gold-2": 212,
    "gold-3": 213,
}


def copies(*rows: Card) -> int:
    return sum(card.copies for card in rows)


def test_the_numbers_are_frozen() -> None:
    """Commitments and old logs are made of them."""
    assert {card.key: card.number for card in BASE} == NUMBERS


def test_keys_and_numbers_are_unique() -> None:
    assert len({card.key for card in ALL_CARDS}) == len(ALL_CARDS)
    assert len({card.number for card in ALL_CARDS}) == len(ALL_CARDS)


def test_there_are_44_path_cards() -> None:
    """A1.1: a start, three goals and 40 tunnel cards, of which 31 are passages and 9 dead ends."""
    assert copies(cards.START) == 1
    assert copies(*cards.GOALS) == 3
    assert copies(*cards.TUNNELS) == 40
    dead_ends = [card for card in cards.TUNNELS if all(len(tunnel) == 1 for tunnel in card.tunnels)]
    passages = [card for card in cards.TUNNELS if len(card.tunnels) == 1 and len(card.tunnels[0]) > 1]
    assert copies(*passages) == 31
    assert copies(*dead_ends) == 9
    assert len(passages) + len(dead_ends) == len(cards.TUNNELS)
    assert all(card.key.startswith("dead-") for card in dead_ends)


def test_every_dead_end_has_the_edges_of_its_name() -> None:
    """A dead end is a passage that is blocked in the middle; only the singles have no passage of their shape."""
    edges = {card.key: "".join(card.tunnels) for card in cards.TUNNELS}
    for key, sides in edges.items():
        if key.startswith("dead-") and "single" not in key:
            assert edges[key.removeprefix("dead-")] == sides


def test_there_is_one_treasure_and_two_stones() -> None:
    """A1.1."""
    assert {card.key: card.tunnels for card in cards.GOALS} == {
        "treasure": ("NESW",),
        "stone-a": ("SW",),
        "stone-b": ("NW",),
    }


def test_there_are_27_action_cards() -> None:
    """A1.2."""
    by_kind = Counter[str]()
    for card in cards.ACTIONS:
        by_kind[card.kind] += card.copies
    assert by_kind == {"break": 9, "repair": 9, "rockfall": 3, "map": 6}


def test_every_tool_breaks_three_times_and_is_mended_by_as_many_cards_as_the_others() -> None:
    """A5.1 to A5.3: two single repairs each, and one card for every pair."""
    for tool in TOOLS:
        showing = [card for card in cards.ACTIONS if tool in card.tools]
        assert {card.kind: card.copies for card in showing if card.kind == "break"} == {"break": 3}
        assert sorted((len(card.tools), card.copies) for card in showing if card.kind == "repair") == [
            (1, 2),
            (2, 1),
            (2, 1),
        ]


def test_there_are_28_gold_cards_with_44_nuggets() -> None:
    """A1.3."""
    assert copies(*cards.GOLD) == 28
    assert sum(card.copies * card.nuggets for card in cards.GOLD) == 44
    assert {card.nuggets for card in cards.GOLD} == {1, 2, 3}


def test_there_are_11_roles() -> None:
    """A1.4."""
    assert {card.key: card.copies for card in cards.ROLES} == {"digger": 7, "saboteur": 4}


@pytest.mark.parametrize(
    ("players", "saboteurs", "diggers", "hand"),
    [(3, 1, 3, 6), (4, 1, 4, 6), (5, 2, 4, 6), (6, 2, 5, 5), (7, 3, 5, 5), (8, 3, 6, 4), (9, 3, 7, 4), (10, 4, 7, 4)],
)
def test_a_table_has_the_roles_and_hands_of_its_size(players: int, saboteurs: int, diggers: int, hand: int) -> None:
    """A2.1: one role more than players."""
    rules = book(parse("base"), players)
    piles = {pile.name: pile for pile in rules.piles}
    assert Counter(piles["roles"].faces) == {NUMBERS["digger"]: diggers, NUMBERS["saboteur"]: saboteurs}
    assert saboteurs + diggers == players + 1
    assert rules.hand_size == hand
    assert {name: len(pile.faces) for name, pile in piles.items()} == {
        "gold": 28,
        "roles": players + 1,
        "goals": 3,
        "deck": 67,
    }


def test_a_pile_lists_its_faces_sorted_and_says_when_it_opens() -> None:
    """HA18: roles and goals with the round, hands, piles and gold with the game."""
    for pile in book(parse("base"), 5).piles:
        assert list(pile.faces) == sorted(pile.faces)
        assert pile.opens == ("round" if pile.name in ("roles", "goals") else "game")


def test_the_goals_lie_seven_columns_from_the_start() -> None:
    """A2.3, 0.2."""
    assert cards.GOAL_CELLS == ((8, 2), (8, 0), (8, -2))
