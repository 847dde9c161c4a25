"""The rows of docs/threats.md, and the mark that ties a test to its row."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from protocol.log.faults import Code

PAGE = Path(__file__).parents[2] / "docs" / "threats.md"
_Tested = TypeVar("_Tested", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Row:
    """One attack, as the page tells it."""

    id: str
    who: str
    how: str
    result: str
    finding: str
    seen: str


@cache
def rows() -> dict[str, Row]:
    """By id: every attack but those that stay open."""
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if re.match(r"\| [a-z]+-[a-z-]+ \|", line)]
    told = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {cells[0]: Row(*cells) for cells in told if not cells[0].startswith("open-")}


def threat(id_: str, finding: Code | str | None = None) -> Callable[[_Tested], _Tested]:
    """This test shows what comes of an attack; ``finding`` is what it asserts, and what the page must say."""
    row = rows()[id_]
    said = finding.value if isinstance(finding, Code) else finding
    assert said is None or said in row.finding, f"docs/threats.md says {row.finding!r} of {id_}, its test {said!r}"
    assert said is not None or not row.finding.startswith("`"), f"the test of {id_} must name {row.finding}"
    return lambda tested: tested
