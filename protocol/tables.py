"""The card tables as bytes, so that a log names the very cards it was played with."""

from dataclasses import astuple
from functools import cache
from types import ModuleType

from engine.mine.cards import base as base_cards
from engine.mine.game import ALL_CARDS, CARD_SETS
from engine.rules import preset
from protocol.codec import pack
from protocol.hashing import digest

RULES_REV = 1
"""Rises whenever any legality or outcome changes."""


@cache
def card_tables() -> bytes:
    """Every card and layout in one canonical form; the log file carries it."""
    return pack(
        {
            "cards": [list(map(_plain, card)) for card in map(astuple, ALL_CARDS)],
            "goals": [list(at) for at in base_cards.GOAL_CELLS],
            "sets": [_card_set(name, setting) for name, setting in CARD_SETS.items()],
        }
    )


def _card_set(name: str, card_set: ModuleType) -> list[object]:
    """The name, and for every number of players: cards in hand, cards set aside, and the piles."""
    tables = []
    for seats in card_set.SEATS:
        book = card_set.book(preset(name), seats)
        piles = [[pile.number, pile.name, pile.opens, list(pile.faces)] for pile in book.piles]
        tables.append([seats, book.hand_size, book.set_aside, piles])
    return [name, tables]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


@cache
def data_hash() -> bytes:
    """What TABLE names them by."""
    return digest("undermine/1/data", card_tables())
