"""Whole games, played by typed lines over wires of memory."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from client.games.mine.names import GOALS
from client.games.mine.typed import ways_of
from client.visit.errand import Alone, Setup
from engine.front import setup
from engine.rules import parse
from protocol.audit.audit import Verdict, audit
from tests.client.lines.persons import Person, play
from tests.support.tables_at_play import CROSS, small_mine
from tests.support.world import World

SELDOM = {"pass", "goal", "rotate", "upright", "take", "steal", "no"}
"""Verbs that a game by chance may not come to."""


def logs_of(person: Person) -> list[Path]:
    return sorted(path for path in person.drawer.folder.glob("*.umlog") if "-" not in path.stem)


def gathered(world: World, names: str, rules: str = "base", bots: str = "", **how: str) -> list[Person]:
    """People, and bots of the server, at a table that has begun; the first is the host."""
    people = [Person(world, name).come() for name in names.split()]
    host, others = people[0], people[1:]
    kinds = bots.split()
    host.type(f"open {rules} {len(people) + len(kinds)} {how.get('more', '')}", *(f"bot {kind}" for kind in kinds))
    for other in others:
        other.type(f"sit {host.visit.gathering.code}")
    for person in people:
        person.type("ready")
    host.type("start")
    return people


@pytest.mark.parametrize("seats", [3, pytest.param(6, marks=pytest.mark.long)])
def test_a_person_and_bots_play_the_base_game(world: World, seats: int) -> None:
    (eva,) = gathered(world, "Eva", bots=" ".join(["random", "steady", "steady", "random", "steady"][: seats - 1]))
    play(world, [eva], Random(seats))
    assert "Eva (you), Ann, Bob" in next(line for line in eva.said if line.startswith("At the table: "))
    assert [line for line in eva.said if line.startswith("Round ")].count("Round 1 of 3.") >= 1
    assert eva.said[-3].startswith("fair game ✓")
    (log,) = logs_of(eva)
    assert f"The log is in {log}" in eva.said
    assert audit(log.read_bytes()).verdict is Verdict.VERIFIED


def test_three_people_play_the_base_game_in_lines(world: World) -> None:
    people = gathered(world, "Eva Ann Bob", more="turn 600")
    play(world, people, Random(3))
    phrases = {next(line for line in person.type("trust") if line.startswith("The phrase ")) for person in people}
    assert len(phrases) == 1
    for person in people:
        assert [line for line in person.said if line.startswith("fair game ✓")]
        assert person.said.count("Nuggets:") == 1
    ends = {tuple(line for line in person.said if "wins" in line) for person in people}
    assert len(ends) == 1


def test_every_verb_of_saboteur_2_is_typed_in_some_game(world: World) -> None:
    """Among the commands that are listed, those come first that were typed least."""
    typed: dict[str, int] = {}

    class Curious(Random):
        def choice(self, seq: Any) -> Any:
            seq = sorted(seq, key=lambda line: (typed.get(line.split()[0], 0), super(Curious, self).random()))
            verb = seq[0].split()[0]
            typed[verb] = typed.get(verb, 0) + 1
            return seq[0]

    wanted = {way.words[0] for way in ways_of(setup(parse("saboteur2"), 4).book)} - SELDOM
    for number, names in enumerate(("Eva Ann", "Bob Cleo", "Dora Emil")):
        people = gathered(world, names, rules="saboteur2", bots="random steady", more="turn 600")
        play(world, people, Curious(number))
        for person in people:
            assert [line for line in person.said if line.startswith("fair game ✓")]
        if wanted <= typed.keys():
            return
    pytest.fail(f"never typed: {wanted - typed.keys()}")


@pytest.mark.parametrize("rules", [pytest.param("base+everything", marks=pytest.mark.long), "saboteur2+everything"])
def test_people_play_the_whole_box_at_a_server_in_lines(world: World, rules: str) -> None:
    people = gathered(world, "Eva Ann", rules=rules, bots="steady random", more="turn 600 window 3")
    play(world, people, Random(5))
    for person in people:
        assert [line for line in person.said if line.startswith("fair game ✓")]
        assert person.said.count("Nuggets:") == 1
        assert [line for line in person.said if " places " in line]
        assert not [line for line in person.said if line.startswith(("For example: ", "You could: "))]


@pytest.mark.parametrize("seats", [4, *(pytest.param(seats, marks=pytest.mark.long) for seats in (2, 5, 8))])
def test_people_and_bots_play_the_dark_cave_at_a_server_in_lines(world: World, seats: int) -> None:
    bots = " ".join(["steady", "random", "steady", "steady", "random", "steady"][: seats - 2])

    class Dogged(Random):
        def choice(self, seq: Any) -> Any:
            return super().choice([line for line in seq if line not in ("propose end", "yes")])

    people = gathered(world, "Eva Ann", rules="cave", bots=bots, more="turn 600")
    play(world, people, Dogged(seats))
    for person in people:
        assert [line for line in person.said if line.startswith("fair game ✓")]
        assert person.said.count("Nuggets:") == 1
        assert [line for line in person.said if " goes to " in line]
        (log,) = logs_of(person)
        assert audit(log.read_bytes()).verdict is Verdict.VERIFIED


def test_gold_is_taken_by_typed_lines(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """With goals next to the start, diggers win and pass gold round."""
    for at, name in (((2, 2), "top"), ((2, 0), "middle"), ((2, -2), "bottom")):
        monkeypatch.setitem(GOALS, at, name)
    with small_mine((CROSS,) * 8, near=True):
        people = gathered(world, "Eva Ann Bob")
        play(world, people, Random(5))
    asked = [line for person in people for line in person.said if line.startswith("Which gold card do you keep?")]
    assert asked
    for person in people:
        assert [line for line in person.said if line.startswith("fair game ✓")]


def test_a_nugget_is_stolen_by_a_typed_line(world: World) -> None:
    """Each who can plays a Theft, and all pass: saboteurs are paid, and robbed."""

    class Greedy(Random):
        def choice(self, seq: Any) -> Any:
            first = [line for verb in ("theft", "steal", "discard") for line in seq if line.startswith(verb)]
            return first[0]

    people = gathered(world, "Eva Ann Bob Cleo", rules="saboteur2", more="turn 600")
    play(world, people, Greedy(4))
    question = "You have a Theft. From whom do you take a nugget? (steal bob, or no)"
    assert [line for person in people for line in person.said if line.startswith(question)]
    assert [line for line in people[0].said if " steals a nugget from " in line]
    for person in people:
        assert [line for line in person.said if line.startswith("fair game ✓")]


@pytest.mark.usefixtures("small")
def test_a_game_that_is_ordered_ends_the_program(world: World) -> None:
    eva = Person(world, "Eva", one_game=True).come(Alone(Setup(players=3, bots=("random", "steady"))))
    play(world, [eva], Random(7))
    assert eva.codes == [0]
    assert not [line for line in eva.said if "gathering" in line or "Connected" in line or "again" in line]
    assert not [line for line in eva.said if "You have " in line and " s." in line], "nobody is in a hurry"
    assert eva.said[-2].startswith("fair game ✓")
    assert not list(eva.drawer.folder.glob("*.open"))


def test_an_order_that_cannot_be_carried_out_ends_the_program(world: World) -> None:
    eva = Person(world, "Eva", one_game=True).come(Alone(Setup(players=12)))
    assert eva.codes == [1]
    assert eva.said == ["These rules are not for this number of players."]


@pytest.mark.usefixtures("small")
def test_the_same_people_play_again(world: World) -> None:
    eva, ann, bob = people = gathered(world, "Eva Ann Bob")
    play(world, people, Random(8))
    first = eva.table.tid
    assert "“again” asks for another game with the same people; “help” lists everything else." in ann.said
    assert ann.type("again")[1].startswith("You are in lobby ")
    assert f"It follows table {first.hex()[:16]}, which was finished." in eva.said
    for person in people:
        person.type("ready")
    host = next(person for person in people if person.visit.gathering.host == person.visit.seat)
    host.type("start")
    assert eva.table.tid != first
    play(world, people, Random(9))
    assert [len(logs_of(person)) for person in people] == [2, 2, 2]
    for person in people:
        person.type("quit")
        assert person.codes == [0]
        assert not list(person.drawer.folder.glob("*.open"))
    assert bob.said.count("Connected to the server " + bob.said[0].split()[-1]) == 1


@pytest.mark.usefixtures("small")
def test_a_script_is_patient(world: World) -> None:
    """All lines come at once; each waits until it is asked for, and the end of the input too."""
    eva = Person(world, "Eva")
    eva.come()
    eva.lines.patience.wanted = True
    taken: list[None] = []
    eva.lines.patience.taken = lambda: taken.append(None)
    script = ["open base 3", "bot random", "bot random", "ready", "start", *["pass 1"] * 30]
    for line in script:
        eva.lines.typed(line)
    eva.lines.ended()
    world.until(lambda: bool(eva.codes), seconds=3600)
    assert eva.codes == [0]
    assert [line for line in eva.said if line.startswith("fair game ✓")]
    wrong = [line for line in eva.said if "turn of" in line or "not begun" in line or "on its way" in line]
    assert not wrong
    assert eva.said[-1] == "No more input."
    assert len(taken) == len(script) + 1


def test_a_script_that_is_too_short_leaves_its_seat(world: World) -> None:
    eva = Person(world, "Eva").come()
    eva.lines.patience.wanted = True
    for line in ["open base 3", "bot random", "bot random", "ready", "start", "pass 1"]:
        eva.lines.typed(line)
    eva.lines.ended()
    world.until(lambda: bool(eva.codes), seconds=3600)
    assert eva.codes == [0]
    assert eva.said[-1].startswith("Bye! Your game is saved.")
    assert list(eva.drawer.folder.glob("*.open"))
