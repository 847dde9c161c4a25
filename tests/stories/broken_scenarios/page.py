"""What docs/scenarios.md holds: its TOML blocks and its tables."""

import re
from pathlib import Path

CLONE = Path(__file__).parents[3]
PAGE = CLONE / "docs" / "scenarios.md"
_BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\| `(?P<name>[^`]+)` \| (?P<rest>.*) \|$", re.MULTILINE)


def blocks(kind: str) -> list[str]:
    """The fenced blocks of one language, in their order."""
    return [match["text"] for match in _BLOCK.finditer(PAGE.read_text("utf-8")) if match["kind"] == kind]


def whole_scenarios() -> list[str]:
    """The TOML blocks that are whole scenarios: they have a title."""
    return [text for text in blocks("toml") if re.search(r"^title\s*=", text, re.MULTILINE)]


def table(heading: str) -> dict[str, str]:
    """The rows of the table under a heading: the word in the first column, and the rest of the row."""
    text = PAGE.read_text("utf-8")
    start = text.index(f"\n{heading}\n") + len(heading) + 2
    end = re.search(r"^#", text[start:], re.MULTILINE)
    section = text[start : start + end.start()] if end else text[start:]
    return {match["name"]: match["rest"] for match in _ROW.finditer(section)}


def words(cell: str) -> list[str]:
    """The words between backticks."""
    return re.findall(r"`([^`]+)`", cell)
