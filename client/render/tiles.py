"""Tiles of characters, whatever game they belong to: how large one is, a card that is no tunnel, an empty cell."""

from typing import Protocol

from client.render.charset import Charset


class Size(Protocol):
    """How many characters a tile has; one of a single row is a part of an overview, and has no room for a frame."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...


def framed(text: str, charset: Charset, size: Size) -> list[str]:
    """A card that is no tunnel: a few characters in a frame."""
    if size.height == 1:
        return [text.center(size.width, charset.rock)]
    top_left, top_right, bottom_left, bottom_right = charset.corner
    inside = size.width - 2
    line = charset.across * inside
    blank = f"{charset.down}{' ' * inside}{charset.down}"
    rows = [blank] * (size.height - 2)
    rows[len(rows) // 2] = f"{charset.down}{text[:inside]:^{inside}}{charset.down}"
    return [f"{top_left}{line}{top_right}", *rows, f"{bottom_left}{line}{bottom_right}"]


def empty(sign: str, size: Size) -> list[str]:
    """A cell where nothing lies, with a sign in its middle."""
    rows = [" " * size.width] * size.height
    rows[size.height // 2] = sign.center(size.width)
    return rows
