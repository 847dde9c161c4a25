"""The pictures of the cards of the cave show what the card table says, and every card of it."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from docs.cave_cards import PICTURES, SHEETS, places, sheet
from engine.cave.cards.card import Card
from engine.cave.cards.chart import chart
from engine.cave.cards.table import CARDS
from engine.grid.cells import letters

PAGE = (Path(__file__).parents[2] / "docs" / "cave-cards.md").read_text("utf-8")
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [card for cards in SHEETS.values() for card in cards]
RADIUS = 9
BORDER = {"60 0": "N", "120 84": "E", "60 168": "S", "0 84": "W"}

each_card = pytest.mark.parametrize("card", DRAWN, ids=lambda card: card.key)


def drawing(card: Card) -> ET.Element:
    """The card in its file."""
    name = next(name for name, cards in SHEETS.items() if card in cards)
    found = ET.parse(PICTURES / f"{name}.svg").find(f".//{SVG}g[@id='{card.key}']")
    assert found is not None
    return found


def lines(drawn: ET.Element, kind: str) -> set[tuple[str, str]]:
    """From where to where lines of a kind go."""
    found = [line for line in drawn.iter(f"{SVG}line") if kind in line.attrib["class"].split()]
    return {(f"{at['x1']} {at['y1']}", f"{at['x2']} {at['y2']}") for at in (line.attrib for line in found)}


def circles(drawn: ET.Element) -> list[str]:
    """By space: where it lies."""
    return [f"{circle.attrib['cx']} {circle.attrib['cy']}" for circle in drawn.iter(f"{SVG}circle")]


@pytest.mark.parametrize("name", SHEETS)
def test_a_picture_is_what_the_card_table_makes(name: str) -> None:
    assert (PICTURES / f"{name}.svg").read_text("utf-8") == sheet(SHEETS[name])
    assert f"](pictures/{name}.svg)" in PAGE


def test_every_card_on_which_figures_stand_is_drawn_once() -> None:
    assert sorted(card.key for card in DRAWN) == sorted(card.key for card in CARDS if card.tunnels)
    assert set(re.findall(r"pictures/(cave-[\w-]+)\.svg", PAGE)) == SHEETS.keys()


@each_card
def test_a_drawing_has_the_spaces_of_its_card_and_their_neighbours(card: Card) -> None:
    here, drawn = chart(card), drawing(card)
    spots = circles(drawn)
    assert len(set(spots)) == len(spots) == len(here.names)
    steps = {frozenset(map(spots.index, ends)) for ends in lines(drawn, "step") | lines(drawn, "toll")}
    assert steps == {frozenset((space, near)) for space, others in enumerate(here.near) for near in others}


@each_card
def test_a_drawing_has_the_open_edges_of_its_card(card: Card) -> None:
    here, drawn = chart(card), drawing(card)
    spots = circles(drawn)
    ways = {(kind, ends) for kind in ("floor", "wood") for ends in lines(drawn, kind) if ends[0] in BORDER}
    assert {(kind, BORDER[edge], spots.index(space)) for kind, (edge, space) in ways} == {
        ("wood" if space in here.wood else "floor", edge, space)
        for space, edges in enumerate(here.edges)
        for edge in letters(edges)
    }


@each_card
def test_a_drawing_marks_the_symbol_and_the_tunnel(card: Card) -> None:
    here, drawn = chart(card), drawing(card)
    kinds = [circle.attrib["class"] for circle in drawn.iter(f"{SVG}circle")]
    assert [space for space, kind in enumerate(kinds) if kind == "marked"] == [here.marked] * bool(card.symbol)
    assert [space for space, kind in enumerate(kinds) if kind == "tunnel"] == [here.tunnel] * card.passage
    words = [text.text for text in drawn.iter(f"{SVG}text")]
    assert words[: len(kinds)] == [str(space) for space in range(len(kinds))]
    assert words[len(kinds) :] == [*[card.symbol] * bool(card.symbol), card.key, _copies(card)]


def _copies(card: Card) -> str:
    return {1: "1 copy", 2: "2 copies", 3: "3 copies"}[card.copies]


@each_card
def test_no_two_spaces_lie_on_each_other(card: Card) -> None:
    spots = places(chart(card))
    assert all(abs(x - u) + abs(y - v) > 2 * RADIUS for (x, y), (u, v) in combinations(spots, 2))


def test_spaces_that_a_row_names_itself_are_drawn_too() -> None:
    pit = Card("pit", 999, "path", 1, 2, tunnels=("NES",), spaces=("N-pit-E", "S-pit"))
    spots = places(chart(pit))
    assert len(set(spots)) == 4
    assert 'id="pit"' in sheet((pit,))
