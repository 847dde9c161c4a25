"""A list of players in a file that people can read and mend: on each line a pin, and what they were called."""

import re
from pathlib import Path

from protocol.keys.identity import pin
from protocol.keys.secretfile import OpenToOthers, read_secret, write_whole
from server.store.data_dir import DataDirTrouble, open_to_others

PIN = re.compile(r"[A-Z2-7]{52}")
"""What `pin` makes of a key: players see it of each other, and of themselves."""
_LONGEST = 1 << 20


class Roll:
    """Read once; what cannot be read is never passed over: a player who was banned would come in again."""

    def __init__(self, path: Path | None) -> None:
        """Without a path, it lasts as long as the program."""
        self._path = path
        self._lines = [] if path is None else _read(path)

    def __len__(self) -> int:
        return len(self.rows())

    def __contains__(self, identity: bytes) -> bool:
        return bool(self._lines) and pin(identity) in self.rows()

    def rows(self) -> dict[str, str]:
        """By pin, what stands behind it."""
        rows = (line.partition(" ") for line in self._lines if _is_row(line))
        return {key: called.strip() for key, _, called in rows}

    def add(self, key: str, called: str = "") -> None:
        """From now on; `OSError` if it cannot be written, and then it does not hold."""
        if key not in self.rows():
            self._write([*self._lines, f"{key} {called}".rstrip()])

    def remove(self, key: str) -> bool:
        """Whether it stood there."""
        there = key in self.rows()
        if there:
            self._write([line for line in self._lines if not line.startswith(key)])
        return there

    def _write(self, lines: list[str]) -> None:
        if self._path is not None:
            write_whole(self._path, "".join(f"{line}\n" for line in lines).encode())
        self._lines = lines


def _is_row(line: str) -> bool:
    return bool(line) and not line.startswith("#")


def _read(path: Path) -> list[str]:
    try:
        content = read_secret(path, _LONGEST + 1) or b""
        lines = [line.strip() for line in content.decode("utf-8").splitlines()]
    except OpenToOthers as error:
        raise DataDirTrouble(open_to_others(path)) from error
    except OSError as error:
        raise DataDirTrouble(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataDirTrouble(f"{path}: is not a text; correct it, or take it away") from error
    if len(content) > _LONGEST:
        raise DataDirTrouble(f"{path}: has more than {_LONGEST} bytes; take some of its lines away")
    for number, line in enumerate(lines, 1):
        if _is_row(line) and PIN.fullmatch(line.partition(" ")[0]) is None:
            raise DataDirTrouble(f"{path}, line {number}: does not begin with the pin of a player; correct it")
    return lines
