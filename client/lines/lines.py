"""A visit in lines: news become sentences, and typed lines become acts and messages.  No terminal, no reactor.

Whoever makes it reads lines from somewhere, prints what is said, and ends when `done` fires.
"""

from client.games.game import NotUnderstood
from client.games.registry import all_verbs
from client.i18n import _, plural
from client.lines.at_lobby import GATHERING_VERBS, LOBBY_VERBS
from client.lines.at_table import VERBS as TABLE_VERBS
from client.lines.at_table import LineTable
from client.lines.commands import TALK, Say, verb_of, words_of
from client.lines.hearing import DONE, TID, WRONG, Hearing, Later
from client.lines.help import AT_A_GATHERING, IN_THE_LOBBY
from client.lines.patience import Patience
from client.profile.known_players import KnownPlayers
from client.render.charset import Charset
from client.visit.visit import Visit
from client.words.safe import shown
from client.words.trust import server_line

EVERYWHERE = ("say", "mute", "unmute", "who", "news", "trust", "table", "connect", "help", "quit")


class LineVisit(Hearing):
    """A `client.visit.news.Listener` that also listens to a person; `done` fires with the exit code.

    With ``one_game`` there is no lobby: somebody else brings the game about, and its end is the end.
    """

    def __init__(
        self,
        visit: Visit,
        known: KnownPlayers,
        charset: Charset,
        say: Say,
        later: Later,
        *,
        one_game: bool = False,
    ) -> None:
        super().__init__(visit, known, charset, say, later, one_game=one_game)
        self.patience = Patience()

    def told(self) -> None:
        """Now a line that waited may be asked for."""
        self._take_held()
        self._end_in_vain()

    def _end_in_vain(self) -> None:
        """A script is not kept waiting for a server that never was there."""
        if self.patience.ended and self._cut and not self._met and not self.done.called:
            self.say(_("No more input, and no connection."))
            self.finish(WRONG)

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
        if self.patience.wanted and (not self.patience.empty or self._goes_on or not self._met):
            self.patience.hold(None)
            self._take_held()
            self._end_in_vain()
        else:
            self._no_more()

    @property
    def _goes_on(self) -> bool:
        """Whether something may still happen that nobody has to type anything for."""
        return self.visit.connected_now or self.one_game or any(table.is_open for table in self.tables.values())

    @property
    def _asks(self) -> bool:
        table = self.table
        if table is not None and table.is_open:
            return table.asks
        return self.visit.connected_now and self.lobby.asks and not self.one_game

    @property
    def _is_too_early(self) -> bool:
        words = words_of(self.patience.first or "")
        at_table = self.table is not None and self.table.is_open
        return bool(words) and not at_table and self.lobby.is_too_early(words[0])

    def _take_held(self) -> None:
        while not self.patience.empty and self._asks and not self._is_too_early and not self.done.called:
            line = self.patience.next()
            if line is None:
                self._no_more()
            else:
                self._understand(line)

    def _no_more(self) -> None:
        self.say("")
        self.say(_("No more input."))
        self._quit()

    def _understand(self, line: str) -> None:
        words = words_of(line)
        if words:
            try:
                self._do(words, _clean(line))
            except NotUnderstood as error:
                self.say(shown(str(error)))
                self._suggest(words[0])
        if self.table is not None and not self.done.called:
            self.table.ask()

    def _suggest(self, word: str) -> None:
        table = self.table
        if table is not None and table.asks and table.commands is not None:
            table.commands.suggest(word)

    def _do(self, words: list[str], line: str) -> None:
        verb = self._verb(words[0])
        raw = line.split()[1:]
        table, open_ = self.table, self.table is not None and self.table.is_open
        beside = table is None or (self.visit.gathering is not None and not open_)
        if verb == "quit":
            self._quit()
        elif verb == "connect":
            self._connect()
        elif verb == "table":
            self._turn_to(words[1:])
        elif verb in LOBBY_VERBS or verb in GATHERING_VERBS:
            self._at_lobby(verb, raw)
        elif verb == "say" and not open_:
            self.lobby.talk(" ".join(raw))
        elif verb in {"mute", "unmute"} and beside:
            self.lobby.mute(words[1:], on=verb == "mute")
        elif verb == "help":
            self._help(words[1:])
        elif verb == "trust":
            self._trust()
        elif verb == "who" and beside:
            self.lobby.who()
        elif verb == "news" and beside:
            self.lobby.news()
        elif table is None:
            self.say(_("You are at no table."))
        else:
            table.understand(verb, words[1:], " ".join(raw))

    def _verb(self, word: str) -> str:
        """The verbs of this place may be shortened; those of another are known by the whole word."""
        commands = self.table.commands if self.table is not None else None
        at_table = (*(commands.verbs if commands is not None else (*all_verbs(), *TALK)), *TABLE_VERBS)
        at_lobby = () if self.one_game else (*LOBBY_VERBS, *GATHERING_VERBS)
        playing = self.one_game or (self.table is not None and self.table.is_open)
        here, elsewhere = (at_table, at_lobby) if playing else (at_lobby, at_table)
        return word if word in elsewhere else verb_of(word, dict.fromkeys((*here, *EVERYWHERE)))

    def _at_lobby(self, verb: str, words: list[str]) -> None:
        table = self.table
        if verb == "again":
            if table is None or not table.over:
                self.say(_("There is no game behind you that has ended."))
            else:
                self.lobby.again(table.table.tid)
        elif table is not None and table.is_open and verb != "tables":
            self.say(_("You play at a table now: “leave” goes away from it."))
        else:
            self.lobby.understand(verb, words)
            if verb == "tables":
                self.lines(self._own_tables())

    def _own_tables(self) -> list[str]:
        return [
            _("Your table {number}: {names}{here}", number=number, names=_names(table), here=here)
            for number, (tid, table) in enumerate(self.tables.items(), start=1)
            for here in [_(" (here)") if tid == self.at else ""]
        ]

    def _turn_to(self, words: list[str]) -> None:
        tables = list(self.tables)
        if not tables:
            self.say(_("You sit at no table."))
        elif words and words[0] in {str(number) for number in range(1, len(tables) + 1)}:
            self.at = tables[int(words[0]) - 1]
            self.tables[self.at].tell()
        else:
            self.lines(self._own_tables())
            self.say(_("“table” and a number turns to it."))

    def _connect(self) -> None:
        if self.visit.connected_now:
            self.say(_("You are connected."))
        else:
            self.visit.guest.hurry()

    def _trust(self) -> None:
        self.say(server_line(self.server_key))
        if self.table is not None:
            self.table.understand("trust", [], "")

    def _help(self, words: list[str]) -> None:
        table = self.table
        if table is not None and table.is_open:
            table.understand("help", words, "")
            return
        self.lines([_("In the lobby:"), *IN_THE_LOBBY])
        if self.visit.gathering is not None:
            self.lines([_("At the gathering:"), *AT_A_GATHERING])

    def _quit(self) -> None:
        playing = [table.table for table in self.tables.values() if table.is_open]
        if playing and all(table.with_bots_alone for table in playing):
            self.say(_("You go; what is not finished waits for you."))
        elif playing:
            self.say(
                plural(
                    "You go; the game is not finished. Your seat stays yours: come back before the others miss you.",
                    "You go; {count} games are not finished. Your seats stay yours: come back before others miss you.",
                    len(playing),
                )
            )
        self.finish(DONE)


def _names(table: LineTable) -> str:
    names = table.table.people.listed()
    return names or table.table.tid.hex()[:TID]


def _clean(line: str) -> str:
    """As it was typed, without what no text may hold."""
    return "".join(char if char.isprintable() or char.isspace() else "\N{REPLACEMENT CHARACTER}" for char in line)
