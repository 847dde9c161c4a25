"""Who may be called what: a name belongs to the first key that used it, and so does every name that looks like it.

This is the server's policy at login and nothing else: it may change with the tables of Unicode, while what counts in a
log is judged by a fixed list.  Nobody is called by a skeleton, it is only compared.
"""

import re
import sqlite3
from collections.abc import Callable
from unicodedata import normalize

from twisted.internet.defer import Deferred, fail

from protocol.codec import BadFrame, check_text
from protocol.messages import NAME
from server.confusables import ALIKE, LIKE_LATIN
from server.database_thread import DatabaseThread

_DAY = 24 * 60 * 60
_UNSEEN = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"  # blank, or nothing
    r"\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"  # accents
)
_LIKE_LATIN = {ord(one): seen for seen, alike in LIKE_LATIN.items() for one in alike}
_ALIKE = {one: seen for seen, alike in ALIKE.items() for one in alike}
_ALIKE_PATTERN = re.compile("|".join(map(re.escape, _ALIKE)))


class BadName(ValueError):
    """Nobody can be called that: it is too long, or there is nothing in it to see."""


class NameTaken(Exception):
    """The name, or one that looks like it, belongs to somebody else."""


class Names:
    """The names of a server; ``clock`` gives seconds since 1970, since it must outlast the process."""

    def __init__(self, database: DatabaseThread, kept_days: int, clock: Callable[[], float]) -> None:
        self._database = database
        self._kept = kept_days * _DAY
        self._clock = clock

    def use(self, name: str, identity: bytes) -> Deferred[None]:
        """This key uses the name now, and owns it from now on; `NameTaken` or `BadName` if it cannot."""
        try:
            looks = skeletons(name)
        except BadName as error:
            return fail(error)
        now = int(self._clock())

        def work(database: sqlite3.Connection) -> None:
            for skeleton in looks:
                _check_free(database, skeleton, identity, now - self._kept)
            database.executemany(
                "INSERT OR REPLACE INTO names VALUES (?, ?, ?, ?)",
                [(skeleton, name, identity, now) for skeleton in looks],
            )

        return self._database.write(work)

    def forget_unused(self) -> Deferred[int]:
        """Make room: the names that nobody owns any more; how many rows.

        It does not happen by itself: with a clock that is wrong at a start, every name would be lost.
        """
        before = int(self._clock()) - self._kept

        def work(database: sqlite3.Connection) -> int:
            return database.execute("DELETE FROM names WHERE used < ?", (before,)).rowcount

        return self._database.write(work)


def skeletons(name: str) -> list[str]:
    """What two names have in common if a person could take one for the other.

    There are two ways to look: at the letters that they are, so that case does not matter in any script, and at the
    Latin letters that they look like, each in its case.
    """
    try:
        check_text(name, NAME)
    except BadFrame as error:
        raise BadName(error.reason) from error
    bare = _bare(name)
    found = sorted({_folded(bare), _folded(bare.translate(_LIKE_LATIN))})
    if "" in found:
        raise BadName("a name with nothing in it to see")
    return found


def _bare(text: str) -> str:
    """Without accents and blanks; wide letters and ligatures are taken apart."""
    return _UNSEEN.sub("", normalize("NFKD", text))


def _folded(text: str) -> str:
    return _ALIKE_PATTERN.sub(lambda found: _ALIKE[found[0]], _bare(text.casefold()))


def _check_free(database: sqlite3.Connection, skeleton: str, identity: bytes, before: int) -> None:
    row = database.execute("SELECT identity, used FROM names WHERE skeleton = ?", (skeleton,)).fetchone()
    if row is not None and row[0] != identity and row[1] >= before:
        raise NameTaken("the name belongs to somebody else")
