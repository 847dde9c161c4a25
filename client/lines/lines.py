"""A visit in lines: news become sentences, and typed lines become acts and messages.  No terminal, no reactor.

Its maker hands it lines, prints what is said, and ends when `done` fires.
"""

from collections.abc import Callable

from twisted.internet.defer import Deferred

from client.games.game import NotUnderstood
from client.games.registry import all_verbs
from client.i18n import _, plural
from client.lines.at_table import TABLE, trust, understand
from client.lines.commands import TALK, Say, Table, Typed, printable, short_id, verb_of, words_of
from client.lines.console import Patience
from client.lines.lobby import GATHERING, GATHERING_HELP, LOBBY, LOBBY_HELP, LineLobby
from client.lines.table import LineTable, Tables
from client.profile.known_players import KnownPlayers
from client.render.charset import Charset
from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.codes import sentence
from client.words.safe import shown
from client.words.trouble import announced, met_before, parting_lines
from client.words.trust import server_line
from client.words.watching import watch_line
from protocol.keys.identity import fingerprint
from protocol.wire.lobby import Said

DONE, WRONG = 0, 1
Later = Callable[[Callable[[], None]], object]
"""Calls something when the present news have been dealt with, such as ``partial(reactor.callLater, 0)``."""


class LineVisit:
    """A `client.visit.news.Listener` that also listens to a person; `done` fires with the exit code.

    With ``one_game`` there is no lobby: an errand brings the game about, and its end is the end.
    """

    def __init__(
        self, visit: Visit, known: KnownPlayers, charset: Charset, say: Say, later: Later, *, one_game: bool = False
    ) -> None:
        self._visit = visit
        self._say = say
        self._later = later
        self._one_game = one_game
        self.done: Deferred[int] = Deferred()
        self.patience = Patience()
        self._tables = Tables(visit, known, charset, say)
        self._lobby = LineLobby(visit, known, self._tables, say)
        self._noted: list[tuple[News, Said | None]] = []
        """What was heard and not told yet, with the talk that it may be about."""
        self._met = self._cut = False  # whether there was a connection, and whether the person knows that there is none
        self._code = DONE  # whether something went wrong at a table

    @property
    def table(self) -> LineTable | None:
        return self._tables.current

    # what is heard

    def heard(self, news: News) -> None:
        """Note it; it is told when all that came with it was heard too."""
        self._noted.append((news, self._visit.said[-1] if news.what is What.SAID else None))
        if len(self._noted) == 1 and not self.done.called:
            self._later(self._tell_all)

    def _tell_all(self) -> None:
        noted, self._noted = self._noted, []
        for news, said in noted:
            if self.done.called:
                return
            if said is not None:
                self._lobby.said(said)
            else:
                self.tell(news)
        self._take_held()
        self._end_in_vain()

    def tell(self, news: News) -> None:
        match news.what:
            case What.CONNECTED if self._visit.connected_now:  # it may be lost again meanwhile
                self._connected()
            case What.CUT_OFF:
                self._cut_off(news.code)
            case What.GAVE_UP:
                self._say(*(["", *parting_lines(self._visit.why)] if self._visit.why is not None else ()))
                self._finish(WRONG)
            case What.STARTED:
                self._started(news.table)
            case What.TABLE if news.table in self._visit.tables:
                self._table_changed(news.table)
            case What.DENIED:
                self._say(sentence(news.code))
                self._lobby.denied()
                if self._one_game and self.table is None:
                    self._finish(WRONG)
            case What.ANNOUNCED | What.MISSED:
                self._say(*self._notices(news.what))
            case What.OFFERS if not self._one_game:
                self._lobby.offered()
            case What.GATHERED if not self._one_game:
                self._lobby.gathered()
            case What.PARTED if not self._one_game:
                self._lobby.parted(news.code)

    def _notices(self, what: What) -> list[str]:
        return self._visit.missed if what is What.MISSED else [announced(self._visit.announced)]

    def _connected(self) -> None:
        in_lobby = not self._met and not self._one_game
        self._met = True
        if self._cut:
            self._cut = False
            self._say(_("The connection is back."))
            for table in self._tables.all.values():
                table.remind = True
        elif in_lobby:
            self._say(_("Connected to the server {key}.", key=fingerprint(self._visit.guest.server_key)))
            if self._visit.guest.key_before:
                self._say(met_before(self._visit.guest.key_before))
        for tid in self._visit.mine:
            self._visit.follow(tid)
            self._tables.look_at(tid)
        if in_lobby and self.table is None:
            self._say(_("“tables” lists what is open, “open base 5” opens a table, “help” lists all commands."))

    def _cut_off(self, code: str) -> None:
        """Once; what is tried meanwhile is not worth a word."""
        if not self._cut and not self._visit.connected_now:
            self._cut = True
            why = str(self._visit.why) if self._visit.why is not None else sentence(code)
            seconds = max(1, round(self._visit.seconds_to_retry()))
            self._say(_("{why} Next try in {seconds} s.", why=shown(why), seconds=seconds))
        if (gathering := self._lobby.cut_off()) and not self._one_game:
            told = {"code": gathering}
            self._say(_("Your seat in the lobby is lost. With a connection, “sit {code}” takes one again.", **told))

    def _started(self, tid: bytes) -> None:
        """From now on this table is looked at, and those that are over are put away."""
        self._lobby.started()
        self._tables.put_away()
        if tid in self._visit.tables:
            if not self._one_game:
                self._say("", _("The game begins: table {table}.", table=short_id(tid)))
            self._tables.look_at(tid, now=True)

    def _table_changed(self, tid: bytes) -> None:
        table = self._tables.look_at(tid)
        before = table.over
        if self.patience.wanted:
            table.table.go_on()  # a script has nothing to look at
        if table is self.table:
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
            self._code = WRONG
        if self._one_game:
            self._finish(DONE if table.is_finished else WRONG)
        elif table is self.table and self._visit.gathering is None and not table.wrong:
            self._say(_("“again” asks for another game with the same people; “help” lists everything else."))

    # what is typed

    def typed(self, line: str) -> None:
        """One line; that of a script waits until it is asked for."""
        if self.done.called:
            return
        if self.patience.wanted:
            self.patience.held.append(line)
            self._take_held()
        else:
            self._understand(line)

    def ended(self) -> None:
        """No more lines will come; a game goes on until it asks for one."""
        if self.done.called:
            return
        played = any(table.is_open for table in self._tables.all.values())
        goes_on = self._visit.connected_now or self._one_game or played or not self._met
        if self.patience.wanted and (self.patience.held or goes_on):
            self.patience.held.append(None)
            self._take_held()
            self._end_in_vain()
        else:
            self._no_more()

    def _end_in_vain(self) -> None:
        """A script is not kept waiting for a server that never was there."""
        ended = self.patience.held and self.patience.held[-1] is None
        if ended and self._cut and not self._met and not self.done.called:
            self._say(_("No more input, and no connection."))
            self._finish(WRONG)

    @property
    def _asks(self) -> bool:
        """Whether the oldest line that waits is the answer to something."""
        if (played := self._tables.played) is not None:
            return played.asks
        if self._one_game or not self._visit.connected_now or not self._lobby.asks:
            return False
        return not self._lobby.is_too_early(words_of(self.patience.held[0] or ""))

    def _take_held(self) -> None:
        while self.patience.held and self._asks and not self.done.called:
            line = self.patience.next()
            if line is None:
                self._no_more()
            else:
                self._understand(line)

    def _no_more(self) -> None:
        self._say("", _("No more input."))
        self.quit()

    def _understand(self, line: str) -> None:
        words = words_of(line)
        if not words and self.table is not None and (self.table.table.go_on() or self.table.table.hurry()):
            return
        if words:
            try:
                self._do(Typed(self._verb(words[0]), words[1:], " ".join(printable(line).split()[1:])))
            except NotUnderstood as error:
                self._say(shown(str(error)))
                if self.table is not None and self.table.asks:
                    self.table.commands.suggest(words[0])
        if self.table is not None and not self.done.called:
            self.table.ask()

    def _verb(self, word: str) -> str:
        """The verbs of this place may be shortened; those of another are known by the whole word."""
        of_rules = (*all_verbs(), *TALK)
        if self.table is not None and self.table.table.view is not None:
            of_rules = self.table.commands.verbs
        at_table, at_lobby = (*of_rules, *TABLE), () if self._one_game else (*LOBBY, *GATHERING)
        playing = self._one_game or self._tables.played is not None
        here, elsewhere = (at_table, at_lobby) if playing else (at_lobby, at_table)
        return word if word in elsewhere else verb_of(word, dict.fromkeys((*here, *EVERYWHERE)))

    def _do(self, typed: Typed) -> None:
        if typed.verb in EVERYWHERE:
            EVERYWHERE[typed.verb](self, typed)
        elif self._is_beside(typed.verb):
            if self._tables.played is not None and typed.verb not in {"tables", "again"}:
                raise NotUnderstood(_("You are in a game now: “leave” leaves it."))
            (LOBBY | GATHERING)[typed.verb](self._lobby, typed)
        elif self.table is None:
            self._say(_("You are at no table."))
        else:
            understand(self.table, typed)

    def _is_beside(self, verb: str) -> bool:
        """Whether a verb is for the lobby or a gathering; some have a meaning at a table, too."""
        if verb not in TABLE:
            return verb in LOBBY or verb in GATHERING
        if verb not in LOBBY or self._tables.played is not None:
            return False
        return verb == "say" or self.table is None or self._visit.gathering is not None

    # what can be typed everywhere

    def turn_to(self, typed: Typed) -> None:
        self._tables.turn_to(typed.words)

    def trust(self, typed: Typed) -> None:
        self._say(server_line(self._visit.guest.server_key))
        if self.table is not None:
            trust(self.table, typed)
            if link := self._visit.guest.watch_link(self.table.table.tid):
                self._say(watch_line(link))

    def connect(self, _typed: Typed) -> None:
        if self._visit.connected_now:
            self._say(_("You are connected."))
        else:
            self._visit.guest.hurry()

    def help(self, typed: Typed) -> None:
        if (played := self._tables.played) is not None:
            understand(played, typed)
            return
        self._say(_("Before you sit down:"), *LOBBY_HELP.splitlines(), *HELP.splitlines())
        if self._visit.gathering is not None:
            self._say(_("In the lobby:"), *GATHERING_HELP.splitlines())

    def quit(self, _typed: Typed | None = None) -> None:
        playing = [table.table for table in self._tables.all.values() if table.is_open]
        if playing and all(table.with_bots_alone for table in playing):
            self._say(_("Bye! Your game is saved."))
        elif playing:
            self._say(
                plural(
                    "Bye! Your seat is kept; your clock keeps running.",
                    "Bye! {count} games are not finished. Your seats are kept; your clocks keep running.",
                    len(playing),
                )
            )
        self._finish(DONE)

    def _finish(self, code: int) -> None:
        """There is nothing more to say; what went wrong before counts too."""
        if not self.done.called:
            self._tables.put_away()
            self.done.callback(max(code, self._code))


EVERYWHERE: Table[LineVisit] = {
    "table": LineVisit.turn_to,
    "trust": LineVisit.trust,
    "connect": LineVisit.connect,
    "help": LineVisit.help,
    "quit": LineVisit.quit,
}
HELP = _("""\
  table 1                 turn to one of your own tables
  trust                   the key of the server
  connect                 after the connection was lost: do not wait for the next try
  quit                    end the program""")
