"""Players as one person knows them: keys that were met before, and talk that is not shown.

A file of names that cannot be used stops nothing.
"""

from contextlib import suppress

from client.profile.known_players import KnownPlayers, KnownPlayersTrouble, Standing
from client.visit.table import VisitedTable
from client.visit.visit import Visit
from protocol.wire.lobby import Sitter


def _asked(known: KnownPlayers, name: str, key: bytes) -> tuple[Standing, str]:
    """How well a key is known, and the same in a sentence; new, if the file cannot be used."""
    try:
        return known.standing(name, key), known.sentence(name, key)
    except KnownPlayersTrouble:
        return Standing.NEW, ""


def acquaintance(known: KnownPlayers, visit: Visit, sitter: Sitter) -> tuple[Standing, str]:
    """The same of a person at a gathering, once it is proved who that is; a namesake needs no proof."""
    if sitter.key is not None:
        standing, sentence = _asked(known, sitter.name, sitter.key)
        if standing is Standing.NAMESAKE or visit.identity_of(sitter) == sitter.key:
            return standing, sentence
    return Standing.NEW, ""


class Acquaintances:
    """At one table; the file is asked once for each, when play has begun and the names are known."""

    def __init__(self, table: VisitedTable, known: KnownPlayers) -> None:
        self._table = table
        self._known = known
        self.standings: dict[int, Standing] = {}  # by seat: how well they were known before this table
        self.sentences: dict[int, str] = {}  # by seat: the same in words, where a key or a name was known

    def meet(self) -> None:
        table = self._table
        names = table.follower.agreement.names if table.playing and table.follower is not None else {}
        for seat, key in table.keys.items():
            if (name := names.get(seat)) is None or seat == table.seat or seat in self.standings:
                continue
            self.standings[seat], sentence = _asked(self._known, name, key)
            if self.standings[seat] is not Standing.NEW:
                self.sentences[seat] = sentence
            with suppress(KnownPlayersTrouble):
                self._known.meet(name, key)
                if self._known.muted(key):
                    table.muted.add(seat)

    def mute(self, seat: int, *, on: bool) -> None:
        """Do not show the talk of a seat, or show it again; by key, if it is known, also at other tables."""
        (self._table.muted.add if on else self._table.muted.discard)(seat)
        if (key := self._table.keys.get(seat)) is not None:
            with suppress(KnownPlayersTrouble):
                self._known.mute(key, on=on)
