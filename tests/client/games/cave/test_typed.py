"""Whatever can be done in the cave can be typed, and is read as it was meant."""

from collections import Counter
from typing import Any

import pytest

from client.games.cave.game import moves, nearest, read, write
from client.games.cave.names import CARD
from client.games.game import NotUnderstood
from client.lines.commands import verb_of, words_of
from client.words.people import People
from engine.cave.board import space
from engine.cave.rules.actions.cobweb import SpinCobweb
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.rules.walk.walk import Step
from engine.cave.scenario.position import Position
from engine.cave.view import View
from engine.front import choices
from engine.grid.cells import cell
from engine.placing import PlacePath
from engine.tabletop import Tabletop
from engine.wants import Act
from tests.client.games.cave.caves import at, cave, games, held, legal, lying, view_of
from tests.client.lines.rooms import NAMES

PEOPLE = People(NAMES[:4], 0)
OTHERS = [held(f"tee-long-{level}") for level in (1, 2, 3)]


def typed(line: str, view: View, people: People = PEOPLE) -> Any:
    """The act, as a line at the table is read."""
    verb, *words = words_of(line)
    return read(verb, words, view, people)


def means(act: Any) -> tuple[object, ...]:
    """What an act does; of equal cards it is the same which one is played."""
    named = {name: getattr(act, name) for name in type(act).__match_args__}
    if "face" in named and "slot" in named:
        named["slot"], named["face"] = 0, CARD[named["face"]].kind
    return type(act), *named.items()


def test_every_act_of_whole_games_is_written_and_read_back() -> None:
    """At every wait; what is written is what `moves` lists, or a sentence that stands for it."""
    asked, tried = Counter[str](), Counter[type]()
    for view, want in games():
        asked[want.what] += 1
        people = People(NAMES[: view.state.book.seats], want.seats[0])
        if asked[want.what] % 3 and asked[want.what] > 100:
            continue
        listed = "\n".join(moves(view, people, each=True))
        for act in choices(view):
            text = write(act, view, people)
            assert means(typed(text, view, people)) == means(act), text
            assert text in listed or text.startswith("discard ")
            tried[type(act)] += 1
    assert asked.keys() == {"turn", "walk", "prowl", "axe", "vote"}
    assert len(tried) >= len(view.state.book.acts) - 1, "few games come to a cobweb with an axe"


def walking(start: Position) -> Tabletop:
    """Seat 0 has laid a card somewhere and walks."""
    table = cave(start)
    table.play(legal(table, PlacePath)[0])
    assert table.waiting() == Act((0,), must=True, what="walk")
    return table


def way_up(*cards: tuple[int, int, str, int], **parts: Any) -> Tabletop:
    """Seat 0 walks in a cave of these cards."""
    return walking(Position(board=lying(*cards), hands=[held("cross-1"), *OTHERS], **parts))


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("step right", at(1, 0, 2)),
        ("step r", at(1, 0, 2)),
        ("step 1,0", at(1, 0, 2)),
        ("step to 1,0 left", at(1, 0, 2)),
        ("step (1, 0) (left)", at(1, 0, 2)),
        ("step up", at(0, 1)),
        ("step 5,5", at(5, 5)),
    ],
)
def test_a_step_from_the_start_can_be_typed_in_many_ways(line: str, to: int) -> None:
    """The junction of level II has its spaces right, down and left."""
    table = way_up((1, 0, "tee-short-2", 0), (0, 1, "tee-long-1", 0))
    step = typed(line, view_of(table))
    assert isinstance(step, Step)
    assert space(step.cell, step.space) == to


@pytest.mark.parametrize(
    ("where", "line", "to"),
    [
        (at(1, 0, 2), "step right", at(1, 0, 0)),
        (at(1, 0, 2), "step down", at(1, 0, 1)),
        (at(1, 0, 2), "step left", at(0, 0)),
        (at(1, 0, 0), "step left", at(1, 0, 2)),
        (at(1, 0, 0), "step right", at(2, 0, 1)),
        (at(2, 0, 1), "step middle", at(2, 0, 2)),
        (at(2, 0, 2), "step right", at(2, 0, 0)),
        (at(2, 0, 2), "step 2,0 left", at(2, 0, 1)),
    ],
)
def test_a_step_within_a_card_and_over_its_edge_are_called_by_where_they_lead(where: int, line: str, to: int) -> None:
    table = way_up((1, 0, "tee-short-2", 0), (2, 0, "straight-short-3", 0), dwarfs={0: where})
    step = typed(line, view_of(table))
    assert space(step.cell, step.space) == to
    assert typed(write(step, view_of(table), PEOPLE), view_of(table)) == step


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("step", "The way (left or right) is missing."),
        ("step up", "“up” is no way from here: left or right."),
        ("step right now", "“now” is one word too many."),
        ("step 1,0 up", "Say which space there: 1,0 (right), 1,0 (down) or 1,0 (left)."),
        ("step 4,0 left", "“left” is one word too many."),
        ("cobweb 1,0 sideways", "“sideways” is no side: up, right, down, left."),
        ("unleash dragon at 1,0", "“dragon” is no monster: rat, crawler, goblin."),
        ("unleash rat at 1,0", "You have no card for that in your hand."),
        ("goal 1,1", "“1,1” is not a goal (lower-left, upper-left, lower-right or upper-right)."),
        ("spy zoe", "No player here is called “zoe”: Eva (you), Ann, Bob, Cleo."),
        ("discard 1 1", "You named one card twice."),
        ("discard 9", "You have no card “9”: they are numbered 1 to 1."),
    ],
)
def test_what_cannot_be_meant_is_told(line: str, why: str) -> None:
    start = Position(board=lying((1, 0, "tee-short-2", 0)), hands=[held("cross-1", "cross-1"), *OTHERS])
    table = walking(start)
    with pytest.raises(NotUnderstood) as told:
        typed(line, view_of(table))
    assert str(told.value) == why


def test_a_goal_is_named_by_its_corner_or_its_cell() -> None:
    table = cave(Position(hands=[held("secret-information 1"), *OTHERS]))
    meant = {typed(line, view_of(table)).cell for line in ("goal upper-right", "goal upper-r", "goal 4,4")}
    assert meant == {cell(4, 4)}


def test_a_cobweb_is_named_by_a_side_of_a_card() -> None:
    table = cave(Position(hands=[held("cobweb-circle"), *OTHERS]))
    act = typed("cobweb 0,0 right", view_of(table))
    assert isinstance(act, SpinCobweb)
    assert (act.cell, act.edge) == (cell(0, 0), 1)
    assert typed("cobweb at 0,0 r", view_of(table)) == act


def test_the_monster_that_is_named_is_the_one_that_is_played() -> None:
    lair = lying((1, 0, "lair-short-1", 180))
    table = cave(Position(board=lair, hands=[held("rat 1", "goblin 1"), *OTHERS]))
    for name in ("rat", "goblin"):
        act = typed(f"unleash {name} at 1,0", view_of(table))
        assert isinstance(act, UnleashMonster)
        assert CARD[act.face].monster == name
    assert verb_of("unl", ("unleash", "spy")) == "unleash"


def test_the_nearest_legal_act_is_of_the_same_kind() -> None:
    table = cave(Position(hands=[held("cross-1"), *OTHERS]))
    view = view_of(table)
    there = typed("place 1 at 3,0", view)
    close = nearest(there, view)
    assert isinstance(close, PlacePath)
    assert close.cell == cell(1, 0)
