"""The card tables of Saboteur 2: totals, and numbers that must never change (B1, B2, B3)."""

from collections import Counter

import pytest

from engine.grid.cells import is_symmetric
from engine.mine.cards import base as base_cards
from engine.mine.cards import saboteur2 as cards
from engine.mine.cards.card import Card
from engine.mine.game import ALL_CARDS, book
from engine.mine.sets.saboteur2 import CARDS
from engine.rules import parse

NUMBERS = {
    "bridge": 27,
    "double-curve-left": 28,
    "double-curve-right": 29,
    "ladder-single-long": 30,
    "ladder-single-short": 31,
    "ladder-curve-left": 32,
    "ladder-curve-right": 33,
    "blue-door-straight-long": 34,
    "blue-door-straight-short": 35,
    "blue-door-curve-right": 36,
    "green-door-straight-long": 37,
    "green-door-straight-short": 38,
    "green-door-curve-left": 39,
    "crystal-dead-single-long": 40,
    "crystal-dead-single-short": 41,
    "crystal-cross": 42,
    "crystal-tee-short": 43,
    "crystal-tee-long": 44,
    "crystal-tee-long-stub": 45,
    "crystal-tee-short-stub": 46,
    "crystal-straight-short-stub": 47,
    "straight-long-stub": 48,
    "straight-long-stubs": 49,
    "straight-short-stubs": 50,
    "curve-left-stub": 51,
    "curve-right-stub": 52,
    "theft": 112,
    "hands-off": 113,
    "prison": 114,
    "freedom": 115,
    "inspection": 116,
    "swap-hats": 117,
    "swap-hands": 118,
    "blue-digger": 203,
    "green-digger": 204,
    "boss": 205,
    "profiteer": 206,
    "geologist": 207,
    "saboteur-2": 208,
}


def copies(*rows: Card) -> int:
    return sum(card.copies for card in rows)


def named(word: str) -> list[Card]:
    return [card for card in cards.TUNNELS if word in card.key]


def test_the_numbers_are_frozen() -> None:
    """Commitments and old logs are made of them."""
    added = (*cards.TUNNELS, *cards.ACTIONS, *cards.ROLES)
    assert {card.key: card.number for card in added} == NUMBERS


def test_no_other_card_set_uses_these_numbers() -> None:
    assert set(ALL_CARDS) >= set(CARDS)
    assert len({card.number for card in ALL_CARDS}) == len({card.key for card in ALL_CARDS}) == len(ALL_CARDS)


def test_there_are_30_path_cards() -> None:
    """B1.1, B5: bridges, double curves, ladders, doors, crystals, and six plain cards with stubs."""
    assert copies(*cards.TUNNELS) == 30
    assert copies(*named("bridge")) == copies(*named("double-curve")) == 2
    assert copies(*named("ladder")) == 4
    assert [card for card in cards.TUNNELS if card.kind == "ladder"] == named("ladder")
    assert copies(*(card for card in named("stub") if not card.crystals)) == 6


def test_every_door_has_a_colour_and_every_crystal_card_one_crystal() -> None:
    """B5.4: three doors a team.  B5.5: ten crystals, none of them on a card of the base game."""
    doors = Counter[str]()
    for card in cards.TUNNELS:
        doors[card.door] += card.copies
    assert (doors["blue"], doors["green"]) == (3, 3)
    assert all(card.key.startswith(card.door) for card in cards.TUNNELS)
    assert all(card.crystals == card.key.startswith("crystal-") for card in cards.TUNNELS)
    assert sum(card.copies * card.crystals for card in ALL_CARDS) == 10


def test_no_card_of_the_base_game_but_the_start_is_a_ladder_card() -> None:
    """G22: the start card shows a ladder."""
    rows = (base_cards.START, *base_cards.GOALS, *base_cards.TUNNELS)
    assert [card.key for card in rows if card.ladder] == ["start"]
    assert [card for card in cards.TUNNELS if card.ladder] == named("ladder")


def test_bridges_and_double_curves_are_two_tunnels() -> None:
    """B5.1, B5.2, G41, 0.4: nothing turns on a bridge; both are the same after half a turn."""
    assert {card.key: card.tunnels for card in [*named("bridge"), *named("double")]} == {
        "bridge": ("NS", "EW"),
        "double-curve-left": ("NW", "ES"),
        "double-curve-right": ("NE", "SW"),
    }
    assert all(is_symmetric(card.groups) for card in [*named("bridge"), *named("double")])


def test_a_stub_is_a_dead_end_of_its_own() -> None:
    """0.4: beside a tunnel that runs through."""
    for card in named("stub"):
        through, *stubs = card.tunnels
        assert len(through) > 1
        assert len(stubs) == (2 if card.key.endswith("stubs") else 1)
        assert all(len(stub) == 1 for stub in stubs)


def test_there_are_21_action_cards() -> None:
    """B1.2, G38, HB24: twenty named ones and a rockfall, which has the face of the base game's."""
    assert {card.key: card.copies for card in cards.ACTIONS} == {
        "theft": 4,
        "hands-off": 3,
        "prison": 3,
        "freedom": 4,
        "inspection": 2,
        "swap-hats": 2,
        "swap-hands": 2,
    }
    assert copies(*cards.ACTIONS) + sum(cards.MORE_COPIES.values()) == 21


def test_there_are_15_roles() -> None:
    """B2."""
    assert {card.key: card.copies for card in cards.ROLES} == {
        "blue-digger": 4,
        "green-digger": 4,
        "boss": 1,
        "profiteer": 1,
        "geologist": 2,
        "saboteur-2": 3,
    }


@pytest.mark.parametrize("seats", range(2, 13))
def test_a_table_of_any_size_has_the_same_piles(seats: int) -> None:
    """B3.2 to B3.4: 118 cards, four of them rockfalls, ten set aside, six in a hand; no gold cards (B3.5)."""
    rules = book(parse("saboteur2"), seats)
    assert [(pile.name, pile.number, len(pile.faces)) for pile in rules.piles] == [
        ("roles", 1, 15),
        ("goals", 2, 3),
        ("deck", 3, 118),
    ]
    assert all(list(pile.faces) == sorted(pile.faces) for pile in rules.piles)
    rockfall = next(card.number for card in base_cards.ACTIONS if card.key == "rockfall")
    assert rules.copies[3][rockfall] == 4
    assert (rules.hand_size, rules.set_aside, rules.rounds) == (6, 10, 3)
