"""The pace of a table in lines: an empty line or “go” goes on from a round, and a script looks at none."""

from collections.abc import Iterator

import pytest

from client.visit.errand import Alone, Setup
from tests.client.lines.persons import Person
from tests.client.lines.test_games_in_lines import gathered
from tests.support.reading import now
from tests.support.tables_at_play import small_mine
from tests.support.world import World


@pytest.fixture(autouse=True)
def no_pace() -> Iterator[None]:
    """Here tables have one; and few cards."""
    with small_mine():
        yield


def to_break(world: World, people: list[Person]) -> None:
    """All play until the first round is over and told."""
    for _ in range(300):
        if all(one.table.between_rounds for one in people):
            return
        for one in people:
            if one.asked:
                one.type(one.moves()[0])
        world.clock.advance(0.1)
        world.settle()
    raise AssertionError("no round was over")


def test_two_people_go_on_by_an_empty_line_and_by_a_word(world: World) -> None:
    eva, ann = people = gathered(world, "Eva Ann", bots="random", more="turn 600")
    to_break(world, people)
    told = "Enter, or “go”, goes on; the next round begins when all have, or in 20 s."
    assert [one.said.count(told) for one in people] == [1, 1]
    eva.type("")
    assert now(lambda: eva.table.between_rounds) is not None
    eva.type("go")  # once more harms nothing
    ann.type("go")
    assert eva.table.between_rounds is None
    assert [one.said.count(told) for one in people] == [1, 1]


def test_go_says_when_there_is_nothing_to_go_on_from(world: World) -> None:
    eva, ann = gathered(world, "Eva Ann", bots="random", more="turn 600 pace 0")
    world.until(lambda: eva.asked or ann.asked)
    assert eva.type("go")[0] == "There is nothing to go on from."


def test_alone_an_empty_line_hurries_the_bot_and_deals_the_next_round(world: World) -> None:
    (eva,) = people = gathered(world, "Eva", bots="random random", more="pace 1")
    world.until(lambda: eva.asked)
    eva.type(eva.moves()[0])
    before = eva.table.entries
    if not eva.asked:
        eva.type("")
        assert eva.table.entries > before
    to_break(world, people)
    assert "Enter, or “go”, deals the next round." in eva.said
    eva.type("")
    assert eva.table.between_rounds is None


def test_a_script_is_not_kept_from_the_next_round(world: World) -> None:
    eva = Person(world, "Eva", one_game=True).come(Alone(Setup("base", 3, ("random",), bot_ms=0)))
    eva.lines.patience.wanted = True
    for _ in range(400):
        if eva.codes:
            break
        if eva.asked:
            eva.type(eva.moves()[0])
        world.clock.advance(0.1)
        world.settle()
    assert eva.codes == [0]
