"""Each foreseen trouble ends in one sentence and its own exit code, and leaves nothing half-made behind."""

import errno
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import bootstrap
from bootstrap import failure, interpreter
from tests.bootstrap.small_clone import Clone


def last_line(start: subprocess.CompletedProcess[str]) -> str:
    assert "Traceback" not in start.stderr
    return start.stderr.splitlines()[-1]


@pytest.mark.long
def test_a_wrong_hash(clone: Clone) -> None:
    clone.pin("0" * 64)
    start = clone.play()
    assert start.returncode == failure.Exit.WRONG_HASH, start.stderr
    assert "tinydep" in last_line(start)
    assert "is not the file that requirements.lock names" in last_line(start)
    assert clone.environments() == []


@pytest.mark.long
def test_no_network(clone: Clone) -> None:
    """Nothing listens on port 9 of this machine; pip finds that out at once."""
    del clone.variables["PIP_NO_INDEX"], clone.variables["PIP_FIND_LINKS"]
    start = clone.play(PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="1")
    assert start.returncode == failure.Exit.NO_NETWORK, start.stderr
    assert "could not be reached" in last_line(start)
    assert clone.environments() == []


@pytest.mark.long
def test_an_unforeseen_failure_of_the_installer_names_its_log(clone: Clone) -> None:
    shutil.rmtree(clone.variables["PIP_FIND_LINKS"])
    start = clone.play()
    assert start.returncode == failure.Exit.INSTALLER, start.stderr
    log = re.search(r"read (.+\.log)", last_line(start))
    assert log
    assert "tinydep" in Path(log[1]).read_text()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv(clone: Clone, module: str) -> None:
    """As on Debian without python3-venv."""
    (clone.tools / "sitecustomize.py").write_text(f"import sys; sys.modules[{module!r}] = None")
    start = clone.play(PYTHONPATH=str(clone.tools))
    assert start.returncode == failure.Exit.NO_VENV, start.stderr
    assert f"this Python has no {module}: install it" in last_line(start)
    assert clone.environments() == []


def test_a_python_without_venv_will_do_if_there_is_uv(clone: Clone) -> None:
    clone.add_uv()
    (clone.tools / "sitecustomize.py").write_text("import sys; sys.modules['ensurepip'] = None")
    assert clone.play(PYTHONPATH=str(clone.tools)).returncode == 0


def test_no_folder_to_write_to(clone: Clone) -> None:
    start = clone.play(UNDERMINE_ENV="/dev/null/environments")
    assert start.returncode == failure.Exit.NO_FOLDER
    assert "set UNDERMINE_ENV to a folder you can write to" in last_line(start)


@pytest.mark.long
def test_a_full_disk(clone: Clone) -> None:
    small = clone.tools / "small"
    small.mkdir()
    start = in_own_mounts(clone, f"mount -t tmpfs -o size=3m none '{small}'", UNDERMINE_ENV=str(small))
    assert start.returncode == failure.Exit.DISK_FULL, start.stderr
    assert "is full: free some space" in last_line(start)


@pytest.mark.parametrize("used_before", [False, True])
def test_a_read_only_clone_puts_its_environment_into_the_user_s_cache(clone: Clone, used_before: bool) -> None:
    clone.add_uv()
    if used_before:
        (clone.folder / ".envs").mkdir()
    read_only = f"mount --bind '{clone.folder}' '{clone.folder}' && mount -o remount,ro,bind '{clone.folder}'"
    first, second = in_own_mounts(clone, read_only), in_own_mounts(clone, read_only)
    assert (first.returncode, first.stdout) == (0, "game play 42\n"), first.stderr
    assert (second.stdout, second.stderr) == ("game play 42\n", "")
    assert clone.environments() == []
    assert any(Path(clone.variables["HOME"]).glob("**/undermine/envs/play-*/complete"))


def in_own_mounts(clone: Clone, mount: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Start under mounts that only this start sees: permission bits would not stop a test run by root."""
    unshare = shutil.which("unshare")
    if not unshare or subprocess.run([unshare, "-rm", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system does not let a test mount anything (unshare -rm)")
    script = f'PATH=/usr/sbin:/usr/bin:/sbin:/bin; {mount} && PATH="$0" && exec "$@"'
    return subprocess.run(
        [unshare, "-rm", "/bin/sh", "-c", script, clone.variables["PATH"], *clone.command()],
        env=clone.variables | variables,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_a_full_disk_is_told_from_other_errors() -> None:
    assert failure.is_disk_full(OSError(errno.ENOSPC, "full"))
    assert failure.is_disk_full(OSError(errno.EDQUOT, "quota"))
    assert not failure.is_disk_full(OSError(errno.EACCES, "no"))


def test_every_exit_code_is_documented() -> None:
    assert bootstrap.__doc__
    documented = set(map(int, re.findall(r"^    (\d+)  +\S", bootstrap.__doc__, re.MULTILINE)))
    assert documented == {*failure.Exit, interpreter.EXIT_TOO_OLD}
