"""Every style is that of what is drawn, and whatever a colour says, a character says too."""

import pytest

from client.games.mine.picking import lit
from client.games.mine.pictures.map_picture import Look, map_picture
from client.games.picking import Picking
from client.games.pointing import REFUSED, Preview
from client.render.charset import ASCII, BOX
from client.render.spans import Picture, text_of
from engine.front import choices
from engine.grid.cells import cell
from tests.client.games.mine.drawn_tables import SCENES, WINDOWS, Scene
from tests.client.games.mine.games_in_progress import TABLES, some_positions
from tests.support.nights import thinned

WINDOW = WINDOWS["80x24"]
MEANINGS = {
    "S": "start",
    "B": "blue",
    "G": "green",
    "H": "ladder",
    "*": "crystal",
    "×": "dead",
    "║": "rail",
    "▓": "rock",
}


def styles_of(scene: Scene, char: str) -> set[str]:
    """The styles that a character has on the map."""
    drawn, _hand, _players = scene.pictures(BOX, WINDOW)
    return {span.style for line in drawn.lines for span in line if char in span.text}


@pytest.mark.parametrize("char", MEANINGS)
def test_what_lies_in_the_mine_has_its_style(char: str) -> None:
    assert styles_of(SCENES["saboteur2-mine"], char) == {MEANINGS[char]}


def test_goals_have_the_style_of_what_is_known_of_them() -> None:
    assert styles_of(SCENES["goals-face-up"], "$") == {"gold"}
    assert styles_of(SCENES["goals-face-up"], "o") == {"stone"}
    assert styles_of(SCENES["start"], "?") == {"goal"}
    assert styles_of(SCENES["treasure-that-only-this-seat-knows"], "$") == {"secret"}
    assert styles_of(SCENES["stone-that-only-this-seat-knows"], "o") == {"secret"}


def test_a_card_under_the_cursor_is_good_or_bad_and_says_so_without_colours() -> None:
    good, bad = SCENES["lit-and-turned"], SCENES["refused-place"]
    for scene, style, brackets in ((good, "good", BOX.cursor), (bad, "bad", (REFUSED, REFUSED))):
        drawn, _hand, _players = scene.pictures(BOX, WINDOW)
        spans = [span for line in drawn.lines for span in line]
        assert {"good", "bad"} & {span.style for span in spans} == {style}
        assert tuple(span.text for span in spans if span.style == "cursor") == brackets


@pytest.mark.parametrize(("rules", "seats"), thinned(TABLES, 3))
def test_a_reader_without_colours_sees_where_a_card_may_be_played(rules: str, seats: int) -> None:
    """Each lit cell has other characters than the same cell unlit, and no other cell has."""
    compared = 0
    for view in some_positions(rules, seats)[::2]:
        legal, plain = choices(view), map_picture(view, Look(), ASCII, 120, 60)
        for card in range(len(view.hand())):
            places = lit(Picking(card=card), view, legal)
            assert changed(plain, map_picture(view, Look(lit=places), ASCII, 120, 60)) == set(places)
            compared += len(places)
    assert compared > 30


def changed(before: Picture[int], after: Picture[int]) -> set[int | None]:
    """The cells whose characters differ."""
    rows = zip(before.lines, after.lines, strict=True)
    texts = [(text_of(one).ljust(120), text_of(other).ljust(120)) for one, other in rows]
    return {
        before.at(column, row)
        for row, (one, other) in enumerate(texts)
        for column in range(120)
        if one[column] != other[column]
    }


def test_a_preview_lies_only_where_nothing_lies() -> None:
    """On a card that is there, the card stays."""
    scene = SCENES["middle"]
    view = scene.view()
    look = Look(cursor=cell(1, 0), preview=Preview(view.hand()[0][1] or 0, turned=False, legal=False))
    drawn = map_picture(view, look, ASCII, *WINDOW.map)
    assert "! !" not in "".join(text_of(line) for line in drawn.lines)
    assert sum(text_of(line).count(REFUSED) for line in drawn.lines) == 2
