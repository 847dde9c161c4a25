"""For terminals and readers that have nothing but ASCII: any text, character by character, each in its width."""

from functools import cache
from unicodedata import normalize

from client.words.safe import columns

_TABLE = {
    **dict.fromkeys("─━═╌┄╍▔▁▂▃▄▅▆▇█▀", "-"),
    **dict.fromkeys("│┃║▏▎▍▌▋▊▉▐▕╎", "|"),
    **dict.fromkeys("┌┐└┘┏┓┗┛├┤┬┴┼╭╮╰╯╸╺", "+"),
    **dict.fromkeys("●◆■•·", "*"),
    **dict.fromkeys("▓▒░", "#"),
    **dict(zip("…→←↑↓►◄▲▼✓✗×⏎", ".><^v><^v+xx<", strict=True)),
    **dict(zip("\u2013\u2014“”\u2019", '--""\'', strict=True)),
}


def in_ascii(text: str) -> str:
    """The text in characters that everything can show."""
    return text if text.isascii() else "".join(map(_ascii_char, text))


@cache
def _ascii_char(char: str) -> str:
    if char.isascii():
        return char
    plain = _TABLE.get(char) or normalize("NFKD", char).encode("ascii", "ignore").decode("ascii")
    width = columns(char)
    return plain[:width].ljust(width, "?" if not plain else " ") if width else ""
