"""A picture with meaning: runs of characters, each with the name of a style, and what lies where for a mouse.

`client.screen.app.palette` has the colours of each style, which say nothing that the characters do not say too.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from client.words.safe import columns, cut

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class Span:
    text: str
    style: str = "plain"


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Picture(Generic[_Thing]):
    """Lines, and what is drawn at a place."""

    lines: tuple[Line, ...]
    at: Callable[[int, int], _Thing | None]
    """Column and row of a character, from the upper left corner."""


def joined(spans: Iterable[Span]) -> Line:
    """Neighbours of one style become one."""
    return tuple(Span("".join(one.text for one in run), style) for style, run in groupby(spans, lambda one: one.style))


def text_of(line: Line) -> str:
    """The characters alone, as a reader without colours sees them."""
    return "".join(span.text for span in line).rstrip()


def width_of(line: Line) -> int:
    """In columns of the terminal."""
    return sum(columns(span.text) for span in line)


def fitted(text: str, width: int) -> str:
    """Exactly so wide: cut, or filled with spaces."""
    text = cut(text, width)
    return text + " " * (width - columns(text))


def cropped(lines: Iterable[Line], width: int, height: int) -> tuple[Line, ...]:
    """What is seen of them through a window of so many columns and rows."""
    return tuple(_narrowed(line, width) for line, _row in zip(lines, range(height), strict=False))


def _narrowed(line: Line, width: int) -> Line:
    kept: list[Span] = []
    for span in line:
        text = span.text
        while columns(text) > width:
            text = text[:-1]
        if text:
            kept.append(Span(text, span.style))
        if text != span.text:
            break
        width -= columns(text)
    return tuple(kept)
