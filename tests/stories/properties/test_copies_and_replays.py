"""A copy is equal and independent; the same inputs lead to the same table."""

from random import Random

import pytest

from engine.front import decide, evolve, follow
from engine.mine.state import State
from tests.stories.properties.players import at_random
from tests.stories.properties.snapshots import mutable_parts, snapshot
from tests.stories.properties.stories import ALL_TABLES, FEW, Retold, Story, forked, play_out, stories

ACTS_ON_A_COPY = 12


@pytest.mark.parametrize(("rules", "seats"), FEW)
def test_a_copy_is_equal_and_lives_its_own_life(rules: str, seats: int) -> None:
    """Search plays on copies; the table they come from must not feel it."""
    for tale in stories(rules, seats):
        check_copies(tale, Random(f"copies {rules} {seats}"))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), ALL_TABLES)
def test_a_copy_lives_its_own_life_in_ten_times_as_many_games(rules: str, seats: int) -> None:
    """The same, for the night."""
    for tale in stories(rules, seats, 10):
        check_copies(tale, Random(f"copies {rules} {seats}"))


def check_copies(tale: Story, rng: Random) -> None:
    kept: list[tuple[State, dict[str, object]]] = []
    for table, _ in tale.retold():
        if rng.random() < 0.04 or table.state.stage not in ("turn", "opening"):
            kept.append(check_copy(table, rng))
    assert all(snapshot(twin) == before for twin, before in kept)  # the original went on; the copies did not


def check_copy(table: Retold, rng: Random) -> tuple[State, dict[str, object]]:
    twin = table.state.copy()
    before = snapshot(table.state)
    assert twin == table.state
    assert snapshot(twin) == before
    assert not mutable_parts(twin).keys() & mutable_parts(table.state).keys()
    if table.state.stage != "over":
        ahead = forked(table, Random(rng.random()))
        play_out(ahead, at_random, 0.1, most=rng.randrange(ACTS_ON_A_COPY))
        assert ahead.state != table.state or not ahead.inputs
    assert snapshot(table.state) == before
    return twin, before


@pytest.mark.parametrize(("rules", "seats"), FEW)
def test_the_same_inputs_lead_to_the_same_table(rules: str, seats: int) -> None:
    """Journal, reconnect, replay and audit are folds over the same inputs."""
    for tale in stories(rules, seats):
        check_replay(tale)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("rules", "seats"), ALL_TABLES)
def test_the_same_inputs_lead_to_the_same_table_ten_times_as_often(rules: str, seats: int) -> None:
    """The same, for the night."""
    for tale in stories(rules, seats, 10):
        check_replay(tale)


def check_replay(tale: Story) -> None:
    """`apply` against `decide`, `evolve` and `follow` by hand, with the events that were written down."""
    applied, by_hand = tale.opened(), tale.opened()
    for given, told in zip(tale.inputs, tale.told, strict=True):
        assert tuple(applied.hear(given)) == told
        assert tuple(step_by_step(by_hand.state, given)) == told
    assert snapshot(applied.state) == snapshot(by_hand.state)
    assert applied.state == by_hand.state


def step_by_step(state: State, given: object) -> list[object]:
    """What `apply` does, through the other doors."""
    story: list[object] = []
    events: tuple[object, ...] | None = decide(state, given)
    while events is not None:
        for event in events:
            evolve(state, event)
        story += events
        events = follow(state)
    return story


def test_two_tables_that_differ_in_one_thing_are_not_equal() -> None:
    """Equality of states looks at every field but the rules behind them, which are shared."""
    tale = next(iter(stories("base", 4)))
    for table, number in tale.retold():
        if number == 60:
            check_every_field(table.state)
            return


def check_every_field(state: State) -> None:
    for name in State.FIELDS:
        twin = state.copy()
        setattr(twin, name, object())
        assert twin != state, name
