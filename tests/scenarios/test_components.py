"""What the box holds and what a table accepts: rules that are no story."""

from collections.abc import Iterable

import pytest

from engine.grid import is_symmetric
from engine.inputs import DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.mine.base_cards import ACTIONS, GOAL_CELLS, GOALS, GOLD, HAND_SIZES, ROLE_DECKS, ROLES, START, TUNNELS
from engine.mine.cards import Card
from engine.mine.game import book
from engine.mine.rules.break_tool import BreakTool
from engine.mine.rules.goals import RotateGoal, TurnGoal
from engine.mine.rules.gold_draft import TakeGold
from engine.mine.rules.passing import Pass
from engine.mine.rules.place_path import PlacePath
from engine.mine.rules.read_map import ReadMap
from engine.mine.rules.repair_tool import RepairTool
from engine.mine.rules.rockfall import CauseRockfall
from engine.rules import parse


def copies(cards: Iterable[Card]) -> int:
    return sum(card.copies for card in cards)


def test_path_cards() -> None:
    """A1.1: 44 path cards are the start, three goals and 40 tunnel cards, nine of them dead ends."""
    assert START.copies == 1
    assert {card.key: card.copies for card in GOALS} == {"treasure": 1, "stone-a": 1, "stone-b": 1}
    assert copies(TUNNELS) == 40
    assert copies([START, *GOALS, *TUNNELS]) == 44
    assert copies(card for card in TUNNELS if card.key.startswith("dead-")) == 9


def test_tunnels_of_the_path_cards() -> None:
    """0.4: passages join all their sides, dead ends join none; A1.1: copies of each shape."""
    passages = {card.tunnels: card.copies for card in TUNNELS if not card.key.startswith("dead-")}
    assert passages == {
        ("NESW",): 5,
        ("NES",): 5,
        ("ESW",): 5,
        ("NS",): 4,
        ("EW",): 3,
        ("NE",): 5,
        ("NW",): 4,
    }
    dead_ends = {"".join(card.tunnels): card.copies for card in TUNNELS if card.key.startswith("dead-")}
    assert dead_ends == dict.fromkeys(["NESW", "NES", "ESW", "NS", "EW", "NE", "NW", "S", "W"], 1)
    assert all(len(side) == 1 for card in TUNNELS if card.key.startswith("dead-") for side in card.tunnels)


def test_action_cards() -> None:
    """A1.2: 27 action cards."""
    by_kind = {kind: copies(card for card in ACTIONS if card.kind == kind) for kind in {card.kind for card in ACTIONS}}
    assert by_kind == {"break": 9, "repair": 9, "rockfall": 3, "map": 6}
    assert copies(card for card in ACTIONS if card.kind == "repair" and len(card.tools) == 2) == 3


def test_gold_cards() -> None:
    """A1.3: 28 gold cards with 44 nuggets."""
    assert {card.nuggets: card.copies for card in GOLD} == {1: 16, 2: 8, 3: 4}


def test_dwarf_cards() -> None:
    """A1.4: seven gold-diggers and four saboteurs."""
    assert {card.key: card.copies for card in ROLES} == {"digger": 7, "saboteur": 4}


@pytest.mark.parametrize(
    ("players", "saboteurs", "diggers", "hand"),
    [
        (3, 1, 3, 6),
        (4, 1, 4, 6),
        (5, 2, 4, 6),
        (6, 2, 5, 5),
        (7, 3, 5, 5),
        (8, 3, 6, 4),
        (9, 3, 7, 4),
        (10, 4, 7, 4),
    ],
)
def test_role_deck_and_hand_size(players: int, saboteurs: int, diggers: int, hand: int) -> None:
    """A2.1, A2.2: by player count, always one role more than players."""
    assert ROLE_DECKS[players] == (saboteurs, diggers)
    assert saboteurs + diggers == players + 1
    assert HAND_SIZES[players] == hand


def test_goal_cells() -> None:
    """A2.3: seven empty columns between start and goals, one empty cell between neighbouring goals."""
    assert set(GOAL_CELLS) == {(8, 2), (8, 0), (8, -2)}


def test_start_card_is_the_same_both_ways() -> None:
    """G22: whichever side of the start card lies up, its tunnels are the same; its ladder means nothing here."""
    assert START.tunnels == ("NESW",)
    assert is_symmetric(START.groups)


@pytest.mark.parametrize("seats", range(3, 11))
def test_no_act_shows_a_card_to_another_player(seats: int) -> None:
    """HA24: these are all the acts and all that the dealer says; none of them proves a hidden card to a player."""
    acts = {PlacePath, BreakTool, RepairTool, CauseRockfall, ReadMap, Pass, TurnGoal, RotateGoal, TakeGold}
    dealer = {DealRound, OpenSlots, ShowSlots, GiveRandom, RenewSlots, TimeUp}
    assert set(book(parse("base"), seats).decide) == acts | dealer
