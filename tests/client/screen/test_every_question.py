"""Whatever the engine can ask a person, the screen has words for it and takes the answer."""

import ast
from collections.abc import Iterator
from inspect import getsourcefile
from pathlib import Path

import pytest

import engine
from client.games.cave import game as cave
from client.games.mine import game
from client.games.mine.game import sentence
from client.words.people import People
from engine import inputs
from engine.front import choices
from engine.mine.game import book
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.wants import Act, Choose, Window
from tests.client.games.cave.asking import TITLES as TITLES_OF_THE_CAVE
from tests.client.games.cave.asking import asked as asked_in_the_cave
from tests.client.games.cave.caves import games
from tests.client.lines.rooms import NAMES, SEATS, Curious, position, stream
from tests.client.screen.local_table import asked, laid_out
from tests.stories.properties.stories import ALL_TABLES
from tests.support.mine_words import TITLES, all_of

ENGINE = Path(engine.__file__).parent
PLACE_OF_WHAT = {"Act": list(Act.__annotations__).index("what"), "Window": list(Window.__annotations__).index("what")}
BEYOND_PLAYERS = {kind for kind in vars(inputs).values() if isinstance(kind, type)}
WINDOWS = {"veto"}
"""These are no question of their own: see test_modules_on_the_screen.py."""


def waits() -> Iterator[tuple[str, ast.expr | None]]:
    """Every place in the engine where a wait is made, and what it waits for."""
    for file in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in PLACE_OF_WHAT:
                    named = [keyword.value for keyword in node.keywords if keyword.arg == "what"]
                    place = PLACE_OF_WHAT[name]
                    placed = node.args[place : place + 1]
                    yield f"{file.relative_to(ENGINE)}:{node.lineno}", next(iter([*named, *placed]), None)


def test_every_wait_of_the_engine_says_in_a_word_what_it_waits_for() -> None:
    """So that the next test can find them all."""
    assert [where for where, what in waits() if not isinstance(what, ast.Constant)] == []


def test_every_wait_of_the_engine_has_a_title_and_no_title_is_left_over() -> None:
    named = {what.value for _where, what in waits() if isinstance(what, ast.Constant)}
    assert named == TITLES.keys() | TITLES_OF_THE_CAVE.keys()


def test_every_kind_of_act_of_every_rule_set_has_words() -> None:
    tables = [*ALL_TABLES, *((f"{card_set}+everything", 5) for card_set in SEATS)]
    books = [book(parse(rules), seats) for rules, seats in tables]
    acts = {kind for each in books for kind in each.decide} - BEYOND_PLAYERS
    assert acts == {kind for each in books for kind in each.acts}
    assert {row.key for each in books for row in each.acts.values()} == set(all_of("acts"))
    rooms = ("engine/mine/rules", "engine/mine/modules", "engine/hands.py", "engine/placing.py")
    assert all(any(room in (getsourcefile(kind) or "") for room in rooms) for kind in acts)


@pytest.mark.parametrize("card_set", SEATS)
def test_every_act_of_whole_games_has_words_of_its_own(card_set: str) -> None:
    """Two acts that a person chooses between in one list never read the same."""
    for seats in SEATS[card_set][-1:]:
        table, curious = Tabletop(parse(card_set), seats, stream("words", seats).draw), Curious("words", seats)
        table.advance()
        while want := table.waiting():
            seat = want.seats[0]
            view, people = table.view(seat), People([f"Player {seat}" for seat in range(seats)], seat)
            words: dict[int | None, list[str]] = {}
            for act in choices(view):
                slot = None if getattr(act, "slots", None) else getattr(act, "slot", -1)
                if slot is not None and want.what != "gold":
                    words.setdefault(slot, []).append(sentence(act, view, people) + str(getattr(act, "turned", "")))
            assert all(len(lines) == len(set(lines)) for lines in words.values())
            table.play(curious.choose(view))


def test_every_act_of_whole_games_of_the_cave_has_words_of_its_own() -> None:
    """Two cards alike read the same; of one card, or without any, no two acts do."""
    for at, (view, want) in enumerate(games()):
        if want.what == "turn" and at % 5:
            continue
        people, words = People(NAMES[: view.state.book.seats], want.seats[0]), dict[object, list[str]]()
        for act in choices(view):
            turned = str(getattr(act, "turned", ""))
            words.setdefault(getattr(act, "slot", getattr(act, "slots", None)), []).append(
                cave.sentence(act, view, people) + turned
            )
        assert all(len(lines) == len(set(lines)) for lines in words.values())


@pytest.mark.parametrize("what", TITLES_OF_THE_CAVE)
def test_every_question_of_the_cave_can_be_asked_and_answered(what: str, tmp_path: Path) -> None:
    table = asked_in_the_cave(what, tmp_path)
    assert isinstance(table.asked, Act)
    assert table.asked.what == what
    assert cave.question(table.asked) == TITLES_OF_THE_CAVE[what]
    assert cave.line_question(table.asked).endswith((")", "?", "Your turn."))
    legal = table.legal()
    assert legal
    table.act(legal[-1])
    assert table.done[-1] == legal[-1]


@pytest.mark.parametrize("what", sorted(TITLES.keys() - WINDOWS))
def test_every_question_can_be_asked_and_answered(what: str, tmp_path: Path) -> None:
    table = asked(what, tmp_path)
    assert isinstance(table.asked, Act)
    assert table.asked.what == what
    legal = table.legal()
    assert legal
    assert game.question(table.asked) == TITLES[what]
    if TITLES[what] == "":
        return
    sentences = {game.sentence(act, table.view, table.people) for act in legal}
    assert len(sentences) == len(legal) or what in {"gold", "keep"}, "cards may be alike"
    table.act(legal[-1])
    assert table.done[-1] == legal[-1]


def test_a_secret_choice_has_its_question() -> None:
    asked = Choose(0, 3, "order")
    assert "the order of the cards" in game.question(asked)
    assert [game.way(asked, way) for way in range(asked.below)] == ["way 1", "way 2", "way 3"]


def test_nobody_is_asked_who_is_not_waited_for(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"], turn=1), tmp_path)
    assert table.asked is None
    assert table.legal() == []
