"""The two sets of characters: box drawing, and plain ASCII for terminals and readers that have nothing else.

Either may be painted: then the letters of doors have their colour, where a terminal shows colours.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from unicodedata import normalize

from client.words.safe import columns


@dataclass(frozen=True, slots=True, kw_only=True)
class Charset:
    rock: str
    blocked: str
    """Where a tunnel comes to a dead end."""
    rail: str
    """The side of a bridge, which parts the way over it from the way under it."""
    plank: str
    """The side of a wooden bridge that runs from left to right."""
    free: str
    """An empty cell where a card could lie."""
    corner: tuple[str, str, str, str]
    across: str
    down: str
    broken: str
    mended: str
    stones: str
    bar: str
    """Of a prison."""
    joints: tuple[str, ...]
    """Lines that meet in the middle of a tile, by the mask of the sides that they come from."""
    toward: tuple[str, str]
    """The heads of an arrow, to the left and to the right."""
    upright: str
    """On a lit cell: the card may lie there as it is."""
    upside_down: str
    """Only turned."""
    either: str
    """Both ways."""
    cursor: tuple[str, str]
    last: tuple[str, str, str, str]
    """The corners of a tile on which the last act happened."""
    fresh: str
    """In a corner of a card that was laid since this seat acted."""
    acted: str
    """Before who acted last."""
    pointer: str
    """Before whose turn it is."""
    tick: str
    doors: tuple[tuple[str, str], ...] = (("blue", "B"), ("green", "G"))
    """By team: the letter of its doors, which says all that the colour says."""
    overview: bool = False
    """Whether it has lines that join, to draw a whole board small."""
    in_words: bool = False
    """Whether lines tell of the board and the hand instead of drawing them."""
    each_turn: bool = False
    """Whether lines show the board at every turn, and not on demand."""


_SIGNS: dict[str, tuple[Any, Any]] = {
    "rock": ("▓", "#"),
    "blocked": ("×", "x"),
    "rail": ("║", "|"),
    "plank": ("═", "="),
    "free": ("·", "."),
    "corner": (("┌", "┐", "└", "┘"), ("+", "+", "+", "+")),
    "across": ("─", "-"),
    "down": ("│", "|"),
    "broken": ("✗", "x"),
    "mended": ("✓", "+"),
    "stones": ("▼", "v"),
    "bar": ("║", "#"),
    "joints": (tuple(" ╵╶└╷│┌├╴┘─┴┐┤┬┼"), tuple(" |-+||++-+-+++++")),
    "toward": (("◄", "►"), ("<", ">")),
    "upright": ("▲", "^"),
    "upside_down": ("▼", "v"),
    "either": ("◆", "&"),
    "cursor": (("▐", "▌"), ("[", "]")),
    "last": (("╔", "╗", "╚", "╝"), ("/", "\\", "\\", "/")),
    "fresh": ("•", "*"),
    "acted": ("•", "*"),
    "pointer": ("►", ">"),
    "tick": ("✓", "+"),
    "overview": (True, False),
}
BOX, ASCII = (Charset(**{name: signs[at] for name, signs in _SIGNS.items()}) for at in (0, 1))

_PAINTED = (("blue", "\x1b[1;34mB\x1b[0m"), ("green", "\x1b[1;32mG\x1b[0m"))


def painted(charset: Charset) -> Charset:
    """The same characters, with doors in their colours."""
    return replace(charset, doors=_PAINTED)


_TABLE = {
    **dict.fromkeys("─━═╌┄╍▔▁▂▃▄▅▆▇█▀", "-"),
    **dict.fromkeys("│┃║▏▎▍▌▋▊▉▐▕╎", "|"),
    **dict.fromkeys("┌┐└┘┏┓┗┛├┤┬┴┼╭╮╰╯╸╺┸┰╂┞┟┦┧╀╁╪", "+"),
    **dict(zip("╵╷╴╶", "||--", strict=True)),
    **dict.fromkeys("●◆■•·", "*"),
    **dict.fromkeys("▓▒░", "#"),
    **dict(zip("…→←↑↓►◄▲▼✓✗×⏎", ".><^v><^v+xx<", strict=True)),
    **dict(zip("\u2013\u2014“”\u2019", '--""\'', strict=True)),
}


def in_ascii(text: str) -> str:
    return text if text.isascii() else "".join(map(_ascii_char, text))


@cache
def _ascii_char(char: str) -> str:
    if char.isascii():
        return char
    plain = _TABLE.get(char) or normalize("NFKD", char).encode("ascii", "ignore").decode("ascii")
    width = columns(char)
    return plain[:width].ljust(width, "?" if not plain else " ") if width else ""
