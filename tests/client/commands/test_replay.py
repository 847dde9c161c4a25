"""`undermine replay` and `export`: which file, whose key, and what is told when one of them is wrong."""

import io
import os
from pathlib import Path
from typing import Any

import pytest

from client.main import main
from protocol.host.selfplay import from_seed
from protocol.keys.keytext import key_text
from protocol.log.records import MAGIC, RecordType, record, records
from protocol.wire.codec import pack, unpack
from tests.client.replay.games import cut, whole_game

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def no_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def later_version(data: bytes) -> bytes:
    """A log of a protocol that is yet to come."""
    (_, table), *rest = records(data)
    plain: Any = unpack(table, 1 << 16)
    plain["proto"] = 1000
    return MAGIC + record(RecordType.TABLE, pack(plain)) + b"".join(record(kind, held) for kind, held in rest)


def commands(file: Path, out: Path) -> list[list[str]]:
    """Each that looks back at a file."""
    return [["replay", str(file)], ["replay", str(file), "--plain"], ["export", str(file), "--html", str(out)]]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "unreadable: this is not a log of the game"),
        (whole_game().host.file[:500], "unreadable: the record at byte 16 cannot be read"),
        (later_version(whole_game().host.file), "unreadable: protocol 1000 is not known to this program"),
    ],
    ids=["empty", "cut", "later"],
)
def test_a_file_without_a_game_is_told_before_anything_is_shown(
    tmp_path: Path, capsys: Capture, content: bytes, why: str
) -> None:
    file, out = tmp_path / "game.umlog", tmp_path / "game.html"
    file.write_bytes(content)
    for command in commands(file, out):
        assert main(command) == 2
        assert capsys.readouterr() == ("", f"{file}: {why}\n")
    assert not out.exists()


@pytest.mark.parametrize(("name", "why"), [("", "Is a directory"), ("x" * 300, "File name too long")])
def test_a_name_that_leads_to_no_file_is_told_with_it(tmp_path: Path, capsys: Capture, name: str, why: str) -> None:
    for command in commands(tmp_path / name, tmp_path / "game.html"):
        assert main(command) == 2
        assert capsys.readouterr() == ("", f"{tmp_path / name}: cannot be read: {why}\n")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user who is refused something")
def test_a_log_in_a_closed_folder_is_told_with_its_name(tmp_path: Path, capsys: Capture) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "game.umlog").write_bytes(whole_game().host.file)
    closed.chmod(0o000)
    try:
        for command in commands(closed / "game.umlog", tmp_path / "game.html"):
            assert main(command) == 2
            assert capsys.readouterr() == ("", f"{closed / 'game.umlog'}: cannot be read: Permission denied\n")
        assert main(["audit", str(closed)]) == 2
        assert capsys.readouterr() == ("", f"{closed}: cannot be read: Permission denied\n")
    finally:
        closed.chmod(0o700)


@pytest.mark.parametrize(("more", "boards"), [((), 0), (("--board",), 2), (("--words", "--board"), 2)])
def test_the_board_is_shown_at_every_step_if_that_is_wanted(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], boards: int
) -> None:
    log = tmp_path / "game.umlog"
    log.write_bytes(whole_game().host.file)
    monkeypatch.setattr("sys.stdin", io.StringIO("start\nturn 3\nb\n"))
    assert main(["replay", str(log), "--plain", *more]) == 0
    told = capsys.readouterr().out
    sign = "0,0 the start" if "--words" in more else "\n  0  "
    assert told.count(sign) == boards


def test_a_key_file_opens_the_seat_of_its_player_and_no_other(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, key, page = (tmp_path / name for name in ("cut.umlog", "my.key", "game.html"))
    log.write_bytes(cut(whole_game()))
    key.write_text(key_text(from_seed(b"replayed")("person 1")), encoding="ascii")
    monkeypatch.setattr("sys.stdin", io.StringIO("turn 2\nas player_1\nhand\n"))
    assert main(["replay", str(log), "--plain", "--key", str(key)]) == 0
    told = capsys.readouterr().out
    assert "You see what Player_2 saw." in told
    assert "The cards of this game were not all opened: you see your own seat, and what all saw." in told
    assert "The hand of Player_2:" in told
    assert main(["export", str(log), "--html", str(page), "--key", str(key), "--eyes", "player_1"]) == 2
    assert main(["export", str(log), "--html", str(page), "--eyes", "player_2"]) == 2
    assert not page.exists()
    assert main(["export", str(log), "--html", str(page), "--key", str(key)]) == 0
    assert "You see what Player_2 saw." in page.read_text("utf-8")


def test_a_key_that_cannot_be_used_is_told(tmp_path: Path, capsys: Capture) -> None:
    log, key = tmp_path / "game.umlog", tmp_path / "my.key"
    log.write_bytes(whole_game().host.file)
    key.write_bytes(b"no key")
    assert main(["replay", str(log), "--plain", "--key", str(key)]) == 2
    assert capsys.readouterr().err == f"undermine: {key}: this is not a key of undermine\n"
