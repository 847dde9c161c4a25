"""What fits on an empty cell, looked up from the twelve bits that the network keeps for it.

The bits say which sides touch a card (from bit 8), which of those show a tunnel (from bit 4), and which of those are
outlets (from bit 0).  An answer has sixteen bits: bit *e* stands for a card with edge mask *e*.
"""

from functools import cache

OUTLETS = 15
"""The bits of ``sides`` that stand for outlets."""


@cache
def fit_table(*, must_connect: bool) -> tuple[int, ...]:
    """For every value of ``sides`` the edge masks that fit, as bits: A4.2, A4.3 and, if asked for, A4.5."""
    return tuple(
        sum(
            1 << edges
            for edges in range(16)
            if touched and edges & touched == opened and (edges & reached or not must_connect)
        )
        for touched in range(16)
        for opened in range(16)
        for reached in range(16)
    )


@cache
def join_table() -> tuple[int, ...]:
    """For every value of ``sides`` the edge masks that match and meet a tunnel, reachable or not, as bits (HB13)."""
    return tuple(
        sum(1 << edges for edges in range(16) if opened and edges & touched == opened)
        for touched in range(16)
        for opened in range(16)
        for _ in range(16)
    )
