"""Players as one person knows them: keys that were met before, and talk that is not shown.

A file of names that cannot be used stops nothing.
"""

from contextlib import suppress

from client.profile.known_players import KnownPlayers, KnownPlayersTrouble, Standing
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from protocol.wire.lobby import Sitter


def standing_of(known: KnownPlayers, name: str, key: bytes) -> Standing:
    """How well a key is known; new, if the file cannot be used."""
    try:
        return known.standing(name, key)
    except KnownPlayersTrouble:
        return Standing.NEW


def about(known: KnownPlayers, name: str, key: bytes) -> str:
    """The same in a sentence; empty, if the file cannot be used."""
    try:
        return known.sentence(name, key)
    except KnownPlayersTrouble:
        return ""


def sitter_standing(known: KnownPlayers, visit: Visit, sitter: Sitter) -> Standing:
    """How well a person at a gathering is known, as an introduction proves; a namesake needs no proof."""
    standing = Standing.NEW if sitter.key is None else standing_of(known, sitter.name, sitter.key)
    return standing if standing is Standing.NAMESAKE or visit.identity_of(sitter) == sitter.key else Standing.NEW


def about_sitter(known: KnownPlayers, visit: Visit, sitter: Sitter) -> str:
    """The same in a sentence; empty as long as it is not proved who the person is."""
    if sitter.key is None:
        return ""
    namesake = standing_of(known, sitter.name, sitter.key) is Standing.NAMESAKE
    return about(known, sitter.name, sitter.key) if namesake or visit.identity_of(sitter) == sitter.key else ""


class Acquaintances:
    """At one table; the file is asked once for each, when play has begun and the names are known."""

    def __init__(self, table: VisitedTable, known: KnownPlayers) -> None:
        self._table = table
        self._known = known
        self.standings: dict[int, Standing] = {}
        """By seat: how well they were known before this table."""
        self.sentences: dict[int, str] = {}
        """By seat: the same in words, where a key or a name was known."""

    def meet(self) -> None:
        table = self._table
        names = table.follower.agreement.names if table.playing and table.follower is not None else {}
        for seat, key in table.keys.items():
            if (name := names.get(seat)) is not None and seat != table.seat and seat not in self.standings:
                self._meet(seat, name, key)

    def _meet(self, seat: int, name: str, key: bytes) -> None:
        standing = self.standings[seat] = standing_of(self._known, name, key)
        if standing is not Standing.NEW:
            self.sentences[seat] = about(self._known, name, key)
        with suppress(KnownPlayersTrouble):
            self._known.meet(name, key)
            if self._known.muted(key):
                self._table.muted.add(seat)

    def mute(self, seat: int, *, on: bool) -> None:
        """Do not show the talk of a seat, or show it again; by key, if it is known, also at other tables."""
        if on:
            self._table.muted.add(seat)
        else:
            self._table.muted.discard(seat)
        if (key := self._table.keys.get(seat)) is not None:
            with suppress(KnownPlayersTrouble):
                self._known.mute(key, on=on)
