"""Lines for a person: on a terminal a long sentence is broken between words, a picture never is."""

import sys
from collections.abc import Callable
from shutil import get_terminal_size
from textwrap import fill

from client.render.charset import Charset, in_ascii


def printer(charset: Charset) -> Callable[[str], None]:
    """Prints a line, in ASCII if cards are drawn with it."""
    return (lambda line: _print(in_ascii(line))) if charset.tick.isascii() else _print


def _print(line: str) -> None:
    width = get_terminal_size().columns
    if sys.stdout.isatty() and len(line) > width and line == " ".join(line.split()):
        line = fill(line, width, subsequent_indent=" " * 4)
    print(line, flush=True)
