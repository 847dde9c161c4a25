"""Which style each character of a tile has: that of what it stands for."""

from functools import cache

from client.render.charset import Charset
from client.render.spans import Line, Span, joined


def styled_row(row: str, charset: Charset, *, hidden: bool = False) -> Line:
    """A row of a path card, or of a goal that lies face down."""
    styles = _styles(charset) if not hidden else _SECRET if "(" in row else {}
    return joined(Span(char, styles.get(char, "goal" if hidden else "floor")) for char in row)


@cache
def _styles(charset: Charset) -> dict[str, str]:
    return {
        charset.rock: "rock",
        charset.blocked: "dead",
        charset.rail: "rail",
        charset.free: "free",
        "S": "start",
        "$": "gold",
        "o": "stone",
        "B": "blue",
        "G": "green",
        "H": "ladder",
        "*": "crystal",
    }


_SECRET = dict.fromkeys("()$o", "secret")
"""What only this seat knows of a goal."""
