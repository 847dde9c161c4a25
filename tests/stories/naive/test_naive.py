"""The naive program against positions worked out by hand; TV-A7 and the like name test vectors."""

from collections import Counter
from random import Random

import pytest

from tests.stories.naive.cards import SABOTEURS, TUNNELS, shuffled_deals, unshuffled_round
from tests.stories.naive.mine import Game, Move, count, position, random_game
from tests.stories.naive.network import Cell, Laid

BoardText = dict[Cell, tuple[str, int]]

# From the start north, then east along y = 1 up to the column before the goals.
UPPER_TUNNEL: BoardText = {
    (0, 1): ("curve-left", 180),
    **{(x, 1): ("straight-short", 0) for x in range(1, 8)},
}
# Straight east, one card short of the middle goal.
MIDDLE_TUNNEL: BoardText = {(x, 0): ("straight-short", 0) for x in range(1, 7)}

OPENING_PLACEMENTS = {
    "cross": 4,
    "tee-long": 6,
    "tee-short": 6,
    "straight-long": 2,
    "straight-short": 2,
    "curve-right": 4,
    "curve-left": 4,
    "dead-cross": 4,
    "dead-tee-long": 6,
    "dead-tee-short": 6,
    "dead-straight-long": 2,
    "dead-straight-short": 2,
    "dead-curve-right": 4,
    "dead-curve-left": 4,
    "dead-single-long": 2,
    "dead-single-short": 2,
}


def kinds(game: Game) -> Counter[str]:
    return Counter(move[0] for move in game.moves())


def hands_of(*first: str, seats: int = 5, turn: int = 0) -> list[list[str]]:
    """The cards for the seat to move, a map for every other seat."""
    return [list(first) if seat == turn else ["map"] for seat in range(seats)]


def pick_order(game: Game) -> list[int]:
    """Let every picker keep the first card; the seats that were asked."""
    asked = []
    while game.phase == "gold":
        asked.append(game.seat_to_move())
        game.play(game.moves()[0])
    return asked


def finished_by(seat: int, **flags: str) -> Game:
    """Roles D S D D D; the seat has just turned up the treasure."""
    game = position(
        hands_of("straight-short", turn=seat),
        board=MIDDLE_TUNNEL,
        face_down={(8, 2): "stone-a", (8, 0): "treasure", (8, -2): "stone-b"},
        roles=["digger", "saboteur", "digger", "digger", "digger"],
        gold=["gold-3", "gold-2", "gold-1", "gold-1", "gold-2", "gold-1"],
        turn=seat,
        flags=flags,
    )
    game.play(("place", seat, (7, 0), 0))
    return game


# The cards


def test_the_packs_are_complete() -> None:
    deal = unshuffled_round(5)
    assert sum(key in TUNNELS for key in deal.deck) == 40
    assert len(deal.deck) == 67
    assert Counter(deal.roles) == {"saboteur": 2, "digger": 4}
    assert all(len(unshuffled_round(seats).roles) == seats + 1 for seats in SABOTEURS)


def test_a_game_is_dealt_as_the_order_says() -> None:
    deals = shuffled_deals(5, Random(1))
    game = Game(5, {}, deals)
    assert game.hands[1] == [(6 + i, deals.rounds[0].deck[6 + i]) for i in range(6)]
    assert game.pile[0] == (30, deals.rounds[0].deck[30])
    assert len(game.pile) == 37
    assert game.roles == list(deals.rounds[0].roles[:5])
    assert game.face_down[8, 2] == deals.rounds[0].goals[0]
    assert game.turn == deals.starter


# The opening, counted by hand


@pytest.mark.parametrize(("key", "placements"), OPENING_PLACEMENTS.items())
def test_the_opening_offers_as_many_placements(key: str, placements: int) -> None:
    assert kinds(position(hands_of(key))) == {"place": placements, "pass": 1}


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("broken-pick", {"break": 4, "pass": 1}),
        ("map", {"map": 3, "pass": 1}),
        ("rockfall", {"pass": 1}),  # HA11
        ("repair-pick-cart", {"pass": 1}),  # A5.4
    ],
)
def test_the_opening_offers_as_many_actions(key: str, expected: dict[str, int]) -> None:
    assert kinds(position(hands_of(key))) == expected


def test_moves_are_sorted_plain_tuples() -> None:
    game = position(hands_of("straight-short", "map"))
    assert game.moves() == [
        ("map", 1, (8, -2)),
        ("map", 1, (8, 0)),
        ("map", 1, (8, 2)),
        ("pass", 0),
        ("pass", 1),
        ("place", 0, (-1, 0), 0),
        ("place", 0, (1, 0), 0),
    ]


def test_sequences_are_counted() -> None:
    """Seat 0: north, south, pass; then the cross has four cells each time, or is passed."""
    game = position([["straight-long"], ["cross"], ["map"]])
    assert [count(game, depth) for depth in range(5)] == [1, 3, 15, 60, 0]


# Placing


def test_every_touching_edge_matches() -> None:
    """A4.3: at (1, 1) a card meets an opening in the south and rock in the west."""
    game = position(
        hands_of("cross", "curve-right", "curve-left", "straight-short", "straight-long"),
        board={(1, 0): ("cross", 0), (0, 1): ("straight-long", 0)},
    )
    at_corner = [move for move in game.moves() if move[0] == "place" and move[2] == (1, 1)]
    assert at_corner == [("place", 2, (1, 1), 180), ("place", 4, (1, 1), 0)]


def test_a_face_down_goal_sets_no_condition_and_is_no_neighbour() -> None:
    """HA2; TV-A8: with rock toward the goal nothing is turned up."""
    game = position(hands_of("curve-right", "dead-cross"), board=MIDDLE_TUNNEL)
    assert not [move for move in game.moves() if move[0] == "place" and move[2] == (9, 0)]
    game.play(("place", 0, (7, 0), 180))  # open to S and W
    assert len(game.face_down) == 3
    assert game.turn == 1


def test_the_cell_of_a_face_down_goal_is_taken() -> None:
    """A4.1, even where nothing but adjacency and matching is asked for."""
    game = position(
        hands_of("straight-long"),
        board=MIDDLE_TUNNEL | {(7, 0): ("curve-right", 180)},
        flags={"must-connect": "no"},
    )
    assert kinds(game)["place"] > 0
    assert not [move for move in game.moves() if move[0] == "place" and move[2] == (8, 0)]


def test_a_dead_end_may_be_joined_but_leads_nowhere() -> None:
    """TV-A9, HA4."""
    game = position([["dead-single-short"], ["cross"], ["map"]])
    game.play(("place", 0, (1, 0), 0))
    assert kinds(game) == {"place": 3, "pass": 1}
    game = position([["cross"], ["map"], ["map"]], board={(1, 0): ("dead-straight-short", 0)})
    assert ("place", 0, (2, 0), 0) not in game.moves()
    assert kinds(game) == {"place": 3, "pass": 1}


@pytest.mark.parametrize(("must_connect", "legal"), [("yes", False), ("no", True)])
def test_a_cut_off_branch_is_not_built_on(must_connect: str, *, legal: bool) -> None:
    """TV-A10, HA10."""
    game = position(
        [["rockfall"], ["straight-short"], ["map"]],
        board={(1, 0): ("straight-short", 0), (2, 0): ("straight-short", 0)},
        flags={"must-connect": must_connect},
    )
    assert kinds(game) == {"rockfall": 2, "pass": 1}
    game.play(("rockfall", 0, (1, 0)))
    assert game.discard == [(3, "straight-short"), (0, "rockfall")]  # HA17
    assert (("place", 1, (3, 0), 0) in game.moves()) == legal
    assert ("place", 1, (1, 0), 0) in game.moves()


# Tools


def test_broken_tools_forbid_paths_until_they_are_repaired() -> None:
    """A4.6, A5.1 to A5.3."""
    game = position(
        [["cross", "repair-pick-lantern", "broken-pick"], ["map"], ["map"]],
        broken={0: ["pick", "lantern"], 1: ["lantern"]},
        pile=["map"],
    )
    repairs: list[Move] = [
        ("repair", 1, 0, "lantern"),
        ("repair", 1, 0, "pick"),
        ("repair", 1, 1, "lantern"),
    ]
    assert game.moves() == [
        ("break", 2, 1),
        ("break", 2, 2),
        ("pass", 0),
        ("pass", 1),
        ("pass", 2),
        *repairs,
    ]
    game.play(repairs[1])
    assert set(game.broken[0]) == {"lantern"}
    assert [key for _, key in game.discard] == ["broken-pick", "repair-pick-lantern"]
    assert game.hands[0] == [(0, "cross"), (2, "broken-pick"), (5, "map")]


def test_breaking_ones_own_tool_is_an_option() -> None:
    """G8."""
    game = position(hands_of("broken-cart"), flags={"self-sabotage": "yes"})
    assert ("break", 0, 0) in game.moves()


# Goals


@pytest.mark.parametrize(("first", "face_down"), [((8, 2), {(8, 0), (8, -2)}), ((8, 0), {(8, -2)})])
def test_the_player_orders_two_goals_reached_at_once(first: Cell, face_down: set[Cell]) -> None:
    """TV-A7: treasure first, and the other is never turned; stone first, and both are."""
    game = position(hands_of("tee-long"), board=UPPER_TUNNEL)
    game.play(("place", 0, (8, 1), 180))  # open to N, S and W
    assert game.moves() == [("goal", (8, 0)), ("goal", (8, 2))]
    assert game.seat_to_move() == 0
    game.play(("goal", first))
    assert game.phase == "gold"
    assert set(game.face_down) == face_down


def test_a_revealed_stone_leads_on_to_the_next_goal() -> None:
    """HA5: the goal stone-b opens to N, and a cut-off card there reaches the treasure."""
    game = position(
        hands_of("straight-short"),
        board=MIDDLE_TUNNEL | {(8, 1): ("straight-long", 0)},
        face_down={(8, 2): "treasure", (8, 0): "stone-b", (8, -2): "stone-a"},
    )
    game.play(("place", 0, (7, 0), 0))
    assert game.board[8, 0] == Laid("stone-b", 0)
    assert game.phase == "gold"


def test_a_stone_is_turned_toward_the_tunnel_and_the_player_draws() -> None:
    """A7.3, A7.6: reached from the south, stone-b (NW) lies as SE."""
    game = position(
        hands_of("curve-left"),
        board={(x, -1): ("straight-short", 0) for x in range(1, 8)} | {(0, -1): ("curve-right", 0)},
        face_down={(8, 2): "treasure", (8, 0): "stone-b", (8, -2): "stone-a"},
        pile=["cross"],
    )
    game.play(("place", 0, (8, -1), 0))  # open to N and W
    assert game.board[8, 0] == Laid("stone-b", 180)
    assert game.hands[0] == [(5, "cross")]
    assert game.turn == 1


def loop_around_the_middle_goal(stone: str, south: BoardText) -> Game:
    """A cross at (6, 1) reaches the middle goal from the west and from the east at once."""
    game = position(
        hands_of("cross"),
        board={cell: laid for cell, laid in UPPER_TUNNEL.items() if cell != (6, 1)}
        | {
            (6, 0): ("curve-right", 0),
            (7, 0): ("straight-short", 0),
            (8, 1): ("straight-short", 0),
            (9, 1): ("curve-right", 180),
            (9, 0): ("curve-left", 0),
        }
        | south,
        face_down={(8, 2): "treasure", (8, 0): stone},
    )
    game.play(("place", 0, (6, 1), 0))
    return game


@pytest.mark.parametrize(("stone", "turned"), [("stone-a", 0), ("stone-b", 180)])
def test_of_two_rotations_the_one_that_matches_more_is_taken(stone: str, turned: int) -> None:
    """HA6: the rock of (8, 1) decides for no opening to the north."""
    game = loop_around_the_middle_goal(stone, {})
    assert game.board[8, 0] == Laid(stone, turned)


def test_joining_the_tunnel_comes_before_matching() -> None:
    """HA6, A7.4: as SW stone-a joins the tunnel; as NE it would match the three cut-off cards."""
    game = position(
        hands_of("straight-short"),
        board=MIDDLE_TUNNEL
        | {
            (8, 1): ("straight-long", 0),
            (9, 0): ("straight-short", 0),
            (8, -1): ("straight-short", 0),
        },
    )
    game.play(("place", 0, (7, 0), 0))
    assert game.board[8, 0] == Laid("stone-a", 0)
    assert (8, 2) in game.face_down  # rock against the open edge of (8, 1): HA7


def test_equally_good_rotations_are_the_players_choice() -> None:
    """HA6: rock in the north and in the south, outlets in the west and in the east."""
    game = loop_around_the_middle_goal("stone-a", {(8, -1): ("straight-short", 0)})
    assert game.moves() == [("rotate", 0), ("rotate", 180)]
    assert game.seat_to_move() == 0
    game.play(("rotate", 180))
    assert game.board[8, 0] == Laid("stone-a", 180)
    assert (game.phase, game.turn) == ("turn", 1)


# The end of a round


@pytest.mark.parametrize(("finisher", "order"), [(2, [2, 0, 4]), (1, [0, 4, 3])])
def test_the_gold_goes_round_counter_clockwise(finisher: int, order: list[int]) -> None:
    """TV-A1, TV-A2, A7.2; the fourth card goes without a question (HA26)."""
    game = finished_by(finisher)
    assert game.hands[finisher] == []
    assert len(game.offer) == 4
    assert pick_order(game) == order
    assert [len(held) for held in game.gold_held] == [1, 0, 1, 1, 1]
    assert game.over
    assert game.winners() == [order[0]]  # who kept the card of three


def test_by_the_old_option_a_card_is_drawn_for_every_player() -> None:
    """TV-A4: picks 2, 0, 4, 3 and the fifth card for 2."""
    game = finished_by(2, **{"gold-draw": "players"})
    assert pick_order(game) == [2, 0, 4, 3]
    assert game.gold_held[2] == [(0, "gold-3"), (4, "gold-2")]
    assert game.scores() == [2, 0, 5, 1, 1]


def test_ten_players_draw_nine_gold_cards_by_the_old_option() -> None:
    """G13."""
    game = position(hands_of("tee-long", seats=10), board=UPPER_TUNNEL, flags={"gold-draw": "players"})
    game.play(("place", 0, (8, 1), 180))
    game.play(("goal", (8, 2)))
    assert pick_order(game) == [0, 9, 8, 7, 6, 5, 4, 3]
    assert [len(held) for held in game.gold_held] == [1, 0, 1, 1, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("flag", "saboteurs", "pay"),
    [
        ("4332", 0, 0),
        ("4332", 1, 4),
        ("4332", 2, 3),
        ("4332", 3, 3),
        ("4332", 4, 2),
        ("432", 1, 4),
        ("432", 2, 3),
        ("432", 3, 2),
        ("432", 4, 2),
    ],
)
def test_saboteurs_are_paid_when_the_treasure_is_not_found(flag: str, saboteurs: int, pay: int) -> None:
    """TV-A6, G1."""
    roles = ["saboteur"] * saboteurs + ["digger"] * (10 - saboteurs)
    hands: list[list[str]] = [["map"]] + [[] for _ in range(9)]
    game = position(hands, roles=roles, flags={"saboteur-pay": flag})
    game.play(("pass", 0))
    assert game.over
    assert game.scores() == [pay] * saboteurs + [0] * (10 - saboteurs)


def test_seats_without_cards_are_skipped_and_do_not_draw() -> None:
    """HA15, HA16: the pile is not empty, but only seat 0 is still in."""
    game = position([["map"], [], []], pile=["map", "cross"])
    for _ in range(3):
        assert game.turn == 0
        game.play(game.moves()[0])
    assert game.over


@pytest.mark.parametrize(
    ("flag", "paths", "starter"),
    [("last-path", True, 2), ("last-card", True, 0), ("last-path", False, 0)],
)
def test_who_starts_the_next_round(flag: str, starter: int, *, paths: bool) -> None:
    """A10.3, G5, HA23: seat 1 places the last path card, seat 2 passes the last card."""
    game = position([["map"], ["cross"], ["map"]], flags={"next-starter": flag})
    game.rounds_to_come = [unshuffled_round(3)]
    game.play(("pass", 0))
    game.play(("place", 1, (1, 0), 0) if paths else ("pass", 1))
    game.play(("pass", 2))
    assert (game.round, game.turn) == (2, starter)


# Whole games


def all_cards(game: Game) -> Counter[str]:
    zones = [*game.hands, game.pile, game.discard, *(front.values() for front in game.broken)]
    held = Counter(key for zone in zones for _, key in zone)
    return held + Counter(laid.key for laid in game.board.values() if laid.key in TUNNELS)


def farthest_east(moves: list[Move], rng: Random) -> Move:
    """A player in a hurry, so that goals are reached; chance decides where no path can be laid."""
    paths = [move for move in moves if move[0] == "place"]
    return max(paths, key=lambda move: (move[2], move)) if paths else rng.choice(moves)


@pytest.mark.parametrize("hurry", [False, True])
@pytest.mark.parametrize("seats", range(3, 11))
def test_no_card_is_lost_in_a_whole_game(seats: int, *, hurry: bool) -> None:
    rng = Random(seats)
    game = Game(seats, {}, shuffled_deals(seats, rng))
    whole_deck = Counter(unshuffled_round(seats).deck)
    while not game.over:
        assert all_cards(game) == whole_deck
        moves = game.moves()
        game.play(farthest_east(moves, rng) if hurry else rng.choice(moves))
    assert len(game.gold_pile) + sum(map(len, game.gold_held)) == 28
    assert game.round == 3


def test_a_game_without_the_treasure_uses_every_card_once() -> None:
    """Three rounds of 67 cards; by chance alone the treasure is hardly ever found."""
    assert [random_game(5, Random(seed)) for seed in range(5)] == [201] * 5
