"""Puzzles: the search finds the one act that does it, whatever is replied; a file that says otherwise is refused."""

from pathlib import Path

import pytest

from client.commands.scenario import check as check_file
from engine.scenario.keys import BadScenario
from engine.scenario.puzzles import NotOneSolution, Search, check
from engine.scenario.reader import read
from engine.scenario.runner import laid_out

STOP_THEM = """
title = "Stop the tunnel"
cites = ["A5.1"]
seats = 3

[puzzle]
task = "You are the saboteur. Let no player reach the treasure before your next turn."
avoid = "round-ended treasure=yes"

[position]
board = [
    "1,0 cross", "2,0 tee-short 180", "3,0 straight-short", "4,0 tee-long 180", "4,-1 tee-short 180",
    "4,1 curve-left 180", "5,1 curve-left", "5,-1 cross", "5,-2 curve-right", "6,-1 straight-short",
    "7,-1 tee-long 180", "7,-2 curve-right",
]
goals = ["stone-a", "treasure", "stone-b"]
face-up = ["8,-2"]
hands = [
    ["straight-long", "broken-lantern", "map", "repair-pick"],
    ["dead-single-short", "broken-cart", "rockfall", "curve-right"],
    ["repair-pick-lantern", "rockfall", "straight-long", "dead-straight-short"],
]

[[step]]
seat   = 0
break  = "broken-lantern"
target = 2
"""
SWAP_FIRST = """
title = "The card you need is in another hand"
cites = ["B6.7"]
rules = "saboteur2"
seats = 2

[puzzle]
task = "Reach the treasure with two cards."
acts = 2
until = "round-ended treasure=yes"

[position]
board = [
    "1,0 tee-short", "1,-1 crystal-tee-long-stub", "1,-2 tee-short 180", "-1,0 crystal-tee-short 180",
    "-1,1 crystal-tee-short", "2,-2 bridge", "0,1 crystal-tee-short-stub", "0,-2 crystal-straight-short-stub",
    "3,-2 cross", "4,-2 cross", "5,-2 tee-short 180", "6,-2 straight-short", "3,-1 crystal-tee-short",
]
goals = ["stone-b", "stone-a", "treasure"]
roles = ["boss", "geologist"]
hands = [["ladder-curve-left", "freedom", "swap-hands"], ["dead-curve-left", "straight-short"]]

[[step]]
seat = 0
swap-hands = 1
"""


@pytest.mark.parametrize("text", [STOP_THEM, SWAP_FIRST])
def test_the_one_act_is_found(text: str) -> None:
    check(read(text))


def test_one_act_is_not_enough_where_two_are_needed() -> None:
    scenario = read(SWAP_FIRST)
    assert scenario.puzzle is not None
    assert Search(scenario.puzzle).solutions(laid_out(scenario), left=0) == []


def test_a_puzzle_with_too_many_ways_is_refused() -> None:
    scenario = read(STOP_THEM)
    assert scenario.puzzle is not None
    table = laid_out(scenario)
    assert Search(scenario.puzzle, most=2000).solutions(table)
    with pytest.raises(NotOneSolution, match="more ways than the 100 acts that are tried"):
        Search(scenario.puzzle, most=100).solutions(table)


def test_the_search_leaves_the_table_as_it_is() -> None:
    scenario = read(STOP_THEM)
    table, untouched = laid_out(scenario), laid_out(scenario)
    assert scenario.puzzle is not None
    Search(scenario.puzzle).solutions(table)
    assert table.state == untouched.state
    assert (table.faces, table.notebooks) == (untouched.faces, untouched.notebooks)


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("target = 2", "target = 1", "first step is break face=broken-lantern target=1, and the solution is"),
        ("seat   = 0\n", "seat = 1\n", "the first step is to be the solution: break face=broken-lantern target=2"),
        ('"straight-long", "dead-straight-short"]', '"dead-straight-short"]', r"the puzzle has \d+ solutions: "),
        ('"broken-lantern", "map"', '"map"', "the puzzle has 0 solutions: no act does it"),
    ],
)
def test_another_story_or_more_solutions_are_told(was: str, now: str, why: str) -> None:
    assert was in STOP_THEM
    with pytest.raises(NotOneSolution, match=why):
        check(read(STOP_THEM.replace(was, now)))


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("avoid = ", "until = 'turn-began'\navoid = ", "puzzle, key 'until': a puzzle has one of 'until' and 'avoid'"),
        ('avoid = "round-ended treasure=yes"', "", "puzzle, key 'until': a puzzle has one of"),
        ("task = ", "acts = 3\ntask = ", "puzzle, key 'acts': "),
        ("round-ended treasure=yes", "round-endet", "puzzle, key 'avoid': there is no event 'round-endet'"),
    ],
)
def test_what_a_puzzle_cannot_be_is_told_with_its_place(was: str, now: str, why: str) -> None:
    with pytest.raises(BadScenario, match=why):
        read(STOP_THEM.replace(was, now))


def test_the_command_checks_puzzles_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text(STOP_THEM, encoding="utf-8")
    assert check_file(file, quiet=False) == 0
    file.write_text(
        STOP_THEM.replace('"broken-lantern", "map"', '"map", "broken-lantern", "rockfall"'), encoding="utf-8"
    )
    assert check_file(file, quiet=False) == 1
    assert "the puzzle has" in capsys.readouterr().out
