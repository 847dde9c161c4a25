"""What the box holds and what a table accepts: rules that are no story."""

from collections import Counter
from collections.abc import Iterable

import pytest

from engine.errors import Illegal
from engine.grid.cells import is_symmetric
from engine.inputs import DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.mine.cards.base import ACTIONS, GOAL_CELLS, GOALS, GOLD, HAND_SIZES, ROLE_DECKS, ROLES, START, TUNNELS
from engine.mine.cards.card import Card
from engine.mine.cards.saboteur2 import ACTIONS as NEW_ACTIONS
from engine.mine.cards.saboteur2 import ROLES as NEW_ROLES
from engine.mine.cards.saboteur2 import TUNNELS as NEW_TUNNELS
from engine.mine.flags import PRESETS
from engine.mine.game import book
from engine.mine.rules.actions.break_tool import BreakTool
from engine.mine.rules.actions.freedom import FreePlayer
from engine.mine.rules.actions.hands_off import StopTheft
from engine.mine.rules.actions.inspection import InspectRole
from engine.mine.rules.actions.lay_theft import LayTheft
from engine.mine.rules.actions.prison import Imprison
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.repair_tool import RepairTool
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.actions.swap_hands import SwapHands
from engine.mine.rules.actions.swap_hats import SwapHats
from engine.mine.rules.placing.goals import RotateGoal
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.reaching import TurnGoal
from engine.mine.rules.round.gold_draft import TakeGold
from engine.mine.rules.round.steal import Steal, StealNothing
from engine.mine.rules.turn.discard_two import TWO_CARDS_ONLY, DiscardTwo
from engine.mine.rules.turn.pass_up_to_three import ONE_TO_THREE_CARDS
from engine.mine.rules.turn.passing import Pass
from engine.mine.scenario.position import Position, arrange
from engine.mine.sets import base as base_set
from engine.mine.sets import saboteur2
from engine.placing import PlacePath
from engine.rules import parse
from engine.tabletop import Tabletop


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


DEALER = {DealRound, OpenSlots, ShowSlots, GiveRandom, RenewSlots, TimeUp}
IN_BOTH = {PlacePath, BreakTool, RepairTool, CauseRockfall, ReadMap, Pass, TurnGoal, RotateGoal}
ADDED = {
    PlaceLadder,
    LayTheft,
    StopTheft,
    Imprison,
    FreePlayer,
    InspectRole,
    SwapHats,
    SwapHands,
    DiscardTwo,
    Steal,
    StealNothing,
}


@pytest.mark.parametrize("seats", range(3, 11))
def test_no_act_shows_a_card_to_another_player(seats: int) -> None:
    """HA24: these are all the acts and all that the dealer says; none of them proves a hidden card to a player."""
    assert set(book(parse("base"), seats).decide) == IN_BOTH | {TakeGold} | DEALER


@pytest.mark.parametrize("seats", range(2, 13))
def test_no_act_of_saboteur_2_shows_a_card_to_another_player(seats: int) -> None:
    """HA24: a role is shown to an inspector by the dealer alone; a hand that changes owners is shown to its new one."""
    assert set(book(parse("saboteur2"), seats).decide) == IN_BOTH | ADDED | DEALER


# Saboteur 2


def test_all_cards_of_the_base_game_are_there_but_roles_and_gold() -> None:
    """B1.1: 44 path cards and 27 action cards of the base game, and 30, 21 and 15 cards more."""
    base = {card for card in saboteur2.CARDS if card in base_set.CARDS}
    assert base == {START, *GOALS, *TUNNELS, *ACTIONS}
    faces = Counter(face for pile in book(parse("saboteur2"), 5).piles for face in pile.faces)
    paths = [card for card in saboteur2.CARDS if card.kind in ("path", "ladder")]
    actions = {card.number for card in saboteur2.CARDS} - {card.number for card in [*paths, START, *GOALS, *NEW_ROLES]}
    assert sum(faces[card.number] for card in paths) == 40 + 30
    assert sum(faces[number] for number in actions) == 27 + 21
    assert sum(faces[card.number] for card in NEW_ROLES) == 15


def test_the_twenty_first_action_card_is_a_rockfall() -> None:
    """B1.2, G38, HB24: one more than in the base game, and 108 cards when ten are set aside."""
    copies_of = {name: book(parse(name), 5).copies[3] for name in ("base", "saboteur2")}
    rockfall = next(card.number for card in ACTIONS if card.key == "rockfall")
    assert copies_of["saboteur2"][rockfall] == copies_of["base"][rockfall] + 1 == 4
    assert sum(copies_of["saboteur2"].values()) - 10 == 108
    same = [card.number for card in (*TUNNELS, *ACTIONS) if card.number != rockfall]
    assert all(copies_of["saboteur2"][face] == copies_of["base"][face] for face in same)


def test_every_printed_tunnel_of_saboteur_2() -> None:
    """B5.1 to B5.5, 0.4: the shapes, as a reader with the box in hand sees them; a letter alone is a dead end."""
    printed = {
        "bridge": "NS EW",
        "double-curve-left": "NW ES",
        "double-curve-right": "NE SW",
        "ladder-single-long": "S",
        "ladder-single-short": "W",
        "ladder-curve-left": "NW",
        "ladder-curve-right": "NE",
        "blue-door-straight-long": "NS",
        "blue-door-straight-short": "EW",
        "blue-door-curve-right": "SW",
        "green-door-straight-long": "NS E",
        "green-door-straight-short": "EW",
        "green-door-curve-left": "ES",
        "crystal-dead-single-long": "S",
        "crystal-dead-single-short": "W",
        "crystal-cross": "NESW",
        "crystal-tee-short": "ESW",
        "crystal-tee-long": "NES",
        "crystal-tee-long-stub": "NSW E",
        "crystal-tee-short-stub": "ESW N",
        "crystal-straight-short-stub": "EW S",
        "straight-long-stub": "NS E",
        "straight-long-stubs": "NS E W",
        "straight-short-stubs": "EW N S",
        "curve-left-stub": "ES N",
        "curve-right-stub": "NE S",
    }
    assert {card.key: " ".join(card.tunnels) for card in NEW_TUNNELS} == printed
    more = {card.key: card.copies for card in NEW_TUNNELS if card.copies > 1}
    assert more == {"bridge": 2, "crystal-tee-short": 3, "curve-left-stub": 2}


def test_the_box_is_called_saboteur_2() -> None:
    """G77: one name, for the card set and for the preset; G76: Prison and Freedom have one name each."""
    assert PRESETS["saboteur2"].card_set == "saboteur2"
    keys = {card.key for card in NEW_ACTIONS}
    assert {"prison", "freedom"} <= keys
    assert keys.isdisjoint({"trap", "trapped", "release", "free-at-last"})


def test_no_card_is_discarded_twice_at_once() -> None:
    """B4, HB20: two or three cards are different cards; a scenario cannot name the same one twice."""
    table = Tabletop(parse("saboteur2"), 2, lambda below: 0)
    number = {card.key: card.number for card in saboteur2.CARDS}
    arrange(table, Position(hands=[[number["map"], number["cross"]], []], prison=[0]))
    one, _ = table.state.hands[0]
    [prison] = table.state.front[0]
    for act, reason in (
        (Pass(0, (one, one)), ONE_TO_THREE_CARDS),
        (DiscardTwo(0, (one, one), prison), TWO_CARDS_ONLY),
    ):
        with pytest.raises(Illegal) as refused:
            table.give(act)
        assert refused.value.reason is reason


def test_tokens_have_no_values_of_their_own() -> None:
    """B3.5, B9.3: nuggets are counted one by one, so that there is nothing to change."""
    rules = book(parse("saboteur2"), 5)
    assert [pile.name for pile in rules.piles] == ["roles", "goals", "deck"]
    assert rules.worth == {}
