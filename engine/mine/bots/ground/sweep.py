"""How far it is from here to everywhere: Dial's algorithm, over all cells of equal distance at once.

An empty cell costs one card, and more where it touches several cards, since fewer cards fit there; tunnels that lie
there already cost nothing, cut off or not.  What a cell costs does not depend on where a way comes from, so that the
first way to it is the shortest.
"""

from collections.abc import Iterator

from engine.mine.bots.ground.extent import Mask
from engine.mine.bots.ground.ground import Ground

CARD = 2
"""Distances are counted in half cards."""
FAR = 60
COST = (2, 2, 3, 5, 7)
"""By number of sides that touch a card."""


def sweep(ground: Ground, begun: Mask) -> Iterator[tuple[int, Mask, Mask]]:
    """From cells that are not yet paid for: each distance that occurs, the cells there, and where they lead."""
    none, one, two, three, four = ground.touched
    open_to = ground.extent.sight | ground.ends
    plain, narrow = (none | one) & open_to, (two | three | four) & open_to
    due = [0] * (FAR + COST[-1])
    leads = begun
    for cost in range(FAR):
        here = due[cost]
        if here:
            leads = ground.beyond(here)
            yield cost, here, leads
        elif cost:
            continue
        new = leads & plain
        if new:
            plain ^= new
            due[cost + 2] |= new
        new = leads & narrow
        if new:
            narrow ^= new
            due[cost + 3] |= new & two
            due[cost + 5] |= new & three
            due[cost + 7] |= new & four
