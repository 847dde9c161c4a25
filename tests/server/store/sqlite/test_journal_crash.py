"""The journal of a server that is killed or has no space: nothing that was told is lost, and nothing is half there."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.threads import deferToThread

import server
from protocol.log.records import MAGIC, RecordType, records
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.thread import Step

ROOT = Path(server.__file__).parent.parent
CHILD = Path(__file__).parent / "journal_child.py"
Open = Callable[[Callable[..., Any], Path], SqliteJournal]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs kill and limits of a POSIX system")


def start(folder: Path, how: str) -> "subprocess.Popen[str]":
    """The journal in another process."""
    return subprocess.Popen(
        [sys.executable, "-B", str(CHILD), str(folder), how],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


MOST_AT_ONCE = 16
"""Lines that the child writes after one commit: one for each of its tables."""


def told_before_death(folder: Path, how: str, seconds: float) -> dict[int, int]:
    """Let it write; by table, the number up to which the child was told that records are stored."""
    with start(folder, how) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        first = "".join(child.stdout.readline() for _ in range(MOST_AT_ONCE + 5))
        if how == "kill":
            time.sleep(seconds)
            child.kill()
        out, errors = first + child.stdout.read(), child.stderr.read()
    assert errors == ""
    assert child.returncode == -signal.SIGKILL
    whole = out.rpartition("\n")[0].splitlines()
    assert len(whole) > 20
    return {int(table): int(next_) for table, next_ in (line.split() for line in whole)}


def check_batches(log: list[bytes]) -> None:
    """Every batch is there from its first record to its last, one after the other."""
    kinds = [kind for kind, _ in records(MAGIC + b"".join(log))]
    assert kinds[:2] == [RecordType.TABLE, RecordType.CARDS]
    at, expected = 2, 1
    while at < len(log):
        _, number, size, _, _ = log[at][5:].split(b" ", 4)
        assert int(number) == expected
        for part, one in enumerate(log[at : at + int(size)]):
            assert one[5:].split(b" ", 4)[1:4] == [number, size, b"%d" % part]
        at, expected = at + int(size), expected + 1
    assert at == len(log)


@pytest.mark.parametrize(
    ("how", "seconds"), [("kill", 0.05), ("kill", 0.15), ("kill", 0.4), *((step.value, 0) for step in Step)]
)
@ensureDeferred
async def test_killed_in_the_middle_of_its_commits(opened: Open, tmp_path: Path, how: str, seconds: float) -> None:
    told = await deferToThread(told_before_death, tmp_path, how, seconds)
    journal = opened(SqliteJournal, tmp_path / "journal.sqlite3")
    logs = [await journal.read(table.tid) for table in await journal.stored_tables()]
    stored = {int(log[0].split()[1]): log for log in logs}
    for log in stored.values():
        check_batches(log)
    for table, next_ in told.items():
        assert len(stored[table]) >= next_, "what was told is not there"
    if how != "kill":  # it died before the commit, and had been told everything from before
        assert {table: len(log) for table, log in stored.items()} == told
    for stored_table in await journal.stored_tables():
        next_ = stored_table.next
        assert await journal.append(stored_table.tid, logs[0][2:3], next_) == next_ + 1


@ensureDeferred
async def test_files_that_may_not_grow_and_then_may_again(opened: Open, tmp_path: Path) -> None:
    with start(tmp_path, "full") as child:
        out, errors = await deferToThread(child.communicate)
    assert errors == ""
    *_, full, last = out.splitlines()
    assert int(full.split()[1]) > 10
    journal = opened(SqliteJournal, tmp_path / "journal.sqlite3")
    (table,) = await journal.stored_tables()
    log = await journal.read(table.tid)
    assert len(log) == table.next == int(last.split()[1])
    told = [int(line.split()[1]) for line in out.splitlines() if line.startswith("0 ")]
    assert told == list(range(11, 11 + 9 * len(told), 9))  # none was told twice, and none was stored that was not told
