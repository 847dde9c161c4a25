"""Who may be called what: a name belongs to the first key that used it, and so does every name that looks like it.

This is the server's policy at login and nothing else: it may change with the tables of Unicode, while what counts in a
log is judged by a fixed list.  Nobody is called by a skeleton, it is only compared.
"""

import re
import sqlite3
from collections.abc import Callable
from unicodedata import category, combining, normalize

from twisted.internet.defer import Deferred, fail

from protocol.wire.codec import BadFrame, check_text
from protocol.wire.messages import NAME
from server.store.confusables import ALIKE, LIKE_LATIN, MARKS_ALIKE
from server.store.journal import Journal

_DAY = 24 * 60 * 60
MOST_NAMES = 5
"""How many names one key may own: enough for whoever changes it now and then, too few to keep them from others."""
_UNSEEN = re.compile(
    r"[\s\u115f\u1160\u2800\u3164\uffa0\U00016fe4"  # blank
    r"\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\ufff0-\ufff8\U0001bc9d\U000e0000-\U000e0fff]"  # nothing
)
_UNSEEN_KINDS = frozenset({"Cf", "Me"})  # what only forms the text around it, and rings around letters
_ACCENTS = frozenset({1, *range(10, 37), *range(200, 256)})
"""Classes of marks that a name is written with or without: strokes, points of Hebrew and Arabic, all above and below.

The others are letters in all but name, as the vowels of Thai and of Indian scripts, and a name without them is another.
"""
_LIKE_LATIN = {ord(one): seen for seen, alike in LIKE_LATIN.items() for one in alike}
_MARKS_ALIKE = {ord(one): seen for seen, alike in MARKS_ALIKE.items() for one in alike}
_ALIKE = {one: seen for seen, alike in ALIKE.items() for one in alike}
_ALIKE_PATTERN = re.compile("|".join(map(re.escape, _ALIKE)))


class BadName(ValueError):
    """Nobody can be called that: it is too long, or there is nothing in it to see."""


class NameTaken(Exception):
    """The name, or one that looks like it, belongs to somebody else."""


class Names:
    """The names of a server; ``clock`` gives seconds since 1970, since it must outlast the process."""

    def __init__(self, journal: Journal, kept_days: int, clock: Callable[[], float]) -> None:
        self._journal = journal
        self._kept = kept_days * _DAY
        self._clock = clock

    def use(self, name: str, identity: bytes) -> Deferred[None]:
        """This key uses the name now, and owns it from now on; `NameTaken` or `BadName` if it cannot.

        Whoever owns more than `MOST_NAMES` by that gives up the one that was not used for longest.
        """
        try:
            looks = skeletons(name)
        except BadName as error:
            return fail(error)
        now = int(self._clock())

        def work(database: sqlite3.Connection) -> bool:
            """Whether it could be had: an exception would break up the writes of others that are committed with it."""
            if not all(_is_free(database, skeleton, identity, now - self._kept) for skeleton in looks):
                return False
            database.executemany(_USE, [(skeleton, name, identity, now) for skeleton in looks])
            database.execute(_GIVE_UP, (identity, identity, name, MOST_NAMES))
            return True

        return self._journal.write(work).addCallback(_check_had)


_USE = (
    "INSERT INTO names VALUES (?, ?, ?, ?) ON CONFLICT (skeleton) DO UPDATE"
    " SET name = excluded.name, identity = excluded.identity, used = max(used, excluded.used)"
)
"""The last use is never put back: a clock that was wrong for an hour must not free a name when it is right again."""
_GIVE_UP = (
    "DELETE FROM names WHERE identity = ? AND name NOT IN"
    " (SELECT name FROM names WHERE identity = ? GROUP BY name ORDER BY name = ? DESC, max(used) DESC LIMIT ?)"
)


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
    apart = _UNSEEN.sub("", normalize("NFKD", text.translate(_MARKS_ALIKE)))
    return "".join(one for one in apart if category(one) not in _UNSEEN_KINDS and combining(one) not in _ACCENTS)


def _folded(text: str) -> str:
    return _ALIKE_PATTERN.sub(lambda found: _ALIKE[found[0]], _bare(text.casefold()))


def _is_free(database: sqlite3.Connection, skeleton: str, identity: bytes, before: int) -> bool:
    row = database.execute("SELECT identity, used FROM names WHERE skeleton = ?", (skeleton,)).fetchone()
    return row is None or row[0] == identity or row[1] < before


def _check_had(had: bool) -> None:
    if not had:
        raise NameTaken("the name belongs to somebody else")
