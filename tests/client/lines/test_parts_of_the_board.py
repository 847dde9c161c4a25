"""News come first and once; in words the board is told on demand, whole or in parts."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from client.render.charset import BOX, Charset
from tests.client.lines.rooms import Room, laid, position

IN_WORDS = replace(BOX, in_words=True)
LAID: dict[str, Any] = {"board": laid((1, 0, "cross", 0))}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("cell 1,1", "1,1: an open spot; tunnel down."),
        ("cell 5,5", "5,5: empty, and no card beside it."),
        ("cell 1,0", "left of it, 0,0: the start, open on all sides."),
        ("row 0", "  0,0 the start, open on all sides"),
        ("row 7", "Nothing lies in row 7."),
        ("near top", "top, 8,2: open spots "),
        ("near 1,1", "1,1: open spots 1,1 (0 steps), "),
        ("near zz", "“zz” is no goal and no cell: top, middle or bottom."),
        ("cell 3", "“3” is no cell: cells are written like 3,-1."),
        ("row x", "“x” is no row: rows have numbers, such as 0 or -2."),
        ("row 0 0", "“0” is one word too many."),
    ],
)
def test_a_part_of_the_board_is_told(line: str, told: str) -> None:
    room = Room(laid_out=position(["cross"], **LAID), charset=IN_WORDS)
    answer = room.answers(line)
    assert any(said.startswith(told) for said in answer), answer


@pytest.mark.parametrize(("rules", "goals"), [("base", 3), ("saboteur2", 3), ("cave", 4)])
def test_near_goal_tells_of_each_hidden_goal_and_help_board_fits_the_words(rules: str, goals: int) -> None:
    room = Room(5, rules=rules, charset=IN_WORDS)
    assert len([line for line in room.answers("near goal") if ": open spots " in line]) == goals
    told = Room(5, rules=rules, charset=IN_WORDS).answers("help board")
    assert told[0].startswith("Each cell is told by its x,y")
    assert not [line for line in told if "Solid blocks" in line or "o is a space" in line]


def test_moves_say_what_a_card_would_be_as_it_lies_and_can_be_typed_so() -> None:
    room = Room(laid_out=position(["curve-right"], **LAID))
    lines = [line for line in room.answers("moves all") if line.startswith("place 1 at ")]
    assert {line.split(": ")[1] for line in lines if " turned: " in line} == {"curve down and left"}
    assert {line.split(": ")[1] for line in lines if " turned: " not in line} == {"curve up and right"}
    room = Room(laid_out=position(["curve-right"], **LAID))
    room.type(lines[0])
    assert [line for line in room.said if line.startswith("You place curve ")]


@pytest.mark.parametrize("rules", ["base", "cave"])
@pytest.mark.parametrize("charset", [BOX, IN_WORDS], ids=["pictures", "words"])
def test_a_turn_is_news_once_and_then_the_hand(rules: str, charset: Charset) -> None:
    room = Room(5, rules=rules, charset=charset)
    room.type(*["discard 1", "stop"] * 4)
    for told in ("each cell by its x,y:", " in the draw pile.", "   0    1    2    3    4"):
        assert not [line for line in room.said if told in line], "the board waits to be asked for"
    numbers = [line for line in room.said if re.match(r" *1 .* 2 .* 3 ", line)]
    assert numbers if charset is BOX else [line for line in room.said if line.startswith("Your hand: 1 ")]
    acts = Counter(line for line in room.said if " draw" not in line and re.search(" places? ", line))
    assert acts
    assert max(acts.values()) == 1, "a card is placed on a cell once, and told once"


def test_the_board_can_be_had_at_every_turn() -> None:
    room = Room(charset=replace(BOX, each_turn=True))
    room.type("discard 1", "discard 1")
    assert len([line for line in room.said if " in the draw pile." in line]) == 3


def test_news_are_told_again_on_one_key_alone() -> None:
    room = Room(charset=IN_WORDS)
    room.type("discard 1", "n")
    own = [number for number, line in enumerate(room.said) if line == "You discard a card."]
    assert len(own) == 2
    room = Room(charset=IN_WORDS)
    room.type("discard 1", "hand", "look")
    assert room.said.count("You discard a card.") == 1
