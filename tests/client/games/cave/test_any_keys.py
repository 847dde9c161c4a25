"""Any keys and clicks in any order at the desk of the cave: it is always drawn, and does only what is allowed."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.games.cave.desk import CaveDesk
from client.games.game import Ask, Do, Result, Seats
from client.render.charset import ASCII, BOX
from engine.inputs import TimeUp
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.lines.rooms import stream
from tests.client.screen.local_table import LocalTable

Draw = Callable[[int], int]
WINDOWS = ((55, 17), (93, 40), (20, 5))
ARROWS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def press(desk: CaveDesk, draw: Draw, window: tuple[int, int]) -> Result:
    """One key, or one click."""
    key = draw(16)
    if key == 0:
        picture = desk.board(*window)
        thing = None if picture is None else picture.at(draw(window[0]), draw(window[1]))
        return desk.drop() if thing is None else desk.point(thing)
    moves = [lambda: desk.pick(draw(6)), lambda: desk.pick(draw(6)), lambda: desk.move(*ARROWS[draw(4)])]
    moves += [lambda: desk.next_place(1), lambda: desk.next_place(-1), desk.turn, desk.drop, desk.discard]
    moves += [desk.zoom, desk.centre, lambda: desk.pan(*ARROWS[draw(4)])]
    return moves[key]() if key < len(moves) else desk.play()


def look(desk: CaveDesk, table: LocalTable, window: tuple[int, int]) -> None:
    """Everything that a screen asks a desk for."""
    desk.refresh()
    names = [table.people.name(seat) for seat in range(len(table.people))]
    pictures = (
        desk.board(*window),
        desk.hand(48, 4),
        desk.players(Seats(names, 0), 23, len(names)),
        desk.players(Seats(names, 0), 64, len(names) + 1),
    )
    assert all(picture is not None and picture.lines for picture in pictures)
    assert [*desk.about(), desk.prompt()]


def act_of(result: Result, draw: Draw) -> Any:
    """What is to be done; of a list any line, or nothing."""
    if isinstance(result, Do):
        return result.act
    if isinstance(result, Ask):
        at = draw(len(result.acts) + 1)
        return result.acts[at] if at < len(result.acts) else None
    return None


BY_DAY = [(3, 600), (8, 300)]
AT_NIGHT = [pytest.param(seats, 8000, marks=pytest.mark.long) for seats in (2, 4, 5, 8)]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("seats", "keys"), [*BY_DAY, *AT_NIGHT])
def test_any_keys_in_any_order_break_nothing(tmp_path: Path, seats: int, keys: int) -> None:
    """One game after another, in box characters and in ASCII by turns."""
    draw, done, left, number = stream("any keys", seats).draw, Counter[str](), keys, 0
    while left:
        number += 1
        (tmp_path / str(number)).mkdir()
        top = Tabletop(parse("cave"), seats, stream("any keys", seats, number).draw)
        top.advance()
        table = LocalTable(top, tmp_path / str(number))
        desk = CaveDesk(table, ASCII if number % 2 else BOX)
        while left and (want := top.waiting()):
            left -= 1
            window = WINDOWS[draw(len(WINDOWS))]
            look(desk, table, window)
            if want.seats[0] != 0 or not draw(60):
                top.play(TimeUp(want.seats[0]))
                continue
            act = act_of(press(desk, draw, window), draw)
            if act is not None:
                assert act in table.legal()
                done[type(act).__name__] += 1
                desk.played()
                table.act(act)
    assert len(done) >= 3, "few keys do something"
