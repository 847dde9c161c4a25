"""What a person can type at a table, and what is answered, wherever the table comes from.

Words become an act that the rules allow, or a sentence that says why not.  Nothing is played here.
"""

import re
from collections.abc import Callable
from typing import Any

from client.games.mine.acts import command
from client.games.mine.help import board_help_lines, help_lines
from client.games.mine.line import NotUnderstood
from client.games.mine.moves import move_lines
from client.games.mine.names import card_name
from client.games.mine.parser import ACTS, parse_act, verb_of, verbs_of
from client.games.mine.pictures.board import board_lines
from client.games.mine.pictures.board_words import board_words, hand_words
from client.games.mine.pictures.hand import hand_lines
from client.games.mine.refusals import SENTENCES
from client.games.mine.standing import round_line, standing_lines
from client.i18n import _
from client.render.charset import Charset
from client.words.people import People
from engine.errors import Illegal, Reason
from engine.front import View, choices, decide
from engine.grid.cells import xy
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.place_path import PlacePath
from engine.mine.view import mine_view

Say = Callable[[str], None]
QUESTIONS = {
    "turn": _("Your turn. What do you do?"),
    "goal": _("You reach several goals at once. Which is turned up first? (goal top)"),
    "rotation": _("The goal fits both ways. How should it lie? (upright, or rotate)"),
    "gold": _("Which gold card do you keep? (take 1)"),
    "theft": _("You have a Theft. From whom do you take a nugget? (steal bob, or no)"),
}
"""By what the table wants of a seat."""


class Commands:
    """The ears and the mouth of one seat."""

    def __init__(self, view: View, people: People, charset: Charset, say: Say) -> None:
        self.view = mine_view(view)
        self.people = people
        self._charset = charset
        self._say = say
        self.verbs = verbs_of(self.view.state.book)
        self._refused: Reason | None = None
        self.news: list[str] = []
        """What happened since the person was asked last."""

    def lines(self, lines: list[str]) -> None:
        """Say several."""
        for line in lines:
            self._say(line)

    # acts

    def act(self, verb: str, words: list[str]) -> Any:
        """The act that was typed; None, and a sentence, if the rules forbid it."""
        return self._judge(parse_act(verb, words, self.view, self.people))

    def _judge(self, act: Any) -> Any:
        """The act if the rules allow it; else say why not, and what would be allowed."""
        try:
            decide(self.view.state, act)
        except Illegal as illegal:
            self._refused = illegal.reason
            self._say(SENTENCES[illegal.reason.code])
            if nearest := self._nearest(act):
                self._say(_("You could: {command}", command=nearest))
            return None
        return act

    def _nearest(self, act: Any) -> str:
        """The legal act most like this one: the same card on the nearest cell, or the same kind of act."""
        legal = choices(self.view)
        if isinstance(act, PlacePath | PlaceLadder):
            paths = [other for other in legal if isinstance(other, PlacePath | PlaceLadder)]
            nearest = sorted(paths, key=lambda other: (other.slot != act.slot, _steps(other.cell, act.cell)))
            legal = [*nearest] or legal
        else:
            legal = [other for other in legal if type(other) is type(act)] or legal
        return command(legal[0], self.view, self.people) if legal else ""

    def suggest(self, word: str) -> None:
        """After a line that was not understood: a legal act that begins with the same word."""
        legal = [command(act, self.view, self.people) for act in choices(self.view)]
        same = [text for text in legal if text.startswith(word)]
        if same:
            self._say(_("For example: {command}", command=same[0]))

    # questions

    def answer(self, verb: str, words: list[str], what: str) -> None:
        """What was asked; ``what`` the table wants of the seat decides what `look` shows."""
        if verb == "help":
            about = board_help_lines if words == ["board"] else help_lines
            self.lines(about(self.view.state.book))
        elif verb == "look":
            self.show(what)
        elif verb == "board":
            self.lines(board_words(self.view) if words == ["words"] else self._board())
        elif verb == "hand":
            self.lines(self._hand())
        elif verb == "news":
            self.lines(self.news or [_("Nothing has happened yet.")])
        elif verb == "who":
            self.lines([round_line(self.view), *standing_lines(self.view, self.people)])
        elif verb == "moves":
            only = verb_of(words[0], self.verbs) if words else ""
            self.lines(move_lines(self.view, self.people, only))
        elif verb == "why":
            self._why(words)

    def _why(self, words: list[str]) -> None:
        """The rule behind the last refusal, or what the rules say to a command that is only tried."""
        if words:
            verb = verb_of(words[0], self.verbs)
            if verb not in ACTS:
                raise NotUnderstood(_("“why” takes a command, such as “why place 1 at 1,0”."))
            if self.act(verb, words[1:]) is not None:
                self._say(_("Nothing forbids it."))
            elif self._refused is not None:
                self._say_rule(self._refused)
        elif self._refused is None:
            self._say(_("Nothing was refused. “why place 1 at 1,0” tells what the rules say to that."))
        else:
            self._say(SENTENCES[self._refused.code])
            self._say_rule(self._refused)

    def _say_rule(self, reason: Reason) -> None:
        self._say(_("That is rule {rule} ({code}).", rule=reason.rule, code=reason.code))

    def show(self, what: str) -> None:
        """The whole table: board, players, and the hand or the gold that is passed round."""
        self._say("")
        self.lines(self._board())
        self.lines(standing_lines(self.view, self.people))
        self.lines(self._offered() if what == "gold" else self._hand())

    def _board(self) -> list[str]:
        return board_words(self.view) if self._charset.in_words else board_lines(self.view, self._charset)

    def _hand(self) -> list[str]:
        return hand_words(self.view) if self._charset.in_words else hand_lines(self.view, self._charset)

    def _offered(self) -> list[str]:
        faces = [self.view.face(slot) for slot in self.view.state.draft]
        return [
            _("These gold cards were passed to you; keep one:"),
            *(f"  {number}  {'?' if face is None else card_name(face)}" for number, face in enumerate(faces, start=1)),
        ]


def words_of(line: str) -> list[str]:
    """What was typed, word by word; a cell may be written with spaces or brackets."""
    text = "".join(char if char.isprintable() or char.isspace() else "\N{REPLACEMENT CHARACTER}" for char in line)
    text = re.sub(r"'s\b", " ", text.casefold())
    return re.sub(r"\(?(-?[0-9]+) *, *(-?[0-9]+)\)?", r"\1,\2", text).split()


def _steps(one: int, other: int) -> int:
    (x, y), (u, v) = xy(one), xy(other)
    return abs(x - u) + abs(y - v)
