"""The log on the disk: it only grows, a crash costs nothing that was seen, and damage is kept."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.net.table.log_file import InUse, LogFile
from protocol.log.records import MAGIC, RecordType, record
from tests.support.nights import thinned

FRONT = [record(RecordType.TABLE, b"a table"), record(RecordType.CARDS, b"cards" * 20)]
FIRST = [record(RecordType.ENTRY, b"e" * 200), record(RecordType.ENTRY, b"f" * 300), record(RecordType.HEAD, b"h" * 68)]
SECOND = [record(RecordType.ENTRY, b"g" * 150), record(RecordType.HEAD, b"i" * 68)]
GOOD = sum(map(len, [*FRONT, *FIRST]))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables" / "one.umlog"


def written(path: Path, *more: bytes) -> bytes:
    """A log on the disk, and what stands behind it."""
    file = LogFile(path)
    file.append(FRONT)
    file.append(FIRST)
    file.close()
    with path.open("ab") as raw:
        raw.write(b"".join(more))
    return MAGIC + b"".join([*FRONT, *FIRST])


def kept(path: Path) -> Path | None:
    """Open it again, and keep what is good."""
    file = LogFile(path)
    try:
        return file.keep(GOOD)
    finally:
        file.close()


def test_what_is_written_is_read_back(path: Path) -> None:
    good = written(path)
    assert path.read_bytes() == good
    file = LogFile(path)
    assert file.read() == [*FRONT, *FIRST]
    file.append(SECOND)
    assert file.read() == [*FRONT, *FIRST, *SECOND]
    file.close()


def test_a_new_file_is_empty_and_its_owners_alone(path: Path) -> None:
    file = LogFile(path)
    assert file.read() == []
    assert file.keep(0) is None
    file.close()
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("size", thinned(range(len(SECOND[0]) + len(SECOND[1])), 8))
def test_the_beginning_of_a_batch_is_cut_off(path: Path, size: int) -> None:
    """Whatever a crash leaves of it, before its HEAD is whole."""
    good = written(path, b"".join(SECOND)[:size])
    assert kept(path) is None
    assert path.read_bytes() == good
    assert [one.name for one in path.parent.glob("*.umlog")] == [path.name]


@pytest.mark.parametrize("size", range(1, len(MAGIC) + len(FRONT[0]) + 3))
def test_the_beginning_of_a_file_is_cut_off(path: Path, size: int) -> None:
    path.parent.mkdir()
    path.write_bytes((MAGIC + b"".join(FRONT))[:size])
    path.chmod(0o600)
    file = LogFile(path)
    assert file.keep(0) is None
    assert file.content() == b""
    file.append(FRONT)
    assert file.read() == FRONT
    file.close()


@pytest.mark.parametrize(
    "tail",
    [b"".join(SECOND), b"\xff" * 50, SECOND[0] + b"\x09\x00\x00\x00\x00", b"\x03\xff\xff\xff\xff" + b"x" * 20],
    ids=["a signed batch", "noise", "a record of no kind", "an endless record"],
)
def test_anything_else_is_kept_aside(path: Path, tail: bytes) -> None:
    good = written(path, tail)
    aside = kept(path)
    assert aside is not None
    assert aside.read_bytes() == good + tail
    assert path.read_bytes() == good


@pytest.mark.parametrize("end", [b"Eva", b"and more, longer than the head of a record"])
def test_what_is_no_log_is_kept_aside(path: Path, end: bytes) -> None:
    """Also what is hardly longer than the first line of a log."""
    path.parent.mkdir()
    path.write_bytes(b"a letter to you " + end)
    file = LogFile(path)
    assert file.read() == []
    aside = file.keep(0)
    file.close()
    assert aside is not None
    assert aside.read_bytes().startswith(b"a letter")


def test_nothing_that_was_kept_is_written_over(path: Path) -> None:
    for _ in range(3):
        written(path, *SECOND)
        assert kept(path) is not None
        path.unlink()
    assert len(list(path.parent.glob("one.damaged-*.umlog"))) == 3


def test_one_program_at_a_time(path: Path) -> None:
    file = LogFile(path)
    with pytest.raises(InUse):
        LogFile(path)
    file.close()
    LogFile(path).close()


def test_it_is_on_the_disk_when_it_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    file = LogFile(path)
    file.append(FRONT)
    assert not synced
    file.sync()
    count = len(synced)
    assert count
    file.sync()  # nothing is new
    assert len(synced) == count
    file.append(FIRST)
    file.close()
    assert len(synced) > count


def test_evidence_is_the_log_and_what_came_after_it(path: Path) -> None:
    good = written(path)
    file = LogFile(path)
    one, two = file.keep_evidence(SECOND), file.keep_evidence([])
    file.close()
    assert one.read_bytes() == good + b"".join(SECOND)
    assert two.read_bytes() == good
    assert path.read_bytes() == good


@settings(max_examples=50, deadline=None)
@given(noise=st.binary(max_size=400), at=st.integers(0, 700))
def test_whatever_a_file_holds_it_can_be_opened(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int
) -> None:
    path = tmp_path_factory.mktemp("logs") / "one.umlog"
    good = written(path)
    path.write_bytes(good[:at] + noise)
    file = LogFile(path)
    records = file.read()
    file.keep(sum(map(len, records)))
    assert file.read() == records
    file.close()
