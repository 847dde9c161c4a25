"""A plugin of pytest: which lines of `protocol/` each test runs, and how long it takes.

`COVERING` names the file that it is written to.
"""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from time import process_time
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.stories.mutation.mutants import ROOT

CALLS = 8
"""Of each function the first calls in a test are watched: more would cost too much."""

_watched = str(ROOT / "protocol")
_tests: dict[tuple[str, int], set[str]] = defaultdict(set)
_seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Its fixtures count as well."""
    ran: set[tuple[CodeType, int]] = set()
    left: dict[CodeType, int] = {}

    def stepped(frame: FrameType, event: str, argument: Any) -> Any:
        ran.add((frame.f_code, frame.f_lineno))
        return stepped

    def called(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        calls = left.get(code)
        if calls is None:
            calls = CALLS if code.co_filename.startswith(_watched) else 0
        left[code] = calls - 1
        return stepped if calls > 0 else None

    started = process_time()
    sys.settrace(called)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        _seconds[item.nodeid] = process_time() - started
        for code, line in ran:
            _tests[code.co_filename, line].add(item.nodeid)


def pytest_sessionfinish() -> None:
    """By line: the tests, the shortest first."""
    found = {
        f"{Path(file).relative_to(ROOT)}:{line}": sorted(tests, key=_seconds.__getitem__)
        for (file, line), tests in _tests.items()
    }
    Path(os.environ["COVERING"]).write_text(json.dumps(found), "utf-8")
