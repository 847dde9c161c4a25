"""What every table keeps, modules in company keep too: each alone, every pair, and many larger combinations."""

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from engine import wants
from engine.acts import DEGREES, FACE, SEAT, SLOT, Integer, fields_of
from engine.errors import Illegal
from engine.front import choices, decide, view
from engine.front import wants as wants_of
from engine.inputs import TimeUp
from engine.mine.modules.diversion import DivertPath, placed_last
from engine.mine.modules.goal_swap import SwapGoals
from engine.mine.state import State
from engine.notebook import Notebook
from engine.slots import TABLE, Seat
from tests.stories.properties.neighbours import SYMMETRIC, cells, plainly
from tests.stories.properties.snapshots import snapshot
from tests.stories.properties.stories import Retold, Story
from tests.stories.properties.test_copies_and_replays import check_copy, check_replay
from tests.stories.properties.test_secrecy import check_secrecy
from tests.stories.properties.together import Places, Table, alone, games, larger, pairs

MOST_CHOICES = 2_048
QUICK = [*alone()[::4], *alone()[3::4], *pairs()[::27], *larger(2)]
"""Each module and layout at its smallest table or its largest, and a part of what the night plays."""
LOOKS = 0.02
"""How many of the turns are looked at closely; of every other wait it is a fifth."""


@pytest.mark.parametrize("table", QUICK, ids=str)
def test_a_table_with_modules_keeps_what_every_table_keeps(table: Table) -> None:
    check(table)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("table", [*alone(), *pairs(), *larger(500)], ids=str)
def test_every_module_every_pair_and_five_hundred_larger_companies(table: Table) -> None:
    for seed in range(2):
        check(table, seed)


def check(table: Table, seed: int = 0) -> None:
    """Cards are conserved, what is offered is what is legal, copies are copies, and secrets are kept."""
    rng = Random(f"{table} {seed}")
    for tale in games(table, seed):
        check_moments(tale, rng)
        check_replay(tale)
        for until in {len(tale.inputs), *(rng.randrange(1, len(tale.inputs)) for _ in range(2))}:
            check_secrecy(tale, rng.randrange(tale.seats), until, rng)


def check_moments(tale: Story, rng: Random) -> None:
    told, places = iter(tale.told), Places(tale)
    for table, number in tale.retold():
        for event in next(told) if number else ():
            places.note(event, table.state)
        if table.state.round:
            places.check(table)
        check_offers(table)
        if rng.random() < (LOOKS if table.state.stage == "turn" else 5 * LOOKS):
            before = snapshot(table.state)
            check_legality(table, rng)
            assert snapshot(table.state) == before
            check_copy(table, rng)


def check_offers(table: Retold) -> None:
    """Few, without duplicates, always the same, and for the seats that are asked alone."""
    asked = asked_seats(table.state)
    for seat in range(table.state.book.seats):
        acts = choices(table.view(seat))
        assert not acts or seat in asked
        assert len(acts) == len(set(acts)) < MOST_CHOICES
        assert acts == choices(table.view(seat))
        assert all(act.seat == seat for act in acts)
    assert choices(table.view(None)) == []


def asked_seats(state: State) -> set[Seat]:
    return {seat for want in wants_of(state) if isinstance(want, wants.Act | wants.Window) for seat in want.seats}


def check_legality(table: Retold, rng: Random) -> None:
    """`decide` accepts an act exactly if it is offered to a seat that holds the card which it shows."""
    state = table.state
    for seat in asked_seats(state):
        acts = choices(table.view(seat))
        kinds = {type(act): act for act in rng.sample(acts, len(acts))}
        for act in kinds.values():
            assert accepted(state, act)
            for other in varied(state, act, rng):
                assert accepted(state, other) == offered(table, other), (state.stage, other)
    for seat in (*range(-1, state.book.seats + 1), TABLE):
        assert accepted(state, TimeUp(seat)) == clock_runs(state, seat)


def clock_runs(state: State, seat: Seat) -> bool:
    match next((want for want in wants_of(state) if isinstance(want, wants.Act | wants.Window | wants.Choose)), None):
        case wants.Window():
            return seat == TABLE
        case wants.Act(seats):
            return seat in seats
        case wants.Choose(asked):
            return seat == asked
    return False


def accepted(state: State, given: object) -> bool:
    try:
        return bool(decide(state, given))
    except Illegal:
        return False


def offered(table: Retold, act: Any) -> bool:
    """Legality is public: a card is judged by the face that is shown with it, if the seat holds it at all."""
    state = table.state
    if not 0 <= act.seat < state.book.seats:
        return False
    shown = {}
    if hasattr(act, "face"):
        if act.slot not in state.hands[act.seat] or act.face not in state.book.kinds:
            return False
        shown = {act.slot: act.face}
    return plainly(_canonical(state, act)) in choices(
        view(state, act.seat, Notebook({**table.notebooks[act.seat].shown, **shown}))
    )


def _canonical(state: State, act: Any) -> Any:
    """What may be written otherwise: a symmetric card that is moved and turned by half, two goals in either order."""
    if isinstance(act, SwapGoals):
        return replace(act, cell=min(act.cell, act.other), other=max(act.cell, act.other))
    if isinstance(act, DivertPath) and act.turned == 180 and (origin := placed_last(state)) is not None:
        moved = state.faces[state.board.network.slots[origin]]
        return replace(act, turned=0) if moved in SYMMETRIC else act
    return act


def varied(state: State, act: Any, rng: Random) -> Iterator[Any]:
    """The act with one field changed to something that it could be elsewhere."""
    types = {field.name: field.type for field in fields_of(state.book.acts[type(act)])}
    for field in fields(act):
        values = list(domain(state, SEAT if field.name == "seat" else types[field.name]))
        for value in rng.sample(values, min(6, len(values))):
            yield replace(act, **{field.name: value})


def domain(state: State, kind: object) -> Iterator[Any]:
    """Values of a type of field, possible ones and others."""
    if kind is SEAT:
        yield from range(-1, state.book.seats + 1)
    elif kind is FACE:
        yield from (0, *state.book.kinds)
    elif kind is DEGREES:
        yield from (0, 45, 90, 180, 270, 360)
    elif kind is SLOT:
        yield from (-1, *range(len(state.pile_of) + 1))
    elif isinstance(kind, Integer):
        yield from range(max(kind.low - 1, -1), min(kind.high + 1, 9) + 1)
    elif getattr(kind, "name", "") == "CELL":
        yield from cells(state)
