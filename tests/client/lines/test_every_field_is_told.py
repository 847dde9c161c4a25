"""What a seat sees, field by field: another value is told by the command that is named here, whatever is played.

A new field of the public state or of a notebook is asked here how people learn of it, or why they need not.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, NamedTuple

import pytest

from engine.front import setup
from engine.grid.cells import cell
from engine.mine.cards.base import GOALS
from engine.mine.cards.minis import COVERS
from engine.mine.game import CARD_SETS
from engine.mine.modules.chests.state import EXTRA_DRAW
from engine.mine.modules.toll.state import Collector, of_toll
from engine.mine.view import View
from engine.notebook import Notebook, Pool
from engine.rules import parse
from tests.client.lines.persons import Person
from tests.client.lines.test_games_in_lines import gathered
from tests.support.every_table import TABLES
from tests.support.world import World

TREASURE = next(card.number for card in GOALS if card.key == "treasure")
ONE, TWO = ("base",), ("saboteur2",)


def nothing(view: View) -> None:
    """The table as it stands in the first turn."""


class Told(NamedTuple):
    """The command that tells another value of a field, such as this one, where the table has come so far."""

    verb: str
    other: Callable[[View], Any]
    so_far: Callable[[View], None] = nothing
    card_sets: tuple[str, ...] = tuple(CARD_SETS)


def next_to(view: View) -> int:
    assert view.seat is not None
    return (view.seat + 1) % len(view.state.hands)


def knowing_goal(view: View) -> None:
    view.notebook.shown[next(iter(view.state.goals.values()))] = TREASURE


def knowing_spare_role(view: View) -> None:
    [role, *_others] = [face for slot, face in view.notebook.shown.items() if slot in view.state.roles]
    view.notebook.shown[view.state.spare_roles[0]] = role


def picking_gold(view: View) -> None:
    state = view.state
    assert view.seat is not None
    state.stage, state.pickers, state.draft = "pick-gold", (view.seat,), state.gold_pile[:2]


def stealing(view: View) -> None:
    assert view.seat is not None
    view.state.stage, view.state.thieves = "steal", (view.seat,)


def other_rules(view: View) -> Any:
    name = next(name for name in CARD_SETS if name != view.state.book.rules.card_set)
    return setup(parse(name), len(view.state.hands)).book


def keeping(view: View) -> None:
    assert view.seat is not None
    view.state.stage, view.state.active = "keep-one", view.seat


def on_a_trail(view: View) -> None:
    view.state.stage = "trail"


def collector(view: View) -> Collector:
    assert view.seat is not None
    slot = next(iter(view.state.board.network.slots.values()))
    return Collector(number=1, owner=view.seat, host=cell(0, 0), slot=slot, cell=cell(0, 1))


def with_collector(view: View) -> None:
    of_toll(view).collectors = [collector(view)]


def asking_for_toll(view: View) -> None:
    of_toll(view).toll_asked = [next_to(view)]


def knowing_cover(view: View) -> None:
    zone: Any = view.state
    view.notebook.shown[next(iter(zone.covers.values()))] = COVERS[0].number


OF_STATE = {
    "book": Told("help", other_rules),
    "round": Told("who", lambda view: view.state.round + 1),
    "active": Told("who", next_to),
    "board": Told("board", lambda view: view.state.book.empty_board()),
    "faces": Told("board", lambda view: view.state.faces | dict.fromkeys(view.state.goals.values(), TREASURE)),
    "goals": Told(
        "board",
        lambda view: dict(zip(view.state.goals, [*view.state.goals.values()][::-1], strict=True)),
        knowing_goal,
    ),
    "hands": Told("who", lambda view: [hand[1:] for hand in view.state.hands]),
    "pile": Told("who", lambda view: view.state.pile[1:]),
    "roles": Told("who", lambda view: [*view.state.roles[1:], view.state.roles[0]]),
    "spare_roles": Told("who", lambda view: view.state.spare_roles[1:], knowing_spare_role),
    "roles_aside": Told("who", lambda view: view.state.spare_roles, knowing_spare_role),
    "broken": Told("who", lambda view: [1] * len(view.state.hands)),
    "imprisoned": Told("who", lambda view: [True] * len(view.state.hands)),
    "thefts": Told("who", lambda view: [*range(len(view.state.hands))]),
    "gold": Told("who", lambda view: [[0]] * len(view.state.hands)),
    "nuggets": Told("who", lambda view: [2] * len(view.state.hands)),
    "draft": Told("look", lambda view: view.state.gold_pile[:3], picking_gold, ONE),
    "pickers": Told("who", lambda view: (next_to(view),), picking_gold, ONE),
    "thieves": Told("who", lambda view: (next_to(view),), stealing, TWO),
}
STATE_NOT_FOR_PEOPLE = {
    **dict.fromkeys(("stage", "then", "secret"), "what is asked for is told as a question, and by “moves”"),
    **dict.fromkeys(
        ("opening", "owed", "asked", "number", "renewing", "shown_to", "question", "answer"),
        "what the dealer is asked, and answers",
    ),
    **dict.fromkeys(("drawer", "draws", "swapping"), "how a turn ends by itself"),
    **dict.fromkeys(
        ("starter", "choosing", "last_path", "last_used", "finisher", "treasure_found", "winners"),
        "what happened is told as it does, and by “news” and “report”",
    ),
    **dict.fromkeys(
        ("discard", "set_aside", "gold_pile", "goals_aside", "covers_aside", "chests_aside"),
        "face down, and no seat has to count it",
    ),
    **dict.fromkeys(
        ("after_change", "set_out", "middle_laid", "announced", "put_under", "kept_then", "showing", "paying_in"),
        "how the table goes on by itself",
    ),
    **dict.fromkeys(("objector", "victim"), "told as it happens, and by “news”"),
    "chests": "each lies under a cover, and goes with it",
    "front": "told as broken tools, Prison and Theft",
    "pile_of": "which slots there are: people see cards",
}
OF_MODULES = {
    "taken_up": Told("who", lambda view: tuple(view.state.goals)[:2]),
    "looked_through": Told("look", lambda view: view.state.hands[next_to(view)][:2], keeping),
    "pending": Told("who", lambda view: [next(iter(view.state.faces))]),
    "counter_clockwise": Told("who", lambda view: True),
    "trail": Told("who", lambda view: 1, on_a_trail),
    "notes": Told("who", lambda view: [(next_to(view), 0, 1)]),
    "collectors": Told("who", lambda view: [collector(view)]),
    "brought": Told("who", lambda view: of_toll(view).brought + 1),
    "toll_asked": Told("who", lambda view: [next_to(view)]),
    "toll_agreed": Told("who", lambda view: [next_to(view)], asking_for_toll),
    "toll_payers": Told("who", lambda view: {1: next_to(view)}, with_collector),
    "covers": Told("who", lambda view: {}, knowing_cover),
    "map_ban": Told("who", lambda view: True),
    "at_end": Told("who", lambda view: (EXTRA_DRAW,)),
}
OF_NOTEBOOK = {
    "shown": Told("hand", lambda view: {}),
    "pools": Told("who", lambda view: [Pool(frozenset(view.state.hands[next_to(view)]), (TREASURE,))]),
}
NOTEBOOK_NOT_FOR_PEOPLE = {"chosen": "a choice that the person has just made"}
OF_VIEW = {"seat": Told("hand", next_to)}
VIEW_OF_PARTS = {
    "state": "walked through above",
    "notebook": "walked through above",
    **dict.fromkeys(
        ("face", "hand", "role", "goal", "hidden_goals", "in_front", "is_imprisoned", "has_theft", "among"),
        "worked out of the state and the notebook",
    ),
}


@contextmanager
def as_it_was(view: View) -> Iterator[None]:
    """Afterwards the table stands as before."""
    seat, state, shown, pools = view.seat, view.state.copy(), dict(view.notebook.shown), deepcopy(view.notebook.pools)
    try:
        yield
    finally:
        view.seat, view.notebook.shown, view.notebook.pools = seat, shown, pools
        for name in state.FIELDS:
            setattr(view.state, name, getattr(state, name))


def answer(person: Person, verb: str) -> list[str]:
    """What the table tells as it stands now."""
    following = person.table.following
    assert following is not None
    assert following.follower is not None
    following.follower.play._look()
    return person.answer(verb)


MODULES = ("base+everything", "saboteur2+everything")


@pytest.fixture(params=[*CARD_SETS, *MODULES])
def person(request: pytest.FixtureRequest, world: World) -> Person:
    """Whose turn it is at a table of three."""
    people = gathered(world, "Eva Ann Bob", request.param, more="turn 600")
    world.until(lambda: any(person.asked for person in people))
    return next(person for person in people if person.asked)


def test_every_field_of_the_state_is_told_or_is_not_for_people(person: Person) -> None:
    told = OF_STATE | OF_MODULES
    assert not told.keys() & STATE_NOT_FOR_PEOPLE.keys()
    view: Any = person.table.view
    fields = view.state.FIELDS
    assert set(fields) <= told.keys() | STATE_NOT_FOR_PEOPLE.keys()
    _check(person, {name: told[name] for name in fields if name in told}, lambda view: view.state)


def test_no_field_is_told_that_no_table_has() -> None:
    states: list[Any] = [setup(parse(rules), 5) for rules in TABLES]
    assert {name for state in states for name in state.FIELDS} == {*OF_STATE, *OF_MODULES, *STATE_NOT_FOR_PEOPLE}


def test_every_field_of_the_notebook_is_told_or_is_not_for_people(person: Person) -> None:
    assert {*Notebook.__slots__} == OF_NOTEBOOK.keys() | NOTEBOOK_NOT_FOR_PEOPLE.keys()
    _check(person, OF_NOTEBOOK, lambda view: view.notebook)


def test_a_view_holds_nothing_else(person: Person) -> None:
    assert {name for name in dir(View) if not name.startswith("_")} == OF_VIEW.keys() | VIEW_OF_PARTS.keys()
    _check(person, OF_VIEW, lambda view: view)


def _check(person: Person, fields: dict[str, Told], part: Callable[[View], Any]) -> None:
    view = person.table.view
    assert view is not None
    for name, told in fields.items():
        if view.state.book.rules.card_set in told.card_sets:
            with as_it_was(view):
                told.so_far(view)
                before = answer(person, told.verb)
                assert answer(person, told.verb) == before, "only another value makes a difference"
                setattr(part(view), name, told.other(view))
                assert answer(person, told.verb) != before, name
