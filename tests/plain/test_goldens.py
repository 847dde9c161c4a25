"""Pictures of boards and hands, kept as text under tests/golden.

With UNDERMINE_WRITE_GOLDEN set they are written anew, and the tests fail all the same: look at the difference first.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from plain.rooms import NUMBER, Room, faces, laid, position, stream

from client.names import card_name
from client.render.board import board_lines
from client.render.charset import ASCII, BOX, Charset
from client.render.hand import hand_lines, picture
from client.render.tiles import tunnels
from engine.grid import cell, half_turned, is_symmetric, mask
from engine.mine.base_cards import ACTIONS, TUNNELS
from engine.mine.position import Position, arrange
from engine.mine.view import View
from engine.rules import parse
from engine.tabletop import Tabletop

FOLDER = Path(__file__).parent.parent / "golden"
WRITE = "UNDERMINE_WRITE_GOLDEN"
CHARSETS = {"box": BOX, "ascii": ASCII}
TUNNEL_KEYS = [card.key for card in TUNNELS]
HAND = ["cross", "map"]


def table_of(start: Position, seats: int = 4) -> Tabletop:
    table = Tabletop(parse("base"), seats, stream("golden").draw)
    arrange(table, start)
    return table


def board(start: Position, look: Callable[[Tabletop], None] = lambda table: None) -> Callable[[Charset], list[str]]:
    """The board as seat 0 sees it, after it has looked at something."""

    def draw(charset: Charset) -> list[str]:
        table = table_of(start)
        look(table)
        return board_lines(table.view(0), charset)

    return draw


def hands(*own: list[str]) -> Callable[[Charset], list[str]]:
    """The hand of every seat, one below the other."""

    def draw(charset: Charset) -> list[str]:
        seats = len(own)
        table = table_of(Position(hands=[faces(*keys) for keys in own]), seats)
        return [line for seat in range(seats) for line in (*hand_lines(table.view(seat), charset), "")]

    return draw


def rows(turned: int) -> list[tuple[int, int, str, int]]:
    """All sixteen tunnel cards, in two rows that touch nothing else."""
    return [(number % 8 - 2, 4 - 2 * (number // 8), key, turned) for number, key in enumerate(TUNNEL_KEYS)]


def looked(x: int, y: int) -> Callable[[Tabletop], None]:
    """Seat 0 has read a map."""

    def look(table: Tabletop) -> None:
        slot = table.state.goals[cell(x, y)]
        table.notebooks[0].show([(slot, table.faces[slot])])

    return look


def screen(start: Position) -> Callable[[Charset], list[str]]:
    """Everything that is printed when it is one's turn."""

    def draw(charset: Charset) -> list[str]:
        room = Room(5, laid_out=start, charset=charset)
        room.type()
        return room.said[:-2]

    return draw


TO_THE_GOALS = [(x, 0, "straight-short" if x == 4 else "tee-short" if x % 2 else "cross", 0) for x in range(1, 8)]
EVERY_CARD = [*TUNNEL_KEYS, *(card.key for card in ACTIONS)]
DEAD_ENDS = [
    (1, 0, "dead-cross", 0),
    (0, 1, "dead-straight-long", 0),
    (0, -1, "dead-single-long", 180),
    (-1, 0, "dead-curve-right", 0),
]
WIDE = [(x, 0, "straight-short" if x % 3 == 0 else "cross" if x % 2 else "tee-short", 0) for x in range(1, 8)]
PICTURES: dict[str, Callable[[Charset], list[str]]] = {
    "start": board(position(HAND)),
    "all-tunnels": board(position(["map"], board=laid(*rows(0)))),
    "all-tunnels-turned": board(position(["map"], board=laid(*rows(180)))),
    "goals-face-up": board(
        position(HAND, board=laid(*TO_THE_GOALS), face_up=[(cell(8, 0), 0), (cell(8, 2), 180), (cell(8, -2), 0)])
    ),
    "treasure-that-only-this-seat-knows": board(position(HAND), looked(8, 0)),
    "stone-that-only-this-seat-knows": board(position(HAND), looked(8, 2)),
    "dead-ends": board(position(HAND, board=laid(*DEAD_ENDS))),
    "a-tunnel-cut-off": board(
        position(HAND, board=laid((1, 0, "cross", 0), (3, 0, "tee-long", 0), (3, 1, "cross", 0)))
    ),
    "wide": board(
        position(
            HAND,
            board=laid(
                *WIDE[:6],
                (-1, 0, "straight-short", 0),
                (7, 1, "cross", 0),
                (7, 2, "cross", 0),
                (7, 3, "curve-right", 180),
            ),
            face_up=[(cell(8, 2), 0)],
        )
    ),
    "every-card": hands(*(EVERY_CARD[start : start + 6] for start in range(0, len(EVERY_CARD), 6))),
    "a-turn": screen(
        position(
            ["tee-long", "dead-single-short", "repair-pick-cart", "broken-lantern", "rockfall", "map"],
            seats=5,
            board=laid((1, 0, "cross", 0), (2, 0, "straight-short", 0), (1, 1, "dead-curve-right", 180)),
            broken=[["pick", "cart"], [], ["lantern"], [], ["pick", "lantern", "cart"]],
            gold=[faces("gold-3"), [], faces("gold-1", "gold-2"), [], []],
            nuggets=[0, 3, 0, 0, 1],
        )
    ),
}
NAMED = [(name, charset) for name in PICTURES for charset in CHARSETS]


def drawn(name: str, charset: str) -> list[str]:
    return PICTURES[name](CHARSETS[charset])


@pytest.mark.parametrize(("name", "charset"), NAMED)
def test_a_picture_is_drawn_as_it_was(name: str, charset: str) -> None:
    file = FOLDER / f"{name}.{charset}.txt"
    text = "\n".join(drawn(name, charset)) + "\n"
    if os.environ.get(WRITE):
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file.name} was written anew; unset {WRITE} and look at the difference")
    assert file.read_text(encoding="utf-8") == text


def test_there_is_no_picture_that_nobody_draws() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {f"{name}.{charset}.txt" for name, charset in NAMED}


@pytest.mark.parametrize(("name", "charset"), NAMED)
def test_no_line_is_wider_than_eighty_columns(name: str, charset: str) -> None:
    lines = drawn(name, charset)
    assert [line for line in lines if len(line) > 80] == []
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("name", PICTURES)
def test_ascii_is_ascii_and_as_large_as_the_box(name: str) -> None:
    ascii_lines, box_lines = drawn(name, "ascii"), drawn(name, "box")
    assert "".join(ascii_lines).isascii()
    assert not "".join(box_lines).isascii()
    assert list(map(len, ascii_lines)) == list(map(len, box_lines))


@pytest.mark.parametrize("charset", CHARSETS)
def test_no_two_kinds_of_tunnel_look_alike(charset: str) -> None:
    """Upright and turned; a card that is the same turned is drawn the same."""
    drawings: dict[str, str] = {}
    for card in TUNNELS:
        both = {"\n".join(tunnels(groups, CHARSETS[charset])) for groups in (card.groups, half_turned(card.groups))}
        assert len(both) == (1 if is_symmetric(card.groups) else 2)
        assert "\n".join(picture(card.number, CHARSETS[charset])) in both
        assert not both & drawings.keys()
        drawings.update(dict.fromkeys(both, card.key))
    assert len(drawings) > 20


def test_a_dead_end_beside_a_way_through_is_marked_where_it_ends() -> None:
    """No card of the base game has one; a later one may."""
    assert tunnels((mask("NS"), mask("E")), ASCII) == ["## ##", "## x ", "## ##"]
    assert tunnels((mask("EW"), mask("N"), mask("S")), ASCII) == ["##x##", "     ", "##x##"]
    assert tunnels((mask("NE"), mask("SW")), ASCII, "o") == ["## ##", "  o  ", "## ##"]


def test_every_card_of_the_deck_is_in_the_picture_of_every_card() -> None:
    text = " ".join(drawn("every-card", "ascii"))
    assert len(set(EVERY_CARD)) == 27
    assert [key for key in EVERY_CARD if f" {card_name(NUMBER[key])} " not in text] == []


def test_a_spectator_sees_the_board_and_no_hand() -> None:
    table = table_of(position(HAND))
    view: View = table.view(None)
    assert board_lines(view, ASCII) == board_lines(table.view(0), ASCII)
    assert hand_lines(view, ASCII) == []


def test_a_card_that_has_not_arrived_is_a_question_mark() -> None:
    table = table_of(position(HAND))
    table.notebooks[0].shown.clear()
    assert hand_lines(table.view(0), ASCII)[-1] == "1 ?   2 ?"


@pytest.mark.parametrize("seed", range(6))
def test_in_whole_games_the_board_and_the_hand_fit_into_eighty_columns(seed: int) -> None:
    """Sentences may be longer: they can be folded, a picture cannot."""
    room = Room(5, bots="steady", seed=seed)
    room.type(*["pass 1"] * 300)
    pictures = [line for line in room.said if not line[:1].isalpha()]
    assert len(pictures) > 300
    assert [line for line in pictures if len(line) > 80] == []
