"""Slots and piles: a slot is the number of one card that lies face down.

A slot's number is a position after the shuffle and says nothing about its face; its pile is public.
Numbers are never used twice in a game.
"""

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from engine.records import record

Slot: TypeAlias = int
Face: TypeAlias = int
Seat: TypeAlias = int

Draw: TypeAlias = Callable[[int], int]
"""A stream of bounded integers: ``draw(m)`` gives 0 to m - 1."""


@record
class Pile:
    """One shuffle: which faces lie in it (sorted, so that their order tells nothing), and when it opens.

    ``opens`` says when everybody may see all of it: with the "round", or only when the "game" is over.
    """

    name: str
    number: int
    faces: tuple[Face, ...]
    opens: Literal["round", "game"]


def shuffled(faces: Iterable[Face], draw: Draw) -> tuple[Face, ...]:
    """Fisher and Yates, from the last place down: the one shuffle that dealer, audit and tests share."""
    cards = list(faces)
    for last in range(len(cards) - 1, 0, -1):
        other = draw(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)
