"""What a person can type at a table, and what is answered, wherever the table comes from.

Words become an act that the rules allow, or a sentence that says why not.  Nothing is played here.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Generic, TypeVar

from client.games.game import NotUnderstood, View, Waiting
from client.games.registry import game_of
from client.i18n import _
from client.render.charset import Charset
from client.words.people import People
from engine.errors import Illegal, Reason
from engine.front import choices, decide
from engine.wants import Choose

Say = Callable[[str], None]
TALK = ("help", "look", "board", "hand", "moves", "news", "who", "why", "quit")
"""Commands that ask something and change nothing."""
QUIT = _("  quit                    leave the game")
MUTE_HELP = _("  mute bob, unmute bob    do not show what somebody says, here and anywhere, or show it again")
SAY_WHAT = _("What do you want to say? For example: say hello")
Place = TypeVar("Place")


@dataclass(frozen=True, slots=True)
class Typed:
    """What follows a verb: ``words`` as commands are read, ``text`` as it was typed."""

    words: list[str]
    text: str


@dataclass(frozen=True, slots=True)
class Command(Generic[Place]):
    """``do`` is given the place where the command holds; commands that share a line of `help` have it once."""

    verb: str
    do: Callable[[Place, Typed], None]
    help: str = ""


def rows(*commands: Command[Place]) -> dict[str, Command[Place]]:
    return {command.verb: command for command in commands}


def help_lines(table: dict[str, Command[Place]]) -> list[str]:
    return [line for command in table.values() for line in command.help.splitlines()]


class Commands:
    def __init__(self, view: View, people: People, charset: Charset, say: Say) -> None:
        self.view = view
        self.people = people
        self._charset = charset
        self._say = say
        self.game = game_of(view.state.book.rules)
        self._acts = self.game.verbs(view)
        self.verbs = (*self._acts, *TALK)
        self._refused: Reason | None = None
        self.news: list[str] = []
        """What happened since the person was asked last."""

    def lines(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)

    # acts

    def act(self, verb: str, words: list[str]) -> Any:
        """The act that was typed; None, and a sentence, if the rules forbid it."""
        act = self.game.read(verb, words, self.view, self.people)
        try:
            decide(self.view.state, act)
        except Illegal as illegal:
            self._refused = illegal.reason
            self._say(self.game.refusal(illegal.reason.code))
            if (nearest := self.game.nearest(act, self.view)) is not None:
                self._say(_("You could: {command}", command=self.game.write(nearest, self.view, self.people)))
            return None
        return act

    def suggest(self, word: str) -> None:
        """After a line that was not understood: a legal act that begins with the same word."""
        legal = [self.game.write(act, self.view, self.people) for act in choices(self.view)]
        if same := [text for text in legal if text.startswith(word)]:
            self._say(_("For example: {command}", command=same[0]))

    # questions

    def answer(self, verb: str, words: list[str], asked: Waiting | None) -> None:
        """A question of `TALK`; what the seat is asked decides what `look` shows."""
        if verb == "help":
            board = words == ["board"]
            self.lines(self.game.board_help(self.view) if board else self.game.help(self.view, QUIT))
        elif verb == "look":
            self.show(asked)
        elif verb == "board":
            self.lines(self._board(in_words=words == ["words"]))
        elif verb == "hand":
            self.lines(self.game.hand_lines(self.view, self._charset))
        elif verb == "news":
            self.lines(self.news or [_("Nothing has happened yet.")])
        elif verb == "who":
            self.lines([self.game.round_line(self.view), *self.game.standing(self.view, self.people)])
        elif verb == "moves" and isinstance(asked, Choose):
            self.lines([f"choose {number}" for number in range(1, asked.below + 1)])
        elif verb == "moves":
            only = verb_of(words[0], self.verbs) if words else ""
            self.lines(self.game.moves(self.view, self.people, only))
        elif verb == "why":
            self._why(words)

    def _why(self, words: list[str]) -> None:
        """The rule behind the last refusal, or what the rules say to a command that is only tried."""
        if words:
            verb = verb_of(words[0], self.verbs)
            if verb not in self._acts:
                raise NotUnderstood(_("“why” takes a command, such as “why place 1 at 1,0”."))
            if self.act(verb, words[1:]) is not None:
                self._say(_("Nothing forbids it."))
            elif self._refused is not None:
                self._say_rule(self._refused)
        elif self._refused is None:
            self._say(_("Nothing was refused. “why place 1 at 1,0” tells what the rules say to that."))
        else:
            self._say(self.game.refusal(self._refused.code))
            self._say_rule(self._refused)

    def _say_rule(self, reason: Reason) -> None:
        self._say(_("That is rule {rule} ({code}).", rule=reason.rule, code=reason.code))

    def show(self, asked: Waiting | None) -> None:
        standing = self.game.standing(self.view, self.people)
        self.lines(["", *self._board(), *standing, *self.game.hand_lines(self.view, self._charset, asked)])

    def _board(self, *, in_words: bool = False) -> list[str]:
        if in_words or self._charset.in_words:
            return self.game.board_words(self.view)
        return self.game.board_lines(self.view, self._charset)


def read_choice(words: list[str], asked: Choose) -> int:
    if len(words) != 1 or words[0] not in map(str, range(1, asked.below + 1)):
        raise NotUnderstood(_("“choose” takes a number from 1 to {most}.", most=asked.below))
    return int(words[0]) - 1


def printable(line: str) -> str:
    """As it was typed, without what no text may hold."""
    return "".join(char if char.isprintable() or char.isspace() else "\N{REPLACEMENT CHARACTER}" for char in line)


def words_of(line: str) -> list[str]:
    """What was typed, word by word; a cell may be written with spaces or brackets."""
    text = re.sub(r"'s\b", " ", printable(line).casefold())
    return re.sub(r"\(?(-?[0-9]+) *, *(-?[0-9]+)\)?", r"\1,\2", text).split()


def verb_of(word: str, known: Collection[str]) -> str:
    """The command that a word means: itself, its only beginning, or an error that names the nearest."""
    if word in known:
        return word
    begun = [verb for verb in known if verb.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        verbs = _(" or ").join(f"“{verb}”" for verb in begun)
        raise NotUnderstood(_("“{word}” could be {verbs}.", word=word, verbs=verbs))
    if near := get_close_matches(word, known, n=1, cutoff=0.6):
        raise NotUnderstood(_("There is no command “{word}”. Did you mean “{near}”?", word=word, near=near[0]))
    raise NotUnderstood(_("There is no command “{word}”. “help” lists them.", word=word))
