"""How `steady` plays the cave: always legally, the same way from the same seed, and toward the exit."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from client.games.cave.tally import figures, one_game
from client.games.matches import Match
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.cave.bots.memory import Memory
from engine.cave.bots.mind import WORTH
from engine.cave.bots.player import Player
from engine.cave.bots.survey import FAR
from engine.cave.resolving import RULES
from engine.cave.rules.actions.secret_information import GoalSpied
from engine.front import choices
from engine.grid.cells import cell
from engine.placing import PathPlaced
from engine.rules import parse
from engine.scenario.reader import read
from engine.scenario.runner import run
from engine.tabletop import Tabletop

CORRIDOR = """
title = "a corridor to the exit"
cites = ["F8.1"]
rules = "cave"
seats = 2
[position]
board = ["3,4 straight-short-1"]
goals = ["goal-vein", "goal-ladder", "goal-lair", "exit"]
face-up = ["4,4"]
dwarfs = { 0 = "3,4 0" }
hands = [["cross-1", "boots"], ["rat"]]
pile = ["goblin", "crawler"]
[[step]]
seat = 0
discard = "cross-1"
"""


def played(seats: int, seed: int) -> list[object]:
    """All acts of a game among steady bots."""
    table = Tabletop(parse("cave"), seats, Random(seed).randrange)
    bots = [Sitting(BOTS["steady"], table, seat, Random(f"{seed} {seat}").randrange) for seat in range(seats)]
    acts: list[object] = []
    table.advance()
    while want := table.waiting():
        act = answered(want, lambda seat: bots[seat].choose())
        assert act in choices(table.view(want.seats[0]))
        acts.append(act)
        table.play(act)
    return acts


def counted(match: Match, games: int) -> dict[str, Any]:
    """What came of so many games."""
    tally = Counter[str]()
    for number in range(games):
        tally.update(one_game(match, number))
    return figures(match, tally)


def test_there_is_a_worth_for_every_act() -> None:
    assert WORTH.keys() == {row.act for rule in RULES for row in rule.acts}


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_act_is_legal_and_the_same_from_the_same_seed(seats: int) -> None:
    assert played(seats, 1) == played(seats, 1)


def test_a_dwarf_walks_to_the_exit_and_out() -> None:
    table = run(read(CORRIDOR))
    bot = Sitting(BOTS["steady"], table, 0, Random(1).randrange)
    while (want := table.waiting()) and want.what == "walk":
        table.play(bot.choose())
    assert table.state.escaped == (0,)


def test_a_card_that_leads_on_shortens_the_way_and_a_dead_end_does_not() -> None:
    table = Tabletop(parse("cave"), 4, Random(1).randrange)
    table.advance()
    seat = table.state.active
    way = Player(Memory(seat, 4), table.view(seat)).ways[seat]
    book = table.state.book
    cross, lair = (next(card.number for card in book.cards if card.key == key) for key in ("cross-1", "lair-long-1"))
    at = cell(0, 1)
    assert way.with_card(at, book.charts[cross][0]) < way.distance < FAR
    assert way.with_card(at, book.charts[lair][0]) == way.distance


def test_what_a_seat_that_has_looked_at_a_goal_digs_for_tells_the_others() -> None:
    """It digs toward the exit, and away from any other goal.  What other seats dig tells nothing."""
    table = Tabletop(parse("cave"), 4, Random(1).randrange)
    table.advance()
    view, seen, other = table.view(0), cell(4, 4), cell(-4, -4)
    goals = view.hidden_goals()
    memory = Memory(0, 4)
    for seat in (0, 1):
        memory.note(GoalSpied(seat, 0, 0, seen), view)
    for seat in (0, 2):
        memory.note(PathPlaced(seat, 0, 0, cell(3, 3), 0), view)
    assert len(set(memory.chances(goals).values())) == 1
    memory.note(PathPlaced(1, 0, 0, cell(3, 3), 0), view)
    assert memory.chances(goals)[seen] > memory.chances(goals)[other]
    for _ in range(2):
        memory.note(PathPlaced(1, 0, 0, cell(-3, -3), 0), view)
    assert memory.chances(goals)[seen] < memory.chances(goals)[other]


def test_the_side_of_steady_bots_beats_that_of_random_ones() -> None:
    match = Match(parse("cave"), 6, ["steady"], "random", b"sides")
    told = counted(match, 12)
    assert told["blue_share_of_wins"] >= 0.75
    assert told["games_without_winner"] <= 9


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seats", [4, 6])
def test_steady_bots_find_the_exit_and_both_kinds_of_dwarf_win(seats: int) -> None:
    """No dwarf gets out in a fifth of the games at most, and loyal dwarfs and saboteurs each win about half."""
    match = Match(parse("cave"), seats, ["steady"], None, b"steady")
    told = counted(match, 150)
    assert told["games_without_escape"] <= 30
    assert 0.35 <= told["loyal_share_of_wins"] <= 0.65
    assert 0.35 <= told["saboteur_share_of_wins"] <= 0.65


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("sides", [("steady", "random"), ("random", "steady")])
def test_steady_sides_win_three_of_four_decided_games(seats: int, sides: tuple[str, str]) -> None:
    blue, yellow = sides
    match = Match(parse("cave"), seats, [blue], yellow, b"sides")
    told = counted(match, 60)
    assert told[f"{'blue' if blue == 'steady' else 'yellow'}_share_of_wins"] >= 0.75
