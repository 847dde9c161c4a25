"""The naive program of the anniversary box against positions worked out by hand."""

from functools import partial
from typing import Any

from tests.stories.naive.box import BoxGame, BoxGame2
from tests.stories.naive.mine import position
from tests.stories.naive.network import Cell
from tests.stories.naive.saboteur2 import position_2

BoardText = dict[Cell, tuple[str, int]]

LINE: BoardText = {(x, 0): ("cross", 0) for x in range(1, 7)}
"""Straight east, one card short of the middle goal."""
MIDDLE = {(8, 2): "stone-a", (8, 0): "treasure", (8, -2): "stone-b"}


def box(hands: list[list[str]], *parts: str, **more: Any) -> BoxGame:
    game = position(hands, **more, kind=partial(BoxGame, parts=parts))
    assert isinstance(game, BoxGame)
    return game


def play(game: BoxGame, word: str, *more: object) -> None:
    """The first of the moves that begin so and end so."""
    game.play(next(move for move in game.moves() if move[0] == word and move[len(move) - len(more) :] == more))


def words(game: BoxGame) -> set[str]:
    return {move[0] for move in game.moves()}


def test_a_craftsman_takes_away_one_broken_tool_of_any_kind() -> None:
    """C6, HC6."""
    game = box([["master-craftsman"], ["map"], ["map"]], broken={1: ["pick", "cart"]})
    assert [move[2:] for move in game.moves() if move[0] == "repair"] == [(1, "cart"), (1, "pick")]
    assert "repair" not in words(box([["master-craftsman"], ["map"], ["map"]]))


def test_the_order_of_play_is_reversed_and_reversed_again() -> None:
    """C5, HC5: who begins the next round is still on the left."""
    game = box([["change-of-direction", "map"], ["map"], ["change-of-direction", "map"]])
    play(game, "direction")
    assert (game.turn, game.backwards) == (2, True)
    play(game, "direction")
    assert (game.turn, game.backwards) == (0, False)
    play(game, "map")
    assert game._next_starter() == 1


def test_a_trail_has_two_cards_and_as_many_are_drawn() -> None:
    """C7, HC7."""
    game = box([["trailblazer", "cross", "tee-short", "map"], ["map"], ["map"]], pile=["map"] * 3)
    play(game, "trail")
    assert words(game) == {"place", "end-trail"}
    play(game, "place", (1, 0), 0)
    assert words(game) == {"place", "end-trail"}
    play(game, "place", (2, 0), 0)
    assert (game.turn, len(game.hands[0]), len(game.pile)) == (1, 3, 1)


def test_a_trail_that_stops_at_once_draws_nothing() -> None:
    """HC7; it needs two more cards in hand, and whole tools."""
    game = box([["trailblazer", "cross", "map"], ["map"], ["map"]], pile=["map"] * 3)
    play(game, "trail")
    play(game, "end-trail")
    assert (game.turn, len(game.hands[0]), len(game.pile)) == (1, 2, 3)
    assert "trail" not in words(box([["trailblazer", "cross"], ["map"], ["map"]]))
    assert "trail" not in words(box([["trailblazer", "cross", "map"], ["map"], ["map"]], broken={0: ["cart"]}))


def test_the_card_that_was_placed_last_is_moved_and_not_to_where_it_hangs_on_itself() -> None:
    """C8, HC8: also by a player who may place none."""
    board: BoardText = {(1, 0): ("cross", 0), (2, 0): ("tee-short", 0)}
    game = box([["diversion", "map"], ["map"], ["map"]], board=board, broken={0: ["pick"]})
    cells = {move[2] for move in game.moves() if move[0] == "divert"}
    assert {(1, 1), (0, 1)} <= cells
    assert not {(2, 0), (3, 0), (2, -1)} & cells
    play(game, "divert", (1, 1), 0)
    assert (list(game.board)[-1], game.last_path) == ((1, 1), 0)
    assert "divert" not in words(box([["diversion"], ["map"], ["map"]]))


def test_a_greedy_dwarf_who_finishes_is_paid_alone() -> None:
    """C1, HC1, A9.2: else he is no digger, and gold goes past him."""
    roles = ["greedy-dwarf", "digger", "digger", "saboteur"]
    hands = [["cross"], ["cross"], ["map"], ["map"]]
    board = {at: ("tee-short", 0) if at[0] % 2 else card for at, card in LINE.items()}
    first = box(hands, board=board, face_down=MIDDLE, roles=roles)
    play(first, "place", (7, 0), 0)
    assert (first.over, first.scores()) == (True, [4, 0, 0, 0])
    second = box(hands, board=board, face_down=MIDDLE, roles=roles, turn=1)
    play(second, "place", (7, 0), 0)
    assert (second.picker, len(second.offer)) == (1, 2)
    play(second, "gold")
    assert [len(held) for held in second.gold_held] == [0, 1, 1, 0]


def test_a_digger_with_a_broken_tool_gets_no_gold_and_the_others_get_more() -> None:
    """E1.1, HE1: mirrored after a change of direction (C5)."""
    roles = ["digger", "digger", "digger", "saboteur"]
    board = {at: ("tee-short", 0) if at[0] % 2 else card for at, card in LINE.items()}
    more: dict[str, Any] = {"board": board, "face_down": MIDDLE, "roles": roles, "turn": 3}
    for backwards, first in ((False, 2), (True, 0)):
        game = box([["map"], ["map"], ["map"], ["cross"]], "sabotaged-dwarf", broken={1: ["cart"]}, **more)
        game.backwards = backwards
        play(game, "place", (7, 0), 0)
        assert (game.picker, len(game.offer)) == (first, 3)
        play(game, "gold")
        play(game, "gold")
        assert [len(held) for held in game.gold_held] == ([1, 0, 2, 0] if first == 2 else [2, 0, 1, 0])
    broken = {seat: ["cart"] for seat in range(3)}
    none = box([["map"], ["map"], ["map"], ["cross"]], "sabotaged-dwarf", broken=broken, **more)
    play(none, "place", (7, 0), 0)
    assert (none.over, none.scores()) == (True, [0, 0, 0, 0])


def test_a_ladder_that_was_placed_last_is_moved_as_a_ladder() -> None:
    """HC8, B5.3: beside any card that it joins, and not beside a goal."""
    board: BoardText = {(1, 0): ("cross", 0), (1, 1): ("ladder-single-long", 0)}
    game = position_2([["diversion"], ["map"]], board=board, prison=[0], kind=BoxGame2)
    places = {move[2:] for move in game.moves() if move[0] == "divert"}
    assert places == {((0, 1), 0), ((0, -1), 180), ((1, -1), 180)}
