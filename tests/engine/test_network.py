"""A network by itself: cards are laid, hidden and removed, and nothing is ever reachable (0.3 to 0.5, A4.1 to A4.3)."""

from random import Random

import pytest

from engine.grid.cells import EAST, NORTH, SIDES, SOUTH, START, WEST, Groups, cell
from engine.grid.fitting import fit_table
from engine.grid.network import Network
from engine.grid.reach import Reach

STRAIGHT: Groups = (EAST | WEST,)
CROSS: Groups = (15,)
SHAPES: list[Groups] = [CROSS, STRAIGHT, (NORTH | SOUTH, EAST | WEST), (NORTH | EAST,), (NORTH, WEST), (SOUTH,)]


def alone() -> Network:
    """Nothing lies there, and no card has to be joined to a start."""
    return Network(fit_table(must_connect=False))


def test_the_first_card_lies_anywhere_and_its_neighbours_must_match() -> None:
    """A4.2, A4.3."""
    network = alone()
    assert network.places(15) == []
    network.lay(cell(4, 7), 1, STRAIGHT, 0)
    assert network.places(15) == [cell(3, 7), cell(5, 7)]
    assert network.places(NORTH) == [cell(4, 8)]
    assert network.touches(cell(4, 6))
    assert network.mismatches(cell(4, 6), NORTH)
    assert network.joins(cell(5, 7), WEST)
    assert not network.joins(cell(4, 6), SOUTH)


def test_a_hidden_card_takes_its_cell_and_sets_no_condition() -> None:
    """A4.7: until it is laid face up."""
    network = alone()
    network.hide(cell(1, 0), 9)
    network.lay(START, 1, CROSS, 0)
    assert cell(1, 0) not in network.places(WEST)
    assert not network.touches(cell(2, 0))
    network.lay(cell(1, 0), 9, STRAIGHT, 0)
    assert network.hidden == {}
    assert cell(2, 0) in network.places(WEST)
    assert network.mismatches(cell(1, 1), SOUTH)


def test_a_card_taken_away_leaves_the_rest_as_it_was() -> None:
    """Without a start nothing is cut off."""
    network, other = alone(), alone()
    for each in (network, other):
        each.lay(START, 1, CROSS, 0)
        each.lay(cell(2, 0), 2, STRAIGHT, 0)
    network.lay(cell(1, 0), 3, STRAIGHT, 0)
    network.remove(cell(1, 0))
    assert network == other
    assert network.sides == other.sides
    assert network.places(15) == other.places(15)
    assert cell(1, 0) in network.places(15)


def test_a_copy_goes_its_own_way() -> None:
    network = alone()
    network.lay(START, 1, CROSS, 0)
    twin = network.copy()
    assert twin == network
    twin.lay(cell(1, 0), 2, STRAIGHT, 0)
    twin.hide(cell(0, 1), 3)
    assert twin != network
    assert list(network.slots) == [START]
    assert network.hidden == {}


@pytest.mark.parametrize("seed", range(10))
def test_any_changes_leave_what_a_look_around_finds(seed: int) -> None:
    """Of `sides` touched and open, never an outlet; `fits` follows from them."""
    rng, network = Random(f"network {seed}"), alone()
    network.lay(START, 0, CROSS, 0)
    for number in range(1, 60):
        change(network, number, rng)
        assert network.sides == looked_around(network)
        assert network.fits == {at: network.fit_table[seen] for at, seen in network.sides.items()}


def change(network: Network, number: int, rng: Random) -> None:
    """Lay, hide or remove a card."""
    free, kind = rng.choice(sorted(network.sides) or [START]), rng.random()
    if kind < 0.25 and network.slots:
        network.remove(rng.choice(sorted(network.slots)))
    elif kind < 0.35:
        network.hide(free, number)
    elif kind < 0.45 and network.hidden:
        network.lay(min(network.hidden), number, rng.choice(SHAPES), 0)
    else:
        network.lay(free, number, rng.choice(SHAPES), 0)


def looked_around(network: Network) -> dict[int, int]:
    """`sides` of every empty cell that touches a card."""
    near = {at + step for at in network.edges for _, step, _ in SIDES} - network.edges.keys() - network.hidden.keys()
    return {at: sum(seen(network, at, *way) for way in SIDES) for at in near}


def seen(network: Network, at: int, side: int, step: int, back: int) -> int:
    edges = network.edges.get(at + step)
    return 0 if edges is None else side << 8 | (side << 4 if edges & back else 0)


def test_a_reach_alone_sets_outlets_and_forgets_what_was_found() -> None:
    """A4.5: where a card must connect, nothing fits beside a network without a root."""
    network = Network(fit_table(must_connect=True))
    network.lay(START, 1, CROSS, 0)
    assert network.places(15) == []
    reach = Reach(network)
    assert reach.outlets == {START: 0}
    reach.root_laid(START, 0)
    assert network.places(WEST) == [cell(1, 0)]
    reach.removed(START)
    assert reach.roots == []
    assert network.places(WEST) == []
