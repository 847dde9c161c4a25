"""A plugin of pytest that tries mutants instead of running tests: each is put into a fork of this process.

All tests are collected once.  In the fork the changed function takes the place of the living one, and tests that run
its line go on until one fails.  What a module does when it is imported cannot be changed so, and is said to be late.

`MUTANTS` names a file of JSON: which mutants (`places`, by their numbers among all), and the file of `covering`.
`RESULTS` names the file that a line is added to for each.
"""

import gc
import json
import os
import signal
import time
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import chain, zip_longest
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.stories.mutation.mutants import ROOT, Mutant
from tests.stories.mutation.protocol import all_mutants

CPU_SECONDS, WALL_SECONDS = 60.0, 600.0
_NEAR = 40


class Said(IntEnum):
    """How a fork ends."""

    ALIVE = 0
    CAUGHT = 1
    LATE = 2


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """One after the other."""
    plan = json.loads(Path(os.environ["MUTANTS"]).read_text("utf-8"))
    covering = json.loads(Path(plan["covering"]).read_text("utf-8"))
    items = {item.nodeid: item for item in session.items}
    mutants = all_mutants()
    gc.unfreeze()
    with Path(os.environ["RESULTS"]).open("a", encoding="utf-8", buffering=1) as out:
        for number in plan["numbers"]:
            mutant = mutants[number]
            said, by = tried(mutant, tests_for(mutant, covering, items))
            out.write(json.dumps([number, said.name, by]) + "\n")
    return True


def tests_for(mutant: Mutant, covering: dict[str, list[str]], items: dict[str, pytest.Item]) -> list[pytest.Item]:
    """The tests that run its line, then those that come near: not every call is watched."""
    lines = range(mutant.line, max(0, mutant.line - _NEAR), -1)
    here, *above = (covering.get(f"{mutant.file}:{line}", []) for line in lines)
    groups = ([items[name] for name in names if name in items] for names in (here, chain(*above)))
    return list(dict.fromkeys(chain(*(in_order(mutant, group) for group in groups))))


def in_order(mutant: Mutant, tests: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The quickest of each file, then the next of each; first of a file that is named like the module."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in tests:
        files.setdefault(item.path, []).append(item)
    like = [found for path, found in files.items() if Path(mutant.file).stem in path.stem]
    mixed = (item for row in zip_longest(*files.values()) for item in row if item is not None)
    return list(dict.fromkeys((*chain.from_iterable(like), *mixed)))


def tried(mutant: Mutant, tests: Sequence[pytest.Item]) -> tuple[Said, str]:
    """What the fork says, and the test that noticed."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _in_fork(mutant, tests, writing)
    os.close(writing)
    with os.fdopen(reading) as told:
        status = _status(child)
        by = told.read()
    if status is None:
        return Said.CAUGHT, "it did not end"
    code = os.waitstatus_to_exitcode(status)
    assert code in set(Said), f"{mutant.place}: the fork has ended with {code}"
    return Said(code), by


def _status(child: int) -> int | None:
    deadline = time.monotonic() + WALL_SECONDS
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _in_fork(mutant: Mutant, tests: Sequence[pytest.Item], writing: int) -> None:
    """Does not return."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    if not put_in(mutant):
        os._exit(Said.LATE)
    failed: list[str] = []

    class Watch:
        @staticmethod
        def pytest_runtest_logreport(report: pytest.TestReport) -> None:
            if report.failed:
                failed.append(report.nodeid)

    started = time.process_time()
    for item, after in zip_longest(tests, tests[1:]):
        if item is tests[0]:
            item.config.pluginmanager.register(Watch)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if failed:
            os.write(writing, failed[0].encode())
            os._exit(Said.CAUGHT)
        if time.process_time() - started > CPU_SECONDS:
            break
    os._exit(Said.ALIVE)


def put_in(mutant: Mutant) -> bool:
    """Give the living functions the changed code; whether there is one that changed."""
    file = str(ROOT / mutant.file)
    before, after = compile(mutant.source, file, "exec"), compile(mutant.tree, file, "exec")
    changed = {
        (old.co_qualname, old.co_firstlineno): new
        for old, new in zip(functions(before), functions(after), strict=True)
        if old != new
    }
    living = [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__.co_filename == file]
    found = [(one, changed.get((one.__code__.co_qualname, one.__code__.co_firstlineno))) for one in living]
    for one, code in found:
        if code is not None:
            one.__code__ = code
    return any(code is not None for _, code in found)


def functions(code: CodeType) -> Iterator[CodeType]:
    """The outermost functions of a module and of its classes."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from (one,) if one.co_flags & _IS_FUNCTION else functions(one)


_IS_FUNCTION = 2  # CO_NEWLOCALS
