"""Files with secrets: what the files of people and of the server have in common."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import protocol
from protocol.keys import filelock
from protocol.keys.filelock import take_lock
from protocol.keys.secretfile import OpenToOthers, read_secret, sole_writer, write_new, write_whole

ROOT = Path(protocol.__file__).parent.parent
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")
HOLDER = """
import sys
from pathlib import Path
from protocol.keys.filelock import take_lock
print(take_lock(Path(sys.argv[1]), wait=False) is not None, flush=True)
sys.stdin.readline()
"""


def test_no_file_is_no_secret(tmp_path: Path) -> None:
    assert read_secret(tmp_path / "secret", 99) is None


def test_no_more_is_read_than_was_asked_for(tmp_path: Path) -> None:
    write_new(tmp_path / "secret", b"abcdef")
    assert read_secret(tmp_path / "secret", 4) == b"abcd"


@POSIX
@pytest.mark.parametrize("bits", [0o640, 0o604, 0o620, 0o602, 0o610, 0o601])
def test_a_file_that_is_open_to_others_is_not_read(tmp_path: Path, bits: int) -> None:
    path = tmp_path / "secret"
    write_new(path, b"abc")
    path.chmod(bits)
    with pytest.raises(OpenToOthers) as refused:
        read_secret(path, 99)
    assert refused.value.path == path


def test_the_whole_file_is_exchanged(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    for content in (b"old", b"new"):
        write_whole(path, content)
        assert read_secret(path, 99) == content
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]


def test_a_full_disk_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "secret"
    write_whole(path, b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert read_secret(path, 99) == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]


def test_there_is_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "secret"
    with sole_writer(path):
        assert take_lock(path.with_name("secret.lock"), wait=False) is None
    descriptor = take_lock(path.with_name("secret.lock"), wait=False)
    assert descriptor is not None
    os.close(descriptor)


@POSIX
def test_a_folder_that_is_made_is_open_to_its_owner_alone(tmp_path: Path) -> None:
    with sole_writer(tmp_path / "new" / "secret"):
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_lock_that_fails_for_another_reason_is_no_held_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "a broken disk")

    monkeypatch.setattr(filelock, "_lock", broken)
    with pytest.raises(OSError, match="a broken disk"):
        take_lock(tmp_path / "lock", wait=False)


def test_a_killed_holder_holds_no_lock(tmp_path: Path) -> None:
    command = [sys.executable, "-B", "-c", HOLDER, str(tmp_path / "lock")]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert take_lock(tmp_path / "lock", wait=False) is None
        holder.kill()
    descriptor = take_lock(tmp_path / "lock", wait=False)
    assert descriptor is not None
    os.close(descriptor)


def test_a_lock_that_cannot_be_made_is_no_held_lock(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        take_lock(tmp_path / "nowhere" / "lock", wait=False)
