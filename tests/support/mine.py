"""The state and the book of a mine, for tests that follow a table whose game the protocol does not name."""

from typing import cast

from engine import front, machine
from engine.mine.book import Book
from engine.mine.state import State


def as_mine(state: front.State) -> State:
    """The table is a mine."""
    return cast("State", state)


def book_of(book: machine.Book) -> Book:
    """The rules are those of a mine."""
    return cast("Book", book)
