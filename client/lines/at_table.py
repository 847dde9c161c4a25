"""What a person types at one table: acts, questions, talk, and what concerns nobody else."""

from client.games.game import NotUnderstood
from client.games.line import Line
from client.i18n import _
from client.lines.commands import TALK, read_choice
from client.lines.help import AT_A_TABLE, QUIT
from client.lines.marks import mark_lines, read_guess
from client.lines.presence import presence_lines
from client.lines.telling import Telling
from client.words.notices import muting_line
from client.words.trouble import flat
from client.words.trust import key_lines, trust_paragraphs
from engine.wants import Choose

VERBS = ("say", "choose", "leave", "back", "pause", "resume", "mute", "unmute", "guess", "report", "trust")
"""What can be typed at a table beside the commands of its rules."""
FOR_GOOD = "for good"
"""What is typed behind “leave” by whoever wants to give up a game that nobody would go on with."""


class LineTable(Telling):
    """A table that also listens."""

    def understand(self, verb: str, words: list[str], text: str) -> None:
        """A command of the rules, a question, or one of `VERBS`; ``text`` is what stood behind the verb."""
        if verb in VERBS:
            self._do(verb, words, text)
        elif verb in TALK:
            self._answer(verb, words)
        else:
            self._act(verb, words)

    def _act(self, verb: str, words: list[str]) -> None:
        commands = self.commands
        if self.table.counted_out and not self.asks:
            self._come_back()
        elif (why := self._why_not()) or commands is None:
            self.say(why)
        elif isinstance(self.table.asked, Choose):
            self.say(_("You are asked for a secret choice now, such as: choose 1"))
        elif (act := commands.act(verb, words)) is not None:
            self.answer()
            self.table.act(act)

    def _choose(self, words: list[str]) -> None:
        asked = self.table.asked
        if why := self._why_not():
            self.say(why)
        elif not isinstance(asked, Choose):
            self.say(_("Nothing is to be chosen in secret now."))
        else:
            way = read_choice(words, asked)
            self.answer()
            self.table.choose(way)

    def _why_not(self) -> str:
        """Why the person can do nothing now; empty if it can."""
        table = self.table
        if self.asks:
            return ""
        if table.trouble is not None or table.objection:
            return _("This table does not go on here; “trust” tells why.")
        if self.over or table.ended is not None:
            return _("The game is over.")
        if table.following is None or not table.following.live:
            return _("There is no connection to the table now; nothing was played.")
        if table.away:
            return _("You have left the table; “back” brings you back.")
        if not table.playing:
            return _("The game has not begun yet: not everybody has agreed.")
        if self.answered or table.following.flying is not None:
            return _("What you did before is still on its way.")
        if table.waiting_for and table.seat not in table.waiting_for:
            return _("It is the turn of {names}.", names=", ".join(map(table.people.name, table.waiting_for)))
        return _("The table is not ready for you yet: cards are still on their way.")

    def _answer(self, verb: str, words: list[str]) -> None:
        commands = self.commands
        if commands is None:
            self.say(_("The table is not there yet."))
        elif verb == "help" and words != ["board"]:
            self.lines([_("At the table:"), *AT_A_TABLE, *commands.game.help(commands.view, QUIT)])
        elif verb == "news" and words == ["all"]:
            self.lines([one.text for one in self.table.told_lines] or [_("Nothing has happened yet.")])
        elif verb in {"look", "who"}:
            if self.table.playing or self.table.ended is not None:
                commands.answer(verb, words, self.table.asked)
            else:
                self.say(_("At the table: {names}.", names=self.table.people.listed()))
            self.lines([*mark_lines(self.table), *presence_lines(self.table)])
            self.lines(list(self.people.sentences.values()) if verb == "who" else [])
        elif verb == "moves" and (why := self._why_not()):
            self.say(why)
        else:
            commands.answer(verb, words, self.table.asked)

    def _do(self, verb: str, words: list[str], text: str) -> None:
        if verb == "trust":
            self._trust()
        elif verb == "report":
            self._report()
        elif verb == "guess":
            self._guess(words)
        elif verb in {"mute", "unmute"}:
            self._mute(words, on=verb == "mute")
        elif verb == "choose":
            self._choose(words)
        elif self.over or self.table.following is None or self.table.following.seat is None:
            self.say(_("You do not sit at this table any more."))
        else:
            self._say_at_table(verb, text)

    def _say_at_table(self, verb: str, text: str) -> None:
        table = self.table
        if table.following is None or not table.following.live:
            self.say(_("There is no connection to the table now; try it again when it is back."))
        elif verb == "say":
            self._talk(text)
        elif verb == "leave" and table.away:
            self.say(_("You have left already; “back” brings you back."))
        elif verb == "leave" and table.with_bots_alone and text.casefold() != FOR_GOOD:
            self.say(_("Bots do not play on alone: “leave for good” gives the game up, “quit” lets it wait for you."))
        elif verb == "leave":
            table.leave()
        elif verb == "back" and not (table.away or table.counted_out):
            self.say(_("You are here."))
        elif verb == "back":
            self._come_back()
        elif verb == "pause" and not table.has_pauses:
            self.say(_("There are no pauses at this table."))
        else:
            table.ask_pause(on=verb == "pause")
            self.say(
                _("You ask for a pause; the clocks stand still when everybody who is there does.")
                if verb == "pause"
                else _("You ask that the clocks run again.")
            )

    def _come_back(self) -> None:
        """Whatever the person does at a table brings the seat back."""
        if self.table.counted_out:
            self.say(_("You play on from here."))
        self.table.come_back()

    def _talk(self, text: str) -> None:
        if self.table.away:
            self.say(_("You have left the table; “back” brings you back."))
        elif not self.table.talk(text):
            raise NotUnderstood(_("What do you want to say? For example: say hello"))

    def _player(self, words: list[str]) -> tuple[int, list[str]]:
        commands = self.commands
        if commands is None:
            raise NotUnderstood(_("The table is not there yet."))
        line = Line(words, commands.people)
        return line.player(), line.words

    def _mute(self, words: list[str], *, on: bool) -> None:
        seat, rest = self._player(words)
        if rest:
            raise NotUnderstood(_("“{word}” is one word too many.", word=rest[0]))
        who = self.table.people.name(seat)
        if seat == self.table.seat:
            self.say(_("You hear yourself anyway."))
        else:
            self.people.mute(seat, on=on)
            self.say(muting_line(who, on=on))

    def _guess(self, words: list[str]) -> None:
        if not words:
            lines = mark_lines(self.table)
            self.lines(lines or [_("You have made no guess. For example: guess bob saboteur")])
            return
        seat, rest = self._player(words)
        if seat == self.table.seat:
            raise NotUnderstood(_("You know your own role."))
        marks = self.table.marks
        assert marks is not None
        guess = read_guess(rest, self.table)
        marks.set(seat, guess)
        if guess is None:
            self.say(_("You take {who} for nothing in particular.", who=self.table.people.name(seat)))
        else:
            self.lines(mark_lines(self.table))

    def _report(self) -> None:
        """How the rounds ended, and the game."""
        for report in self.table.reports:
            self.say(_("Round {round}:", round=report.round))
            self.lines([line for line in report.lines if line])
        if not self.table.reports:
            self.say(_("No round is over yet."))
        if self.table.scores is not None:
            self.say(_("The game is over. Nuggets:"))
            for seat, nuggets in enumerate(self.table.scores.scores):
                self.say(f"  {self.table.people.name(seat):16} {nuggets}")

    def _trust(self) -> None:
        if not self.table.phrase:
            self.say(_("The table has no phrase yet: it comes when everybody has agreed."))
        self.lines(flat(trust_paragraphs(self.table, self.verdict.report if self.verdict else None)))
        self.lines(key_lines(self.table))
