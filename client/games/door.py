"""What the front door of every game answers out of its words: questions, verbs, moves, the commands of a table."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from client.games.game import AnAct, View, Waiting
from client.games.listing import Piece, told_together
from client.games.typed import Typist
from client.games.words import ASKED, Act
from client.i18n import _
from client.words.people import People
from engine.front import choices
from engine.machine import Book
from engine.wants import Choose, Window

QUESTIONS = (
    _("  look                    the board, the players and your hand again"),
    _("  board, hand, who, news  each alone; news (or n): what changed since your turn"),
    _("  board words             the board without a picture"),
    _("  cell 3,0                what lies there, and beside it"),
    _("  row 0                   a row of the board, from left to right"),
    _("  near goal               open spots nearest to the goals; near top, near 3,0"),
    _("  moves                   what you can do; “moves discard”: only that"),
    _("  moves all               every legal move in a line of its own"),
    _("  why                     why the last move was refused"),
    _("  why place 1 at 1,0      whether the rules allow that, without playing it"),
    _("  help board              how to read the board"),
    _("  help rules, help roles  the game in short; what every role wants"),
    _("  help 3                  what your card 3 does"),
)


class Door:
    """The part of a `client.games.game.ClientGame` that needs nothing but words."""

    def __init__(self, typist: Typist) -> None:
        self._typist = typist
        self._lexicon = typist.lexicon
        self._find = typist.lexicon.find

    # what is asked

    def harms(self, act: AnAct, view: View) -> bool:
        return self._lexicon.act(view.state.book.acts[type(act)]).harms

    def question(self, asked: Waiting) -> str:
        if isinstance(asked, Choose):
            return _("Choose in secret: {what}. No other player learns your choice.", what=self._about(asked))
        return str(self._find("questions", asked.what).title)

    def line_question(self, asked: Waiting) -> str:
        if isinstance(asked, Choose):
            what = self._about(asked)
            if not asked.ways:
                return _(
                    "Choose in secret: {what}. Type “choose” and a number up to {most}.", what=what, most=asked.below
                )
            ways = ", ".join(f"{number + 1} {self.way(asked, number)}" for number in range(asked.below))
            return _("Choose in secret: {what}. Type “choose” and a number: {ways}.", what=what, ways=ways)
        words, window = self._find("questions", asked.what), isinstance(asked, Window)
        if words and (words.title or not window):
            return str(words.line)
        if window:
            return _("You may react now: “moves” lists how.")
        return _("You are asked for something: “moves” lists what you can do.")

    def _about(self, asked: Choose) -> str:
        """What a choice is about; without words for it, as the rules spell it."""
        words = self._find("choices", asked.what)
        return words.what if words else asked.what.replace("-", " ")

    def way(self, asked: Choose, way: int) -> str:
        if not asked.ways:
            return _("way {number}", number=way + 1)
        words, word = self._find("choices", asked.what), asked.ways[way]
        return (words and words.ways.get(word)) or word.replace("-", " ")

    # what can be typed

    def verbs(self, view: View) -> tuple[str, ...]:
        return tuple(dict.fromkeys(way.words[0] for way in self._typist.ways_of(view.state.book)))

    def all_verbs(self) -> tuple[str, ...]:
        acts = self._lexicon.acts().items()
        return tuple(dict.fromkeys(each.split()[0] for key, act in acts for each in act.typed or (key,)))

    def moves(self, view: View, people: People, verb: str = "", *, each: bool = False) -> list[str]:
        """The legal acts as commands, those that differ in one place in one line, or ``each`` in its own.

        A sentence stands for sets of cards, of which there are too many to list.
        """
        commands: dict[str, tuple[list[Piece], str]] = {}  # two equal cards break a tool equally well
        several: dict[type, list[AnAct]] = {}
        write = partial(self._typist.write, view=view, people=people)
        legal: Sequence[Any] = choices(view)
        for act in legal:
            if verb and not self._typist.can_be_typed(act, verb, view):
                continue
            many = self._words(act, view).many
            if many and many.hides(act, view):
                several.setdefault(type(act), []).append(act)
            else:
                pieces = self._typist.pieces(act, view, people)
                commands[write(act)] = pieces, self._typist.lying_word(act, view)
        listed = commands.values()
        lines = [line for one in listed for line in told_together([one])] if each else told_together(listed)
        for acts in several.values():
            many, text = self._words(acts[-1], view).many, write(acts[-1])
            assert many is not None
            lines.append(many.hint(acts, text))
        return lines or [_("No such move now.")]

    def _words(self, act: AnAct, view: View) -> Act:
        return self._lexicon.act(view.state.book.acts[type(act)])

    # help

    def help(self, view: View, leaving: str) -> list[str]:
        """The commands of this table; those of a turn stand last, where the eye is."""
        book = view.state.book
        return [
            _("Questions:"),
            *QUESTIONS,
            leaving,
            _("At other times:"),
            *self._known(book, asked=True),
            _("What you can do in your turn (cards by number, cells by x,y, players by name):"),
            *self._known(book, asked=False),
        ]

    def _known(self, book: Book, *, asked: bool) -> list[str]:
        rows = dict.fromkeys(way.row for way in self._typist.ways_of(book))
        parts = self._lexicon.of_rules(book.rules)
        return [
            line
            for row in rows
            if ((act := self._lexicon.act(row)).when == ASKED) == asked
            for line in (*_lines(act, book), *(part.help[row.key] for part in parts if row.key in part.help))
        ]


def _lines(act: Act, book: Book) -> Sequence[str]:
    if callable(act.help):
        return act.help(book)
    return [act.help] if act.help else []
