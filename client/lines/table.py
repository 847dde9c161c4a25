"""The person's tables in sentences: the story as it comes, what is asked, how it ends; and which one is looked at."""

from client.audit.files import Audited, examine
from client.commands.progress import bar
from client.games.game import Waiting
from client.i18n import _
from client.lines.commands import HINT, Commands, Say, short_id
from client.lines.presence import go_on_sentence, time_sentence
from client.profile.known_players import KnownPlayers
from client.render.charset import Charset
from client.visit.acquaintances import Acquaintances
from client.visit.table import VisitedTable
from client.visit.told import ToldKind
from client.visit.visit import Visit
from client.words.trouble import end_sentence, flat, objection_lines, trouble_paragraphs, trouble_title
from client.words.trust import log_line
from client.words.verdict import fair_lines
from client.words.winning import score_table
from engine.wants import Window
from protocol.audit.audit import Verdict
from protocol.follow.ending import DISSOLVED, FINISHED

MOST_AT_ONCE = 20  # lines of a story that began before this program did
WATCHING_HINT = _("To look around: board. All commands: help.")
AWAY = _("You have left the table; “back” brings you back.")


class LineTable:
    """Looks at a `VisitedTable` whenever it has changed, and says what is new."""

    def __init__(self, table: VisitedTable, known: KnownPlayers, charset: Charset, say: Say) -> None:
        self.table = table
        self.people = Acquaintances(table, known)
        self._charset = charset
        self.say = say
        self._commands: Commands | None = None
        self._news: list[str] = []  # what was told since the person did something
        self._told = 0
        self._happened = 0
        self._caught_up = self._introduced = False
        self._asked: tuple[Waiting, int] | None = None  # the last question, and how much had happened before it
        self._rested = 0  # the last round behind which the person was told how to go on
        self.answered = False  # whether the person has answered the question, and nothing has come of it yet
        self.remind = False  # whether the question is to be asked once more, as after a lost connection
        self._mentioned: Waiting | None = None
        self._told_out = False  # whether the person was told how to play on after having been away
        self._wishes = table.wishes
        self.verdict: Audited | None = None
        self.over = False  # nothing more can be done here: the end is confirmed, or the table has stopped

    # what is known

    @property
    def name(self) -> str:
        """Its players; before they are known, the beginning of what the server calls it."""
        return self.table.people.listed() or short_id(self.table.tid)

    @property
    def commands(self) -> Commands:
        """What the rules of the table understand, once there is a view of it."""
        view, people = self.table.view, self.table.people
        assert view is not None
        if self._commands is None or self._commands.view is not view or self._commands.people is not people:
            self._commands = Commands(view, people, self._charset, self.say)
        self._commands.news = self._news
        return self._commands

    def answer(self) -> None:
        self._news = []
        self.answered = True
        self._asked = None

    @property
    def asks(self) -> bool:
        return self.table.asked is not None and not self.answered and not self.over

    @property
    def is_open(self) -> bool:
        return not self.over and not self.table.away

    @property
    def wrong(self) -> bool:
        if self.table.trouble is not None or self.table.objection:
            return True
        if self.verdict is None:
            return False
        good = {Verdict.VERIFIED} if self.is_finished else {Verdict.UNFINISHED, Verdict.UNPROVEN}
        return self.verdict.report.verdict not in good

    @property
    def is_finished(self) -> bool:
        return self.table.ended is not None and self.table.ended.reason == FINISHED

    # what happens

    def tell(self) -> None:
        table = self.table
        if self.over:
            return
        if table.trouble is not None or table.objection:
            self.over = True
            self.say(*self._fresh(), "")
            if (trouble := table.trouble) is not None:
                self.say(trouble_title(trouble), *flat(trouble_paragraphs(trouble, table)))
            else:
                self.say(*objection_lines(table.objection))
        elif table.live:
            self._introduce()
            self.people.meet()
            self._go_on()
            self._end()

    def _introduce(self) -> None:
        """As soon as all have agreed: who is there, and the words that all should see."""
        if not self._introduced and self.table.phrase:
            self._introduced = True
            self.say(_("At the table: {names}.", names=self.table.people.listed()))
            self.say(HINT if self.table.own is not None else WATCHING_HINT)
            self.say(_("Fair so far ✓ (“trust” tells what was checked, and the phrase)"))
            if self.table.away:
                self.say(AWAY)

    def _go_on(self) -> None:
        """What just happened is said first, and once; then what the person is asked, with what there is to choose."""
        self.say(*self._fresh())
        asked = self._is_asked_anew()
        self._tell_presence()
        self._tell_break()
        refused, self.table.notice = self.table.notice, ""
        if refused:
            self.answered = False
            self.say(refused)
        if asked:
            self.commands.ask(self.table.asked)
        if asked or refused or self.remind:
            self.ask()
        self.remind = False

    def _fresh(self) -> list[str]:
        """The lines that were not said yet; the person's talk and connection were told already."""
        told = self.table.told_lines
        if len(told) < self._told:  # the log was read again
            self._told, self._caught_up = 0, False
        new = told[self._told :]
        self._told = len(told)
        if happened := sum(one.kind in {ToldKind.STORY, ToldKind.SECRET, ToldKind.AGAINST} for one in new):
            self._happened += happened
            self.answered = False
        own = dict.fromkeys((ToldKind.TALK, ToldKind.HINT), self.table.seat)
        lines = [one.text for one in new if one.kind not in own or one.seat != own[one.kind]]
        if not self._caught_up and len(lines) > MOST_AT_ONCE:
            lines = [_("Earlier news is left out; “news all” tells it."), *lines[-MOST_AT_ONCE:]]
        self._caught_up = True
        self._news += lines
        return lines

    def _is_asked_anew(self) -> bool:
        """Things that are said meanwhile do not make a question a new one."""
        asked = self.table.asked
        if asked is None:
            self.answered = False
        elif not self.answered and self._asked != (asked, self._happened):
            self._asked = asked, self._happened
            return True
        return False

    def is_news(self) -> bool:
        """While another table is looked at: whether this one asks something that it has not asked before."""
        before, self._mentioned = self._mentioned, self.table.asked
        return self._mentioned is not None and self._mentioned != before

    def _tell_presence(self) -> None:
        """What the person can do about those who come and go."""
        table = self.table
        if table.wishes > self._wishes and table.pause_wanted:
            self.say(_("“pause” agrees to it."))
        self._wishes = table.wishes
        if table.counted_out and not self._told_out:
            self.say(_("Type “back”, or your next move, to play on."))
        self._told_out = table.counted_out

    def _tell_break(self) -> None:
        """Once for each round: what the next one waits for."""
        rest = self.table.between_rounds
        if rest is None or rest.round == self._rested or self.table.own is None:
            return
        self._rested = rest.round
        self.say(go_on_sentence(rest.seconds))

    def ask(self) -> None:
        asked = self.table.asked
        if not self.asks or asked is None:
            return
        text = self.commands.game.line_question(asked)
        if isinstance(asked, Window):
            text = _("{question} If you do nothing, it goes on by itself.", question=text)
        self.say(f"{text} {time_sentence(self.table)}".rstrip())

    def _end(self) -> None:
        """When this seat has signed that it saw the end, the whole log is audited."""
        table = self.table
        if table.ended is None or not table.end_confirmed or table.log is None:
            return
        self.over = True
        self.verdict = examine(table.log, bar=bar)
        if table.scores is None:
            self.say("", end_sentence(table))
        else:
            self.say(_("Nuggets:"), *score_table(table.scores, table.people), "")
        if table.ended.reason != DISSOLVED:
            self.say(*fair_lines(self.verdict.report, _("{undermine} audit FILE: what was checked")))
        self.say(log_line(table.log))


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
                self._say(_("You are at another table, too: “table” lists your tables."))
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
            self._say(_("You are at no table."))
        elif words and words[0] in tids:
            self._at = tids[words[0]]
            self.all[self._at].tell()
        else:
            self._say(*self.listed(), _("“table 2” turns to the second."))

    def put_away(self) -> None:
        """Tables at which nothing is left to do are not followed any more."""
        for tid, table in list(self.all.items()):
            if table.over:
                del self.all[tid]
                if tid in self._visit.tables:
                    self._visit.forget(tid, over=table.table.is_done_with)
