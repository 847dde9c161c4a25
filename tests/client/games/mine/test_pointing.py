"""A click at a picture means what is drawn there, and no picture is larger than its window."""

from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.games.board_window import MARGIN, extents
from client.games.game import Seats
from client.games.mine.pictures.board import tile
from client.games.mine.pictures.cards import LARGE, MEDIUM, SMALL, TINY, picture
from client.games.mine.pictures.hand import hand_picture
from client.games.mine.pictures.map_picture import Look, frame, map_picture
from client.games.mine.pictures.players_picture import players_picture
from client.render.charset import ASCII, BOX, Charset
from client.render.spans import Picture, cropped, fitted, text_of, width_of
from client.words.safe import columns, shown
from engine import front
from engine.grid.cells import cell, xy
from engine.mine.view import View, mine_view
from engine.notebook import Notebook
from engine.rules import parse
from tests.client.games.mine.games_in_progress import TABLES, some_positions

POSITIONS = [view for table in TABLES for view in some_positions(*table)]
views = st.sampled_from(POSITIONS)
widths, heights = st.integers(1, 200), st.integers(1, 60)
centres = st.none() | st.tuples(st.floats(-9, 15), st.floats(-9, 9))
sizes = st.sampled_from([None, TINY, SMALL, MEDIUM, LARGE])
names = st.text(max_size=30).map(lambda text: shown(text, 16)) | st.sampled_from(
    ["李小龍", "小小小小小小小小小", "Bartholomäus_the"]
)


def text_at(drawn: Picture[int], row: int) -> str:
    return "".join(span.text for span in drawn.lines[row])


def fits(drawn: Picture[int], width: int, height: int) -> bool:
    return len(drawn.lines) <= height and all(width_of(line) <= width for line in drawn.lines)


@settings(deadline=None, max_examples=60)
@given(views, centres, sizes, widths, heights)
def test_every_character_of_a_map_belongs_to_the_cell_that_is_drawn_there(
    view: View, centre: tuple[float, float] | None, size: object, width: int, height: int
) -> None:
    look = Look(centre=centre, size=size)  # type: ignore[arg-type]
    drawn = map_picture(view, look, ASCII, width, height)
    assert fits(drawn, width, height)
    tile_size = frame(view, look, ASCII, width, height).size
    corners: dict[int, tuple[int, int]] = {}
    for row in range(len(drawn.lines)):
        for column, char in enumerate(text_at(drawn, row)):
            at = drawn.at(column, row)
            if at is not None:
                left, top = corners.setdefault(at, (column, row))
                assert tile(view, at, ASCII, tile_size)[row - top][column - left] == char
    assert all((left - MARGIN) % tile_size.width == 0 and top % tile_size.height == 0 for left, top in corners.values())


@settings(deadline=None, max_examples=40)
@given(views, centres, sizes, st.integers(30, 200), st.integers(10, 60))
def test_the_numbers_beside_a_map_are_those_of_its_cells(
    view: View, centre: tuple[float, float] | None, size: object, width: int, height: int
) -> None:
    look = Look(centre=centre, size=size)  # type: ignore[arg-type]
    drawn = map_picture(view, look, BOX, width, height)
    tile_size = frame(view, look, BOX, width, height).size
    numbers = text_at(drawn, len(drawn.lines) - 1)
    for row in range(len(drawn.lines) - 1):
        label = text_at(drawn, row)[:MARGIN].strip()
        if label:
            cells = [drawn.at(column, row) for column in range(width)]
            assert {xy(at)[1] for at in cells if at is not None} == {int(label)}
    seen = {at for column in range(width) if (at := drawn.at(column, 0)) is not None}
    room = sorted(x for x in (xy(at)[0] for at in seen) if len(str(x)) < tile_size.width)
    assert [int(number) for number in numbers[MARGIN:].split()] == room


@settings(deadline=None, max_examples=40)
@given(views, st.integers(56, 200), st.integers(17, 60))
def test_all_goals_are_seen_while_nobody_has_moved_the_window_and_arrows_tell_of_the_rest(
    view: View, width: int, height: int
) -> None:
    seen = frame(view, Look(), BOX, width, height)
    there = {cell(seen.left + x, seen.top - y) for x in range(seen.columns) for y in range(seen.rows)}
    assert set(view.state.goals) <= there
    arrows = text_at(map_picture(view, Look(), BOX, width, height), seen.rows * seen.size.height)[:MARGIN].strip()
    cards = {*view.state.board.network.slots, *view.state.board.network.hidden}
    assert bool(arrows) == bool(cards - there)
    assert (BOX.toward[0] in arrows) == any(xy(at)[0] < seen.left for at in cards)
    assert (BOX.upright in arrows) == any(xy(at)[1] > seen.top for at in cards)


@settings(deadline=None, max_examples=40)
@given(views, st.integers(9, 200), st.integers(4, 60), st.data())
def test_the_cursor_is_always_seen_while_nobody_has_moved_the_window(
    view: View, width: int, height: int, data: st.DataObject
) -> None:
    across, down = extents(view).all
    cursor = cell(data.draw(st.sampled_from(across)), data.draw(st.sampled_from(down)))
    drawn = map_picture(view, Look(cursor=cursor), ASCII, width, height)
    pointed = {drawn.at(column, row) for row in range(len(drawn.lines)) for column in range(width)}
    assert cursor in pointed
    assert "[" in "".join(text_of(line) for line in drawn.lines)


@settings(deadline=None, max_examples=40)
@given(views, st.integers(70, 250), st.integers(20, 90))
def test_a_map_that_fits_is_seen_as_a_whole(view: View, width: int, height: int) -> None:
    across, down = extents(view).all
    seen = frame(view, Look(), BOX, width, height)
    if len(across) * SMALL.width + MARGIN <= width and len(down) * SMALL.height + 1 <= height:
        assert seen.left <= across[0]
        assert across[-1] < seen.left + seen.columns
        assert seen.top >= down[-1]
        assert down[0] > seen.top - seen.rows


@settings(deadline=None, max_examples=60)
@given(views, widths, heights, st.sets(st.integers(0, 5)))
def test_every_character_of_a_hand_belongs_to_the_card_that_is_drawn_there(
    view: View, width: int, height: int, chosen: set[int]
) -> None:
    drawn = hand_picture(view, chosen, ASCII, width, height)
    assert fits(drawn, width, height)
    hand = [face for _slot, face in view.hand()]
    large = len(hand) * (LARGE.width + 2) + 1 <= width and height > LARGE.height
    pictures = [picture(face, ASCII, LARGE if large else SMALL) for face in hand]
    starts: dict[int, int] = {}
    for row in range(1, len(drawn.lines)):
        for column, char in enumerate(text_at(drawn, row)):
            at = drawn.at(column, row)
            if at is not None:
                left = starts.setdefault(at, column)
                assert f"{pictures[at][row - 1]}  "[column - left] == char
    assert set(starts) == {at for at in range(len(hand)) if at * (len(pictures[0][0]) + 2) + 1 < width} or height == 1


@settings(deadline=None, max_examples=60)
@given(views, widths, heights, st.lists(names, min_size=12, max_size=12), st.data())
def test_every_line_of_the_players_belongs_to_the_player_whose_name_it_begins_with(
    view: View, width: int, height: int, called: list[str], data: st.DataObject
) -> None:
    count = view.state.book.seats
    signs = data.draw(st.dictionaries(st.integers(0, 11), st.sampled_from("✓~!")))
    marks = data.draw(st.dictionaries(st.integers(0, 11), st.sampled_from(["sab", "dig"])))
    here = data.draw(st.lists(st.sampled_from(["here", "bot", "lost", "left"]), max_size=count))
    seats = Seats(called[:count], 0, (1,), marks, signs, here, [9999] * count)
    drawn = players_picture(view, seats, BOX, width, height)
    assert fits(drawn, width, height)
    pointed = [drawn.at(0, row) for row in range(len(drawn.lines))]
    assert [seat for seat in pointed if seat is not None] == list(range(count))[: len(drawn.lines) - (width >= 60)]
    for row, seat in enumerate(pointed):
        if seat is not None and width >= 24:
            name = text_at(drawn, row)[2 if width >= 60 else 1 :]
            assert name.startswith(called[seat][:1])
            assert signs.get(seat, "") in name


@pytest.mark.parametrize("width", [30, 80])
@pytest.mark.parametrize("rules", ["base", "saboteur2+everything"])
def test_players_are_drawn_before_any_card_is_dealt(rules: str, width: int) -> None:
    """A table is looked at as soon as it begins."""
    view = mine_view(front.view(front.setup(parse(rules), 3), 0, Notebook()))
    drawn = players_picture(view, Seats(["Ann", "Bob", "Eva"], 0), BOX, width, 5)
    assert [name for name in ("Ann", "Bob", "Eva") if name in "".join(map(text_of, drawn.lines))] == [
        "Ann",
        "Bob",
        "Eva",
    ]


@given(names, st.integers(0, 40))
def test_a_text_is_fitted_to_exactly_so_many_columns(text: str, width: int) -> None:
    assert columns(fitted(text, width)) == width
    assert fitted(text, width).startswith(text) or columns(text) > width


def test_a_cut_text_says_so() -> None:
    assert fitted("Bartholomew", 6) == "Barth…"
    assert fitted("李小龍", 4) == "李… "
    assert fitted("Eva", 5) == "Eva  "


@given(st.integers(0, 40), st.integers(0, 6))
def test_what_is_cropped_is_no_larger_than_its_window(width: int, height: int) -> None:
    rng = Random(width)
    view = POSITIONS[rng.randrange(len(POSITIONS))]
    lines = map_picture(view, Look(), BOX, 60, 16).lines
    seen = cropped(lines, width, height)
    assert [width_of(line) for line in seen] == [min(width, 60, width_of(line)) for line in lines[:height]]
    assert all(text_of(whole).startswith(text_of(part)) for part, whole in zip(seen, lines, strict=False))


def test_half_of_a_wide_character_is_not_drawn() -> None:
    seats = Seats(["李小龍", "Ann", "Bob"], 0)
    drawn = players_picture(POSITIONS[0], seats, BOX, 2, 3)
    assert [width_of(line) for line in drawn.lines] == [1, 2, 2]


@pytest.mark.parametrize(("x", "y"), [(0, 0), (8, 2), (-1, 0)])
def test_the_cell_in_the_centre_is_seen(x: int, y: int) -> None:
    drawn = map_picture(POSITIONS[0], Look(centre=(x, y)), BOX, 24, 10)
    middle = drawn.at(MARGIN + 2 * 5, 4)
    assert middle in {cell(x + step, y + up) for step in (-1, 0, 1) for up in (-1, 0, 1)}


@settings(deadline=None, max_examples=40)
@given(views, st.tuples(st.floats(-9, 15), st.floats(-9, 9)), st.integers(10, 200), st.integers(5, 60))
def test_a_centre_one_cell_further_shows_what_is_one_cell_further(
    view: View, centre: tuple[float, float], width: int, height: int
) -> None:
    here = frame(view, Look(centre=centre, size=SMALL), BOX, width, height)
    there = frame(view, Look(centre=(centre[0] + 1, centre[1] - 1), size=SMALL), BOX, width, height)
    assert (there.left - here.left, there.top - here.top) == (1, -1)


@pytest.mark.parametrize("charset", [BOX, ASCII])
def test_every_sign_takes_one_column(charset: Charset) -> None:
    signs = [sign for value in asdict(charset).values() for sign in (value if isinstance(value, tuple) else (value,))]
    assert all(columns(sign) == 1 for sign in signs if isinstance(sign, str))
