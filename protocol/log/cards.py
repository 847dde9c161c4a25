"""The cards of one table as bytes, so that its log names the very cards it was played with, and no others.

A card, module or game that this table does not use stands nowhere in them: it can change, come or go, and the log reads
as before.
"""

from functools import cache

from engine.machine import Book
from engine.registry import game_of
from protocol.keys.hashing import digest
from protocol.wire.codec import pack


@cache
def card_tables(book: Book) -> bytes:
    """Cards and layout in one canonical form; the log file carries it."""
    return pack(game_of(book.rules).tables(book))


@cache
def data_hash(book: Book) -> bytes:
    """What TABLE names them by."""
    return digest("undermine/1/data", card_tables(book))
