"""The picture that moves: it still can be made from the real program, and draws what has changed and no more."""

from contextlib import aclosing
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from docs.animation import round_played
from docs.film import Frame, film
from docs.svg import plain_svg
from tests.client.screen.piloted import piloted
from tests.docs.test_screens import SVG

FRAMES = 4


@pytest.fixture(autouse=True)
def no_pace() -> None:
    """Here tables have one."""


def shown(words: str) -> Frame:
    console = Console(record=True, width=40, file=StringIO())
    console.print(f"[on blue]a [bold]first line[/bold][/on blue]\n[on black]the {words} line[/on black]")
    return plain_svg(console.export_svg(title="Undermine")), 1.5


def drawn(made: str) -> list[list[str]]:
    """By picture: what is written over the last one."""
    groups = [group for group in ET.fromstring(made).iter(f"{SVG}g") if group.get("class") == "f"]
    return [[(part.text or "").replace("\xa0", " ") for part in group.iter(f"{SVG}text")] for group in groups]


def test_only_what_has_changed_is_drawn_over_the_last_picture() -> None:
    made = film([shown("second"), shown("second"), shown("sec0nd")])
    assert drawn(made) == [["a", "first line", "the second line"], [], ["0"]]
    assert ".f{animation:4.5s step-end infinite}" in made
    assert "@keyframes f2{0%{visibility:hidden}66.67%{visibility:visible}}" in made


@piloted
async def test_a_round_is_played_and_filmed_alike_in_every_run(tmp_path: Path) -> None:
    films = []
    for run in ("first", "second"):
        frames: list[Frame] = []
        (tmp_path / run).mkdir()
        async with aclosing(round_played(tmp_path / run)) as shots:
            async for part, frame in shots:
                assert part == ("moves" if frames else "opening")
                frames.append(frame)
                if len(frames) == FRAMES:
                    break
        films.append(film(frames))
    assert films[0] == films[1]
    card, *moves = drawn(films[0])
    assert len(moves) == FRAMES - 1
    assert any(line.startswith("You are a ") for line in card)
    assert all(moves), "each shows something new"
