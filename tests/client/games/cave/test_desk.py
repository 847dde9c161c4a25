"""The desk of the cave without a screen: what keys and clicks come to, and what is drawn then."""

from pathlib import Path
from typing import Any

import pytest

from client.games.cave import game
from client.games.cave.aims import point_of, toward
from client.games.cave.desk import CaveDesk
from client.games.cave.pictures.layout import LARGE, OVERVIEW, SMALL
from client.games.game import Ask, Do, Result, Seats, Step
from client.render.charset import ASCII, BOX, Charset
from client.render.spans import text_of
from engine.cave.board import border, space
from engine.cave.rules.actions.battle_axe import LayAxe
from engine.cave.rules.actions.boots import LayBoots
from engine.cave.rules.actions.cave_in import CauseCaveIn
from engine.cave.rules.actions.cobweb import SpinCobweb
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.rules.actions.secret_information import SpyClan, SpyGoal
from engine.cave.rules.turn.discarding import Discard
from engine.cave.rules.turn.vote import ProposeEnd
from engine.cave.rules.walk import walk
from engine.cave.rules.walk.chop_web import ChopWeb
from engine.front import choices
from engine.grid.cells import START, cell
from engine.hands import SwapHands
from engine.inputs import TimeUp
from engine.placing import PlacePath
from tests.client.games.cave.asking import a_cave, prowling, walking
from tests.client.games.cave.caves import NUMBER, at, held, lying
from tests.client.screen.local_table import LocalTable

MAP, HAND = (55, 17), (48, 4)
EAST, NORTH = 1, 0


def table_of(folder: Path, *cards: str, seats: int = 4, own: int = 0, **parts: Any) -> LocalTable:
    """Seat 0 is to move with these cards."""
    return LocalTable(a_cave(*cards, seats=seats, **parts), folder, own)


def at_desk(table: LocalTable, charset: Charset = BOX, window: tuple[int, int] = MAP) -> CaveDesk:
    """A desk that was drawn once."""
    desk = CaveDesk(table, charset)
    desk.refresh()
    desk.board(*window)
    return desk


def with_hand(folder: Path, *cards: str, **parts: Any) -> CaveDesk:
    return at_desk(table_of(folder, *cards, **parts))


def on_the_way(folder: Path, **parts: Any) -> CaveDesk:
    """Seat 0 has discarded a card, and its dwarf may move."""
    return at_desk(LocalTable(walking(**parts), folder))


def board(desk: CaveDesk, window: tuple[int, int] = MAP) -> str:
    drawn = desk.board(*window)
    assert drawn is not None
    return "\n".join(map(text_of, drawn.lines))


def pick(desk: CaveDesk, key: str) -> Result:
    """The first card of that name in the hand."""
    faces = [face for _slot, face in desk._view.hand()]
    return desk.pick(faces.index(NUMBER[key]))


def done(result: Result) -> Any:
    assert isinstance(result, Do)
    return result.act


def asked(result: Result) -> Ask:
    assert isinstance(result, Ask)
    return result


# a card


def test_a_path_card_is_laid_on_a_lit_cell_near_the_dwarf(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross-1", "boots 1", dwarfs={0: at(1, 0, 0)})
    assert pick(desk, "cross-1") is Step.REDRAW
    first = desk.picking.cursor
    assert desk.prompt() in ("Enter: place at 1,1   Tab: next spot", "Enter: place at 1,-1   Tab: next spot")
    desk.next_place(1)
    assert desk.picking.cursor != first
    act = done(desk.play())
    assert isinstance(act, PlacePath)
    assert act.cell == desk.picking.cursor


def test_where_a_card_fits_both_ways_space_turns_it(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "tee-short-1", board=[])
    desk.pick(0)
    while "Space: turn " not in desk.prompt():
        desk.next_place(1)
    desk.turn()
    assert done(desk.play()).turned == 180


def test_a_place_that_is_refused_says_why(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross-1")
    desk.pick(0)
    desk.point(cell(-3, 3) << 8)
    assert desk.play() is Step.REFUSED
    assert desk.prompt() == "Not at -3,3: A path card must share a full side with a card of the cave that lies face up."
    assert desk.about()[0] == "A path card must share a full side with a card of the cave that lies face up."
    assert "!" in board(desk)


def test_a_cave_in_lights_the_cards_that_can_go(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cave-in 1", dwarfs={1: at(1, 0, 0)})
    desk.pick(0)
    assert desk.prompt() == "CAVE-IN   Tab, arrows: choose the card to collapse   Esc: back"
    assert desk.play() is Step.REFUSED
    desk.next_place(1)
    assert desk.prompt() == "Enter: collapse 0,1   Tab: next spot"
    desk.point(cell(1, 0) << 8)
    assert desk.prompt() == "Not at 1,0: A dwarf or a monster stands on that card."
    desk.point(cell(0, 1) << 8)
    act = done(desk.point(cell(0, 1) << 8))
    assert (type(act), act.cell) == (CauseCaveIn, cell(0, 1))


def test_whom_a_monster_attacks_is_said_before_it_comes(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "goblin 2", dwarfs={2: at(0, 1)})
    desk.pick(0)
    assert desk.prompt() == "Enter: Goblin at 0,1: attacks Bob   Tab: next spot"
    assert isinstance(done(desk.play()), UnleashMonster)


def test_without_a_lair_a_monster_can_only_be_discarded(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "rat 1", board=[])
    assert desk.pick(0) is Step.REDRAW
    assert desk.prompt() == "No place for this card now: pick another, or D discards it"
    assert desk.play() is Step.REFUSED


def test_a_cobweb_hangs_where_arrows_lead(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cobweb-circle")
    desk.pick(0)
    assert desk.aim is not None, "the place nearest to the dwarf"
    seen = {desk.aim}
    for _ in range(12):
        desk.next_place(1)
        seen.add(desk.aim)
        assert desk.prompt().startswith("Enter: cobweb between ")
        assert "▐" in board(desk)
    assert seen == {act for act in desk._table.legal() if isinstance(act, SpinCobweb)}
    for arrow in ((-1, 0), (1, 0), (1, 0), (0, -1), (0, -1)):
        desk.move(*arrow)
    act = done(desk.play())
    assert (act.cell, act.edge) == (cell(1, 0), 2), "below the crossing"
    desk.drop()
    assert desk.prompt().startswith("YOUR TURN   1-9: pick a card")


@pytest.mark.parametrize(
    ("card", "kinds"),
    [
        ("secret-information 1", {SpyGoal: 4, SpyClan: 3, Discard: 1}),
        ("boots 1", {LayBoots: 4, Discard: 1}),
        ("battle-axe 1", {LayAxe: 4, Discard: 1}),
        ("card-swap 2", {SwapHands: 3, Discard: 1}),
    ],
)
def test_what_concerns_players_or_goals_is_a_list(tmp_path: Path, card: str, kinds: dict[type, int]) -> None:
    desk = with_hand(tmp_path, card, "cross-1")
    ask = asked(pick(desk, card.partition(" ")[0]))
    found = [type(act) for act in ask.acts]
    assert {kind: found.count(kind) for kind in found} == kinds
    assert ask.title.startswith("What do you do with this card: ")
    assert ask.hint.endswith(".")


def test_one_card_or_two_are_discarded(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "cross-1", "boots 1", "rat 1")
    desk.pick(1)
    desk.discard()
    desk.pick(2)
    desk.pick(0)
    assert desk.prompt() == "DISCARD   1-9: pick one or two   Enter: discard   Esc: back"
    hand = desk._view.state.hands[0]
    assert done(desk.play()) == Discard(0, (hand[1], hand[2])), "a third one is not picked"


def test_enter_without_a_card_lists_the_axe_and_the_end(tmp_path: Path) -> None:
    webs = [(border(START, EAST), 1, 1)]
    desk = with_hand(tmp_path, "cross-1", axes=[0], webs=webs)
    assert "Enter: more" in desk.prompt()
    assert {type(act) for act in asked(desk.play()).acts} == {ChopWeb, ProposeEnd}


def test_out_of_turn_a_card_is_only_looked_at_and_the_cursor_looks_around(tmp_path: Path) -> None:
    desk = with_hand(tmp_path, "rat 1", turn=1)
    assert desk.pick(0) is Step.REDRAW
    assert desk.about()[0] == "Rat"
    assert [desk.play(), desk.discard()] == [Step.NOTHING] * 2
    desk.pick(0)
    desk.move(0, 1)
    assert desk.about()[0] == "0,1: lair I, down"


# a way


def test_arrows_point_at_the_space_on_that_side(tmp_path: Path) -> None:
    desk = on_the_way(tmp_path)
    assert desk.prompt() == "YOUR DWARF, moves left: 3   Arrows, Tab: a way   Enter: go   D: stop here"
    for arrow, words in (((1, 0), "go to 1,0 (left)"), ((0, 1), "go to 0,1")):
        desk.move(*arrow)
        assert desk.prompt() == f"Enter: {words}"
    desk.move(0, -1)
    assert desk.notice == "No way leads down from here."
    act = done(desk.play())
    assert (act.cell, act.space) == (cell(0, 1), 0), "what was pointed at before"


def test_tab_points_at_all_ways_one_after_another(tmp_path: Path) -> None:
    desk = on_the_way(tmp_path, dwarfs={0: at(1, 0, 0)})
    seen = []
    for _ in range(4):
        desk.next_place(1)
        seen.append(desk.aim)
    assert len({*seen}) == 3
    assert seen[0] == seen[3]
    desk.next_place(-1)
    assert desk.aim == seen[2]


def test_enter_without_a_way_lists_all_with_what_they_bring(tmp_path: Path) -> None:
    desk = on_the_way(tmp_path)
    assert asked(desk.play()).acts == tuple(desk._table.legal())
    assert isinstance(asked(desk.play()).acts[-1], walk.Stop)


def test_d_stops(tmp_path: Path) -> None:
    assert isinstance(done(on_the_way(tmp_path).discard()), walk.Stop)


def test_a_cobweb_in_the_way_is_told_and_an_axe_can_be_pointed_at_it(tmp_path: Path) -> None:
    webs = [(border(START, EAST), 1, 1)]
    desk = on_the_way(tmp_path, webs=webs)
    desk.move(1, 0)
    assert desk.aim is None
    assert desk.notice == "A cobweb bars the way right."
    (tmp_path / "armed").mkdir()
    armed = on_the_way(tmp_path / "armed", webs=webs, axes=[0])
    armed.move(1, 0)
    assert armed.prompt() == "Enter: use an axe on the cobweb right"
    assert done(armed.play()) == ChopWeb(0, EAST)


COSTS = [
    ("bridge-short-2", at(0, 0), "go to 1,0 (left): the bridge costs a random card"),
    ("vein-tee-short-1", at(0, 0), "go to 1,0: a nugget lies there; taking it shows your clan card"),
    ("double-curve-left-2", at(1, 0, 0), "go to 1,0 (tunnel): the tunnel costs a nugget"),
]


@pytest.mark.parametrize(("card", "where", "words"), COSTS)
def test_what_a_step_costs_is_said_before_it_is_taken(tmp_path: Path, card: str, where: int, words: str) -> None:
    desk = on_the_way(tmp_path, board=lying((1, 0, card, 0)), dwarfs={0: where})
    assert words.partition(": ")[2].partition(";")[0] in desk.about()[0]
    told = []
    for _ in range(4):
        desk.next_place(1)
        told.append(desk.prompt())
    assert f"Enter: {words}" in told


def test_a_monster_in_the_way_a_goal_and_the_vein_that_one_stands_on(tmp_path: Path) -> None:
    desk = on_the_way(tmp_path, monsters={"goblin": (at(0, 1), 1)})
    desk.move(0, 1)
    assert desk.prompt() == "Enter: go to 0,1: the Goblin attacks"
    folder = tmp_path / "vein"
    folder.mkdir()
    table = table_of(folder, "cross-1", "boots 1", board=lying((1, 0, "vein-tee-short-1", 0)))
    table.top.play(Discard(0, table.view.state.hands[0][:1]))
    table.top.play(walk.Step(0, cell(1, 0), 0))
    assert at_desk(table).prompt().endswith("D: stop here, take the nugget, and show your clan card")


def test_a_monster_goes_its_way_before_the_dwarf(tmp_path: Path) -> None:
    desk = at_desk(LocalTable(prowling(), tmp_path))
    assert desk.prompt().startswith("GOBLIN, moves left: 5   ")
    desk.move(0, -1)
    assert desk.prompt() == "Enter: go to 0,0: attacks Eva, Bob, Cleo"
    assert any("attacks" in line for line in desk.about())


def test_the_first_click_on_a_space_points_and_the_second_goes(tmp_path: Path) -> None:
    desk = on_the_way(tmp_path, dwarfs={0: at(1, 0, 0)})
    drawn = desk.board(*MAP)
    assert drawn is not None
    lit = [(x, y) for y, line in enumerate(drawn.lines) for x, char in enumerate(text_of(line)) if char == "*"]
    assert len(lit) == 3
    for x, y in lit:
        thing = drawn.at(x, y)
        assert thing is not None
        desk.point(thing)
        here = desk.board(*MAP)
        assert here is not None
        assert text_of(here.lines[y])[x - 1] == "▐"
        assert done(desk.point(thing)) == desk.aim
    desk.point(cell(-3, 0) << 8)
    assert desk.notice == "Choose one of the lit spots."


def test_an_aim_is_forgotten_when_it_is_no_way_any_more(tmp_path: Path) -> None:
    desk = on_the_way(tmp_path)
    desk.move(0, 1)
    desk.played()
    desk._table.act(walk.Step(0, cell(0, 1), 0))  # type: ignore[attr-defined]
    desk.refresh()
    assert desk.aim is None
    assert desk.picking.cursor == cell(0, 1)


@pytest.mark.parametrize("pointed", ["walk", "cobweb"])
def test_what_was_pointed_at_when_the_time_was_up_is_pointed_at_no_more(tmp_path: Path, pointed: str) -> None:
    """Whatever becomes of the cave in the turns of others."""
    if pointed == "walk":
        desk = on_the_way(tmp_path, webs=[(border(START, EAST), 1, 1)], axes=[0])
        desk.move(1, 0)
    else:
        desk = with_hand(tmp_path, "cobweb-circle", "cross-1")
        pick(desk, "cobweb-circle")
        desk.next_place(1)
        while desk.picking.cursor == START:
            desk.next_place(1)
    assert "▐" in board(desk)
    top: Any = desk._table.top  # type: ignore[attr-defined]
    top.play(TimeUp(0))
    desk.refresh()
    for at_cell in [each for each in top.state.board.charts if each != START]:
        top.state.board.remove(at_cell)
    top.state.dwarfs = [at(0, 0)] * 4
    top.state.webs.clear()
    desk.refresh()
    assert board(desk)
    assert desk.play() is Step.NOTHING


def test_arrows_find_the_nearest_way_of_a_whole_cave() -> None:
    """From every space of a card with four, the arrow to a side leads there."""
    view = a_cave("cross-1").view(0)
    steps = [walk.Step(0, cell(1, 0), number) for number in range(4)]
    north, east, south, west = (steps[view.state.board.charts[cell(1, 0)].at(side)] for side in (1, 2, 4, 8))
    origin = point_of(west, view)
    assert toward([north, east, south], view, origin, 1, 0) == east
    assert toward([north, east, south], view, origin, 0, 1) == north
    assert toward([north, east, south], view, origin, 0, -1) == south
    assert toward([north, east, south], view, origin, -1, 0) is None


# looking


def test_where_not_all_is_seen_the_window_follows_what_happened_last(tmp_path: Path) -> None:
    far = lying((1, 0, "straight-short-1", 0), (2, 0, "straight-short-2", 0), (3, 0, "cross-1", 0))
    table = table_of(tmp_path, "cross-1", board=far, turn=1)
    desk = at_desk(table)
    legal: list[Any] = choices(table.top.view(1))
    table.top.play(next(act for act in legal if isinstance(act, PlacePath) and act.cell == cell(4, 0)))
    desk.refresh()
    assert desk._last == cell(4, 0)
    assert "  4" in board(desk)
    desk.pan(-1, 0)
    desk.pan(-1, 0)
    desk.centre()
    assert "  4" in board(desk)


def test_one_key_shows_the_overview_and_large_tiles_come_after_it(tmp_path: Path) -> None:
    desk, sizes = with_hand(tmp_path, "cross-1"), []
    for _ in range(4):
        desk.zoom()
        sizes.append(desk._window.size)
        desk.board(*MAP)
    assert sizes == [OVERVIEW, LARGE, SMALL, OVERVIEW]
    assert board(desk).count("▓?▓") == 4


def test_in_ascii_there_is_no_overview(tmp_path: Path) -> None:
    desk = at_desk(table_of(tmp_path, "cross-1"), ASCII)
    for size in (LARGE, SMALL):
        desk.zoom()
        assert desk._window.size is size
        assert board(desk).isascii()


def test_in_the_overview_ways_are_lit_cells(tmp_path: Path) -> None:
    desk = on_the_way(tmp_path)
    desk.zoom()
    assert board(desk).count("◆") == 4
    desk.move(1, 0)
    assert done(desk.play()).cell == cell(1, 0)


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_in_a_large_window_the_whole_cave_is_seen(tmp_path: Path, seats: int) -> None:
    large = (93, 40)
    desk = at_desk(table_of(tmp_path, "cross-1", seats=seats), window=large)
    assert board(desk, large).count("?") == 4


def test_before_the_cards_are_dealt_players_are_there_and_no_cave(tmp_path: Path) -> None:
    table = table_of(tmp_path, "cross-1")
    state: Any = table.top.state
    state.round, state.clans = 0, []
    desk = CaveDesk(table, BOX)
    desk.refresh()
    assert desk.board(*MAP) is None


# secrets


def test_what_is_hidden_changes_nothing_that_is_shown(tmp_path: Path) -> None:
    """Loyalties, goals and hands of others lie otherwise, and the screen and the lines of seat 0 are the same."""
    clans = ("blue-loyal", "blue-saboteur", "blue-loyal", "blue-saboteur")
    goals = ("exit", "goal-lair", "goal-ladder", "goal-vein")
    hidden = (
        ((0, 1, 2, 3), ("tee-long-1", "goblin 1", "battle-axe 1")),
        ((0, 2, 3, 1), ("rat 1", "straight-long-1", "curve-left-1")),
    )
    shown = []
    for number, (order, others) in enumerate(hidden):
        folder = tmp_path / str(number)
        folder.mkdir()
        position: dict[str, Any] = {
            "hands": [held("cross-1", "boots 1"), *map(held, others)],
            "clans": [NUMBER[clans[at]] for at in order],
            "goals": [NUMBER[goals[at]] for at in order],
        }
        table = table_of(folder, **position)
        desk = at_desk(table)
        view, people = desk._view, table.people
        seats = Seats([people.name(seat) for seat in range(4)], 0)
        players = "\n".join(map(text_of, desk.players(seats, 66, 6).lines))
        told = [*game.board_words(view, people), *game.standing(view, people), *game.secrets(view, people)]
        shown.append((board(desk), players, desk.about(), desk.prompt(), told, game.moves(view, people)))
    assert shown[0] == shown[1]


def test_what_other_seats_know_is_not_at_this_desk(tmp_path: Path) -> None:
    """The same table through the eyes of two seats: loyalty, hands and what was looked at differ."""
    clans = [NUMBER[key] for key in ("blue-loyal", "blue-saboteur", "blue-loyal", "blue-saboteur")]
    table = table_of(tmp_path, "secret-information 1", "cross-1", clans=clans)
    table.top.play(next(act for act in table.legal() if isinstance(act, SpyClan) and act.target == 1))
    table.top.play(walk.Stop(0))
    (tmp_path / "bob").mkdir()
    own, other = at_desk(table), at_desk(LocalTable(table.top, tmp_path / "bob", 2))
    assert any("Ann is a blue saboteur" in line for line in own.about())
    assert not any("Ann" in line and "saboteur" in line for line in other.about())
    assert any("you are a loyal blue dwarf" in line for line in other.about())
    assert space(START, 0) == table.view.state.dwarfs[0]
