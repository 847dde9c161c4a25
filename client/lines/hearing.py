"""What a visit tells, in sentences: the connection, the lobby, the tables, and the end."""

from collections.abc import Callable

from twisted.internet.defer import Deferred

from client.i18n import _
from client.lines.at_lobby import LineLobby
from client.lines.at_table import LineTable
from client.lines.commands import Say
from client.profile.known_players import KnownPlayers
from client.render.charset import Charset
from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.codes import sentence
from client.words.safe import shown
from client.words.trouble import met_before, parting_lines
from protocol.keys.identity import fingerprint
from protocol.wire.lobby import Said

Later = Callable[[Callable[[], None]], object]
"""Calls something when the present news have been dealt with, such as ``partial(reactor.callLater, 0)``."""
DONE, WRONG = 0, 1
TID = 16
"""Letters of a table's name that are shown."""


class Hearing:
    """A `client.visit.news.Listener`; `done` fires with the exit code."""

    def __init__(
        self,
        visit: Visit,
        known: KnownPlayers,
        charset: Charset,
        say: Say,
        later: Later,
        *,
        one_game: bool,
    ) -> None:
        self.visit = visit
        self._known = known
        self._charset = charset
        self.say = say
        self._later = later
        self.one_game = one_game
        self.done: Deferred[int] = Deferred()
        self.lobby = LineLobby(visit, known, say)
        self.tables: dict[bytes, LineTable] = {}
        self.at: bytes = b""
        """The table that the person looks at."""
        self._noted: list[tuple[News, Said | None]] = []
        """What was heard and not told yet, with what somebody said."""
        self._code = DONE
        self._met = self._cut = False
        """Whether there was a connection, and whether the person knows that there is none."""

    @property
    def table(self) -> LineTable | None:
        """The table that the person looks at, played or ended."""
        return self.tables.get(self.at)

    # what is heard

    def heard(self, news: News) -> None:
        """Note it; it is told when all that came with it was heard too."""
        self._noted.append((news, self.visit.said[-1] if news.what is What.SAID else None))
        if len(self._noted) == 1 and not self.done.called:
            self._later(self._tell)

    def _tell(self) -> None:
        noted, self._noted = self._noted, []
        for news, said in noted:
            if self.done.called:
                return
            if said is not None:
                self.lobby.said(said)
            else:
                self._of_news(news)
        self.told()

    def told(self) -> None:
        """Everything that is new was said."""

    def _of_news(self, news: News) -> None:
        match news.what:
            case What.CONNECTED:
                self._connected()
            case What.CUT_OFF:
                self._cut_off(news.code)
            case What.GAVE_UP:
                self._gave_up()
            case What.STARTED:
                self._started(news.table)
            case What.TABLE:
                self._table_changed(news.table)
            case What.DENIED:
                self._denied(news.code)
            case What.OFFERS | What.GATHERED | What.PARTED if not self.one_game:
                self._of_lobby(news)
            case _:
                pass

    def _of_lobby(self, news: News) -> None:
        if news.what is What.OFFERS:
            self.lobby.offered()
        elif news.what is What.GATHERED:
            self.lobby.gathered()
        else:
            self.lobby.parted(news.code)

    def _connected(self) -> None:
        """First what is to be played on."""
        if not self.visit.connected_now:
            return  # lost again meanwhile
        first, self._met = not self._met, True
        if self._cut:
            self._cut = False
            self.say(_("The connection is back."))
            for table in self.tables.values():
                table.remind = True
        elif first and not self.one_game:
            self.say(_("Connected to the server {key}.", key=fingerprint(self.server_key)))
            if self.visit.guest.key_before:
                self.say(met_before(self.visit.guest.key_before))
        for tid in self.visit.mine:
            self.visit.follow(tid)
            self._look_at(tid)
        if first and not self.one_game and self.table is None:
            self.say(_("“tables” lists the gatherings, “open base 5” opens one, “help” lists everything."))

    @property
    def server_key(self) -> bytes:
        """The key of the server; empty without a connection."""
        return self.visit.guest.server_key

    def _look_at(self, tid: bytes) -> LineTable:
        """The lines of a table; the first one that is played is looked at."""
        if tid not in self.tables:
            self.tables[tid] = LineTable(self.visit.tables[tid], self._known, self._charset, self.say)
            if self.table is None or not self.table.is_open:
                self.at = tid
            elif self.at != tid:
                self.say(_("You sit at another table, too: “table” lists your tables."))
        return self.tables[tid]

    def _cut_off(self, code: str) -> None:
        """Once; what is tried meanwhile is not worth a word."""
        if not self._cut and not self.visit.connected_now:
            self._cut = True
            why = str(self.visit.why) if self.visit.why is not None else sentence(code)
            seconds = max(1, round(self.visit.seconds_to_retry()))
            self.say(_("{why} The next try is in {seconds} s.", why=shown(why), seconds=seconds))
        if (gathering := self.lobby.cut_off()) and not self.one_game:
            self.say(
                _(
                    "Your seat at the gathering is lost. With a connection, “sit {code}” takes one again.",
                    code=gathering,
                )
            )

    def _gave_up(self) -> None:
        if self.visit.why is not None:
            self.lines(["", *parting_lines(self.visit.why)])
        self.finish(WRONG)

    def _denied(self, code: str) -> None:
        self.say(sentence(code))
        self.lobby.denied()
        if self.one_game and self.table is None:
            self.finish(WRONG)

    def _started(self, tid: bytes) -> None:
        """From now on this table is looked at, and those that are over are put away."""
        self.lobby.started()
        self._put_away()
        if tid in self.visit.tables:
            if not self.one_game:
                self.say("")
                self.say(_("The game begins: table {table}.", table=tid.hex()[:TID]))
            self._look_at(tid)
            self.at = tid

    def _table_changed(self, tid: bytes) -> None:
        if tid not in self.visit.tables:
            return
        table = self._look_at(tid)
        before = table.over
        if tid == self.at:
            table.tell()
        elif table.table.trouble is not None and not table.over:
            self.say(_("At another of your tables ({names}):", names=table.table.people.listed() or tid.hex()[:TID]))
            table.tell()
        elif table.is_news():
            self.say(_("You are asked at another table: “table” lists your tables."))
        if table.over and not before:
            self._ended(table)

    def _ended(self, table: LineTable) -> None:
        if table.wrong:
            self._code = WRONG
        if self.one_game:
            self.finish(DONE if table.is_finished else WRONG)
        elif table is self.table and self.visit.gathering is None and not table.wrong:
            self.say(_("“again” asks for another game with the same people; “help” lists everything else."))

    # the end

    def _put_away(self) -> None:
        """Tables at which nothing is left to do are not followed any more."""
        for tid, table in list(self.tables.items()):
            if table.over:
                del self.tables[tid]
                if tid in self.visit.tables:
                    self.visit.forget(tid, over=table.is_done_with)

    def finish(self, code: int) -> None:
        """There is nothing more to say; what went wrong before counts too."""
        if not self.done.called:
            self._put_away()
            self.done.callback(max(code, self._code))

    def lines(self, lines: list[str]) -> None:
        """Say several."""
        for line in lines:
            self.say(line)
