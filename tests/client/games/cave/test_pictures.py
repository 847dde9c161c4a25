"""Pictures of whole caves and of every card, kept as text under tests/stories/golden/cave.

With UNDERMINE_WRITE_GOLDEN set they are written again, and the tests fail all the same: look at the difference first.
"""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from client.games.cave.pictures.cards import SPACE, SYMBOLS, TUNNEL, path, picture, rows
from client.games.cave.pictures.layout import LARGE, OVERVIEW, SMALL, Size, layout
from client.games.cave.pictures.map_picture import board_lines
from client.games.cave.pictures.overview import overview
from client.render.charset import ASCII, BOX, Charset
from client.render.spans import text_of, width_of
from client.screen.app.palette import palette
from engine.cave.cards.card import Card
from engine.cave.cards.chart import Chart, chart
from engine.cave.cards.table import ACTIONS, CARDS
from engine.grid.cells import Groups, half_turned
from tests.client.games.cave.drawn_caves import SCENES, WINDOWS

FOLDER = Path(__file__).parents[4] / "tests" / "stories" / "golden" / "cave"
WRITE = "UNDERMINE_WRITE_GOLDEN"
CHARSETS = {"box": BOX, "ascii": ASCII}
SIZES = {"small": SMALL, "large": LARGE}
PATHS = [card for card in CARDS if card.tunnels]


def ways_of(card: Card) -> list[tuple[Chart, Groups]]:
    """The card as it lies upright and turned."""
    upright = chart(card)
    return [(upright, card.groups), (upright.turned(), half_turned(card.groups))]


def drawn(card: Card, charset: Charset, size: Size) -> list[list[str]]:
    """Its tile upright, and turned."""
    tiles = [path(*way, charset, size) for way in ways_of(card)]
    return [["".join(span.text for span in line) for line in rows(size, tile.__getitem__)] for tile in tiles]


def cards_text(size: str, charset: Charset) -> str:
    """Every path card upright and turned, then every action card."""
    parts = []
    for card in PATHS:
        upright, turned = drawn(card, charset, SIZES[size])
        parts.append("\n".join([card.key, *("   ".join(pair).rstrip() for pair in zip(upright, turned, strict=True))]))
    for card in ACTIONS:
        parts.append("\n".join([card.key, *map(text_of, picture(card.number, charset, SIZES[size]))]))
    return "".join(f"{part}\n\n" for part in parts)


def scene_text(name: str, window: str, charset: Charset) -> str:
    return SCENES[name].text(charset, WINDOWS[window])


def lines_text(charset: Charset) -> str:
    return "\n".join(board_lines(SCENES["busy"].view(), charset)) + "\n"


DRAWINGS: Mapping[str, Callable[[Charset], str]] = {
    **{f"{name}.{window}": partial(scene_text, name, window) for name in SCENES for window in WINDOWS},
    **{f"every-card.{size}": partial(cards_text, size) for size in SIZES},
    "busy.lines": lines_text,
}
NAMED = [(name, charset) for name in DRAWINGS for charset in CHARSETS if charset == "box" or name[:8] != "overview"]


@pytest.mark.parametrize(("name", "charset"), NAMED)
def test_a_cave_is_drawn_as_it_was(name: str, charset: str) -> None:
    file = FOLDER / f"{name}.{charset}.txt"
    text = DRAWINGS[name](CHARSETS[charset])
    if os.environ.get(WRITE):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file.name} was written anew; unset {WRITE} and look at the difference")
    assert file.read_text(encoding="utf-8") == text


def test_every_kept_drawing_is_drawn() -> None:
    assert {file.name for file in FOLDER.glob("*.*.txt")} == {f"{name}.{charset}.txt" for name, charset in NAMED}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", SCENES)
def test_no_picture_is_larger_than_its_window_and_every_style_is_known(name: str, window: str) -> None:
    sizes = WINDOWS[window]
    players = sizes.players, SCENES[name].seats + 1
    pictures = SCENES[name].pictures(BOX, sizes)
    for shown, (width, height) in zip(pictures, (sizes.map, sizes.hand, players), strict=True):
        assert 0 < len(shown.lines) <= height
        assert [text_of(line) for line in shown.lines if width_of(line) > width] == []
        assert {span.style for line in shown.lines for span in line} <= set(palette())


@pytest.mark.parametrize("name", [name for name in SCENES if name not in ("eight-players", "overview")])
def test_what_is_drawn_in_ascii_is_ascii(name: str) -> None:
    """But for names, and the sign that a name was cut."""
    for window in WINDOWS.values():
        assert SCENES[name].text(ASCII, window).replace("…", "").isascii()
        assert not SCENES[name].text(BOX, window).isascii()


# cards


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("charset", CHARSETS)
def test_path_cards_look_alike_only_if_they_are_alike(charset: str, size: str) -> None:
    """Every card, upright and turned: what its spaces are, and which lie beside which, is all that counts."""
    drawings: dict[str, object] = {}
    for card in PATHS:
        for way, tile in zip(ways_of(card), drawn(card, CHARSETS[charset], SIZES[size]), strict=True):
            meaning = meaning_of(*way)
            assert drawings.setdefault("\n".join(tile), meaning) == meaning
    assert len(set(drawings.values())) == len(drawings) > 60


def meaning_of(lies: Chart, groups: Groups) -> object:
    """All that a path card says as it lies, but not how its spaces are numbered."""
    marks = [
        (edges, space == lies.marked, space in lies.wood, space == lies.tunnel)
        for space, edges in enumerate(lies.edges)
    ]
    links = [
        (sorted((marks[space], marks[near])), space in lies.wood)
        for space, neighbours in enumerate(lies.near)
        for near in neighbours
    ]
    return frozenset(groups), lies.symbol, repr(sorted(marks)), repr(sorted(links))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("card", PATHS, ids=lambda card: card.key)
def test_spaces_are_counted_on_the_picture(card: Card, size: Size) -> None:
    """There is one sign for each space, at a place of its own."""
    for (lies, _groups), tile in zip(ways_of(card), drawn(card, BOX, size), strict=True):
        signs = [char for row in tile for char in row if char in (SPACE, TUNNEL, *SYMBOLS.values())]
        assert len(signs) == len(lies.names) == len({place[0] for place in layout(lies, size)})


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("charset", CHARSETS.values(), ids=CHARSETS)
@pytest.mark.parametrize("card", PATHS, ids=lambda card: card.key)
def test_an_open_edge_is_drawn_open_and_rock_is_drawn_as_rock(card: Card, charset: Charset, size: Size) -> None:
    """The middles of the four edges tell what may lie beside the card."""
    row, column = size.middle
    for (_lies, groups), tile in zip(ways_of(card), drawn(card, charset, size), strict=True):
        edges = {1: tile[0][column], 2: tile[row][-1], 4: tile[-1][column], 8: tile[row][0]}
        assert sum(edge for edge, char in edges.items() if char != charset.rock) == sum(groups)


@pytest.mark.parametrize("charset", CHARSETS.values(), ids=CHARSETS)
def test_action_cards_all_look_different(charset: Charset) -> None:
    drawings = {"\n".join(map(text_of, picture(card.number, charset))): card.key for card in ACTIONS}
    assert set(drawings.values()) == {card.key for card in ACTIONS}


def test_in_the_overview_cards_look_alike_only_if_ways_and_level_are_alike() -> None:
    drawings: dict[str, object] = {}
    for card in PATHS:
        for lies, groups in ways_of(card):
            signs = overview(lies, groups, BOX, None, [])
            text = "".join(sign.text for sign in signs)
            assert len(text) == OVERVIEW.width
            bridge = len(groups) > 1 and bool(lies.wood)
            meaning = frozenset(groups), card.level if card.kind == "path" and not bridge else repr(sorted(lies.edges))
            if card.kind == "path":
                assert drawings.setdefault(text, meaning) == meaning
    assert len(drawings) > 30
