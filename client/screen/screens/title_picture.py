"""The name of the game, dug into rock."""

from client.render.charset import Charset

_LETTERS = {
    "U": ("# #", "# #", "# #", "# #", "###"),
    "N": ("###", "# #", "# #", "# #", "# #"),
    "D": ("## ", "# #", "# #", "# #", "## "),
    "E": ("###", "#  ", "## ", "#  ", "###"),
    "R": ("###", "# #", "## ", "# #", "# #"),
    "M": ("# #", "###", "###", "# #", "# #"),
    "I": ("###", " # ", " # ", " # ", "###"),
}
_NAME = "UNDERMINE"
_ROWS = 5


def title_lines(charset: Charset) -> list[str]:
    """Seven lines of 74 columns: solid rock, with tunnels in the shape of letters."""
    rows = [" ".join(_LETTERS[letter][row] for letter in _NAME) for row in range(_ROWS)]
    dug = ["", *rows, ""]
    width = len(rows[0])
    return ["".join(_square(dot, charset) for dot in f" {row:{width}} ") for row in dug]


def _square(dot: str, charset: Charset) -> str:
    """Two columns are about as wide as a line is high."""
    return "  " if dot == "#" else charset.rock * 2
