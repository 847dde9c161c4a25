"""The sentences around the board: they fit, they say what is so, and nothing of what a seat cannot know."""

from dataclasses import replace
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any

import pytest

from client.games.game import Seats
from client.games.mine.desk import MineDesk
from client.games.mine.picking import lit
from client.games.mine.pictures.hand import hand_picture
from client.games.mine.pictures.map_picture import Look, map_picture
from client.games.mine.pictures.players_picture import players_picture
from client.games.picking import Picking
from client.games.registry import game as game_named
from client.net.trouble import Trouble
from client.render.charset import ASCII, BOX
from client.render.spans import text_of
from client.screen.table.words import KEYS, head_line, help_page, secrets_page, trust_page
from client.screen.table.words import prompt as prompt_of
from client.words.safe import columns
from engine.front import choices
from engine.grid.cells import START, cell, xy
from engine.mine.rules.placing.goals import TREASURE
from engine.mine.view import View
from engine.slots import Seat
from engine.tabletop import Tabletop
from protocol.wire.messages import Presence
from tests.client.games.mine.drawn_tables import WINDOWS
from tests.client.games.mine.games_in_progress import TABLES, at_play
from tests.client.lines.rooms import faces, laid, position
from tests.client.lines.test_secrets import curious_round, ever_known
from tests.client.screen.local_table import LocalTable, asked, laid_out
from tests.engine.bots.worlds import Faces, Retold, Written, known_to, one_round, other_faces, until_the_end
from tests.support.mine_words import REFUSALS

PROMPT = 78
"""Columns of the line below the board, on a screen of 80."""
CLOCK = len(" (59:59)")

game = game_named("mine")


def desk_of(table: LocalTable, picking: Picking) -> MineDesk:
    """A desk at which this is picked, or looked at while it is another's turn."""
    desk = MineDesk(table, BOX)
    desk.picking = picking
    desk.glance = picking.card if table.asked is None else None
    return desk


def prompt(table: LocalTable, picking: Picking) -> tuple[str, bool]:
    question = game.question(table.asked) if table.asked is not None else ""
    return prompt_of(table, question or desk_of(table, picking).prompt())


def about_lines(table: LocalTable, picking: Picking) -> list[str]:
    return desk_of(table, picking).about()


# what fits


class Looking(LocalTable):
    """A seat whose turn it is, at a table that only stands there."""

    def __init__(self, view: View, folder: Path) -> None:
        top: Tabletop = Tabletop.__new__(Tabletop)
        top.state, top.notebooks, top.watchers = view.state, [view.notebook] * view.state.book.seats, []
        assert view.seat is not None
        super().__init__(top, folder, view.seat)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_every_prompt_of_a_turn_fits_into_one_line_unless_it_says_why_not(
    rules: str, seats: int, tmp_path: Path
) -> None:
    """What does not fit stands beside the hand, in full."""
    for view, want in at_play(rules, seats, "prompts", every=5):
        if want.what != "turn":
            continue
        table = Looking(view, tmp_path)
        for card in range(len(view.hand())):
            for cursor in [*lit(Picking(card), view, choices(view)), cell(9, 2)]:
                picking = Picking(card, cursor=cursor)
                text, own = prompt(table, picking)
                assert own
                why = [line for line in about_lines(table, picking) if line in REFUSALS.values()]
                assert text.startswith(f"Not at {xy(cursor)[0]},{xy(cursor)[1]}: ") or columns(text) + CLOCK <= PROMPT
                assert ("Not at" in text or "no path cards" in text) == bool(why)


def test_every_reason_fits_beside_the_hand() -> None:
    assert [sentence for sentence in REFUSALS.values() if len(wrap(sentence, 32)) > 4] == []


@pytest.mark.parametrize("picking", [Picking(), Picking(several=frozenset()), Picking(card=1)])
def test_other_prompts_fit_too(picking: Picking, tmp_path: Path) -> None:
    table = laid_out(position(["cross", "broken-pick"]), tmp_path)
    assert columns(prompt(table, picking)[0]) + CLOCK <= PROMPT


@pytest.mark.parametrize("what", ["goal", "rotation", "gold", "theft"])
def test_a_question_stands_below_the_board_too(what: str, tmp_path: Path) -> None:
    table = asked(what, tmp_path)
    text, own = prompt(table, Picking())
    assert own
    assert text.endswith("?")
    assert columns(text) + CLOCK <= PROMPT


@pytest.mark.parametrize(
    ("width", "badge", "text"),
    [
        (160, " D GOLD-DIGGER ", "Round 1 of 3 · 0 cards left · fair so far ✓"),
        (55, " D GOLD-DIGGER ", "Round 1 of 3 · 0 cards left"),
        (44, " D GOLD-DIGGER ", "Round 1 of 3 · 0 cards left"),
        (30, " D GOLD-DIGGER ", "R1/3 0 left"),
        (20, " D GOLD-DIGGER ", ""),
        (10, " D ", ""),
    ],
)
def test_a_narrow_first_line_drops_what_is_fair_first_and_the_role_last(
    width: int, badge: str, text: str, tmp_path: Path
) -> None:
    table = asked("turn", tmp_path)
    head = head_line(table, width)
    assert (head.badge, head.text) == (badge, text)
    assert columns(head.badge) + columns(head.text) <= width - 2
    table.stopped(Trouble("log/forked", "entry 9", Path("evidence.umlog"), None))
    assert head_line(table, width).text.endswith("SOMETHING IS WRONG")


def test_help_fits_into_its_page_in_box_characters_and_in_ascii() -> None:
    view = one_round(3, 1).view(0)
    for charset in (BOX, ASCII):
        lines = help_page(game, view, charset).lines
        assert [line for line in KEYS if columns(line) > 68] == []
        signs = {charset.pointer, charset.bar, charset.tick, charset.upright, charset.upside_down, charset.either}
        assert all(any(sign in line for line in lines[len(KEYS) :]) for sign in signs)
    box_only = {BOX.pointer, BOX.bar, BOX.tick, BOX.upright, BOX.upside_down, BOX.either, BOX.rock}
    assert not box_only & set("".join(help_page(game, None, ASCII).lines))


def test_help_begins_with_what_is_pointed_at_and_explains_every_role_and_the_rules() -> None:
    view = one_round(3, 1).view(0)
    page = help_page(game, view, BOX, ["map: look at a goal.", "8,0: the middle goal, face down"])
    assert page.title == "Keys and rules"
    assert page.lines[:3] == ["map: look at a goal.", "8,0: the middle goal, face down", ""]
    assert "- gold-digger: You win if a tunnel reaches the treasure." in page.lines
    assert "- saboteur: You win if no tunnel reaches the treasure. Do not be found out." in page.lines
    assert [line for line in game.how_to_play() if line not in page.lines] == []


# the clock and the others


def here(table: LocalTable, *seats: str) -> None:
    states: Any = seats
    table.told(Presence(table=table.tid, seats=states, waiting=(1,), left_ms=0, paused=False, pause_wanted=()))


@pytest.mark.parametrize(
    ("left", "shown"), [(None, ""), (0.0, " (0:00)"), (59.4, " (0:59)"), (90.0, " (1:30)"), (3600.0, "")]
)
def test_the_clock_is_shown_where_there_is_hurry(left: float | None, shown: str, tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    table.left = left
    assert prompt(table, Picking())[0] == f"YOUR TURN   1-9: pick a card   D: discard{shown}"


def test_who_is_waited_for_and_is_not_there_is_named(tmp_path: Path) -> None:
    table = laid_out(position(["map"], turn=1), tmp_path)
    for state, words in (("here", "Ann"), ("lost", "Ann, who is cut off"), ("left", "Ann, who has left")):
        here(table, "here", state, "here", "here")
        assert prompt(table, Picking()) == (f"Waiting for {words}", False)


def test_a_card_is_named_as_it_would_lie(tmp_path: Path) -> None:
    table = laid_out(position(["curve-left", "map"]), tmp_path)
    at = [face for _slot, face in table.view.hand()].index(faces("curve-left")[0])
    assert "curve up and left" in about_lines(table, Picking(at))
    assert "curve down and right" in about_lines(table, Picking(at, turned=True))


def test_a_card_that_is_gone_is_not_named(tmp_path: Path) -> None:
    table = laid_out(position(["curve-left", "map"]), tmp_path)
    assert about_lines(table, Picking(9)) == about_lines(table, Picking())


def test_why_nothing_can_be_played_is_said(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"], broken=[["pick"], [], [], []]), tmp_path)
    at = [face for _slot, face in table.view.hand()].index(faces("cross")[0])
    picking = Picking(at, cursor=cell(1, 0))
    for cursor in (cell(1, 0), START, cell(5, 1)):
        aimed_at = replace(picking, cursor=cursor)
        assert prompt(table, aimed_at)[0] == "A broken tool: no path cards for you; D discards this card"
        assert about_lines(table, aimed_at)[0].startswith("You cannot place a path card while a broken tool lies")


def test_whoever_is_in_prison_is_told_so_wherever_the_cursor_is(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"], 4, "saboteur2", prison=[0]), tmp_path, rules="saboteur2")
    at = [face for _slot, face in table.view.hand()].index(faces("cross")[0])
    for cursor in (cell(1, 0), START):
        assert prompt(table, Picking(at, cursor=cursor))[0] == "In prison: no path cards for you; D discards this card"
        assert about_lines(table, Picking(at, cursor=cursor))[0].startswith("You cannot place a path card from prison")


def test_a_card_that_fits_nowhere_is_not_blamed_on_the_cell(tmp_path: Path) -> None:
    table = laid_out(position(["rockfall", "map"]), tmp_path)
    at = [face for _slot, face in table.view.hand()].index(faces("rockfall")[0])
    assert prompt(table, Picking(at, cursor=START))[0] == "No place for this card now; D discards it"
    assert about_lines(table, Picking(at, cursor=START))[0] == "rockfall"


# secrets


def shown(table: LocalTable) -> list[str]:
    """Everything that a screen shows of a table, in words and in pictures."""
    view = table.view
    lines = [told.text for told in table.told_lines] + [line for report in table.reports for line in report.lines]
    lines += [head_line(table, 80).text, *trust_page(table).lines, *secrets_page(game, view, table.people).lines]
    picks = [Picking(), *(Picking(card) for card in range(len(view.hand())))]
    for picking in picks:
        lines += [prompt(table, picking)[0], *about_lines(table, picking)]
    seats = Seats([table.people.name(seat) for seat in range(len(table.people))], table.seat, table.waiting_for)
    for window in WINDOWS.values():
        legal = choices(view) if table.asked else []
        look = Look(lit={at: ways for picking in picks for at, ways in lit(picking, view, legal).items()})
        pictures = (
            map_picture(view, look, BOX, *window.map),
            hand_picture(view, (), BOX, *window.hand),
            players_picture(view, seats, BOX, window.players, 13),
        )
        lines += [text_of(line) for drawn in pictures for line in drawn.lines]
    return lines


def shown_of(table: Written, inputs: list[object], faces: Faces, seat: Seat, folder: Path) -> list[str]:
    """The same, over these cards, at the end and whenever the seat was asked."""
    top = Retold(table.state.book.rules, table.state.book.seats, faces)
    seen = LocalTable(top, folder, seat)
    lines = []
    for given in inputs:
        if getattr(given, "seat", None) == seat and seen.asked is not None:
            lines += shown(seen)
        top.hear(given)
    return [*lines, *shown(seen)]


@pytest.mark.parametrize("seats", [3, 5])
def test_nothing_on_the_screen_depends_on_cards_that_the_seat_has_not_seen(seats: int, tmp_path: Path) -> None:
    rng, table = Random(seats), one_round(seats, seats)
    inputs = until_the_end(table)
    for seat in range(2):
        cut = inputs[: rng.randrange(len(inputs) * 2 // 3, len(inputs))]
        faces = other_faces(table, known_to(table, cut, seat), rng)
        assert faces != table.faces
        lines = shown_of(table, cut, table.faces, seat, tmp_path)
        assert len(lines) > 500
        assert shown_of(table, cut, faces, seat, tmp_path) == lines


@pytest.mark.parametrize("seats", [5])
def test_nothing_depends_on_it_in_saboteur_2(seats: int, tmp_path: Path) -> None:
    """Inspected roles, hats and hands that change owners included."""
    rng, table = Random(seats), curious_round(seats)
    inputs = until_the_end(table)
    for seat in range(2):
        faces = other_faces(table, ever_known(table, inputs, seat), rng)
        assert faces != table.faces
        lines = shown_of(table, inputs, table.faces, seat, tmp_path)
        assert shown_of(table, inputs, faces, seat, tmp_path) == lines


def test_what_the_seat_has_seen_does_make_a_difference(tmp_path: Path) -> None:
    """Otherwise the two tests above could not fail."""
    table = one_round(3, 3)
    inputs = until_the_end(table)[:20]
    own = [slot for slot in known_to(table, inputs, 0) if table.state.pile_of[slot] == 3]
    one, other = next((a, b) for a in own for b in own if table.faces[a] != table.faces[b])
    faces = {**table.faces, one: table.faces[other], other: table.faces[one]}
    assert shown_of(table, inputs, faces, 0, tmp_path) != shown_of(table, inputs, table.faces, 0, tmp_path)


def test_what_only_this_seat_knows_stands_on_a_page(tmp_path: Path) -> None:
    start = position(["map", "cross"], 4, "saboteur2", board=laid((1, 0, "crystal-cross", 0)))
    table = laid_out(start, tmp_path, rules="saboteur2")
    assert secrets_page(game, table.view, table.people).lines[0] == "Secret: you are a blue gold-digger."


def test_a_goal_that_was_looked_at_stands_among_the_secrets(tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    view = table.view
    slots = list(view.state.goals.values())
    before = secrets_page(game, view, table.people).lines
    view.notebook.show([(slots[0], TREASURE)])
    new = [line for line in secrets_page(game, view, table.people).lines if line not in before]
    assert new == ["Secret: the top goal is the treasure."]


def test_gold_cards_stand_beside_nuggets(tmp_path: Path) -> None:
    """Who steals and is stolen from may have both."""
    view = asked("turn", tmp_path).view
    names = [str(seat) for seat in range(view.state.book.seats)]
    view.state.gold[1], view.state.nuggets[1] = [500, 501], 4
    lines = players_picture(view, Seats(names=names, own=0, waiting=()), BOX, 30, 20).lines
    assert "2g4$" in text_of(lines[1])


def test_who_is_gone_and_imprisoned_is_both_in_a_large_window(tmp_path: Path) -> None:
    view = laid_out(position(["map"], 4, "saboteur2", prison=[1, 2], theft=[1]), tmp_path, rules="saboteur2").view
    seats = Seats(names=["Eva", "Ann", "Bob", "Cleo"], own=0, here=("here", "lost", "left", "left"))
    lines = [text_of(line) for line in players_picture(view, seats, BOX, 65, 9).lines]
    assert [line.rpartition("···")[2].strip() for line in lines[2:]] == ["║T cut off", "║ left", "left"]
