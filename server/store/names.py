"""Which key may use which name: a name belongs to the first key that used it, with every name that looks like it.

This is the server's policy at login and nothing else: it may change with the tables of Unicode, while what counts in a
log is judged by a fixed list.  A skeleton is only compared, never shown.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol
from unicodedata import category, combining, normalize

from twisted.internet.defer import Deferred, fail, succeed

from protocol.wire.codec import BadFrame, check_text
from protocol.wire.messages import NAME
from server.store.confusables import ALIKE, LIKE_LATIN, MARKS_ALIKE

_DAY = 24 * 60 * 60
MOST_NAMES = 5
"""How many names one key may own: enough to change it now and then, too few to hoard them."""
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
    """No player can have this name: it is too long, or there is nothing in it to see."""


class NameTaken(Exception):
    """The name, or one that looks like it, belongs to another key."""


class TooManyNames(Exception):
    """The name is new, and the network where its player is has been given as many as it may have."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A key that wants to use a name from now on.  Times are in seconds since 1970: they must outlast the process."""

    name: str
    skeletons: tuple[str, ...]
    identity: bytes
    now: int
    free_before: int
    """A name that was last used before this time is free again."""
    most: int = MOST_NAMES
    new: bool = True
    """Whether the key may own the name from now on that it did not own before."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name as it was last used."""

    name: str
    identity: bytes
    used: int


class NameStore(Protocol):
    """Keeps, by skeleton, the name, the key that owns it and its last use; failures are those of the journal."""

    def claim(self, claim: Claim) -> Deferred[bool]:
        """Let the key own the name, all of its skeletons or none; fires with whether it could, and was to.

        The last use never goes back: a clock that was wrong for an hour must not free a name when it is right again.
        A key with more than ``most`` names loses the one that was not used for longest.
        """

    def owner(self, skeleton: str) -> Deferred[bytes | None]:
        """The key that owns the name with this skeleton."""

    def forget(self, skeleton: str) -> Deferred[KnownName | None]:
        """Free the name with this skeleton, all of its skeletons; fires with what it was."""

    def every(self) -> Deferred[list[KnownName]]:
        """Each name once, in the order of names."""


class Names:
    """The names of a server; ``clock`` gives seconds since 1970."""

    def __init__(
        self,
        store: NameStore,
        kept_days: int,
        clock: Callable[[], float],
        may_give: Callable[[str], bool] = lambda network: True,
    ) -> None:
        """``may_give`` is asked, and counts, whether one more new name may go to a network."""
        self._store = store
        self._may_give = may_give
        self._kept = kept_days * _DAY
        self._clock = clock

    def use(self, name: str, identity: bytes, network: str = "") -> Deferred[None]:
        """Let this key use the name now and own it from now on.

        It fails with `NameTaken`, `BadName`, or `TooManyNames` if the network has been given many.
        """
        try:
            looks = skeletons(name)
        except BadName as error:
            return fail(error)
        now = int(self._clock())
        claim = Claim(name, tuple(looks), identity, now, now - self._kept)
        return self._store.claim(replace(claim, new=False)).addCallback(self._or_give, claim, network)

    def owner(self, name: str) -> Deferred[bytes | None]:
        """The key that used this name, or one like it, last; None if there is none."""
        try:
            return self._store.owner(skeletons(name)[0])
        except BadName:
            return succeed(None)

    def forget(self, name: str) -> Deferred[KnownName | None]:
        """Free this name, or the one like it: the next key that wants it has it.  Fires with what it was, if any."""
        try:
            return self._store.forget(skeletons(name)[0])
        except BadName:
            return succeed(None)

    def every(self) -> Deferred[list[KnownName]]:
        """All names that are known here."""
        return self._store.every()

    def _or_give(self, owned: bool, claim: Claim, network: str) -> Deferred[None] | None:
        """The key does not own the name: perhaps no other does.  To try names costs as much as to be given them."""
        if owned:
            return None
        if not self._may_give(network):
            raise TooManyNames(f"from {network} many new names were asked for")
        return self._store.claim(claim).addCallback(_check_had)


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


def _check_had(had: bool) -> None:
    if not had:
        raise NameTaken("the name belongs to another key")
