"""What an earlier viewer knows after a module has moved what it saw is no more than the rules allow (I3)."""

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.events import SlotsRenewed
from engine.mine.modules.chests.at_turn_end import CardRobbed
from engine.mine.modules.goal_swap import GoalsTakenUp
from engine.mine.modules.party import RolesCollected
from engine.mine.rules.actions.keep_one import CardKept
from engine.notebook import Notebook
from engine.rules import parse
from engine.slots import Seat, Slot
from tests.stories.properties.stories import Retold, Story, story

GOAL_SWAPS = [("base+goal-swap", 4), ("saboteur2+goal-swap", 3), ("base+goal-swap+new-goals", 5)]
CHESTS = [("base+chests", 5), ("saboteur2+chests=wide", 4), ("base+treasury+chests", 4)]
PARTIES = [("base+party", 5), ("saboteur2+party", 6)]
TREASURIES = [("base+treasury", 4), ("saboteur2+treasury+chests", 4)]
GAMES = 12


def tales(rules: str, seats: int) -> Iterator[Story]:
    """Games from positions where much is near."""
    assert parse(rules).modules
    return (story(rules, seats, kind, seed) for seed in range(GAMES) for kind in ("near", "near, seeking"))


def renewals(tale: Story, cause: type) -> Iterator[tuple[Retold, SlotsRenewed, list[set[Slot]], object]]:
    """After each renewal with that cause: the table, the renewal, what each seat knew before of it, and the cause."""
    due: object = None
    before: list[set[Slot]] = []
    for table, number in tale.retold():
        for event in tale.told[number - 1] if number else ():
            due = event if isinstance(event, cause) else due
            if isinstance(event, SlotsRenewed) and due is not None:
                yield table, event, before, due
                due = None
        before = [set(notebook.shown) for notebook in table.notebooks]


def unsure(notebook: Notebook, slots: tuple[Slot, ...]) -> bool:
    """Whether the seat knows none of them exactly, though it may know faces that lie among them."""
    return not notebook.shown.keys() & set(slots)


def check_pool(table: Retold, seat: Seat, renewal: SlotsRenewed, knew: set[Slot]) -> bool:
    """What the seat had seen lies in one of as many places as were mixed; whether it had seen anything that differs."""
    notebook, seen = table.notebooks[seat], knew & set(renewal.old)
    faces = Counter(table.faces[slot] for slot in renewal.old)
    if not seen or len(faces) == 1:
        return False
    told = set(notebook.shown) & set(renewal.new)
    assert not told or len(seen) == len(renewal.old), "only the seat that saw them all can conclude anything"
    [pool] = [pool for pool in notebook.pools if set(renewal.new) & pool.slots]
    assert pool.slots == frozenset(renewal.new)
    assert Counter(pool.faces) <= faces
    assert len(pool.faces) == len(seen)
    return True


@pytest.mark.parametrize(("rules", "seats"), GOAL_SWAPS)
def test_a_goal_that_was_seen_lies_in_one_of_two_places(rules: str, seats: int) -> None:
    """C2, HC2: who had looked by a map is unsure; who swapped them, and had looked, is not."""
    viewers = players = 0
    for tale in tales(rules, seats):
        for table, renewal, before, due in renewals(tale, GoalsTakenUp):
            assert isinstance(due, GoalsTakenUp)
            for seat in range(seats):
                if seat != due.seat:
                    viewers += check_pool(table, seat, renewal, before[seat])
                elif before[seat] & set(renewal.old):
                    players += not unsure(table.notebooks[seat], renewal.new)
    assert viewers
    assert players


@pytest.mark.parametrize(("rules", "seats"), PARTIES)
def test_no_seat_knows_any_role_but_its_own_after_a_party(rules: str, seats: int) -> None:
    """HD6: the role that each seat had, and what it inspected, lies in any of all places."""
    parties = 0
    for tale in tales(rules, seats):
        for table, renewal, before, due in renewals(tale, RolesCollected):
            assert isinstance(due, RolesCollected)
            assert renewal.old == due.slots, "a party whose roles are not renewed"
            parties += 1
            for seat in range(seats):
                check_pool(table, seat, renewal, before[seat])
    assert parties


@pytest.mark.parametrize(("rules", "seats"), CHESTS)
def test_the_victim_cannot_follow_the_card_that_was_taken(rules: str, seats: int) -> None:
    """X6, HD14: both know which card it is, and the victim does not know where in the hand it lies."""
    robbed = 0
    for tale in tales(rules, seats):
        for table, renewal, _, due in renewals(tale, CardRobbed):
            assert isinstance(due, CardRobbed)
            robbed += 1
            assert due.slot in renewal.old
            if len({table.faces[slot] for slot in renewal.new}) > 1:
                assert unsure(table.notebooks[due.target], renewal.new)
                [pool] = [pool for pool in table.notebooks[due.target].pools if set(renewal.new) & pool.slots]
                assert table.faces[due.slot] in pool.faces
            for seat in set(range(seats)) - {due.seat, due.target}:
                assert unsure(table.notebooks[seat], renewal.new)
    assert robbed


@pytest.mark.parametrize(("rules", "seats"), TREASURIES)
def test_the_face_of_a_kept_card_is_known_to_its_player_alone(rules: str, seats: int) -> None:
    """C3, X9, HD18: what was played for all to see is no longer told by its place."""
    kept = 0
    for tale in tales(rules, seats):
        for table, number in tale.retold():
            events = tale.told[number - 1] if number else ()
            for event in (event for event in events if isinstance(event, CardKept) and event.rest):
                kept += 1
                check_kept(table, event)
    assert kept


def check_kept(table: Retold, event: CardKept) -> None:
    """Its owner knows it, when it was shown; the others only if all that were looked through are alike."""
    assert event.slot not in table.state.faces
    for seat, notebook in enumerate(table.notebooks):
        if event.slot in notebook.shown:
            alike = len({table.faces[slot] for slot in (event.slot, *event.rest)}) == 1
            assert seat == event.seat or alike
