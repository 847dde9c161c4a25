"""The desk without a screen: what keys and clicks come to, and what is drawn then."""

from pathlib import Path
from typing import Any

import pytest

from client.games.game import Ask, Do, Result, Step
from client.games.mine.desk import MineDesk
from client.render.charset import ASCII, BOX, Charset
from client.render.spans import text_of
from engine.grid.cells import START, cell, xy
from engine.mine.modules.toll.state import Collector
from engine.mine.modules.trailblazer import BlazeTrail, EndTrail
from engine.mine.rules.turn.discard_two import DiscardTwo
from engine.mine.rules.turn.passing import Pass
from engine.placing import PlacePath
from tests.client.lines.rooms import NUMBER, faces, laid, position
from tests.client.screen.local_table import LocalTable, asked, laid_out

MAP, HAND = (50, 16), (48, 4)


def at(table: LocalTable) -> MineDesk:
    """A desk that was drawn once."""
    desk = MineDesk(table, BOX)
    desk.refresh()
    desk.board(*MAP)
    return desk


def with_hand(folder: Path, *cards: str, **parts: Any) -> MineDesk:
    return at(laid_out(position(list(cards), **parts), folder))


def place_of(desk: MineDesk, key: str) -> int:
    return [face for _slot, face in desk._view.hand()].index(NUMBER[key])


def board(desk: MineDesk) -> str:
    drawn = desk.board(*MAP)
    assert drawn is not None
    return "\n".join(map(text_of, drawn.lines))


def hand(desk: MineDesk) -> str:
    return "\n".join(map(text_of, desk.hand(*HAND).lines))


def asking(result: Result) -> Ask:
    assert isinstance(result, Ask)
    return result


# picking


@pytest.mark.parametrize("back", [lambda desk: desk.pick(0), MineDesk.drop])
def test_a_card_is_put_back_by_its_number_or_by_escape(back: object, tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "straight-short")
    assert desk.pick(0) is Step.REDRAW
    assert "[1]" in hand(desk)
    assert callable(back)
    back(desk)
    assert "[1]" not in hand(desk)


def test_tab_goes_through_all_lit_places(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "map")
    desk.pick(place_of(desk, "cross"))
    seen = set()
    for _ in range(4):
        desk.next_place(1)
        seen.add(desk.picking.cursor)
    assert seen == {cell(-1, 0), cell(0, -1), cell(0, 1), cell(1, 0)}
    last = desk.picking.cursor
    desk.next_place(1)
    desk.next_place(-1)
    assert desk.picking.cursor == last


def test_a_card_that_is_not_there_is_not_picked(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "map")
    assert desk.pick(8) is Step.REDRAW
    assert desk.notice == "You have no card “9”: they are numbered 1 to 2."
    assert desk.play() is Step.NOTHING
    desk.pick(0)
    assert desk.notice == ""


def test_out_of_turn_a_card_is_only_looked_at(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "map", "cross", turn=1)
    assert desk.pick(0) is Step.REDRAW
    assert "[1]" in hand(desk)
    assert desk.about()[0] in ("crossing", "map")
    assert [desk.play(), desk.discard()] == [Step.NOTHING] * 2
    desk.pick(0)
    assert "[1]" not in hand(desk)


def test_what_is_asked_in_a_list_is_not_answered_on_the_board(tmp_path: Path) -> None:
    desk = at(asked("rotation", tmp_path))
    assert [desk.play(), desk.discard()] == [Step.NOTHING] * 2


# playing


def test_a_card_is_laid_where_the_cursor_is(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "map")
    desk.pick(place_of(desk, "cross"))
    desk.point(cell(0, 1))
    result = desk.point(cell(0, 1))
    assert isinstance(result, Do)
    assert isinstance(result.act, PlacePath)
    assert result.act.cell == cell(0, 1)


def test_a_place_that_is_refused_is_not_played_on(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "map")
    desk.pick(place_of(desk, "cross"))
    desk.point(cell(3, 1))
    assert desk.play() is Step.REFUSED
    assert desk.prompt().startswith("Not at 3,1: ")
    assert "!" in board(desk)


def test_a_card_for_players_asks_whom_for_at_once(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "broken-pick", "cross")
    ask = asking(desk.pick(place_of(desk, "broken-pick")))
    assert "broken pick" in ask.title
    assert len(ask.acts) == 4, "three players, or to discard it"
    assert ask.hint


def test_cards_are_discarded(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "map")
    desk.discard()
    assert desk.play() is Step.REDRAW
    assert desk.notice == "Pick a card first."
    desk.pick(0)
    assert desk.notice == ""
    desk.pick(1)
    assert "[1]" not in hand(desk), "in the base game one card is discarded"
    result = desk.play()
    assert isinstance(result, Do)
    assert isinstance(result.act, Pass)


def test_the_card_that_is_picked_is_among_those_to_discard(tmp_path: Path) -> None:
    start = position(["cross", "tee-long", "rockfall"], 4, "saboteur2", prison=[0], broken=[["pick"], [], [], []])
    desk = at(laid_out(start, tmp_path, rules="saboteur2"))
    desk.pick(0)
    desk.discard()
    desk.pick(1)
    assert hand(desk).count("[") == 2
    acts = asking(desk.play()).acts
    assert {type(act) for act in acts} == {Pass, DiscardTwo}


def test_what_was_played_is_picked_no_more(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "map")
    desk.pick(place_of(desk, "cross"))
    desk.played()
    assert desk.picking.card is None


# looking around


def test_a_new_round_is_looked_at_from_its_start(tmp_path: Path) -> None:
    table = laid_out(position([], 4, hands=[faces("map"), [], [], []]), tmp_path)
    desk = at(table)
    begun = board(desk)
    for _ in range(4):
        desk.move(0, -1)
    desk.pan(0, -1)
    assert board(desk) != begun
    table.act(Pass(0, (table.view.hand()[0][0],)))
    desk.refresh()
    assert table.view.state.round == 2
    assert desk.picking.cursor == START
    assert board(desk) == board(at(table))


def a_wide_mine(folder: Path) -> MineDesk:
    cards = [(0, y, "cross" if y % 2 else "straight-long", 0) for y in range(-4, 5) if y]
    return with_hand(folder, "cross", "map", board=laid(*cards))


def test_the_board_is_moved_and_brought_back(tmp_path: Path) -> None:
    desk = a_wide_mine(tmp_path)
    before = board(desk)
    desk.pan(0, 1)
    assert board(desk) != before
    desk.pan(0, -1)
    assert board(desk) == before
    for _ in range(30):
        desk.pan(-1, 1)
    assert set("▓─│┼×") & set(board(desk)), "something of the mine is always seen"
    desk.centre()
    assert board(desk) == before


def test_the_cursor_stays_on_the_board_and_in_sight(tmp_path: Path) -> None:
    desk = a_wide_mine(tmp_path)
    desk.zoom()
    desk.pick(0)
    for step in ((0, 1), (-1, 0), (0, -1), (1, 0)):
        for _ in range(15):
            desk.move(*step)
            assert "▐" in board(desk) or "!" in board(desk)
    assert desk.picking.cursor == cell(8, -5)
    for _ in range(9):
        desk.pan(-1, 0)
    desk.next_place(1)
    assert "▐" in board(desk)


def test_the_goals_are_brought_back_and_the_cursor_with_them(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "map", board=laid((0, 1, "straight-long", 0)))
    assert board(desk).count("? │") == 3
    for _ in range(3):
        desk.pan(0, 1)
    assert board(desk).count("? │") == 2
    desk.centre()
    assert board(desk).count("? │") == 3


def test_a_sixth_row_beside_a_goal_is_in_sight(tmp_path: Path) -> None:
    """In lines, with all goals; in ASCII the row that is lost is the one furthest from where something happened."""
    tall = laid((0, 1, "straight-long", 0), (0, 2, "straight-long", 0))
    desk = with_hand(tmp_path, "cross", "map", board=tall)
    assert "\n  3 " in f"\n{board(desk)}"
    assert board(desk).count("▓?▓") == 3
    desk = MineDesk(laid_out(position(["cross", "map"], board=tall), tmp_path), ASCII)
    desk.board(*MAP)
    desk.refresh()
    assert "\n  3 " in f"\n{board(desk)}"
    assert board(desk).count("? |") == 2


def test_tiles_are_as_large_as_long_as_nothing_can_be_laid_in_a_sixth_row(tmp_path: Path) -> None:
    """They do not grow when the turn is over, but when the next one begins without such a card."""
    tall = laid((0, 1, "straight-long", 0), (0, 2, "straight-long", 0))
    desk = with_hand(tmp_path, "broken-pick", "map", board=tall)
    assert "│ ? │" in board(desk)
    assert board(desk).count("? │") == 3, "every goal is in sight"
    table = laid_out(position(["cross", "map"], board=tall), tmp_path)
    desk = at(table)
    assert board(desk).count("▓?▓") == 3
    table.gone = True
    desk.refresh()
    assert not table.legal()
    assert board(desk).count("▓?▓") == 3
    table.gone = False
    table.top.state.hands[0].remove(table.view.hand()[0][0])
    table.game += 1
    desk.refresh()
    assert board(desk).count("│ ? │") == 3


def test_a_rockfall_takes_nothing_before_it_points_at_something(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "rockfall", board=laid((1, 0, "cross", 0), (2, 0, "cross", 0)))
    desk.pick(0)
    assert desk.prompt() == "ROCKFALL   Tab, arrows: choose the card to collapse   Esc: back"
    assert desk.about()[0] == "rockfall"
    assert desk.play() is Step.REFUSED
    desk.next_place(1)
    assert isinstance(desk.play(), Do)


def test_a_rockfall_takes_what_was_pointed_at_before(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "rockfall", board=laid((1, 0, "cross", 0), (2, 0, "cross", 0)))
    desk.move(1, 0)
    desk.pick(0)
    assert desk.prompt() == "Enter: collapse 1,0   Tab: next spot"


def test_each_card_begins_where_it_does_most(tmp_path: Path) -> None:
    """A curve is turned toward the goals, a crossing goes furthest, a map asks for a goal that is not known."""
    tunnel = laid((1, 0, "cross", 0), (2, 0, "straight-short", 0))
    desk = with_hand(tmp_path, "cross", "curve-right", "map", board=tunnel)
    begun = {}
    for key in ("cross", "curve-right", "map"):
        desk.pick(place_of(desk, key))
        begun[key] = xy(desk.picking.cursor), desk.picking.turned
    assert begun["cross"] == ((3, 0), False)
    assert begun["curve-right"] == ((3, 0), True)
    assert begun["map"][0] == (8, 0)


def test_tiles_become_larger_and_smaller(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross", "map")
    for large in (True, False):
        desk.zoom()
        assert ("▓▓▓   ▓▓▓" in board(desk)) == large


# boards that outgrow their window


def five_goals(folder: Path, charset: Charset = BOX, **parts: Any) -> MineDesk:
    start = position(["cross", "map"], goals=faces("dragon", "bag-2", "treasure", "spider", "bag-1-a"), **parts)
    desk = MineDesk(laid_out(start, folder, rules="base+new-goals"), charset)
    desk.refresh()
    desk.board(*MAP)
    return desk


def test_five_goals_are_seen_at_once_in_lines(tmp_path: Path) -> None:
    desk = five_goals(tmp_path)
    assert board(desk).count("▓?▓") == 5
    assert "S┼─" in board(desk) or "▐┼▌" in board(desk)


def test_tiles_grow_and_become_lines_again(tmp_path: Path) -> None:
    desk, seen = five_goals(tmp_path), []
    for _ in range(3):
        seen.append(board(desk))
        desk.zoom()
    assert len(set(seen)) == 3
    assert board(desk) == seen[0]


def test_where_nothing_is_drawn_in_lines_the_last_card_is_followed(tmp_path: Path) -> None:
    shaft = laid(*((0, -y, "cross" if y % 2 else "straight-long", 0) for y in range(1, 7)))
    desk = five_goals(tmp_path, ASCII, board=shaft, turn=1)
    desk.refresh()
    assert " -6 " in board(desk)
    desk.move(0, 1)
    assert "[" in board(desk), "the cursor is in sight"


def test_with_tolls_a_card_is_still_discarded_by_its_key(tmp_path: Path) -> None:
    """Asking for a toll is no way to end a turn."""
    table = laid_out(position(["cross", "map"], nuggets=[1] * 4), tmp_path, rules="base+toll")
    state: Any = table.top.state
    state.brought = 1
    state.collectors.append(Collector(1, 2, START, state.board.network.slots[START], cell(1, 0)))
    desk = at(table)
    assert "D: discard" in desk.prompt()
    assert "Enter: more" in desk.prompt()
    assert desk.discard() is Step.REDRAW
    desk.pick(0)
    result = desk.play()
    assert isinstance(result, Do)
    assert isinstance(result.act, Pass)
    desk.drop()
    assert {type(act).__name__ for act in asking(desk.play()).acts} == {"AskToll", "NamePayer"}


def test_what_stands_under_the_cursor_is_told(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"]), tmp_path, rules="base+toll+chests")
    state: Any = table.top.state
    state.brought = 1
    state.collectors.append(Collector(1, 2, START, state.board.network.slots[START], cell(1, 0)))
    desk = at(table)
    desk.point(cell(1, 0))
    assert desk.about()[0] == "1,0: toll collector 1"
    desk.point(cell(3, 1))
    assert desk.about()[0] == "3,1: a chest, face down"


def test_on_a_trail_other_cards_wait(tmp_path: Path) -> None:
    table = laid_out(position(["trailblazer", "cross", "map", "broken-pick"]), tmp_path, rules="base+trailblazer")
    table.act(next(act for act in table.legal() if isinstance(act, BlazeTrail)))
    desk = at(table)
    for key in ("map", "broken-pick"):
        assert desk.pick(place_of(desk, key)) in (Step.REDRAW, Step.REFUSED)
        assert desk.prompt() == "This card cannot be played now: pick another, or D to stop"
        assert desk.play() is Step.REFUSED
        desk.drop()
    stopped = desk.discard()
    assert isinstance(stopped, Do)
    assert isinstance(stopped.act, EndTrail)
