"""A game from its log in sentences: what a person types to go through it, and what is answered."""

import time
from collections.abc import Callable, Iterable
from typing import TypeAlias

from client.games.game import ClientGame, NotUnderstood
from client.games.line import Line
from client.games.registry import game_of
from client.i18n import _
from client.lines.commands import AROUND, Say, verb_of, words_of
from client.pacing import SPEEDS, USUAL_SPEED
from client.render.charset import Charset
from client.replay.opened import Opened
from client.replay.table import ReplayedTable
from client.replay.words import closed_sentence, eyes_sentence, head_lines, mark_line, place_sentence
from client.words.acts import acts_of
from client.words.safe import shown
from client.words.verdict import verdict_lines
from protocol.audit.eyes import Closed

_SHORT = {"n": "next", "b": "back"}
"""What is typed most."""
_LONGEST = 9
"""Digits of a number."""
_Do: TypeAlias = Callable[["LineReplay", list[str]], None]


class Quit(Exception):
    """The person has seen enough."""


class LineReplay:
    def __init__(self, game: Opened, charset: Charset, say: Say, wait: Callable[[float], object] = time.sleep) -> None:
        self._game = game
        self._wait = wait
        self._charset = charset
        self._say = say
        self.table = ReplayedTable(game.recording(game.first_eyes()))

    @property
    def _words(self) -> ClientGame:
        return game_of(self._game.judged.state.book.rules)

    def play(self, lines: Iterable[str]) -> None:
        """Until no more lines come, or the person has seen enough."""
        self._say(*head_lines(self._game), eyes_sentence(self.table), HINT)
        for line in lines:
            try:
                self.typed(line)
            except Quit:
                return

    def typed(self, line: str) -> None:
        """One line; an empty one goes on."""
        words = words_of(line) or ["next"]
        try:
            verb = _SHORT.get(words[0]) or verb_of(words[0], _VERBS)
            _VERBS[verb](self, words[1:])
        except NotUnderstood as error:
            self._say(shown(str(error)))

    # going through it

    def _next(self, words: list[str]) -> None:
        before = self.table.moment.told
        self.table.step(_number(words, 1))
        self._stand_at(before)

    def _go_on(self, words: list[str]) -> None:
        """By itself, at one of the speeds, until the end or ctrl-c."""
        speed = _number(words, USUAL_SPEED + 1)
        if not 1 <= speed <= len(SPEEDS):
            raise NotUnderstood(_("The speeds are 1 to {most}, such as “play 3”.", most=len(SPEEDS)))
        try:
            while self.table.entry < self.table.last:
                self._next([])
                self._wait(SPEEDS[speed - 1])
        except KeyboardInterrupt:
            self._say("", _("Stopped."))

    def _back(self, words: list[str]) -> None:
        self.table.step(-_number(words, 1))
        self._stand()

    def _stand(self) -> None:
        """Where it stands now, and what happened last."""
        self._stand_at(-1)

    def _stand_at(self, since: int) -> None:
        """With what was told from there on; the board only where it is wanted each time."""
        self._say(*(told.text for told in self.table.told_lines[since:]))
        if self._charset.each_turn and self.table.view.state.round:
            self._board([])
        self._say(place_sentence(self.table))

    def _round(self, words: list[str]) -> None:
        self._jump(_number(words), 0)

    def _turn(self, words: list[str]) -> None:
        self._jump(max(1, self.table.lately.dealt), _number(words))

    def _jump(self, round_: int, turn: int) -> None:
        entry = self.table.find(round_, turn)
        if entry is None:
            none = _("There is no turn {turn} in round {round}.", turn=turn, round=round_)
            raise NotUnderstood(none if turn else _("There is no round {round}.", round=round_))
        self._go(entry)

    def _go(self, entry: int) -> None:
        self.table.go(entry)
        self._stand()

    def _look(self, words: list[str]) -> None:
        """Through other eyes; without a word, through which."""
        if words:
            try:
                recording = self._game.recording(self._game.eyes_named(words[0]))
            except Closed:
                raise NotUnderstood(closed_sentence(self._game)) from None
            self.table.look(recording)
        self._say(eyes_sentence(self.table))

    # what is shown

    def _show(self, words: list[str]) -> None:
        self._board([])
        self._who([])
        self._hand([])

    def _board(self, words: list[str]) -> None:
        if not self._dealt():
            return
        if words == ["words"] or self._charset.in_words:
            self._say(*self._words.board_words(self.table.view, self.table.people))
        else:
            self._say(*self._words.board_lines(self.table.view, self._charset, self.table.people))

    def _dealt(self) -> bool:
        if not self.table.view.state.round:
            self._say(_("The cards are not dealt yet."))
        return bool(self.table.view.state.round)

    def around(self, verb: str, words: list[str]) -> None:
        """A part of the board."""
        if self._dealt():
            self._say(*self._words.around(verb, words, self.table.view, self.table.people))

    def _who(self, words: list[str]) -> None:
        if self._dealt():
            view, people = self.table.view, self.table.people
            self._say(self._words.round_line(view), *self._words.standing(view, people))

    def _hand(self, words: list[str]) -> None:
        """Of the eyes; where they see all cards, that of any player."""
        table = self.table
        if words and table.recording.eyes.everything:
            table.hand_of = Line(words, table.players).player()
            table.go(table.entry)
        elif words:
            raise NotUnderstood(_("Say “as {name}” first, or “as all”.", name=words[0]))
        if table.view.seat is None:
            self._say(_("What all saw has no hand: “as NAME” looks through the eyes of a player."))
            return
        hand = self._words.hand_lines(table.view, self._charset, table.people)
        whose = _("The hand of {name}:", name=table.people.name(table.view.seat))
        self._say(*([whose, *hand] if hand else [_("No hand.")]))

    def _story(self, words: list[str]) -> None:
        lines = [told.text for told in self.table.told_lines]
        self._say(*(lines if words == ["all"] else lines[-_LATELY:]) or [_("Nothing has happened yet.")])

    def _marks(self, words: list[str]) -> None:
        marks = [mark_line(mark) for mark in self.table.marks]
        self._say(*(marks or [_("No player has looked at a hidden card or harmed another yet.")]))

    def _score(self, words: list[str]) -> None:
        self._say(*(self.table.score_sheet or [_("Nothing yet.")]))

    def _report(self, words: list[str]) -> None:
        reports = self.table.reports
        if not reports:
            raise NotUnderstood(_("No round is over yet."))
        self._say(reports[-1].title, *reports[-1].lines)

    def _acts(self, words: list[str]) -> None:
        title, lines = acts_of(self.table, Line(words, self.table.players).player())
        self._say(title, *lines)

    def _trust(self, words: list[str]) -> None:
        self._say(*verdict_lines(self._game.audited.report), _("“{undermine} audit” tells more."))

    def _help(self, words: list[str]) -> None:
        self._say(*HELP.splitlines())

    def _quit(self, words: list[str]) -> None:
        raise Quit


_LATELY = 12
"""Lines of the story."""


def _number(words: list[str], usual: int | None = None) -> int:
    if not words and usual is not None:
        return usual
    if len(words) != 1 or not (words[0].isascii() and words[0].isdecimal() and len(words[0]) <= _LONGEST):
        raise NotUnderstood(_("A number belongs there, such as “turn 5”."))
    return int(words[0])


def _part(verb: str) -> _Do:
    return lambda replay, words: replay.around(verb, words)


_VERBS: dict[str, _Do] = {
    "next": LineReplay._next,
    "play": LineReplay._go_on,
    "back": LineReplay._back,
    "round": LineReplay._round,
    "turn": LineReplay._turn,
    "entry": lambda replay, words: replay._go(_number(words)),
    "start": lambda replay, words: replay._go(0),
    "end": lambda replay, words: replay._go(replay.table.last),
    "as": LineReplay._look,
    "look": LineReplay._show,
    "board": LineReplay._board,
    **{verb: _part(verb) for verb in AROUND},
    "who": LineReplay._who,
    "hand": LineReplay._hand,
    "story": LineReplay._story,
    "marks": LineReplay._marks,
    "score": LineReplay._score,
    "report": LineReplay._report,
    "acts": LineReplay._acts,
    "trust": LineReplay._trust,
    "help": LineReplay._help,
    "quit": LineReplay._quit,
}
HINT = _("Enter: next.  b: back.  To look around: board.  All commands: help.")
HELP = _("""\
  Enter, next, n 5        what happened next; the next five
  back, b 5               the same backwards
  play, play 5            on by itself, at a speed from 1 to 5; Ctrl+C stops it
  round 2, turn 5         to a round, or to a turn of this one
  start, end, entry 120   to the start, the end, or an entry of the log
  as bob                  through the eyes of a player; as public, all, or cards (all but roles)
  look, board, who        how it stands; “cell 3,1”, “row 2” and “near 3,1” are parts of the board
  hand, hand bob          the hand; that of another player, where all cards are seen
  story, story all        what happened; all of it
  marks                   who looked where, and who harmed whom
  score, report, acts bob the score; how the last round ended; what a player has done so far
  trust                   whether the game was fair
  quit                    leave""")
