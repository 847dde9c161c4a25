"""The folder with everything that lasts, which one server at a time has for itself."""

import os
import shlex
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from protocol.keys.filelock import take_lock

CONTROL = "control"
"""The socket in the folder, over which its owner gives orders to the server."""


class DataDirTrouble(Exception):
    """The folder cannot be used; the message says which, why, and what to do."""


class DataDir:
    """A folder that this process holds.  It is freed by `close`, and by the system however the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            if path.exists() and not path.is_dir():
                raise DataDirTrouble(f"{path}: is no folder; set another data-dir")
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = take_lock(self._lock_file, wait=False)
            if lock is None:
                raise DataDirTrouble(
                    f"{path}: another server{self._holder()} uses this folder; stop it, or set another data-dir"
                )
        except OSError as error:
            raise DataDirTrouble(f"{error.filename or path}: {error.strerror}") from error
        self._lock: int | None = lock
        with suppress(OSError):  # a hint for a person, nothing depends on it
            os.truncate(lock, 0)
            os.write(lock, f"{os.getpid()}\n".encode("ascii"))

    @classmethod
    def of(cls, setting: str) -> "DataDir":
        """The folder that the setting ``data-dir`` names."""
        return cls(folder_of(setting))

    @property
    def identity(self) -> Path:
        """The server's key, which makes it this server."""
        return self.path / "server.key"

    @property
    def older_keys(self) -> Path:
        """The keys that the server had before, the oldest first."""
        return self.path / "older-keys"

    @property
    def certificate(self) -> Path:
        """The certificate that the server made itself, with its key."""
        return self.path / "certificate.pem"

    def close(self) -> None:
        """Let another server have the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def _lock_file(self) -> Path:
        return self.path / "lock"

    def _holder(self) -> str:
        """The process that holds the folder, as far as can be read."""
        try:
            number = self._lock_file.read_text("ascii").strip()
        except (OSError, ValueError):
            return ""
        return f" (process {number})" if number.isdigit() else ""


def folder_of(setting: str) -> Path:
    """The folder that the setting ``data-dir`` names, whether it is there or not."""
    try:
        if setting:
            return Path(setting).expanduser().absolute()
        return user_data_path("undermine-server", appauthor=False)
    except RuntimeError as error:  # from the words of a path, with no system call in it
        raise DataDirTrouble(f"the home folder of this user is not known ({error}); set data-dir") from error


def open_to_others(path: Path) -> str:
    """The sentence about a secret file that other users can read."""
    return (
        f"{path} can be read or changed by other users of this computer, so it is not used;"
        f" run: chmod 600 {shlex.quote(str(path))}"
    )
