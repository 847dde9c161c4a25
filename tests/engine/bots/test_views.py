"""A bot knows its view and what happened, nothing else."""

from collections.abc import Callable
from copy import copy
from functools import partial
from random import Random
from typing import Any

import pytest

from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.front import setup
from engine.inputs import ShowSlots
from engine.mine.bots.belief import Belief
from engine.mine.bots.saboteur2.belief import Characters
from engine.rules import parse
from engine.slots import Seat
from tests.engine.bots.tables import stream
from tests.engine.bots.worlds import Faces, Retold, Written, known_to, one_round, other_faces, until_the_end

Watch = Callable[[Retold, Seat], Any]


def choices_of(table: Written, inputs: list[object], faces: Faces, seat: Seat, watch: Watch) -> list[Any]:
    """What a watcher on the seat would choose, each time the seat is asked."""
    told = Retold(table.state.book.rules, table.state.book.seats, faces)
    choose = watch(told, seat)
    chosen = []
    for given in inputs:
        want = told.waiting()
        if want and want.seats[0] == seat and given in _acts_of(seat, given):
            chosen.append(choose())
        told.hear(given)
    return chosen


def _acts_of(seat: Seat, given: object) -> list[object]:
    return [given] if getattr(given, "seat", None) == seat and not isinstance(given, ShowSlots) else []


def bot(name: str) -> Watch:
    """An honest bot on the seat."""
    return lambda told, seat: Sitting(BOTS[name], told, seat, stream("chance", seat).draw).choose


def peeking(told: Retold, seat: Seat) -> Callable[[], Any]:
    """A watcher who looks under the cards."""
    return lambda: tuple(told.faces[slot] for hand in told.state.hands for slot in hand)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(
    ("rules", "seats", "watched"),
    [
        ("base", 3, 3),
        ("base", 5, 3),
        ("base", 8, 3),
        ("saboteur2", 2, 2),
        ("saboteur2", 3, 3),
        ("saboteur2", 6, 6),
        ("saboteur2", 8, 6),
        ("saboteur2", 12, 10),
    ],
)
def test_a_bot_chooses_the_same_whatever_lies_where_it_has_not_looked(
    name: str, rules: str, seats: int, watched: int
) -> None:
    rng = Random(f"{name} {seats}")
    table = one_round(seats, seats, rules)
    inputs, compared = until_the_end(table), 0
    for seat in rng.sample(range(seats), watched):
        cut = inputs[: rng.randrange(len(inputs) // 2, len(inputs))]
        faces = other_faces(table, known_to(table, cut, seat), rng)
        assert faces != table.faces
        chosen = choices_of(table, cut, table.faces, seat, bot(name))
        assert choices_of(table, cut, faces, seat, bot(name)) == chosen
        compared += len(chosen)
    assert compared > 5


def test_somebody_who_looks_under_the_cards_would_be_noticed() -> None:
    """Otherwise the test above could not fail."""
    table = one_round(5, 5)
    inputs = until_the_end(table)
    faces = other_faces(table, known_to(table, inputs, 0), Random(1))
    assert choices_of(table, inputs, table.faces, 0, peeking) != choices_of(table, inputs, faces, 0, peeking)


def note_all(memory: Belief, view: Any, events: list[object]) -> None:
    for event in events:
        memory.note(event, view)


def remembered(memory: Belief) -> list[Any]:
    return [copy(getattr(memory, name)) for part in type(memory).__mro__ for name in getattr(part, "__slots__", ())]


@pytest.mark.parametrize(("rules", "kind"), [("base", Belief), ("saboteur2", Characters)])
def test_a_memory_changes_by_events_and_not_by_choosing(rules: str, kind: type[Belief]) -> None:
    """Two watchers of one seat, one of whom is never asked, remember the same."""
    table = Written(parse(rules), 4, 9)
    bots = [Sitting(BOTS["steady"], table, seat, stream(seat).draw) for seat in range(4)]
    silent = kind(2, 4)
    table.watchers.append(partial(note_all, silent, table.view(2)))
    table.advance()
    changes = 0
    while want := table.waiting():
        asked = bots[want.seats[0]]
        before = remembered(asked._player._memory)
        act = asked.choose()
        assert remembered(asked._player._memory) == before
        before = remembered(silent)
        table.play(act)
        assert remembered(silent) == remembered(bots[2]._player._memory)
        changes += remembered(silent) != before
    assert changes > 50


def test_an_unknown_event_changes_no_memory() -> None:
    table = Written(parse("base"), 3, 1)
    memory = Belief(0, 3)
    table.watchers.append(partial(note_all, memory, table.view(0)))
    table.advance()
    before = remembered(memory)
    memory.note("a shout from the next table", table.view(0))
    assert remembered(memory) == before


def test_the_random_bot_has_no_memory() -> None:
    assert BOTS["random"].memory(0, setup(parse("base"), 3).book) is None
