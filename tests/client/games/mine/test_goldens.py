"""Pictures of boards and hands, kept as text under tests/stories/golden.

With UNDERMINE_WRITE_GOLDEN set they are written again, and the tests fail all the same: look at the difference first.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from client.games.mine.names import card_name
from client.games.mine.pictures.cards import TINY, mark, path, picture, tunnels
from client.games.mine.pictures.hand import hand_lines
from client.games.mine.pictures.map_picture import board_lines
from client.render.charset import ASCII, BOX, Charset
from engine.grid.cells import cell, half_turned, mask
from engine.mine.cards import base as base_cards
from engine.mine.cards import saboteur2 as saboteur2_cards
from engine.mine.cards.card import Card
from engine.mine.game import ALL_CARDS, CARD_SETS
from engine.mine.modules import PARTS as MODULES
from engine.mine.scenario.position import Position, arrange
from engine.mine.view import View
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.lines.rooms import NUMBER, Room, faces, laid, position, stream

FOLDER = Path(__file__).parents[4] / "tests" / "stories" / "golden"
WRITE = "UNDERMINE_WRITE_GOLDEN"
CHARSETS = {"box": BOX, "ascii": ASCII}
TUNNEL_KEYS = [card.key for card in base_cards.TUNNELS]
NEW_TUNNEL_KEYS = [card.key for card in saboteur2_cards.TUNNELS]
HAND = ["cross", "map"]


def table_of(start: Position, seats: int = 4, rules: str = "base") -> Tabletop:
    table = Tabletop(parse(rules), seats, stream("golden").draw)
    arrange(table, start)
    return table


def board(
    start: Position, look: Callable[[Tabletop], None] = lambda table: None, rules: str = "base"
) -> Callable[[Charset], list[str]]:
    """The board as seat 0 sees it, after it has looked at something."""

    def draw(charset: Charset) -> list[str]:
        table = table_of(start, rules=rules)
        look(table)
        return board_lines(table.view(0), charset)

    return draw


def hands(*own: list[str], rules: str = "base") -> Callable[[Charset], list[str]]:
    """The hand of every seat, one below the other."""

    def draw(charset: Charset) -> list[str]:
        seats = len(own)
        table = table_of(Position(hands=[faces(*keys) for keys in own]), seats, rules)
        return [line for seat in range(seats) for line in (*hand_lines(table.view(seat), charset), "")]

    return draw


def rows(keys: list[str], turned: int) -> list[tuple[int, int, str, int]]:
    """All tunnel cards of a box, in rows that touch nothing else."""
    top = 2 * -(-len(keys) // 8)
    return [(number % 8 - 2, top - 2 * (number // 8), key, turned) for number, key in enumerate(keys)]


def looked(x: int, y: int) -> Callable[[Tabletop], None]:
    """Seat 0 has read a map."""

    def look(table: Tabletop) -> None:
        slot = table.state.goals[cell(x, y)]
        table.notebooks[0].show([(slot, table.faces[slot])])

    return look


def screen(start: Position, rules: str = "base", seats: int = 5) -> Callable[[Charset], list[str]]:
    """Everything that is printed when it is one's turn."""

    def draw(charset: Charset) -> list[str]:
        room = Room(seats, laid_out=start, charset=replace(charset, each_turn=True), rules=rules)
        room.type()
        return room.said[:-2]

    return draw


TO_THE_GOALS = [(x, 0, "straight-short" if x == 4 else "tee-short" if x % 2 else "cross", 0) for x in range(1, 8)]
EVERY_CARD = [*TUNNEL_KEYS, *(card.key for card in base_cards.ACTIONS)]
EVERY_NEW_CARD = [*NEW_TUNNEL_KEYS, *(card.key for card in saboteur2_cards.ACTIONS)]
DEAD_ENDS = [
    (1, 0, "dead-cross", 0),
    (0, 1, "dead-straight-long", 0),
    (0, -1, "dead-single-long", 180),
    (-1, 0, "dead-curve-right", 0),
]
WIDE = [(x, 0, "straight-short" if x % 3 == 0 else "cross" if x % 2 else "tee-short", 0) for x in range(1, 8)]
MINE = [
    (1, 0, "cross", 0),
    (2, 0, "bridge", 0),
    (1, 1, "double-curve-right", 0),
    (2, 1, "double-curve-left", 0),
    (3, 0, "blue-door-straight-short", 0),
    (4, 0, "green-door-straight-short", 0),
    (5, 0, "crystal-straight-short-stub", 0),
    (1, -1, "ladder-single-long", 180),
    (2, -1, "green-door-straight-long", 0),
    (4, 2, "ladder-curve-right", 180),
    (3, 2, "crystal-tee-short-stub", 0),
    (4, 1, "curve-right-stub", 0),
    (5, 1, "crystal-dead-single-short", 0),
]
PICTURES: dict[str, Callable[[Charset], list[str]]] = {
    "start": board(position(HAND)),
    "all-tunnels": board(position(["map"], board=laid(*rows(TUNNEL_KEYS, 0)))),
    "all-tunnels-turned": board(position(["map"], board=laid(*rows(TUNNEL_KEYS, 180)))),
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
    "saboteur2-tunnels": board(
        position(["map"], card_set="saboteur2", board=laid(*rows(NEW_TUNNEL_KEYS, 0))), rules="saboteur2"
    ),
    "saboteur2-tunnels-turned": board(
        position(["map"], card_set="saboteur2", board=laid(*rows(NEW_TUNNEL_KEYS, 180))), rules="saboteur2"
    ),
    "saboteur2-every-card": hands(
        *(EVERY_NEW_CARD[start : start + 6] for start in range(0, len(EVERY_NEW_CARD), 6)), rules="saboteur2"
    ),
    "saboteur2-a-turn": screen(
        position(
            ["theft", "prison", "freedom", "swap-hands", "crystal-tee-long-stub", "double-curve-left"],
            5,
            "saboteur2",
            board=laid(*MINE[:3], *MINE[4:]),
            broken=[["pick"], [], ["lantern"], [], ["pick", "lantern", "cart"]],
            prison=[2, 4],
            theft=[0, 4],
            nuggets=[2, 3, 0, 1, 12],
        ),
        rules="saboteur2",
    ),
    "saboteur2-many-players": screen(
        Position(
            hands=[faces("theft"), *(faces("cross") for _ in range(5)), *(list[int]() for _ in range(6))],
            roles=faces(*["blue-digger", "green-digger"] * 4, "boss", "profiteer", "geologist", "saboteur-2"),
            broken=[[], ["pick", "lantern", "cart"], ["cart"], *(list[str]() for _ in range(9))],
            prison=[1, 5],
            theft=[1, 4],
            nuggets=[0, 12, 0, 3, 0, 1, 0, 0, 2, 0, 0, 11],
        ),
        "saboteur2",
        12,
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
    assert [line for line in lines if len(line) > 80 and not line.startswith("At the table")] == []  # can be folded
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("name", PICTURES)
def test_ascii_is_ascii_and_as_large_as_the_box(name: str) -> None:
    ascii_lines, box_lines = drawn(name, "ascii"), drawn(name, "box")
    assert "".join(ascii_lines).isascii()
    assert not "".join(box_lines).isascii()
    assert list(map(len, ascii_lines)) == list(map(len, box_lines))


PATHS = [card for card in ALL_CARDS if card.tunnels]
Meaning = tuple[str, str, bool, int, frozenset[int]]


def meaning(card: Card, turned: int) -> Meaning:
    """All that a path card says as it lies: two cards that differ in it must look different, others alike."""
    sign = card.key if card.key == "treasure" else card.kind if card.kind in ("start", "goal") else ""
    groups = half_turned(card.groups) if turned else card.groups
    return sign, card.door, card.ladder, card.crystals, frozenset(groups)


@pytest.mark.parametrize("charset", CHARSETS)
def test_path_cards_look_alike_only_if_they_are_alike(charset: str) -> None:
    """Every card of every card set, upright and turned."""
    drawings: dict[str, Meaning] = {}
    for card in PATHS:
        for turned in (0, 180):
            groups = half_turned(card.groups) if turned else card.groups
            drawing = "\n".join(path(card, groups, CHARSETS[charset]))
            assert drawings.setdefault(drawing, meaning(card, turned)) == meaning(card, turned)
    assert len(set(drawings.values())) == len(drawings) > 60


def test_in_lines_too_path_cards_look_alike_only_if_they_are_alike() -> None:
    """But for dead ends, of which only left and right are drawn: the line beside the hand tells the rest."""
    drawings: dict[str, tuple[object, ...]] = {}
    for card in PATHS:
        for turned in (0, 180):
            groups = half_turned(card.groups) if turned else card.groups
            [drawing] = path(card, groups, BOX, TINY)
            assert len(drawing) == TINY.width
            kind = mark(card), card.door, card.ladder, card.crystals
            if BOX.blocked == drawing[1]:
                assert all(group.bit_count() == 1 for group in card.groups)
            else:
                assert drawings.setdefault(drawing, (*kind, frozenset(groups))) == (*kind, frozenset(groups))
    assert len(drawings) > 50


@pytest.mark.parametrize("charset", CHARSETS)
def test_action_cards_all_look_different(charset: str) -> None:
    decks = [*(CARD_SETS[name].DECK for name in CARD_SETS), *(module.deck for module in MODULES.values())]
    actions = [card for deck in decks for card in deck if not card.tunnels]
    drawings = {"\n".join(picture(card.number, CHARSETS[charset])): card.key for card in actions}
    assert set(drawings.values()) == {card.key for card in actions}


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("card", PATHS, ids=lambda card: card.key)
def test_an_open_edge_is_drawn_open_and_rock_is_drawn_as_rock(card: Card, charset: str) -> None:
    """The edges of a card alone tell what may lie beside it."""
    drawing = path(card, card.groups, CHARSETS[charset])
    edges = {"N": drawing[0][2], "E": drawing[1][4], "S": drawing[2][2], "W": drawing[1][0]}
    rock = CHARSETS[charset].rock
    assert {side for side, char in edges.items() if char != rock} == set("".join(card.tunnels))
    corners = {drawing[row][column] for row in (0, 2) for column in (0, 1, 3, 4)}
    assert corners == {rock}


def test_a_dead_end_beside_a_way_through_is_marked_where_it_ends() -> None:
    assert tunnels((mask("NS"), mask("E")), ASCII) == ["## ##", "## x ", "## ##"]
    assert tunnels((mask("EW"), mask("N"), mask("S")), ASCII) == ["##x##", "     ", "##x##"]
    assert tunnels((mask("S"),), ASCII, "*") == ["#####", "##*##", "##x##"]


def test_ways_that_do_not_meet_are_drawn_apart() -> None:
    assert tunnels((mask("NS"), mask("EW")), ASCII) == ["## ##", " | | ", "## ##"]
    assert tunnels((mask("NW"), mask("ES")), ASCII) == ["## ##", "  /  ", "## ##"]
    assert tunnels((mask("NE"), mask("SW")), ASCII) == ["## ##", "  \\  ", "## ##"]


def test_a_ladder_is_no_dead_end() -> None:
    assert tunnels((mask("S"),), ASCII, "H", ladder=True) == ["#####", "##H##", "## ##"]


@pytest.mark.parametrize(("name", "cards"), [("every-card", EVERY_CARD), ("saboteur2-every-card", EVERY_NEW_CARD)])
def test_every_card_of_the_deck_is_in_the_picture_of_every_card(name: str, cards: list[str]) -> None:
    text = " ".join(drawn(name, "ascii"))
    assert [key for key in cards if f" {card_name(NUMBER[key])} " not in text] == []


def test_the_pictures_of_every_card_show_every_card() -> None:
    held = {card.key for name in CARD_SETS for card in CARD_SETS[name].DECK}
    assert {*EVERY_CARD, *EVERY_NEW_CARD} == held


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
@pytest.mark.parametrize(("rules", "bots", "seats"), [("base", "steady", 5), ("saboteur2", "random", 12)])
def test_in_whole_games_the_board_and_the_hand_fit_into_eighty_columns(
    rules: str, bots: str, seats: int, seed: int
) -> None:
    """Sentences may be longer: they can be folded, a picture cannot."""
    room = Room(seats, rules=rules, bots=bots, seed=seed, charset=replace(BOX, each_turn=True))
    room.type(*["pass 1"] * 300)
    pictures = [line for line in room.said if not line[:1].isalpha()]
    assert len(pictures) > 300
    assert [line for line in pictures if len(line) > 80] == []
