"""What a person can type at a table, and what is answered, wherever the table comes from.

Words become an act that the rules allow, or a sentence that says why not.  Nothing is played here.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol, TypeVar

from client.games.game import NotUnderstood, View, Waiting
from client.games.registry import game_of
from client.i18n import _
from client.render.charset import Charset
from client.words.people import People, begun_by
from engine.errors import Illegal, Reason
from engine.front import choices, decide
from engine.wants import Choose

TALK = ("help", "look", "board", "cell", "row", "near", "hand", "moves", "news", "who", "why", "quit")
"""Commands that ask something and change nothing."""
AROUND = ("cell", "row", "near")
"""Of them, those about a part of the board."""
HINT = _("To look around: board. What you can do: moves. All commands: help.")
SHORT = {"n": "news"}
"""One key for what is asked most."""
QUIT = _("  quit                    leave the game")
SAY_WHAT = _("What do you want to say? For example: say hello")
Place = TypeVar("Place")


class Say(Protocol):
    def __call__(self, *lines: str) -> None:
        """Tell the person these lines."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What follows a verb: ``words`` as commands are read, ``text`` as it was typed."""

    verb: str
    words: list[str]
    text: str


Table = dict[str, Callable[[Place, Typed], None]]
"""What the verbs of a kind of place do there; a command that cannot be raises `NotUnderstood`."""


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
        self.news: list[str] = []  # what happened since the person was asked last

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
        """After a line that was not understood: a legal act that can be typed with the same verb."""
        verbs = [verb for verb in self.verbs if verb.startswith(word)]
        legal = (act for act in choices(self.view) for verb in verbs if self.game.can_be_typed(act, verb, self.view))
        if (same := next(legal, None)) is not None:
            self._say(_("For example: {command}", command=self.game.write(same, self.view, self.people)))

    # questions

    def answer(self, verb: str, words: list[str], asked: Waiting | None) -> None:
        """A question of `TALK`; what the seat is asked decides what `look` shows."""
        if verb == "help":
            self._say(*self._help(words))
        elif verb == "look":
            self.show(asked)
        elif verb == "board":
            self._say(*self._board(in_words=words == ["words"]))
        elif verb in AROUND:
            self._say(*self.game.around(verb, words, self.view, self.people))
        elif verb == "hand":
            self._say(*self.game.hand_lines(self.view, self._charset, self.people))
        elif verb == "news":
            self._say(*(self.news or [_("Nothing has happened yet.")]))
        elif verb == "who":
            self._say(self.game.round_line(self.view), *self.game.standing(self.view, self.people))
        elif verb == "moves" and isinstance(asked, Choose):
            self._say(*(f"choose {number}" for number in range(1, asked.below + 1)))
        elif verb == "moves":
            each = words[:1] == ["all"]
            only = verb_of(words[0], self.verbs) if words and not each else ""
            self._say(*self.game.moves(self.view, self.people, only, each=each))
        elif verb == "why":
            self._why(words)

    def _help(self, words: list[str]) -> list[str]:
        match words:
            case ["board"]:
                return self.game.board_help(self.view, in_words=self._charset.in_words)
            case ["rules"]:
                return [*self.game.how_to_play(), "", *self._help(["roles"])]
            case ["roles"]:
                return [_("The roles:"), *(f"- {line}" for line in self.game.roles_help(self.view.state.book))]
            case [number] if number.isascii() and number.isdecimal() and len(number) < 3:
                return [self._card_help(int(number))]
        return self.game.help(self.view, QUIT)

    def _card_help(self, number: int) -> str:
        hand = self.view.hand()
        if not 1 <= number <= len(hand):
            told = {"word": number, "most": len(hand)}
            raise NotUnderstood(_("You have no card “{word}”: they are numbered 1 to {most}.", **told))
        _slot, face = hand[number - 1]
        return _("This card has not been shown to you yet.") if face is None else self.game.card_help(face)

    def _why(self, words: list[str]) -> None:
        """The rule behind the last refusal, or what the rules say to a command that is only tried."""
        if words:
            verb = verb_of(words[0], self.verbs)
            if verb not in self._acts:
                raise NotUnderstood(_("“why” takes a command, such as “why place 1 at 1,0”."))
            if self.act(verb, words[1:]) is not None:
                self._say(_("Nothing forbids it."))
                return
        elif self._refused is None:
            self._say(_("Nothing was refused. “why place 1 at 1,0” tells what the rules say to that."))
        else:
            self._say(self.game.refusal(self._refused.code))
        if self._refused is not None:
            self._say(_("That is rule {rule} ({code}).", rule=self._refused.rule, code=self._refused.code))

    def show(self, asked: Waiting | None) -> None:
        standing = self.game.standing(self.view, self.people)
        self._say("", *self._board(), *standing, *self._offered(asked))

    def ask(self, asked: Waiting | None) -> None:
        """What a seat answers from; the board is shown on demand, or before it at every turn."""
        offered = self._offered(asked)
        if self._charset.each_turn and not (asked is not None and self.game.keeps_board(asked)):
            self.show(asked)
        elif self._charset.in_words and offered == self._offered(None):
            self._say(_("Your hand: {cards}.", cards="; ".join(map(str.strip, offered))) if offered else _("No hand."))
        else:
            self._say(*offered)

    def _offered(self, asked: Waiting | None) -> list[str]:
        if self.view.seat is None:
            return []
        return self.game.hand_lines(self.view, self._charset, self.people, asked)

    def _board(self, *, in_words: bool = False) -> list[str]:
        if in_words or self._charset.in_words:
            return self.game.board_words(self.view, self.people)
        return self.game.board_lines(self.view, self._charset, self.people)


def read_choice(words: list[str], asked: Choose) -> int:
    if len(words) != 1 or words[0] not in map(str, range(1, asked.below + 1)):
        raise NotUnderstood(_("“choose” takes a number from 1 to {most}.", most=asked.below))
    return int(words[0]) - 1


def printable(line: str) -> str:
    """As it was typed, without what no text may hold."""
    return "".join(char if char.isprintable() or char.isspace() else "\N{REPLACEMENT CHARACTER}" for char in line)


def words_of(line: str) -> list[str]:
    """What was typed, word by word; a cell may be written with spaces or brackets."""
    text = re.sub(r"'s\b", " ", printable(line).casefold()).split(": ")[0]  # behind it `moves` explains
    return re.sub(r"\(?(-?[0-9]+) *, *(-?[0-9]+)\)?", r"\1,\2", text).split()


def verb_of(word: str, known: Collection[str]) -> str:
    """The command that a word means: itself, its only beginning, or an error that names the nearest."""
    if SHORT.get(word) in known:
        return SHORT[word]
    verbs = list(known)
    begun = [verbs[at] for at in begun_by(word, verbs)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        several = _(" or ").join(f"“{verb}”" for verb in begun)
        raise NotUnderstood(_("“{word}” could be {verbs}.", word=word, verbs=several))
    if near := get_close_matches(word, known, n=1, cutoff=0.6):
        raise NotUnderstood(_("There is no command “{word}”. Did you mean “{near}”?", word=word, near=near[0]))
    raise NotUnderstood(_("There is no command “{word}”. “help” lists them.", word=word))


def muting_line(who: str, *, on: bool) -> str:
    return _("What {who} says is not shown any more.", who=who) if on else _("What {who} says is shown again.", who=who)


def short_id(tid: bytes) -> str:
    """How a table is named to people."""
    return tid.hex()[:16]
