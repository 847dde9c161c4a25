"""Pictures of whole tables, at the sizes that they have on a screen, kept as text under tests/stories/golden/render.

With UNDERMINE_WRITE_GOLDEN set they are written again, and the tests fail all the same: look at the difference first.
"""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from client.games.mine.names import card_name, lying_name
from client.games.mine.pictures.cards import LARGE, MEDIUM, SMALL, Size, path, picture
from client.games.mine.pictures.map_picture import Look, map_picture
from client.render.charset import ASCII, BOX, Charset
from client.render.spans import text_of, width_of
from client.screen.app.palette import palette
from engine.grid.cells import half_turned, is_symmetric
from engine.mine.cards.card import Card
from engine.mine.game import CARD_SETS
from engine.mine.modules import PARTS
from tests.client.games.mine.drawn_tables import BASE_CARDS, CHAMPIONSHIP_CARDS, SABOTEUR2_CARDS, SCENES, WINDOWS

FOLDER = Path(__file__).parents[4] / "tests" / "stories" / "golden" / "render"
WRITE = "UNDERMINE_WRITE_GOLDEN"
CHARSETS = {"box": BOX, "ascii": ASCII}
SIZES = {"small": SMALL, "medium": MEDIUM, "large": LARGE}
BOXES = {"base": BASE_CARDS, "saboteur2": SABOTEUR2_CARDS, "championship": CHAMPIONSHIP_CARDS}


def cards_text(cards: list[Card], charset: Charset, size: Size) -> str:
    """Every card with its name, and behind it the same card turned, if that makes a difference."""
    parts = []
    for card in cards:
        drawings = [(card_name(card.number), picture(card.number, charset, size))]
        if card.tunnels and not is_symmetric(card.groups):
            drawings.append((lying_name(card.number, 180), path(card, half_turned(card.groups), charset, size)))
        names = " / ".join(name for name, _drawing in drawings)
        rows = zip(*(drawing for _name, drawing in drawings), strict=True)
        parts.append("\n".join([names, *("   ".join(row).rstrip() for row in rows)]))
    return "".join(f"{part}\n\n" for part in parts)


def scene_text(name: str, window: str, charset: Charset) -> str:
    return SCENES[name].text(charset, WINDOWS[window])


def box_text(box: str, size: str, charset: Charset) -> str:
    return cards_text(BOXES[box], charset, SIZES[size])


DRAWINGS: Mapping[str, Callable[[Charset], str]] = {
    f"{name}.{window}": partial(scene_text, name, window) for name in SCENES for window in WINDOWS
} | {f"every-card-of-{box}.{size}": partial(box_text, box, size) for box in BOXES for size in SIZES}
NAMED = [(name, charset) for name in DRAWINGS for charset in CHARSETS]


@pytest.mark.parametrize(("name", "charset"), NAMED)
def test_a_table_is_drawn_as_it_was(name: str, charset: str) -> None:
    file = FOLDER / f"{name}.{charset}.txt"
    text = DRAWINGS[name](CHARSETS[charset])
    if os.environ.get(WRITE):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file.name} was written anew; unset {WRITE} and look at the difference")
    assert file.read_text(encoding="utf-8") == text


def test_there_is_no_drawing_that_nobody_draws() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.{charset}.txt" for name, charset in NAMED}


def test_every_card_of_every_card_set_is_drawn() -> None:
    assert {card for name in CARD_SETS for card in CARD_SETS[name].DECK} == {*BASE_CARDS, *SABOTEUR2_CARDS}
    assert {card for module in PARTS.values() for card in module.deck} == {*CHAMPIONSHIP_CARDS}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", SCENES)
def test_no_picture_is_larger_than_its_window_and_every_style_is_known(name: str, window: str) -> None:
    sizes = WINDOWS[window]
    players = sizes.players, SCENES[name].seats + 1
    pictures = SCENES[name].pictures(BOX, sizes)
    for drawn, (width, height) in zip(pictures, (sizes.map, sizes.hand, players), strict=True):
        assert 0 < len(drawn.lines) <= height
        assert [text_of(line) for line in drawn.lines if width_of(line) > width] == []
        assert {span.style for line in drawn.lines for span in line} <= set(palette())


@pytest.mark.parametrize("name", [name for name in SCENES if name != "saboteur2-twelve-players"])
def test_what_is_drawn_in_ascii_is_ascii(name: str) -> None:
    """But for names, and the sign that a name was cut."""
    for window in WINDOWS.values():
        assert SCENES[name].text(ASCII, window).replace("…", "").isascii()
        assert not SCENES[name].text(BOX, window).isascii()


def test_an_empty_cell_has_not_the_ground_of_a_tunnel() -> None:
    """A way through rock and no rock at all are both blanks: the colour behind them tells them apart."""
    view = SCENES["middle"].view()
    network = view.state.board.network
    taken = {*network.slots, *network.hidden}
    drawn = map_picture(view, Look(), BOX, 120, 50)
    styles: dict[bool, set[str]] = {True: set(), False: set()}
    for row, line in enumerate(drawn.lines):
        column = 0
        for span in line:
            for char in span.text:
                there = drawn.at(column, row)
                if there is not None and char == " ":
                    styles[there in taken].add(span.style)
                column += 1
    assert "floor" in styles[True]
    assert styles[False] == {"free"}
    assert palette()["free"].bgcolor is None
    assert palette()["floor"].bgcolor is not None
