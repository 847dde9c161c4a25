"""The folder with everything: one server has it, and a dead one does not."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs import user_data_path

import server
from server.store.data_dir import DataDir, DataDirTrouble
from server.store.sqlite.opening import JOURNAL_FILE, SECRETS_FILE

ROOT = Path(server.__file__).parent.parent
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")
HOLDER = """
import sys
from pathlib import Path
from server.store.data_dir import DataDir
folder = DataDir(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
"""


@POSIX
def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    folder = DataDir(tmp_path / "a" / "b")
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    folder.close()


def test_one_server_has_the_folder_and_after_it_another(tmp_path: Path) -> None:
    folder = DataDir(tmp_path)
    with pytest.raises(DataDirTrouble) as refused:
        DataDir(tmp_path)
    assert str(refused.value) == (
        f"{tmp_path}: another server (process {os.getpid()}) uses this folder; stop it, or set another data-dir"
    )
    folder.close()
    folder.close()
    DataDir(tmp_path).close()


def test_a_server_that_was_killed_does_not_hold_the_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-B", "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(DataDirTrouble, match=rf"another server \(process {holder.pid}\)"):
            DataDir(tmp_path)
        holder.kill()
    assert (tmp_path / "lock").read_text() == f"{holder.pid}\n"
    folder = DataDir(tmp_path)
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    folder.close()


def test_nonsense_in_the_lock_is_no_matter(tmp_path: Path) -> None:
    folder = DataDir(tmp_path)
    (tmp_path / "lock").write_bytes(b"\xff\x1b[2J")
    with pytest.raises(DataDirTrouble, match=r"another server uses this folder"):
        DataDir(tmp_path)
    folder.close()


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataDirTrouble, match="file: is no folder; set another data-dir"):
        DataDir(tmp_path / "file")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(DataDirTrouble, match="lock: Permission denied"):
        DataDir(tmp_path)


def test_the_setting_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for setting, expected in {
        str(tmp_path / "x"): tmp_path / "x",
        "y": tmp_path / "y",
        "": user_data_path("undermine-server", appauthor=False),
    }.items():
        folder = DataDir.of(setting)
        assert folder.path == expected
        folder.close()


def test_everything_stands_in_the_folder_under_a_name_of_its_own(tmp_path: Path) -> None:
    folder = DataDir(tmp_path)
    files = {folder.identity, folder.certificate, tmp_path / JOURNAL_FILE, tmp_path / SECRETS_FILE, tmp_path / "lock"}
    assert len(files) == 5
    assert {file.parent for file in files} == {tmp_path}
    folder.close()
