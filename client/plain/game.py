"""One person against bots, in plain lines.

The loop reads a command, judges it with the same engine that plays, and prints what follows.  It owns no terminal:
lines come from an iterator and go to a function, so that a test, a pipe and a person look the same to it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from client.names import card_name
from client.plain.acts import command
from client.plain.help import board_help_lines, help_lines
from client.plain.line import NotUnderstood
from client.plain.moves import move_lines
from client.plain.parser import ACTS, parse_act, verb_of, verbs_of
from client.plain.people import People
from client.plain.standing import standing_lines
from client.plain.story import Story
from client.refusals import SENTENCES
from client.render.board import board_lines
from client.render.charset import Charset
from client.render.hand import hand_lines
from client.words import _
from engine.errors import Illegal, Reason
from engine.front import choices, decide
from engine.grid import xy
from engine.mine.rules.place_ladder import PlaceLadder
from engine.mine.rules.place_path import PlacePath
from engine.tabletop import Tabletop

Say = Callable[[str], None]


class Quit(Exception):
    """The person has had enough."""


class Player(Protocol):
    """Whoever sits on a seat and does not type, such as a bot."""

    def choose(self) -> Any:
        """An act that is allowed now."""


class PlainGame:
    """A table, the bots around it, and the person who types."""

    def __init__(self, table: Tabletop, people: People, bots: Mapping[int, Player], charset: Charset, say: Say) -> None:
        self._table = table
        self._people = people
        self._bots = bots
        self._charset = charset
        self._say = say
        self._view = table.view(people.own)
        self._story = Story(self._view, people)
        self._verbs = verbs_of(table.state.book)
        self._refused: Reason | None = None
        self._news: list[str] = []
        """What happened since the person was asked last."""
        table.watchers.append(self._tell)

    def _tell(self, events: list[object]) -> None:
        self._news += self._story.tell(events)

    def play(self, lines: Iterator[str]) -> bool:
        """Play until the game is over; False if the person left before."""
        self._say(_("At the table: {names}.", names=self._people.listed()))
        self._table.advance()
        try:
            while want := self._table.waiting():
                seat = want.seats[0]
                act = self._ask(want.what, lines) if seat == self._people.own else self._bots[seat].choose()
                self._table.play(act)
        except Quit:
            self._say(_("You leave the game; it is not finished."))
            return False
        except StopIteration:
            self._say("")
            self._say(_("No more input: you leave the game; it is not finished."))
            return False
        self._lines(self._news)
        return True

    def _ask(self, what: str, lines: Iterator[str]) -> Any:
        """Read lines until one is a legal act.  The news stand last, where the eye is."""
        self._show(what)
        self._lines(self._news)
        while True:
            self._say(_QUESTIONS[what])
            words = _words(next(lines))
            if words:
                act = self._understand(words, what)
                if act is not None:
                    self._news = []
                    return act

    def _understand(self, words: list[str], what: str) -> Any:
        try:
            verb = verb_of(words[0], self._verbs)
            if verb in ACTS:
                return self._judge(parse_act(verb, words[1:], self._view, self._people))
            self._answer(verb, words[1:], what)
        except NotUnderstood as error:
            self._say(str(error))
            self._suggest(words)
        return None

    def _judge(self, act: Any) -> Any:
        """The act if the rules allow it; else say why not, and what would be allowed."""
        try:
            decide(self._table.state, act)
        except Illegal as illegal:
            self._refused = illegal.reason
            self._say(SENTENCES[illegal.reason])
            if nearest := self._nearest(act):
                self._say(_("You could: {command}", command=nearest))
            return None
        return act

    def _nearest(self, act: Any) -> str:
        """The legal act most like this one: the same card on the nearest cell, or the same kind of act."""
        legal = choices(self._view)
        if isinstance(act, PlacePath | PlaceLadder):
            paths = [other for other in legal if isinstance(other, PlacePath | PlaceLadder)]
            nearest = sorted(paths, key=lambda other: (other.slot != act.slot, _steps(other.cell, act.cell)))
            legal = nearest or legal
        else:
            legal = [other for other in legal if type(other) is type(act)] or legal
        return command(legal[0], self._view, self._people) if legal else ""

    def _suggest(self, words: list[str]) -> None:
        legal = [command(act, self._view, self._people) for act in choices(self._view)]
        same = [text for text in legal if text.startswith(words[0])]
        if same:
            self._say(_("For example: {command}", command=same[0]))

    def _answer(self, verb: str, words: list[str], what: str) -> None:
        if verb == "quit":
            raise Quit
        if verb == "help":
            about = board_help_lines if words == ["board"] else help_lines
            self._lines(about(self._table.state.book))
        elif verb == "look":
            self._show(what)
        elif verb == "board":
            self._lines(board_lines(self._view, self._charset))
        elif verb == "hand":
            self._lines(hand_lines(self._view, self._charset))
        elif verb == "news":
            self._lines(self._news or [_("Nothing has happened yet.")])
        elif verb == "who":
            self._lines(standing_lines(self._view, self._people))
        elif verb == "moves":
            only = verb_of(words[0], self._verbs) if words else ""
            self._lines(move_lines(self._view, self._people, only))
        elif verb == "why":
            self._why(words)

    def _why(self, words: list[str]) -> None:
        """The rule behind the last refusal, or what the rules say to a command that is only tried."""
        if words:
            verb = verb_of(words[0], self._verbs)
            if verb not in ACTS:
                raise NotUnderstood(_("“why” takes a command, such as “why place 1 at 1,0”."))
            if self._judge(parse_act(verb, words[1:], self._view, self._people)) is not None:
                self._say(_("Nothing forbids it."))
            elif self._refused is not None:
                self._say_rule(self._refused)
        elif self._refused is None:
            self._say(_("Nothing was refused. “why place 1 at 1,0” tells what the rules say to that."))
        else:
            self._say(SENTENCES[self._refused])
            self._say_rule(self._refused)

    def _say_rule(self, reason: Reason) -> None:
        self._say(_("That is rule {rule} ({code}).", rule=reason.rule, code=reason.value))

    def _show(self, what: str) -> None:
        self._say("")
        self._lines(board_lines(self._view, self._charset))
        self._lines(standing_lines(self._view, self._people))
        if what == "gold":
            self._lines(self._offered())
        else:
            self._lines(hand_lines(self._view, self._charset))

    def _offered(self) -> list[str]:
        faces = [self._view.face(slot) for slot in self._view.state.draft]
        return [
            _("These gold cards were passed to you; keep one:"),
            *(f"  {number}  {'?' if face is None else card_name(face)}" for number, face in enumerate(faces, start=1)),
        ]

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)


def _words(line: str) -> list[str]:
    """What was typed, word by word; a cell may be written with spaces or brackets."""
    text = "".join(char if char.isprintable() or char.isspace() else "\N{REPLACEMENT CHARACTER}" for char in line)
    text = re.sub(r"'s\b", " ", text.casefold())
    return re.sub(r"\(?(-?[0-9]+) *, *(-?[0-9]+)\)?", r"\1,\2", text).split()


def _steps(one: int, other: int) -> int:
    (x, y), (u, v) = xy(one), xy(other)
    return abs(x - u) + abs(y - v)


_QUESTIONS = {
    "turn": _("Your turn. What do you do?"),
    "goal": _("You reach several goals at once. Which is turned up first? (goal top)"),
    "rotation": _("The goal fits both ways. How should it lie? (upright, or rotate)"),
    "gold": _("Which gold card do you keep? (take 1)"),
    "theft": _("You have a Theft. From whom do you take a nugget? (steal bob, or no)"),
}
