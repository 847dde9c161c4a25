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
TABLE: Seat = 255
"""The table itself, where its clock stands in the place of a seat."""

Draw: TypeAlias = Callable[[int], int]
"""A stream of bounded integers: ``draw(m)`` gives 0 to m - 1."""


@record
class Pile:
    """Cards with one back that are dealt together: which faces lie in it, how they are shuffled, and when it opens.

    ``opens`` says when all seats may see all of it: with the "round", or only when the "game" is over.  A pile is dealt
    for every round, or ``once`` a game.  ``shuffles`` are ranges of places (first, and the one behind the last), mixed
    one after the other by one stream; without any, the whole pile is mixed once.
    """

    name: str
    number: int
    faces: tuple[Face, ...]
    opens: Literal["round", "game"]
    once: bool = False
    shuffles: tuple[tuple[int, int], ...] = ()

    def dealt(self, draw: Draw) -> tuple[Face, ...]:
        """The faces in the order of their slots."""
        faces = list(self.faces)
        for first, end in self.shuffles or ((0, len(faces)),):
            faces[first:end] = shuffled(faces[first:end], draw)
        return tuple(faces)


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


def by_pile(slots: Sequence[Slot], pile_of: Sequence[int]) -> dict[int, list[int]]:
    """By pile number, ascending: the places in ``slots`` of those that come from it.  Faces mix only within a pile."""
    piles = [pile_of[slot] for slot in slots]
    return {pile: [at for at, other in enumerate(piles) if other == pile] for pile in sorted(set(piles))}
