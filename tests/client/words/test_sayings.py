"""Sentences that are said with one key."""

import re
from pathlib import Path

from client.words.sayings import SAYINGS, by_number, heard

GUIDE = Path(__file__).parents[3] / "docs" / "playing.md"


def test_the_guide_lists_every_saying_with_its_number() -> None:
    """People know them by number, and logs hold them: neither changes."""
    listed = re.findall(r"^(\d+)\. (.+[.!?])$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    sayings = [(str(at), text) for at, text in enumerate(SAYINGS, start=1)]
    at = listed.index(sayings[0])
    assert listed[at : at + len(sayings)] == sayings


def test_only_a_number_that_has_a_saying_stands_for_one() -> None:
    assert by_number("#1") == "Hello!"
    assert [by_number(text) for text in ("#0", "#14", "1", "#", "# 1", "#1!")] == ["#0", "#14", "1", "#", "# 1", "#1!"]


def test_what_is_no_saying_is_shown_as_it_was_said() -> None:
    assert [heard(text) for text in ("hello!", "{undermine}", "Hello! ")] == ["hello!", "{undermine}", "Hello! "]
