"""What a visit tells, in sentences: the connection, the lobby, the tables, and the end."""

from collections.abc import Callable

from client.i18n import _
from client.lines.commands import Say
from client.lines.lobby import LineLobby
from client.lines.table import LineTable, Tables
from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.codes import sentence
from client.words.naming import short_id
from client.words.safe import shown
from client.words.trouble import met_before, parting_lines
from protocol.keys.identity import fingerprint

DONE, WRONG = 0, 1


class Hearing:
    """``finish`` is called with an exit code when there is nothing more to hear."""

    def __init__(
        self, visit: Visit, lobby: LineLobby, tables: Tables, say: Say, finish: Callable[[int], None], *, one_game: bool
    ) -> None:
        self._visit = visit
        self._lobby = lobby
        self._tables = tables
        self._say = say
        self._finish = finish
        self._one_game = one_game
        self.met = False
        """Whether there was a connection."""
        self.cut = False
        """Whether the person knows that there is none."""
        self.code = DONE
        """Whether something went wrong at a table."""

    def tell(self, news: News) -> None:
        match news.what:
            case What.CONNECTED:
                self._connected()
            case What.CUT_OFF:
                self._cut_off(news.code)
            case What.GAVE_UP:
                self._gave_up()
            case What.STARTED:
                self._started(news.table)
            case What.TABLE if news.table in self._visit.tables:
                self._table_changed(news.table)
            case What.DENIED:
                self._denied(news.code)
            case What.OFFERS if not self._one_game:
                self._lobby.offered()
            case What.GATHERED if not self._one_game:
                self._lobby.gathered()
            case What.PARTED if not self._one_game:
                self._lobby.parted(news.code)

    def _connected(self) -> None:
        if not self._visit.connected_now:
            return  # lost again meanwhile
        first, self.met = not self.met, True
        if self.cut:
            self.cut = False
            self._say(_("The connection is back."))
            for table in self._tables.all.values():
                table.remind = True
        elif first and not self._one_game:
            self._say(_("Connected to the server {key}.", key=fingerprint(self._visit.guest.server_key)))
            if self._visit.guest.key_before:
                self._say(met_before(self._visit.guest.key_before))
        for tid in self._visit.mine:
            self._visit.follow(tid)
            self._tables.look_at(tid)
        if first and not self._one_game and self._tables.current is None:
            self._say(_("“tables” lists the gatherings, “open base 5” opens one, “help” lists everything."))

    def _cut_off(self, code: str) -> None:
        """Once; what is tried meanwhile is not worth a word."""
        if not self.cut and not self._visit.connected_now:
            self.cut = True
            why = str(self._visit.why) if self._visit.why is not None else sentence(code)
            seconds = max(1, round(self._visit.seconds_to_retry()))
            self._say(_("{why} The next try is in {seconds} s.", why=shown(why), seconds=seconds))
        if (gathering := self._lobby.cut_off()) and not self._one_game:
            told = {"code": gathering}
            self._say(_("Your seat at the gathering is lost. With a connection, “sit {code}” takes one again.", **told))

    def _gave_up(self) -> None:
        for line in ["", *parting_lines(self._visit.why)] if self._visit.why is not None else ():
            self._say(line)
        self._finish(WRONG)

    def _denied(self, code: str) -> None:
        self._say(sentence(code))
        self._lobby.denied()
        if self._one_game and self._tables.current is None:
            self._finish(WRONG)

    def _started(self, tid: bytes) -> None:
        """From now on this table is looked at, and those that are over are put away."""
        self._lobby.started()
        self._tables.put_away()
        if tid in self._visit.tables:
            if not self._one_game:
                self._say("")
                self._say(_("The game begins: table {table}.", table=short_id(tid)))
            self._tables.look_at(tid, now=True)

    def _table_changed(self, tid: bytes) -> None:
        table = self._tables.look_at(tid)
        before = table.over
        if table is self._tables.current:
            table.tell()
        elif table.table.trouble is not None and not table.over:
            self._say(_("At another of your tables ({names}):", names=table.name))
            table.tell()
        elif table.is_news():
            self._say(_("You are asked at another table: “table” lists your tables."))
        if table.over and not before:
            self._ended(table)

    def _ended(self, table: LineTable) -> None:
        if table.wrong:
            self.code = WRONG
        if self._one_game:
            self._finish(DONE if table.is_finished else WRONG)
        elif table is self._tables.current and self._visit.gathering is None and not table.wrong:
            self._say(_("“again” asks for another game with the same people; “help” lists everything else."))
