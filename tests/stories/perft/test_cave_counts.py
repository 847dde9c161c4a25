"""The engine finds as many legal moves in caves as the naive program, in fixed positions and four moves deep."""

from dataclasses import fields
from itertools import pairwise

import pytest

from engine.cave.cards.chart import chart
from engine.cave.cards.table import CARDS
from engine.cave.scenario.position_keys import KEYS, arrange_values
from engine.rules import parse
from engine.scenario.words import cell_text
from engine.tabletop import Tabletop
from tests.stories.perft.caves import CountedCave, read
from tests.stories.perft.test_counts import perft

POSITIONS = read()
DEPTHS = range(1, 5)
SPACES = {card.key: chart(card).names for card in CARDS if card.tunnels}

one_position = pytest.mark.parametrize("one", POSITIONS, ids=[one.name for one in POSITIONS])


def laid_out(one: CountedCave) -> Tabletop:
    """The position on a table of the engine; chance names the first card."""
    table = Tabletop(parse(one.rules), len(one.hands), lambda below: 0)
    given = {field.name.replace("_", "-"): getattr(one, field.name) for field in fields(one)}
    lying = dict(text.split()[:2] for text in one.board) | {"0,0": "start"}
    corners = map(cell_text, table.state.book.goal_cells)
    face_up = {text.split()[0] for text in one.face_up}
    lying |= {at: key for at, key in zip(corners, one.goals, strict=True) if at in face_up}
    given["dwarfs"] = {seat: numbered(where, lying) for seat, where in one.dwarfs.items()}
    given["monsters"] = {name: numbered(where, lying) for name, where in one.monsters.items()}
    values = {name: KEYS[name].read(table.state.book)(value) for name, value in given.items() if name in KEYS and value}
    arrange_values(table, values)
    return table


def numbered(where: str, lying: dict[str, str]) -> str:
    """The same place, with the number of the space."""
    at, name, *owner = where.split()
    number = 0 if name == "?" else SPACES[lying[at]].index(name)
    return " ".join([at, str(number), *owner])


@one_position
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_engine_counts_as_the_file_says(one: CountedCave, depth: int) -> None:
    """Every legal move, one form for each effect (F5 to F9, HF)."""
    table = laid_out(one)
    assert perft(table.state, table.faces, depth) == one.counts[depth - 1]


@one_position
def test_counting_leaves_the_position_as_it_was(one: CountedCave) -> None:
    """Search plays on copies."""
    table, other = laid_out(one), laid_out(one)
    perft(table.state, table.faces, 2)
    assert table.state == other.state


@one_position
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_file_says_what_the_naive_program_counts(one: CountedCave, depth: int) -> None:
    """The file was not corrected to please the engine."""
    assert one.counted(depth) == one.counts[depth - 1]


def test_the_file_has_enough_positions() -> None:
    """None twice, each with four counts, and most of them growing."""
    assert len({one.name for one in POSITIONS}) == len(POSITIONS) >= 15
    assert all(len(one.counts) == len(DEPTHS) and one.counts[0] > 0 for one in POSITIONS)
    assert sum(all(less < more for less, more in pairwise(one.counts)) for one in POSITIONS) > 12
