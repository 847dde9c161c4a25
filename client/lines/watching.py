"""Watching a table in sentences: which one, what happens there, and what a person may ask who has no seat."""

from collections.abc import Callable

from twisted.internet.defer import Deferred

from client.audit.files import EXIT_CODES
from client.audit.seen import verdict_on
from client.games.game import NotUnderstood
from client.i18n import _
from client.lines.at_table import understand
from client.lines.commands import AROUND, Say, Typed, printable, verb_of, words_of
from client.lines.console import Patience
from client.lines.table import LineTable
from client.profile.known_players import KnownPlayers
from client.render.charset import Charset
from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.codes import sentence
from client.words.safe import shown
from client.words.trouble import parting_lines
from client.words.trust import server_line
from client.words.watching import OWN_SEAT, TOO_OLD, lateness, none_there, table_line
from protocol.wire.lobby import Watchable

DONE, FAILED = 0, 1
Later = Callable[[Callable[[], None]], object]
VERBS = ("look", "board", *AROUND, "who", "news", "report", "score", "mute", "unmute", "trust", "help", "quit")


class LineWatch:
    """A `client.visit.news.Listener` that also listens to a person; `done` fires with the exit code.

    ``code`` names the table; without one the only table is watched, or all are listed.
    """

    def __init__(
        self,
        visit: Visit,
        known: KnownPlayers,
        charset: Charset,
        say: Say,
        later: Later,
        *,
        code: str = "",
        verify: bool = False,
    ) -> None:
        self._visit = visit
        self._later = later
        self._known = known
        self._charset = charset
        self._say = say
        self._code = code
        self._verify = verify
        self.done: Deferred[int] = Deferred()
        self.patience = Patience()
        self.table: LineTable | None = None
        self._cut = self._changed = False

    # what is heard

    def heard(self, news: News) -> None:
        """What happens at the table is told when all that came with it was checked, and stands in the file."""
        if self.done.called:
            return
        match news.what:
            case What.CONNECTED:
                self._connected()
            case What.CUT_OFF if not self._cut:
                self._cut = True
                self._say(_("{why} It is tried again by itself.", why=shown(str(self._visit.why))))
            case What.GAVE_UP:
                self._say(*(["", *parting_lines(self._visit.why)] if self._visit.why is not None else ()))
                self._finish(FAILED)
            case What.WATCHABLES if self.table is None:
                self._choose()
            case What.DENIED:
                self._say(sentence(news.code))
            case What.TABLE if not self._changed:
                self._changed = True
                self._later(self._tell)

    def _connected(self) -> None:
        if self._cut:
            self._say(_("The connection is back."))
        self._cut = False
        self._visit.choose()
        if self.table is not None:
            self._visit.follow(self.table.table.tid)
        elif not self._visit.guest.look(self._code or None):
            self._say(TOO_OLD)
            self._finish(FAILED)

    def _choose(self) -> None:
        tables = [one for one in self._visit.watchables if self._code in ("", one.code)]
        if not tables:
            self._say(none_there(self._code))
            self._finish(FAILED)
        elif len(tables) > 1:
            self._say(*map(table_line, tables), _("Watch one of them with: --table CODE"))
            self._finish(DONE)
        elif tables[0].table in self._visit.seated:
            self._say(OWN_SEAT)
            self._finish(FAILED)
        else:
            self._begin(tables[0])

    def _begin(self, about: Watchable) -> None:
        self._say(_("You watch {table}", table=table_line(about)))
        self._say(lateness(about.delay))
        self.table = LineTable(self._visit.watch(about.table), self._known, self._charset, self._say)
        self._visit.follow(about.table)

    def _tell(self) -> None:
        self._changed, table = False, self.table
        if table is None or self.done.called:
            return
        table.tell()
        if table.over:
            self._finish(DONE if table.is_finished and not table.wrong else FAILED)

    # what is typed

    def typed(self, line: str) -> None:
        """One line; what has to do with a seat is not understood."""
        self.patience.taken()
        words = words_of(line)
        if self.done.called or not words:
            return
        try:
            self._do(Typed(verb_of(words[0], VERBS), words[1:], " ".join(printable(line).split()[1:])))
        except NotUnderstood as error:
            self._say(shown(str(error)))

    def _do(self, typed: Typed) -> None:
        if typed.verb == "quit":
            self._finish(DONE)
        elif typed.verb == "help":
            self._say(*HELP.splitlines())
        elif self.table is None or self.table.table.view is None:
            self._say(_("The table is not there yet."))
        else:
            if typed.verb == "trust":
                self._say(server_line(self._visit.guest.server_key))
            understand(self.table, typed)

    def ended(self) -> None:
        """No more lines will come: the table is told to its end."""

    def _finish(self, code: int) -> None:
        if self.done.called:
            return
        self.done.callback(self._verified(self.table) if self._verify and self.table is not None else code)

    def _verified(self, table: LineTable) -> int:
        """Of what was seen up to now; at the end of a game that was told already."""
        if table.verdict is None:
            return verdict_on(table.table.log, self._say)
        return EXIT_CODES[table.verdict.verdict]


HELP = _("""\
  look, who               how it stands, and who is there
  board                   the board; “cell 3,1”, “row 2” and “near 3,1” are parts of it
  news, news all          what happened; everything that happened
  report, score           how the rounds ended; who has how much gold so far
  who bob                 what a player has done so far
  mute bob, unmute bob    hide what a player says, or show it again
  trust                   what was checked so far: the phrase, the log, who confirmed it
  quit                    end the program""")
