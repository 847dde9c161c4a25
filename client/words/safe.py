"""What others have written, made safe to draw: nothing in it moves, recolours, hides or turns a line around.

Its length counts in columns of the terminal, of which some characters take two and some none.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from unicodedata import category, east_asian_width, normalize

from client.i18n import _

_UNSAFE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
_MOST_MARKS = 3  # on one letter: Hindi needs so many, and more of them would climb over the lines above
_BLANK = re.compile(r"[\s\u115f\u1160\u2800\u3164\uffa0]")
_UNSEEN = re.compile(r"[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_SPRAWLING = re.compile(r"[\u2e3a\u2e3b\ufdfa\ufdfb\ufdfd\U00012031\U00012219\U0001242b]")
"""Terminals give them one column, fonts draw them over many."""
_LIKE_SIGNS = re.compile(r"[()\u221a\u2611\u2713\u2714\U0001f5f8]|\+\Z")
"""What this program writes behind names, or in brackets: no player's name holds it."""
_QUOTES = str.maketrans(dict.fromkeys('“”„‟"\uff02', "'"))
"""Also those that become quotation marks of this program where there is only ASCII."""


def shown(text: str, most: int = 500) -> str:
    """The text on one line, in at most so many columns."""
    flat = normalize("NFC", _SPRAWLING.sub("", _UNSEEN.sub("", _BLANK.sub(" ", text))))
    safe = (char for char in flat if category(char) not in _UNSAFE)
    line = " ".join("".join(_with_few_marks(safe)).split())
    return cut(normalize("NFC", line), most)  # what stood between a letter and its accent is gone


def quoted(text: str, most: int) -> str:
    """Talk, in quotation marks that nothing in it can end; in at most so many columns, without the marks."""
    return _("“{text}”", text=shown(text, most).translate(_QUOTES))


def called(name: str, most: int = 500) -> str:
    """A player's name: nothing in it can be taken for a sign or a remark of this program."""
    return _LIKE_SIGNS.sub("_", shown(name, most))


def cut(line: str, most: int) -> str:
    """The line, or its beginning with a sign that there was more, in at most so many columns."""
    if columns(line) <= most:
        return line
    fitting = sum(end < most for end in accumulate(map(columns, line)))
    return f"{line[:fitting].rstrip()}…" if most > 0 else ""


@lru_cache(maxsize=4096)  # a screen is drawn of the same runs again and again
def columns(text: str) -> int:
    """How wide a terminal draws a text that is safe to draw."""
    if text.isascii():
        return len(text)
    return sum(0 if _is_mark(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def _with_few_marks(chars: Iterable[str]) -> Iterator[str]:
    """A mark at the beginning would sit on whatever is drawn before."""
    marks = _MOST_MARKS
    for char in chars:
        if _is_mark(char):
            marks += 1
        else:
            marks = _MOST_MARKS if char == " " else 0
        if marks <= _MOST_MARKS:
            yield char


def _is_mark(char: str) -> bool:
    """Whether it is drawn onto the character before it: accents, and parts of old Korean syllables."""
    return category(char) in {"Mn", "Me"} or "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff"
