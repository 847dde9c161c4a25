"""A visit in lines: news become sentences, and typed lines become acts and messages.  No terminal, no reactor.

Its maker hands it lines, prints what is said, and ends when `done` fires.
"""

from collections.abc import Callable

from twisted.internet.defer import Deferred

from client.games.game import NotUnderstood
from client.games.registry import all_verbs
from client.i18n import _, plural
from client.lines.at_table import TABLE, trust, understand
from client.lines.commands import TALK, Command, Say, Typed, help_lines, printable, rows, verb_of, words_of
from client.lines.hearing import DONE, WRONG, Hearing
from client.lines.lobby import GATHERING, LOBBY, LineLobby
from client.lines.stdin import Patience
from client.lines.table import LineTable, Tables
from client.profile.known_players import KnownPlayers
from client.render.charset import Charset
from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.safe import shown
from client.words.trust import server_line
from protocol.wire.lobby import Said

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
        self._hearing = Hearing(visit, self._lobby, self._tables, say, self._finish, one_game=one_game)
        self._noted: list[tuple[News, Said | None]] = []
        """What was heard and not told yet, with the talk that it may be about."""

    @property
    def table(self) -> LineTable | None:
        return self._tables.current

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)

    # what is heard

    def heard(self, news: News) -> None:
        """Note it; it is told when all that came with it was heard too."""
        self._noted.append((news, self._visit.said[-1] if news.what is What.SAID else None))
        if len(self._noted) == 1 and not self.done.called:
            self._later(self._tell)

    def _tell(self) -> None:
        noted, self._noted = self._noted, []
        for news, said in noted:
            if self.done.called:
                return
            if said is not None:
                self._lobby.said(said)
            else:
                self._hearing.tell(news)
        self._take_held()
        self._end_in_vain()

    # what is typed

    def typed(self, line: str) -> None:
        """One line; that of a script waits until it is asked for."""
        if self.done.called:
            return
        if self.patience.wanted:
            self.patience.hold(line)
            self._take_held()
        else:
            self._understand(line)

    def ended(self) -> None:
        """No more lines will come; a game goes on until it asks for one."""
        if self.done.called:
            return
        if self.patience.wanted and (not self.patience.empty or self._goes_on or not self._hearing.met):
            self.patience.hold(None)
            self._take_held()
            self._end_in_vain()
        else:
            self._no_more()

    def _end_in_vain(self) -> None:
        """A script is not kept waiting for a server that never was there."""
        if self.patience.ended and self._hearing.cut and not self._hearing.met and not self.done.called:
            self._say(_("No more input, and no connection."))
            self._finish(WRONG)

    @property
    def _goes_on(self) -> bool:
        """Whether something may still happen without a typed line."""
        return self._visit.connected_now or self._one_game or any(table.is_open for table in self._tables.all.values())

    @property
    def _asks(self) -> bool:
        """Whether the oldest line that waits is the answer to something."""
        if (played := self._tables.played) is not None:
            return played.asks
        if self._one_game or not self._visit.connected_now or not self._lobby.asks:
            return False
        return not self._lobby.is_too_early(words_of(self.patience.first or ""))

    def _take_held(self) -> None:
        while not self.patience.empty and self._asks and not self.done.called:
            line = self.patience.next()
            if line is None:
                self._no_more()
            else:
                self._understand(line)

    def _no_more(self) -> None:
        self._lines(["", _("No more input.")])
        self.quit()

    def _understand(self, line: str) -> None:
        if words := words_of(line):
            try:
                self._do(self._verb(words[0]), Typed(words[1:], " ".join(printable(line).split()[1:])))
            except NotUnderstood as error:
                self._say(shown(str(error)))
                if self.table is not None and self.table.asks and self.table.commands is not None:
                    self.table.commands.suggest(words[0])
        if self.table is not None and not self.done.called:
            self.table.ask()

    def _verb(self, word: str) -> str:
        """The verbs of this place may be shortened; those of another are known by the whole word."""
        commands = self.table.commands if self.table is not None else None
        at_table = (*(commands.verbs if commands is not None else (*all_verbs(), *TALK)), *TABLE)
        at_lobby = () if self._one_game else (*LOBBY, *GATHERING)
        playing = self._one_game or self._tables.played is not None
        here, elsewhere = (at_table, at_lobby) if playing else (at_lobby, at_table)
        return word if word in elsewhere else verb_of(word, dict.fromkeys((*here, *EVERYWHERE)))

    def _do(self, verb: str, typed: Typed) -> None:
        if verb in EVERYWHERE:
            EVERYWHERE[verb].do(self, typed)
        elif self._is_beside(verb) and self._tables.played is not None and verb not in {"tables", "again"}:
            self._say(_("You play at a table now: “leave” goes away from it."))
        elif self._is_beside(verb):
            (LOBBY.get(verb) or GATHERING[verb]).do(self._lobby, typed)
        elif self.table is None:
            self._say(_("You are at no table."))
        else:
            understand(self.table, verb, typed)

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

    def connect(self, _typed: Typed) -> None:
        if self._visit.connected_now:
            self._say(_("You are connected."))
        else:
            self._visit.guest.hurry()

    def trust(self, typed: Typed) -> None:
        self._say(server_line(self._visit.guest.server_key))
        if self.table is not None:
            trust(self.table, typed)

    def help(self, typed: Typed) -> None:
        if (played := self._tables.played) is not None:
            understand(played, "help", typed)
            return
        self._lines([_("In the lobby:"), *help_lines(LOBBY), *help_lines(EVERYWHERE)])
        if self._visit.gathering is not None:
            self._lines([_("At the gathering:"), *help_lines(GATHERING)])

    def quit(self, _typed: Typed | None = None) -> None:
        playing = [table.table for table in self._tables.all.values() if table.is_open]
        if playing and all(table.with_bots_alone for table in playing):
            self._say(_("You go; what is not finished waits for you."))
        elif playing:
            self._say(
                plural(
                    "You go; the game is not finished. Your seat stays yours: come back before the others miss you.",
                    "You go; {count} games are not finished. Your seats stay yours: come back before others miss you.",
                    len(playing),
                )
            )
        self._finish(DONE)

    def _finish(self, code: int) -> None:
        """There is nothing more to say; what went wrong before counts too."""
        if not self.done.called:
            self._tables.put_away()
            self.done.callback(max(code, self._hearing.code))


_CONNECT = _("  connect                 after the connection was lost: do not wait for the next try")
EVERYWHERE = rows(
    Command("table", LineVisit.turn_to, _("  table 1                 turn to one of your own tables")),
    Command("trust", LineVisit.trust, _("  trust                   the key of the server")),
    Command("connect", LineVisit.connect, _CONNECT),
    Command("help", LineVisit.help),
    Command("quit", LineVisit.quit, _("  quit                    end the program")),
)
