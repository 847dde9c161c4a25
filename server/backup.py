"""The commands `backup` and `restore`: all that lasts of a server in one file, and back into an empty folder."""

import os
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from protocol.keys.filelock import OWNER_ONLY
from protocol.keys.secretfile import sync_folder, write_new
from server.store.data_dir import DataDir, DataDirTrouble, folder_of
from server.store.errors import CannotOpen
from server.store.sqlite.copying import DATABASES, check_databases, copy_databases
from server.streams import print_line

DONE, FAILED = 0, 1
_BESIDE = ("server.key", "older-keys", "banned-players", "muted-players", "allowed-players")
"""What is small, and written whole by the server."""
_PIECE = 1 << 20


class CannotRestore(Exception):
    """The file or the folder is not what it should be."""


def backup(data_dir: str, file: Path) -> int:
    """Write the file, for its owner alone: with it, any computer is the server and knows the cards of its tables."""
    return _told(lambda: _back_up(folder_of(data_dir), file), f"everything that lasts is in {file}; keep it secret")


def restore(data_dir: str, file: Path) -> int:
    """Put what stands in the file into the data folder, in which there is no server yet."""
    return _told(lambda: _restore(data_dir, file), f"{file} was put into {data_dir or 'the data folder'}")


def _told(act: Callable[[], None], sentence: str) -> int:
    try:
        act()
    except (CannotOpen, CannotRestore, DataDirTrouble) as trouble:
        print(trouble, file=sys.stderr)
    except tarfile.TarError as error:
        print(f"this is no backup of a server, or it is damaged: {error}", file=sys.stderr)
    except OSError as error:
        print(f"{error.filename or 'file'}: {error.strerror}", file=sys.stderr)
    else:
        return DONE if print_line(sentence) is None else FAILED
    return FAILED


def _back_up(folder: Path, file: Path) -> None:
    with TemporaryDirectory(prefix=".backup-", dir=file.absolute().parent) as made:  # for its owner alone
        copies = Path(made)
        copy_databases(folder, copies)
        for name in _BESIDE:
            if (folder / name).exists():
                write_new(copies / name, (folder / name).read_bytes())
        whole = copies / "whole"
        with _private(whole) as out:
            with tarfile.open(fileobj=out, mode="w") as archive:
                for name in (*DATABASES, *_BESIDE):
                    if (copies / name).exists():
                        archive.add(copies / name, name, recursive=False)
            out.flush()
            os.fsync(out.fileno())
        os.link(whole, file)  # which never takes the place of a file that is there
        sync_folder(file.absolute().parent)


def _private(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb")


def _restore(data_dir: str, file: Path) -> None:
    folder = DataDir.of(data_dir)  # held: no server can begin with a half
    try:
        for name in (*DATABASES, *_BESIDE):
            if (folder.path / name).exists():
                raise CannotRestore(f"{folder.path / name} is there already; move it away, or set another data-dir")
        with TemporaryDirectory(prefix=".restore-", dir=folder.path) as made:
            taken = _taken_out(file, Path(made))
            check_databases(Path(made))
            if _BESIDE[0] not in taken:
                raise CannotRestore(f"{file}: has no {_BESIDE[0]} in it")
            for name in sorted(taken, key=(*_BESIDE, *DATABASES).index):
                (Path(made) / name).replace(folder.path / name)
        sync_folder(folder.path)
    finally:
        folder.close()


def _taken_out(file: Path, to: Path) -> set[str]:
    """The files that a backup has, by name; nothing else that an archive could do is done."""
    taken: set[str] = set()
    with tarfile.open(file, mode="r:") as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isreg() else None
            if content is None or member.name not in (*DATABASES, *_BESIDE) or member.name in taken:
                raise CannotRestore(f"{file}: is no backup of a server")
            with _private(to / member.name) as out:
                while piece := content.read(_PIECE):
                    out.write(piece)
                out.flush()
                os.fsync(out.fileno())
            taken.add(member.name)
    return taken
