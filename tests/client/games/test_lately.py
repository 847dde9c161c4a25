"""What happened last, and what was laid since a seat acted, is marked on the board and beside the players."""

from typing import Any

import pytest

from client.games.game import Line, Seats
from client.games.lately import Lately
from client.games.mine.game import story
from client.games.mine.pictures.cards import LARGE, SMALL, TINY, Size
from client.games.mine.pictures.map_picture import Look, map_picture
from client.games.mine.pictures.players_picture import players_picture
from client.render.charset import ASCII, BOX, Charset
from client.render.spans import text_of
from client.words.people import NO_SEAT, People
from engine.events import RoundDealt
from engine.grid.cells import cell
from engine.mine.rules.actions.break_tool import BreakTool, ToolBroken
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.scenario.position import arrange
from engine.placing import PlacePath
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.wants import Act
from tests.client.lines.rooms import NAMES, NUMBER, faces, position, stream

CROSS = NUMBER["cross"]


class Seated:
    """A table through the eyes of one seat, or of a spectator."""

    def __init__(self, own: int | None = 0, rules: str = "base") -> None:
        self.top = Tabletop(parse(rules), 3, stream("lately").draw)
        arrange(self.top, position([], 3, hands=[faces(*HAND)] * 3, pile=faces(*["map"] * 6)))
        self.story = story(self.top.view(own), People(NAMES[:3], NO_SEAT if own is None else own))
        self.told: list[Line] = []
        self.top.watchers.append(self._hear)

    def _hear(self, events: list[object]) -> None:
        self.told += [line for event in events for line in self.story.tell(event)]

    def play(self, kind: Any, card: str, *rest: int) -> None:
        waiting = self.top.waiting()
        assert isinstance(waiting, Act)
        [seat] = waiting.seats
        slot = next(slot for slot, face in self.top.view(seat).hand() if face == NUMBER[card])
        self.top.play(kind(seat, slot, NUMBER[card], *rest))

    @property
    def lately(self) -> Lately:
        return self.story.lately

    @property
    def laid(self) -> set[int]:
        return set(self.lately.laid(self.top.state.board.network.slots))


HAND = ["cross", "rockfall", "broken-pick"]


def test_cards_count_as_new_until_the_seat_acts_itself() -> None:
    table = Seated()
    table.play(PlacePath, "cross", cell(1, 0), 0)
    assert (table.lately.by, table.lately.at, table.laid) == (0, cell(1, 0), set())
    table.play(PlacePath, "cross", cell(2, 0), 0)
    table.play(PlacePath, "cross", cell(1, 1), 0)
    assert (table.lately.by, table.lately.at, table.laid) == (2, cell(1, 1), {cell(2, 0), cell(1, 1)})
    table.play(CauseRockfall, "rockfall", cell(2, 0))
    assert (table.lately.by, table.lately.at, table.laid) == (0, cell(2, 0), set())


def test_where_no_seat_looks_nothing_is_new() -> None:
    """A spectator has no last turn since which it could be."""
    table = Seated(own=None)
    table.play(PlacePath, "cross", cell(1, 0), 0)
    assert (table.lately.by, table.lately.at, table.laid) == (0, cell(1, 0), set())


def test_what_was_taken_away_again_is_not_new() -> None:
    table = Seated(own=2)
    table.play(PlacePath, "cross", cell(1, 0), 0)
    table.play(CauseRockfall, "rockfall", cell(1, 0))
    assert (table.lately.by, table.lately.at, table.laid) == (1, cell(1, 0), set())


def test_an_act_against_the_player_says_so_and_stands_out() -> None:
    victim, other = Seated(own=1), Seated(own=2)
    for table in (victim, other):
        table.play(BreakTool, "broken-pick", 1)
        assert (table.lately.by, table.lately.to, table.lately.at) == (0, 1, None)
    assert Line("Eva breaks your pick!", against=True, harms=True) in victim.told
    assert Line("Eva breaks Ann's pick.", harms=True) in other.told


def test_with_the_next_round_nothing_has_happened() -> None:
    lately = Lately({ToolBroken}, 0)
    lately.look(ToolBroken(1, 5, 6, 0))
    assert (lately.by, lately.to) == (1, 0)
    lately.look(RoundDealt(2, 100, (5,)))
    assert (lately.by, lately.to) == (None, None)


@pytest.mark.parametrize("charset", [BOX, ASCII])
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_last_act_and_new_cards_are_seen_without_colours(size: Size, charset: Charset) -> None:
    table = Seated(own=2)
    table.play(PlacePath, "cross", cell(1, 0), 0)
    table.play(PlacePath, "cross", cell(2, 0), 0)
    look = Look(size=size, last=table.lately.at, fresh=table.laid)
    drawn = map_picture(table.top.view(2), look, charset, 200, 60)

    def corners(at: int) -> str:
        chars = {
            (column, row): char
            for row, line in enumerate(drawn.lines)
            for column, char in enumerate("".join(span.text for span in line))
            if drawn.at(column, row) == at
        }
        (left, top), (right, bottom) = min(chars), max(chars)
        return "".join(chars[spot] for spot in ((left, top), (right, top), (left, bottom), (right, bottom)))

    assert corners(cell(2, 0)) == "".join(charset.last)
    assert corners(cell(1, 0)) == charset.fresh + charset.rock * 3
    assert corners(cell(0, 0)) == charset.rock * 4


def test_lines_in_place_of_tiles_show_it_with_brackets_and_underlined() -> None:
    table = Seated(own=2)
    table.play(PlacePath, "cross", cell(1, 0), 0)
    table.play(PlacePath, "cross", cell(2, 0), 0)
    look = Look(size=TINY, last=table.lately.at, fresh=table.laid)
    [row] = [
        line for line in map_picture(table.top.view(2), look, BOX, 80, 24).lines if text_of(line).strip()[:1] == "0"
    ]
    assert "─┼─[┼]" in text_of(row)
    assert any(span.style == "fresh" and span.text.startswith("─┼─") for span in row)


@pytest.mark.parametrize("width", [23, 65])
def test_who_acted_last_and_on_whom_is_marked_beside_the_names(width: int) -> None:
    table = Seated()
    seats = Seats(NAMES[:3], 0, waiting=(2,), acted=0, hit=1)
    lines = [text_of(line) for line in players_picture(table.top.view(0), seats, BOX, width, 4).lines][-3:]
    assert [line[0] for line in lines] == ["•", "!", "►"]
