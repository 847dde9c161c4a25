"""What `backup` and `restore` refuse; a game goes on from a backup in `tables/test_restored.py`."""

import io
import os
import stat
import tarfile
from pathlib import Path

import pytest
from pytest_twisted import ensureDeferred
from twisted.internet.threads import deferToThread

from server import main as command
from tests.server.at_server import running, stopped


def ordered(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> int:
    monkeypatch.setenv("UNDERMINE_SERVER_DATA_DIR", str(folder / "server"))
    return command.main(list(words))


@ensureDeferred
async def test_nothing_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server, _port = await running(tmp_path)
    saved = tmp_path / "saved.tar"
    assert await deferToThread(ordered, monkeypatch, tmp_path, "backup", str(saved)) == 0
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    before = saved.read_bytes()
    assert await deferToThread(ordered, monkeypatch, tmp_path, "backup", str(saved)) == 1
    assert "exists" in capsys.readouterr().err
    assert saved.read_bytes() == before
    assert await deferToThread(ordered, monkeypatch, tmp_path, "restore", str(saved)) == 1
    assert "another server" in capsys.readouterr().err
    await stopped(server)
    assert await deferToThread(ordered, monkeypatch, tmp_path, "restore", str(saved)) == 1
    assert "is there already; move it away" in capsys.readouterr().err
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".backup-")]  # noqa: PTH208


def archive(path: Path, **members: bytes) -> Path:
    with tarfile.open(path, "w") as made:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            made.addfile(info, io.BytesIO(content))
    return path


@pytest.mark.parametrize("what", ["nothing", "text", "another name", "no database", "outside"])
def test_what_is_no_backup_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    file = tmp_path / "given"
    match what:
        case "text":
            file.write_text("hello")
        case "another name":
            archive(file, lock=b"")
        case "no database":
            archive(file, **{"server.key": b"", "journal.sqlite3": b"x" * 5000, "secrets.sqlite3": b""})
        case "outside":
            archive(file, **{"../server.key": b""})
    assert ordered(monkeypatch, tmp_path, "restore", str(file)) == 1
    assert capsys.readouterr().err
    assert os.listdir(tmp_path / "server") == ["lock"]  # noqa: PTH208
    assert not (tmp_path / "server.key").exists()


def test_a_folder_without_a_server_has_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ordered(monkeypatch, tmp_path, "backup", str(tmp_path / "saved.tar")) == 1
    assert "is not there" in capsys.readouterr().err
    assert not (tmp_path / "saved.tar").exists()
