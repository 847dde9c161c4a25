"""A server whose standard streams are closed or full, whose home is unknown, and that gets any signal."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server import programs
from tests.server.programs import ROOT, Program, line
from tests.support.nights import thinned

program = programs.program  # the fixture; pytest finds it by this name
UNKNOWN = "~no-such-user-of-this-computer/here"


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    processes: list[subprocess.Popen[bytes]] = []
    yield processes
    for process in processes:
        process.kill()
        process.wait()


def _links(pid: int) -> set[str]:
    """What the open files of a process are; some may be closed meanwhile."""
    found = set()
    for one in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found.add(str(one.readlink()))
    return found


def until_it_listens(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Seen from outside, since some of these servers cannot say so."""
    sockets = Path(f"/proc/{process.pid}/net/tcp")
    for _ in range(3000):
        assert process.poll() is None, (folder / "messages.txt").read_text()
        inodes = _links(process.pid)
        rows = [row.split() for row in sockets.read_text().splitlines()[1:]]
        if any(row[3] == "0A" and f"socket:[{row[9]}]" in inodes for row in rows):
            return
        time.sleep(0.02)
    pytest.fail("it does not listen")


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="this system does not tell which ports are open")
@pytest.mark.parametrize("how", thinned([">/dev/full", ">&-", "2>&-", "2>/dev/full", "<&- >&- 2>&-"], 3))
def test_whatever_its_standard_streams_are_it_serves_and_stops(
    tmp_path: Path, started: list[subprocess.Popen[bytes]], how: str
) -> None:
    environment = {
        **os.environ,
        "UNDERMINE_SERVER_DATA_DIR": str(tmp_path / "server"),
        "UNDERMINE_SERVER_PORT": "0",
        "UNDERMINE_SERVER_HOST": "127.0.0.1",
    }
    command = f"exec {shlex.quote(sys.executable)} -m server.main {how}"
    with (tmp_path / "messages.txt").open("wb") as messages:
        process = subprocess.Popen(
            ["/bin/sh", "-c", command], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=messages
        )
    started.append(process)
    until_it_listens(tmp_path, process)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    told = (tmp_path / "messages.txt").read_text()
    assert "Traceback" not in told
    assert "Exception ignored" not in told
    if how == ">/dev/full":
        assert "could not be printed" in told


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="this system has no such signals")
def test_signals_that_mean_nothing_change_nothing_and_quit_stops_it(program: Program) -> None:
    process = program.start()
    line(process)
    for name in ("SIGUSR1", "SIGUSR2", "SIGALRM"):
        process.send_signal(getattr(signal, name))
    process.send_signal(signal.SIGHUP)
    for _ in range(1000):
        if "the certificate was read again" in program.messages:
            break
        time.sleep(0.02)
    assert process.poll() is None
    process.send_signal(signal.SIGQUIT)
    assert process.wait(30) == 0
    assert "Traceback" not in program.messages


@pytest.mark.parametrize(("setting", "code"), [("DATA_DIR", 1), ("CERTIFICATE", 78)])
def test_a_home_that_is_not_known_is_told_with_its_setting(program: Program, setting: str, code: int) -> None:
    given: dict[str, Any] = {f"UNDERMINE_SERVER_{setting}": UNKNOWN}
    if setting == "CERTIFICATE":
        given["UNDERMINE_SERVER_CERTIFICATE_KEY"] = UNKNOWN
    assert program.start(**given).wait(30) == code
    assert "home" in program.messages
    assert "cannot start" in program.messages
    assert "Traceback" not in program.messages


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to offer")
def test_a_sample_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        told = subprocess.run(
            [sys.executable, "-m", "server.main", "sample-config"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert told.returncode == 74
    assert told.stderr.count("\n") == 1
