"""The person's tables in lines, and the one that is looked at."""

from client.i18n import _
from client.lines.commands import Say
from client.lines.table import LineTable
from client.profile.known_players import KnownPlayers
from client.render.charset import Charset
from client.visit.visit import Visit


class Tables:
    """Those that are followed; one that is over stays until another begins."""

    def __init__(self, visit: Visit, known: KnownPlayers, charset: Charset, say: Say) -> None:
        self._visit = visit
        self._known = known
        self._charset = charset
        self._say = say
        self.all: dict[bytes, LineTable] = {}
        self._at = b""

    @property
    def current(self) -> LineTable | None:
        return self.all.get(self._at)

    @property
    def played(self) -> LineTable | None:
        """The same, if the person plays there."""
        return self.current if self.current is not None and self.current.is_open else None

    def look_at(self, tid: bytes, *, now: bool = False) -> LineTable:
        """The first table that is played is looked at, and one that begins now."""
        if tid not in self.all:
            self.all[tid] = LineTable(self._visit.tables[tid], self._known, self._charset, self._say)
            if self.played is None:
                self._at = tid
            else:
                self._say(_("You sit at another table, too: “table” lists your tables."))
        if now:
            self._at = tid
        return self.all[tid]

    def listed(self) -> list[str]:
        return [
            _("Your table {number}: {names}{here}", number=number, names=table.name, here=here)
            for number, (tid, table) in enumerate(self.all.items(), start=1)
            for here in [_(" (here)") if tid == self._at else ""]
        ]

    def turn_to(self, words: list[str]) -> None:
        tids = {str(number): tid for number, tid in enumerate(self.all, start=1)}
        if not tids:
            self._say(_("You sit at no table."))
        elif words and words[0] in tids:
            self._at = tids[words[0]]
            self.all[self._at].tell()
        else:
            for line in [*self.listed(), _("“table” and a number turns to it.")]:
                self._say(line)

    def put_away(self) -> None:
        """Tables at which nothing is left to do are not followed any more."""
        for tid, table in list(self.all.items()):
            if table.over:
                del self.all[tid]
                if tid in self._visit.tables:
                    self._visit.forget(tid, over=table.is_done_with)
