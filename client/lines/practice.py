"""One person against bots, in plain lines.

The loop reads a command, judges it with the same engine that plays, and prints what follows.  It owns no terminal:
lines come from an iterator and go to a function, so that a test, a pipe and a person look the same to it.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Protocol

from client.games.game import NotUnderstood, Waiting
from client.i18n import _
from client.lines.commands import HINT, TALK, Commands, Say, read_choice, verb_of, words_of
from client.render.charset import Charset
from client.words.people import People
from client.words.winning import score_table
from engine.bots.asking import answered
from engine.front import choices
from engine.slots import Seat
from engine.tabletop import Tabletop
from engine.wants import Choose, Window


class Quit(Exception):
    """The person leaves; its arguments are the lines that say so."""


class Player(Protocol):
    """A seat that does not type, such as a bot's."""

    def choose(self) -> Any:
        """An act that is allowed now; in a window also None, which lets it pass."""


class PlainGame:
    def __init__(self, table: Tabletop, people: People, bots: Mapping[int, Player], charset: Charset, say: Say) -> None:
        self._table = table
        self._people = people
        self._bots = bots
        self._say = say
        view = table.view(people.own)
        self.commands = Commands(view, people, charset, say)
        self._story = self.commands.game.story(view, people)
        self._told = 0  # how many of the news were said
        table.watchers.append(self._tell)

    def _tell(self, events: list[object]) -> None:
        self.commands.news += (line.text for event in events for line in self._story.tell(event))

    def play(self, lines: Iterator[str]) -> bool:
        """Play until the game is over; False if the person left before."""
        self._say(_("At the table: {names}.", names=self._people.listed()), HINT)
        self._table.advance()
        try:
            while want := self._table.waiting():
                self._table.play(self._answer(want, lines))
        except Quit as left:
            self._say(*left.args)
            return False
        self._tell_news()
        if self._story.scores is not None:
            self._say(_("Nuggets:"), *score_table(self._story.scores, self._people))
        return True

    def _tell_news(self) -> None:
        """Each once, as soon as the person is spoken to."""
        self._say(*self.commands.news[self._told :])
        self._told = len(self.commands.news)

    def _answer(self, want: Waiting, lines: Iterator[str]) -> Any:
        if isinstance(want, Choose) and want.seat == self._people.own:
            return self._table.choose(want.seat, self._ask(want, lines))
        return answered(want, partial(self._choose, want, lines))

    def _choose(self, want: Waiting, lines: Iterator[str], seat: Seat) -> Any:
        if seat != self._people.own:
            return self._bots[seat].choose()
        if isinstance(want, Window) and not choices(self.commands.view):
            return None
        return self._ask(want, lines)

    def _ask(self, want: Waiting, lines: Iterator[str]) -> Any:
        """The news first; then read lines until one is a legal act."""
        question = self.commands.game.line_question(want)
        if may_pass := isinstance(want, Window):
            question = _("{question} An empty line lets it pass.", question=question)
        self._tell_news()
        self.commands.ask(want)
        while True:
            self._say(question)
            line = next(lines, None)
            if line is None:
                raise Quit("", _("No more input: you leave the game; it is not finished."))
            words = words_of(line)
            act = self.understand(words, want) if words else None
            if act is not None or (may_pass and not words):
                self.commands.news, self._told = [], 0
                return act

    def understand(self, words: list[str], asked: Waiting | None) -> Any:
        """The act that was typed, if it is one and allowed; else the answer was given."""
        try:
            verb = verb_of(words[0], (*self.commands.verbs, *(("choose",) if isinstance(asked, Choose) else ())))
            if verb == "quit":
                raise Quit(_("You leave the game; it is not finished."))
            if verb == "choose" and isinstance(asked, Choose):
                return read_choice(words[1:], asked)
            if verb not in TALK:
                return self.commands.act(verb, words[1:])
            self.commands.answer(verb, words[1:], asked)
        except NotUnderstood as error:
            self._say(str(error))
            self.commands.suggest(words[0])
        return None
