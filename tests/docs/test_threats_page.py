"""The page about threats promises what tests show, and no more."""

import re
from collections import Counter
from pathlib import Path

from protocol.log.faults import Code
from tests.support.threats import PAGE, rows

TESTS = Path(__file__).parents[1]
MARK = re.compile(r"@threat\(\s*\"([a-z-]+)\"")
RESULTS = {"prevented", "detected", "visible"}


def marked() -> set[str]:
    """The ids of all rows that a test carries."""
    return {id_ for path in TESTS.rglob("*.py") for id_ in MARK.findall(path.read_text("utf-8"))}


def test_every_row_has_its_test_and_every_mark_its_row() -> None:
    assert marked() == set(rows())


def test_no_id_stands_twice_and_every_row_is_whole() -> None:
    ids = re.findall(r"^\| ([a-z]+-[a-z-]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [id_ for id_, count in Counter(ids).items() if count > 1] == []
    for row in rows().values():
        assert row.result in RESULTS, row
        assert all((row.who, row.how, row.finding, row.seen)), row


def test_every_finding_of_the_log_is_what_some_attack_ends_in() -> None:
    """Else a check would guard against nothing that the page knows of."""
    told = PAGE.read_text("utf-8")
    assert sorted(code.value for code in Code if f"`{code.value}`" not in told) == []
