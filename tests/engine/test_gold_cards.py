"""Paying saboteurs in gold cards: exactly wherever the cards allow it (A9.5, HA20)."""

from collections import Counter
from itertools import combinations_with_replacement, permutations

import pytest

from engine.mine.cards.base import GOLD, ROLE_DECKS
from engine.mine.scoring import exact_shares
from engine.mine.sets.base import MOST_GOLD_2006

PAYS = [(1, 4), (2, 3), (3, 3), (4, 2), (3, 2)]
"""Winners, and what each is paid, by either reading of G1."""


def can_be_divided(worths: tuple[int, ...], pay: int, winners: int) -> bool:
    """In some order of the cards every winner in turn takes cards off the front until the pay is reached."""
    for order in set(permutations(worths)):
        paid, last = 0, 0
        for worth in order:
            last += worth
            if last >= pay:
                paid, last = (paid + 1, 0) if last == pay else (paid, -99)
        if paid >= winners:
            return True
    return False


@pytest.mark.parametrize(("winners", "pay"), PAYS)
def test_all_get_the_same_out_of_the_cards_that_lie_there(winners: int, pay: int) -> None:
    for count in range(7):
        for worths in combinations_with_replacement((1, 2, 3), count):
            shares = exact_shares(worths, pay, winners)
            assert bool(shares) == can_be_divided(worths, pay, winners)
            assert [sum(share) for share in shares] in ([], [pay] * winners)
            assert Counter(worth for share in shares for worth in share) <= Counter(worths)


def test_large_cards_go_first() -> None:
    assert exact_shares([1, 1, 2, 3, 1], 4, 1) == [(3, 1)]
    assert exact_shares([1, 1, 1, 2, 3, 3], 3, 3) == [(3,), (3,), (2, 1)]
    assert exact_shares([3, 2, 2], 4, 1) == [(2, 2)]
    assert exact_shares([], 4, 1) == []


def test_two_rounds_of_saboteurs_leave_enough_for_the_diggers() -> None:
    """Even if they are paid in nothing but cards of 1."""
    most_paid = max(winners * pay for winners, pay in PAYS)
    most_drawn = max(MOST_GOLD_2006, *(diggers for _, diggers in ROLE_DECKS.values()))
    assert sum(card.copies for card in GOLD) - 2 * max(most_paid, most_drawn) >= most_drawn
