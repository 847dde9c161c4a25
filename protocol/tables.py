"""The card tables as bytes, so that a log names the very cards it was played with."""

from functools import cache

from engine.mine.base_cards import GOAL_CELLS, HAND_SIZES, ROLE_DECKS
from engine.mine.game import ALL_CARDS
from protocol.codec import pack
from protocol.hashing import digest

RULES_REV = 1
"""Rises whenever any legality or outcome changes."""


@cache
def card_tables() -> bytes:
    """Every card and layout in one canonical form; the log file carries it."""
    cards = [
        [card.number, card.key, card.kind, card.copies, list(card.tunnels), list(card.tools), card.nuggets]
        for card in ALL_CARDS
    ]
    return pack(
        {
            "cards": cards,
            "goals": [list(at) for at in GOAL_CELLS],
            "hands": [[seats, size] for seats, size in HAND_SIZES.items()],
            "roles": [[seats, *deck] for seats, deck in ROLE_DECKS.items()],
        }
    )


@cache
def data_hash() -> bytes:
    """What TABLE names them by."""
    return digest("undermine/1/data", card_tables())
