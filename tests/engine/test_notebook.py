"""What a seat knows, carried over renewals: exactly where it can follow, else as a pool (HA26)."""

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from engine.events import SlotsOpened, SlotsRenewed
from engine.notebook import Notebook, Pool
from engine.slots import Face, Slot

A, B, C = 211, 212, 213

World = tuple[tuple[Slot, Face], ...]


def pool(slots: set[Slot], *faces: Face) -> Pool:
    return Pool(frozenset(slots), faces)


def renewed(notebook: Notebook, old: tuple[Slot, ...], new: tuple[Slot, ...]) -> Notebook:
    notebook.note(SlotsRenewed(old, new))
    return notebook


def test_what_is_shown_is_known() -> None:
    notebook = Notebook()
    notebook.show([(3, A), (5, B)])
    assert notebook.shown == {3: A, 5: B}
    assert notebook.pools == []


def test_a_renewal_of_known_cards_leaves_a_pool() -> None:
    """The faces are known, their order is not; the old slots are dead."""
    notebook = renewed(Notebook({1: B, 2: A, 9: C}), (1, 2), (11, 12))
    assert notebook.shown == {9: C}
    assert notebook.pools == [pool({11, 12}, A, B)]


def test_a_renewal_of_unknown_cards_tells_nothing() -> None:
    assert renewed(Notebook({9: C}), (1, 2), (11, 12)) == Notebook({9: C})


def test_a_card_renewed_alone_stays_known() -> None:
    assert renewed(Notebook({1: B}), (1,), (11,)) == Notebook({11: B})


def test_equal_faces_stay_known_through_a_renewal() -> None:
    assert renewed(Notebook({1: B, 2: B}), (1, 2), (11, 12)) == Notebook({11: B, 12: B})


def test_partial_knowledge_is_a_pool_with_fewer_faces_than_slots() -> None:
    notebook = renewed(Notebook({1: A}), (1, 2, 3), (11, 12, 13))
    assert notebook.pools == [pool({11, 12, 13}, A)]
    assert notebook.shown == {}


def test_one_known_face_among_more_slots_is_not_settled() -> None:
    """One A among two slots does not make both an A."""
    notebook = renewed(Notebook({1: A}), (1, 2), (11, 12))
    assert notebook.shown == {}


def test_a_slot_that_is_opened_leaves_the_pool_and_settles_the_rest() -> None:
    notebook = renewed(Notebook({1: A, 2: B}), (1, 2), (11, 12))
    notebook.note(SlotsOpened(((12, A),)))
    assert notebook.pools == []
    assert notebook.shown == {11: B}


def test_an_opened_stranger_shrinks_a_partial_pool() -> None:
    """An A lies in 11, 12 or 13; 11 is a C and 12 is a B."""
    notebook = renewed(Notebook({1: A}), (1, 2, 3), (11, 12, 13))
    notebook.note(SlotsOpened(((11, C),)))
    assert notebook.pools == [pool({12, 13}, A)]
    notebook.show([(12, B)])
    assert notebook.shown == {12: B, 13: A}
    assert notebook.pools == []


def test_an_opened_face_may_be_the_one_in_the_pool() -> None:
    """The A that was opened may be the A that was known: nothing more is claimed of the others."""
    notebook = renewed(Notebook({1: A}), (1, 2, 3), (11, 12, 13))
    notebook.note(SlotsOpened(((11, A),)))
    assert notebook.pools == []
    assert notebook.shown == {}


def test_a_card_kept_from_a_pool_stays_in_it_when_the_rest_is_renewed() -> None:
    """HA26: an earlier picker knows the set that was passed on and not who kept which."""
    notebook = renewed(Notebook({1: A, 2: B, 3: C}), (1, 2, 3), (11, 12, 13))
    renewed(notebook, (11, 13), (21, 22))
    assert notebook.pools == [pool({12, 21, 22}, A, B, C)]
    renewed(notebook, (22,), (31,))
    assert notebook.pools == [pool({12, 21, 31}, A, B, C)]


def test_two_pools_that_are_mixed_become_one() -> None:
    notebook = Notebook(pools=[pool({1, 2}, A, B), pool({3, 4}, A, C), pool({8, 9}, B, C)])
    renewed(notebook, (2, 3), (12, 13))
    assert notebook.pools == [pool({8, 9}, B, C), pool({1, 4, 12, 13}, A, A, B, C)]


def test_a_renewal_of_a_renewal_keeps_the_faces() -> None:
    notebook = Notebook({1: A, 2: B, 3: B})
    for first in (1, 11, 21):
        renewed(notebook, tuple(range(first, first + 3)), tuple(range(first + 10, first + 13)))
    assert notebook == Notebook(pools=[pool({31, 32, 33}, A, B, B)])


def test_other_events_leave_a_notebook_alone() -> None:
    notebook = Notebook({1: A}, [pool({2, 3}, A, B)])
    notebook.note("something else")
    assert notebook == Notebook({1: A}, [pool({2, 3}, A, B)])


def test_notebooks_are_compared_by_what_they_hold() -> None:
    assert Notebook({1: A}) == Notebook({1: A})
    assert Notebook({1: A}) != Notebook({1: B})
    assert Notebook(pools=[pool({1, 2}, A, B)]) != Notebook()


# Against every world that is possible


class Worlds:
    """All ways the cards can lie, as far as one seat can tell."""

    def __init__(self, slots: int) -> None:
        self.slots = list(range(slots))
        self.next = slots
        self.possible: set[World] = {
            tuple(zip(self.slots, faces, strict=True)) for faces in product((A, B, C), repeat=slots)
        }

    def renew(self, old: list[Slot]) -> SlotsRenewed:
        new = list(range(self.next, self.next + len(old)))
        self.next += len(old)
        self.slots = sorted({*self.slots} - {*old} | {*new})
        self.possible = {
            _sorted({slot: face for slot, face in world if slot not in old} | dict(zip(new, mixed, strict=True)))
            for world in self.possible
            for mixed in permutations(face for slot, face in world if slot in old)
        }
        return SlotsRenewed(tuple(old), tuple(new))

    def learn(self, slot: Slot, face: Face) -> None:
        self.possible = {world for world in self.possible if (slot, face) in world}


def _sorted(world: dict[Slot, Face]) -> World:
    return tuple(sorted(world.items()))


@pytest.mark.parametrize("seed", range(150))
def test_a_notebook_claims_nothing_that_could_be_otherwise(seed: int) -> None:
    """Random looks, openings and renewals; whatever it says holds in every world that is still possible."""
    rng = Random(f"notebook {seed}")
    worlds, notebook = Worlds(5), Notebook()
    for _ in range(8):
        happen(worlds, notebook, rng)
        for world in worlds.possible:
            check_claims(notebook, dict(world))


def happen(worlds: Worlds, notebook: Notebook, rng: Random) -> None:
    """A look, an opening to all or a renewal, in one of the worlds that are possible."""
    some = rng.sample(worlds.slots, rng.randint(1, 4))
    world = dict(rng.choice(sorted(worlds.possible)))
    if rng.random() < 0.45:
        notebook.note(worlds.renew(some))
        return
    slot = some[0]
    worlds.learn(slot, world[slot])
    if rng.random() < 0.3:
        notebook.note(SlotsOpened(((slot, world[slot]),)))
    else:
        notebook.show([(slot, world[slot])])


def check_claims(notebook: Notebook, world: dict[Slot, Face]) -> None:
    assert all(world[slot] == face for slot, face in notebook.shown.items())
    for each in notebook.pools:
        assert Counter(each.faces) <= Counter(world[slot] for slot in each.slots)
