"""Starts that meet each other, are killed or are interrupted."""

import os
import signal
import subprocess
import time
from pathlib import Path

from bootstrap.failure import Exit
from tests.bootstrap.small_clone import Clone

WAITS = "another start is setting up; waiting for it."


def until_installing(clone: Clone, start: subprocess.Popen[str]) -> None:
    """Wait for the moment at which the environment is half-made."""
    sign = Path(f"{clone.calls}.installing")
    deadline = time.monotonic() + 30
    while not sign.exists():
        assert time.monotonic() < deadline
        assert start.poll() is None, end(start)
        time.sleep(0.01)


def until_waiting(start: subprocess.Popen[str]) -> None:
    """Wait until it has said that it waits for another."""
    assert start.stderr is not None
    assert WAITS in start.stderr.readline()


def end(start: subprocess.Popen[str]) -> tuple[int, str, str]:
    stdout, stderr = start.communicate(timeout=60)
    return start.returncode, stdout, stderr


def test_of_two_starts_one_installs_and_the_other_waits(clone: Clone) -> None:
    clone.add_uv()
    first = clone.begin(FAKE_UV_SECONDS="60")
    until_installing(clone, first)
    second = clone.begin()
    until_waiting(second)
    clone.go_on()
    ends = end(first), end(second)
    assert [(code, stdout) for code, stdout, _ in ends] == [(0, "game play 42\n")] * 2
    assert WAITS not in ends[0][2]
    assert clone.uv_calls() == ["venv", "pip"]


def test_a_start_that_was_killed_half_way_is_made_good_by_the_next(clone: Clone) -> None:
    clone.add_uv()
    start = clone.begin(FAKE_UV_SECONDS="60")
    until_installing(clone, start)
    os.killpg(start.pid, signal.SIGKILL)
    end(start)
    (half_made,) = clone.environments()
    assert not (clone.folder / ".envs" / half_made / "complete").exists()

    after = clone.play()
    assert (after.returncode, after.stdout) == (0, "game play 42\n"), after.stderr
    assert clone.environments() == [half_made]


def test_an_installer_that_outlives_its_start_is_waited_for(clone: Clone) -> None:
    clone.add_uv()
    start = clone.begin(FAKE_UV_SECONDS="60")
    until_installing(clone, start)
    start.kill()
    start.wait()
    after = clone.begin()
    until_waiting(after)
    clone.go_on()
    code, stdout, stderr = end(after)
    assert (code, stdout) == (0, "game play 42\n"), stderr
    end(start)


def test_ctrl_c_is_one_line_and_leaves_nothing_half_made(clone: Clone) -> None:
    clone.add_uv()
    start = clone.begin(FAKE_UV_SECONDS="60")
    until_installing(clone, start)
    os.killpg(start.pid, signal.SIGINT)
    code, _, stderr = end(start)
    assert code == Exit.INTERRUPTED
    assert "stopped; nothing is broken" in stderr.splitlines()[-1]
    assert "Traceback" not in stderr
    assert clone.environments() == []
    assert clone.play().returncode == 0


def test_an_interrupted_start_ends_its_installer(clone: Clone) -> None:
    """Also when the signal reaches only the start, as from a program that watches over it."""
    clone.add_uv()
    start = clone.begin(FAKE_UV_SECONDS="60")
    until_installing(clone, start)
    start.send_signal(signal.SIGINT)
    assert start.wait(timeout=20) == Exit.INTERRUPTED
    end(start)  # the installer holds the pipe as long as it lives


def test_ctrl_c_while_waiting_leaves_the_other_alone(clone: Clone) -> None:
    clone.add_uv()
    first = clone.begin(FAKE_UV_SECONDS="60")
    until_installing(clone, first)
    second = clone.begin()
    until_waiting(second)
    second.send_signal(signal.SIGINT)
    assert end(second)[0] == Exit.INTERRUPTED
    clone.go_on()
    assert end(first)[:2] == (0, "game play 42\n")
