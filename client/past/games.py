"""All kept games of a player: found, read as far as they were worked out before, exported and deleted."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from client.audit.files import ENDING
from client.net.drawer import Drawer, Ended
from client.past.game import PastGame, forget, known, worked_out
from client.profile.placing import placed
from protocol.keys.identity import Identity

_SHORTEST = 4
"""Digits of a game's number by which it can be called; with fewer, it is its place in the list."""
_NUMBER = re.compile("[0-9a-f]{64}")
"""Of a table: other names are those of evidence and of damaged files."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A log, when its game ended, and what is known of it."""

    log: Path
    ended: Ended
    game: PastGame | None

    @property
    def table(self) -> str:
        return self.log.stem


class NotDeleted(Exception):
    """The game still waits for its player."""


class PastGames:
    def __init__(self, drawer: Drawer, identity: Identity) -> None:
        self._drawer = drawer
        self._identity = identity

    def all(self) -> list[Kept]:
        """The latest first; `OSError` if the folder cannot be looked into."""
        found = [Kept(path, self._drawer.ended(bytes.fromhex(path.stem)), known(path)) for path in self._logs()]
        return sorted(found, key=lambda kept: (kept.ended.at, kept.table), reverse=True)

    def _logs(self) -> Iterator[Path]:
        try:
            paths = [*self._drawer.folder.iterdir()]
        except FileNotFoundError:
            return
        for path in (path for path in paths if path.suffix == ENDING):
            if _NUMBER.fullmatch(path.stem) and path.is_file() and path.stat().st_size:
                yield path

    def work_out(self, kept: Kept) -> Kept:
        """Read its log, which takes part of a second."""
        return replace(kept, game=worked_out(kept.log, self._identity))

    def is_open(self, kept: Kept) -> bool:
        """Whether its player may still go back to it."""
        return bytes.fromhex(kept.table) in self._drawer.all_open()

    def export(self, kept: Kept, target: Path) -> None:
        """A copy for others, or for another computer; `FileExistsError` or `OSError` if it cannot be written."""
        data = kept.log.read_bytes()
        with placed(target) as file:
            file.write(data)

    def delete(self, kept: Kept) -> None:
        """`NotDeleted` if the game is not over for its player."""
        if self.is_open(kept):
            raise NotDeleted
        forget(kept.log)


def named(every: list[Kept], name: str) -> Kept | None:
    """By the beginning of its number, or by its place in the list; None if that is no single one."""
    if name.isdecimal() and len(name) < _SHORTEST:
        return every[int(name) - 1] if 1 <= int(name) <= len(every) else None
    found = [kept for kept in every if len(name) >= _SHORTEST and kept.table.startswith(name.lower())]
    return found[0] if len(found) == 1 else None
