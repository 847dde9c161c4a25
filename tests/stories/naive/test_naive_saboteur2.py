"""The naive program of Saboteur 2 against positions worked out by hand; TV-B1 and the like name test vectors."""

from collections import Counter
from random import Random

import pytest

from tests.stories.naive.cards import LADDERS, TUNNELS, TUNNELS_2, shuffled_deals_2, unshuffled_round_2
from tests.stories.naive.mine import Move
from tests.stories.naive.network import Cell, Laid, outlets
from tests.stories.naive.saboteur2 import NOBODY, Game2, position_2

BoardText = dict[Cell, tuple[str, int]]

LINE: BoardText = {(x, 0): ("cross", 0) for x in range(1, 7)}
"""Straight east, one card short of the middle goal."""
MIDDLE = {(8, 2): "stone-a", (8, 0): "treasure", (8, -2): "stone-b"}
BLUE_DOOR = {(2, 0): ("blue-door-straight-short", 0)}
GREEN_DOOR = {(3, 0): ("green-door-straight-short", 0)}
BLUE, GREEN, BOSS, PROFITEER = "blue-digger", "green-digger", "boss", "profiteer"
GEOLOGIST, SABOTEUR = "geologist", "saboteur-2"


def kinds(game: Game2) -> Counter[str]:
    return Counter(move[0] for move in game.moves())


def hands_of(*first: str, seats: int = 4, turn: int = 0) -> list[list[str]]:
    """The cards for the seat to move, a map for every other seat."""
    return [list(first) if seat == turn else ["map"] for seat in range(seats)]


def finished_by(seat: int, roles: list[str], doors: BoardText, prison: list[int], **flags: str) -> Game2:
    """The seat has just turned up the treasure at the end of the line."""
    game = position_2(
        hands_of("straight-short", seats=len(roles), turn=seat),
        board=LINE | doors,
        face_down=MIDDLE,
        roles=roles,
        prison=prison,
        turn=seat,
        flags=flags,
    )
    game.play(("place", seat, (7, 0), 0))
    return game


def exhausted(roles: list[str], **more: list[int]) -> Game2:
    """Seat 0 has just used the last card of the round."""
    game = position_2([["map"], *([] for _ in roles[1:])], roles=roles, **more)  # type: ignore[arg-type]
    game.play(("pass", (0,)))
    return game


# The cards


def test_the_packs_are_complete() -> None:
    """B1.1, B1.2, B2."""
    deal = unshuffled_round_2()
    assert len(deal.deck) == 118
    assert sum(key in TUNNELS or key in TUNNELS_2 for key in deal.deck) == 70
    assert deal.deck.count("rockfall") == 4
    assert len(deal.roles) == 15
    assert len(LADDERS) == 4


def test_ten_cards_are_set_aside_before_hands_are_dealt() -> None:
    """B3.2 to B3.4."""
    deals = shuffled_deals_2(12, Random(1))
    game = Game2(12, {}, deals)
    assert game.set_aside == [(i, deals.rounds[0].deck[i]) for i in range(10)]
    assert game.hands[1] == [(16 + i, deals.rounds[0].deck[16 + i]) for i in range(6)]
    assert len(game.pile) == 118 - 10 - 72
    assert game.undealt == list(deals.rounds[0].roles[12:])


# What may be done


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["bridge"], {"place": 4, "pass": 1}),
        (["double-curve-left"], {"place": 4, "pass": 1}),
        (["straight-long-stub"], {"place": 6, "pass": 1}),  # both ways above and below, and by its stub on either side
        (["ladder-single-long"], {"ladder": 2, "pass": 1}),
        (["ladder-curve-left"], {"ladder": 4, "pass": 1}),
        (["theft"], {"theft": 1, "pass": 1}),
        (["hands-off"], {"pass": 1}),
        (["prison"], {"prison": 3, "pass": 1}),
        (["freedom"], {"pass": 1}),
        (["inspection"], {"inspection": 3, "pass": 1}),
        (["swap-hats"], {"swap-hats": 4, "pass": 1}),
        (["swap-hands"], {"swap-hands": 3, "pass": 1}),
        (["freedom", "freedom", "freedom", "freedom"], {"pass": 4 + 6 + 4}),
    ],
)
def test_the_opening_offers_as_many_moves(keys: list[str], expected: dict[str, int]) -> None:
    """B4, B5, B6."""
    assert kinds(position_2(hands_of(*keys))) == expected


def test_a_prison_forbids_paths_and_ladders_and_nothing_else() -> None:
    """B6.3, B12.2, HB20: three pairs take the Prison away."""
    game = position_2(hands_of("cross", "ladder-single-long", "freedom"), prison=[0])
    assert kinds(game) == {"freedom": 1, "pass": 7, "discard-two": 3}


def test_a_ladder_joins_what_is_cut_off_but_not_beside_a_goal() -> None:
    """HB13: on both sides of the start, west of the piece, and not on (7,0)."""
    game = position_2(hands_of("ladder-single-short"), board={(5, 0): ("straight-short", 0), (6, 0): ("cross", 0)})
    ladders = [move[2:] for move in game.moves() if move[0] == "ladder"]
    assert ladders == [((-1, 0), 180), ((1, 0), 0), ((4, 0), 180)]


def test_ladders_are_joined_to_the_start() -> None:
    """0.6."""
    board = {(0, 0): Laid("start"), (5, 5): Laid("ladder-curve-left"), (5, 6): Laid("straight-long")}
    assert {edge for cell, edge in outlets(board) if cell == (5, 6)} == {"N", "S"}


def test_swapped_hands_and_who_draws() -> None:
    """TV-B18."""
    game = position_2(
        [["swap-hands", *["map"] * 5], ["cross", "cross", "cross", "cross"]], pile=["bridge", "theft"], turn=0
    )
    game.play(("swap-hands", 0, 1))
    assert [len(hand) for hand in game.hands] == [4, 6]
    assert game.turn == 1


def test_a_pass_draws_what_is_there() -> None:
    """TV-B17."""
    game = position_2(hands_of("map", "cross", "theft", seats=2), pile=["bridge", "bridge"])
    game.play(("pass", (0, 1, 2)))
    assert len(game.hands[0]) == 2


def test_hats_are_swapped_from_the_top_to_the_bottom_or_aside() -> None:
    """B6.6, G29."""
    for flag, undealt in (("bottom", 11), ("aside", 10)):
        game = position_2(hands_of("swap-hats"), roles=[BLUE, BOSS, GREEN, SABOTEUR], flags={"swap-hats-old": flag})
        top = game.undealt[0]
        game.play(("swap-hats", 0, 1))
        assert game.roles[1] == top
        assert len(game.undealt) == undealt
        assert (game.undealt[-1] if flag == "bottom" else game.given_up[-1]) == BOSS


# Who wins


@pytest.mark.parametrize(
    ("vector", "roles", "seat", "doors", "nuggets"),
    [
        ("TV-B1", [BLUE, GREEN, GREEN, BOSS, PROFITEER, SABOTEUR, SABOTEUR], 3, BLUE_DOOR, [3, 0, 0, 2, 1, 0, 0]),
        ("TV-B2", [BLUE, BLUE, GREEN, BOSS, PROFITEER, SABOTEUR], 0, {}, [2, 2, 0, 1, 0, 0]),
        ("TV-B3", [BLUE, GREEN, BOSS], 0, BLUE_DOOR | GREEN_DOOR, [0, 0, 4]),
        ("TV-B4", [BLUE, GREEN, PROFITEER], 1, BLUE_DOOR | GREEN_DOOR, [0, 0, 3]),
        ("TV-B5", [BLUE, GREEN, BOSS, PROFITEER], 1, BLUE_DOOR | GREEN_DOOR, [0, 0, 3, 2]),
        ("TV-B6", [BLUE, GREEN, SABOTEUR], 2, BLUE_DOOR | GREEN_DOOR, [0, 0, 0]),
        ("TV-B10", [BLUE, GREEN, GREEN, BOSS], 1, BLUE_DOOR, [4, 0, 0, 3]),
        ("TV-B13", [BLUE, BLUE, GREEN, GREEN, BOSS, PROFITEER, GEOLOGIST], 6, {}, [1, 1, 1, 1, 0, 0, 0]),
    ],
)
def test_the_vectors_with_the_treasure(
    vector: str, roles: list[str], seat: int, doors: BoardText, nuggets: list[int]
) -> None:
    """B8, B9."""
    assert finished_by(seat, roles, doors, []).nuggets == nuggets, vector


def test_a_way_round_a_door() -> None:
    """TV-B11, TV-B12, HB3."""
    way: BoardText = {(1, 1): ("curve-left", 180), (2, 1): ("straight-short", 0), (3, 1): ("curve-right", 180)}
    assert finished_by(2, [BLUE, GREEN, SABOTEUR], BLUE_DOOR | way, []).nuggets == [4, 4, 0]
    green_door: BoardText = {(2, 0): ("green-door-straight-short", 0)}
    assert finished_by(0, [BLUE, GREEN, SABOTEUR], green_door | way, []).nuggets == [5, 0, 0]


@pytest.mark.parametrize(
    ("vector", "roles", "prison", "nuggets"),
    [
        ("TV-B7", [BLUE, SABOTEUR, SABOTEUR, PROFITEER], [], [0, 3, 3, 1]),
        ("TV-B8", [BLUE, GREEN, PROFITEER], [], [0, 0, 3]),
        ("TV-B9", [BLUE, GREEN, BOSS], [], [0, 0, 0]),
        ("TV-B15", [BLUE, SABOTEUR, SABOTEUR, PROFITEER], [1, 2], [0, 0, 0, 3]),
    ],
)
def test_the_vectors_without_the_treasure(vector: str, roles: list[str], prison: list[int], nuggets: list[int]) -> None:
    """B8.6."""
    assert exhausted(roles, prison=prison).nuggets == nuggets, vector


@pytest.mark.parametrize(("prison", "nuggets"), [([], [0, 3, 3]), ([2], [0, 7, 0])])
def test_geologists_share_the_crystals(prison: list[int], nuggets: list[int]) -> None:
    """TV-B14."""
    crystals: BoardText = {(x, 5): ("crystal-tee-short", 0) for x in range(7)}
    game = position_2([["map"], [], []], roles=[BLUE, GEOLOGIST, GEOLOGIST], board=crystals, prison=prison)
    game.play(("pass", (0,)))
    assert game.nuggets == nuggets


def test_thieves_in_their_order() -> None:
    """TV-B16."""
    game = position_2(
        [["map"], [], [], [], []],
        roles=[BLUE, GREEN, BOSS, GREEN, BLUE],
        theft=[1, 4, 2],
        nuggets=[3, 0, 0, 0, 0],
    )
    game.play(("pass", (0,)))
    asked: list[int] = []
    moves: list[list[Move]] = []
    while game.phase == "theft":
        asked.append(game.seat_to_move())
        moves.append(game.moves())
        game.play(("steal", NOBODY if len(asked) == 2 else 0))
    assert asked == [2, 4, 1]
    assert moves[0] == [("steal", NOBODY), ("steal", 0)]
    assert game.nuggets == [1, 1, 1, 0, 0]


@pytest.mark.parametrize("seats", [2, 7, 12])
def test_whole_games_end(seats: int) -> None:
    rng = Random(seats)
    game = Game2(seats, {}, shuffled_deals_2(seats, rng))
    while not game.over:
        game.play(rng.choice(game.moves()))
    assert game.round == 3
