"""The smallest module stands on the page for programmers as it stands in the code, in all the files that name it."""

import re
from pathlib import Path

TREE = Path(__file__).parents[2]
PAGE = (TREE / "docs" / "contributing.md").read_text("utf-8")


def shown() -> dict[str, list[str]]:
    """By file: the lines of Master Craftsman on the page."""
    [block] = re.findall(r"^Master Craftsman is .*?^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return {
        path: [line for line in lines.splitlines() if line]
        for path, lines in re.findall(r"^# ([\w/.]+\.py).*\n((?:(?!# ).*\n)*)", block, re.MULTILINE)
    }


def test_every_line_of_it_stands_in_its_file() -> None:
    for path, lines in shown().items():
        assert [line for line in lines if line not in (TREE / path).read_text("utf-8").splitlines()] == [], path


def test_no_other_file_names_it() -> None:
    files = (path for package in ("engine", "client", "protocol", "server") for path in (TREE / package).rglob("*.py"))
    naming = {path for path in files if re.search("craftsman", path.read_text("utf-8"), re.IGNORECASE)}
    assert {path.relative_to(TREE).as_posix() for path in naming} == shown().keys()
