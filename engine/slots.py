"""Slots and piles: a slot is the number of one card that lies face down.

A slot's number is a position after the shuffle and says nothing about its face; its pile is public.
Numbers are never used twice in a game.
"""

from collections.abc import Callable, Iterable, Sequence
from math import factorial
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


def in_order(number: int, things: Sequence[Face]) -> tuple[Face, ...]:
    """The things in one of their orders, counted from 0 as a dictionary lists them; 0 changes nothing."""
    left, order = list(things), []
    for count in range(len(left), 0, -1):
        at, number = divmod(number, factorial(count - 1))
        order.append(left.pop(at))
    return tuple(order)


def shuffled(faces: Iterable[Face], draw: Draw) -> tuple[Face, ...]:
    """Fisher and Yates, from the last place down: the one shuffle that dealer, audit and tests share."""
    cards = list(faces)
    for last in range(len(cards) - 1, 0, -1):
        other = draw(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)
