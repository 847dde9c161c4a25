"""Opening databases: made private, and refused in a sentence if damaged, foreign or from another version."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from server.store.errors import CannotOpen
from server.store.sqlite.database import Format, open_database
from server.store.sqlite.format import JOURNAL
from server.store.sqlite.secrets import SECRETS

POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no modes")
FORMATS = pytest.mark.parametrize("format_", [JOURNAL, SECRETS], ids=lambda format_: format_.what)


def pragma(path: Path, statement: str) -> None:
    """Change something about a database from outside."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA {statement}")
        database.commit()


def refused(path: Path, format_: Format) -> str:
    """What is said when the database is not opened."""
    with pytest.raises(CannotOpen) as trouble:
        open_database(path, format_)
    return str(trouble.value)


def made(path: Path, format_: Format) -> Path:
    """A database with something in it."""
    with closing(open_database(path, format_)) as database:
        for number in range(200):
            key = number.to_bytes(32, "big")
            if format_ is JOURNAL:
                database.execute("INSERT INTO tables (table_id, next) VALUES (?, 2)", (key,))
                database.execute("INSERT INTO records VALUES (?, 0, ?, NULL)", (key, bytes(500)))
            else:
                database.execute("INSERT INTO secrets VALUES (?, ?)", (key, 10 * key))
    return path


@FORMATS
def test_commits_are_synced_and_foreign_keys_kept(tmp_path: Path, format_: Format) -> None:
    for _ in range(2):
        with closing(open_database(tmp_path / "d", format_)) as database:
            values = [
                database.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "synchronous", "foreign_keys", "application_id", "user_version")
            ]
            assert values == [format_.journal_mode, 2, 1, format_.application_id, format_.version]


@FORMATS
def test_what_is_deleted_is_overwritten(tmp_path: Path, format_: Format) -> None:
    """Secrets; and names that are freed, and texts that are removed on request."""
    with closing(open_database(tmp_path / "d", format_)) as database:
        assert database.execute("PRAGMA secure_delete").fetchone() == (1,)


@FORMATS
def test_every_table_is_strict(tmp_path: Path, format_: Format) -> None:
    with closing(open_database(tmp_path / "d", format_)) as database:
        rows = list(database.execute("SELECT name, wr, strict FROM pragma_table_list WHERE schema = 'main'"))
        tables = [row for row in rows if not row[0].startswith("sqlite_")]
        assert len(tables) == len([one for one in format_.tables if one.startswith("CREATE TABLE")])
        assert [row for row in tables if row[1:] != (1, 1)] == []


@FORMATS
@POSIX
@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_only_the_owner_can_read_its_files_whatever_the_mask(tmp_path: Path, format_: Format, mask: int) -> None:
    before = os.umask(mask)
    try:
        with closing(open_database(tmp_path / "d", format_)) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("CREATE TABLE more (a INTEGER)")
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
            database.execute("ROLLBACK")
    finally:
        os.umask(before)
    assert len(modes) >= 2  # the write-ahead log, or the journal with what was there before
    assert set(modes.values()) == {0o600}


@POSIX
def test_secrets_that_are_open_to_others_are_not_used(tmp_path: Path) -> None:
    path = made(tmp_path / "d", SECRETS)
    path.chmod(0o640)
    assert refused(path, SECRETS).endswith(f"so it is not used; run: chmod 600 {path}")


@POSIX
def test_a_journal_may_be_open_to_a_backup(tmp_path: Path) -> None:
    path = made(tmp_path / "d", JOURNAL)
    path.chmod(0o640)
    open_database(path, JOURNAL).close()


@FORMATS
def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path, format_: Format) -> None:
    path = tmp_path / "d"
    path.write_bytes(b"a letter to somebody\n" * 100)
    path.chmod(0o600)
    assert refused(path, format_) == f"{path}: is not the {format_.what} of an undermine server"
    assert path.read_bytes() == b"a letter to somebody\n" * 100


@FORMATS
def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path, format_: Format) -> None:
    path = tmp_path / "d"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE a (b)")
    path.chmod(0o600)
    before = path.read_bytes()
    assert refused(path, format_) == f"{path}: is a database, but not the {format_.what} of an undermine server"
    assert path.read_bytes() == before
    pragma(path, "application_id = 77")
    pragma(path, f"user_version = {format_.version}")
    assert "is a database, but not the" in refused(path, format_)


def test_journal_and_secrets_are_not_taken_for_each_other(tmp_path: Path) -> None:
    assert "not the secrets" in refused(made(tmp_path / "j", JOURNAL), SECRETS)
    assert "not the journal" in refused(made(tmp_path / "s", SECRETS), JOURNAL)


@FORMATS
@pytest.mark.parametrize("version", [0, 4, 99])
def test_another_version_is_refused_and_left_alone(tmp_path: Path, format_: Format, version: int) -> None:
    path = made(tmp_path / "d", format_)
    pragma(path, f"user_version = {version}")
    before = path.read_bytes()
    assert refused(path, format_) == (
        f"{path}: has version {version}, and this program knows version {format_.version};"
        " use the program that made it, or another data-dir"
    )
    assert path.read_bytes() == before


@FORMATS
def test_damage_is_noticed_wherever_it_is(tmp_path: Path, format_: Format) -> None:
    """A page is filled with nonsense, each in turn."""
    path = made(tmp_path / "d", format_)
    content = path.read_bytes()
    pages = range(4096, len(content), 4096)
    assert len(pages) > 5
    noticed = []
    for at in pages:
        path.write_bytes(content[:at] + b"\xa5" * 4096 + content[at + 4096 :])
        noticed.append(refused(path, format_))
    assert {sentence.startswith(f"{path}: is damaged (") for sentence in noticed} == {True}
    path.write_bytes(content)
    open_database(path, format_).close()


@FORMATS
def test_a_file_that_is_cut_short_is_noticed(tmp_path: Path, format_: Format) -> None:
    path = made(tmp_path / "d", format_)
    path.write_bytes(path.read_bytes()[:9000])
    assert refused(path, format_).startswith(f"{path}: is damaged (")


def test_a_sqlite_that_is_too_old_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))
    assert refused(tmp_path / "d", JOURNAL).endswith("and the server needs 3.37 or later")
    assert list(tmp_path.iterdir()) == []


@FORMATS
def test_an_empty_file_is_a_first_start(tmp_path: Path, format_: Format) -> None:
    (tmp_path / "d").touch(0o600)
    made(tmp_path / "d", format_)


def test_a_first_start_that_was_killed_half_way_is_a_first_start(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "d")) as database:
        database.execute("PRAGMA journal_mode = wal")
    assert (tmp_path / "d").stat().st_size > 0
    made(tmp_path / "d", JOURNAL)


@FORMATS
def test_a_folder_in_place_of_the_file(tmp_path: Path, format_: Format) -> None:
    assert refused(tmp_path, format_) == f"{tmp_path}: Is a directory"


@FORMATS
def test_a_folder_that_is_not_there(tmp_path: Path, format_: Format) -> None:
    path = tmp_path / "nowhere" / "d"
    assert refused(path, format_) == f"{path}: No such file or directory"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    path = made(tmp_path / "d", JOURNAL)
    path.chmod(0o400)
    assert refused(path, JOURNAL) == f"{path}: Permission denied"
