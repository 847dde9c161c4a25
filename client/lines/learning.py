"""Lessons and puzzles in sentences: what a person types there, and what is answered."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from client.games.game import NotUnderstood
from client.i18n import _
from client.learn.course import Course
from client.learn.exercise import Exercise, begun
from client.learn.words import heading, list_lines
from client.lines.commands import TALK, Commands, Say, verb_of, words_of
from client.render.charset import Charset
from client.words.safe import shown

_Do: TypeAlias = Callable[["LineLearning", list[str]], None]
HINT = _("hint: help with this one.  solution: what is right.  next, back, 5: another one.  list: all.  quit: leave.")

_DONE = _("This one is done. Enter: the next one.")


class Quit(Exception):
    """The person has had enough."""


class LineLearning:
    """Goes through chapters one by one, from ``at`` on."""

    def __init__(self, course: Course, at: int, charset: Charset, say: Say) -> None:
        self._course = course
        self._charset = charset
        self._say = say
        self._begin(at)

    def play(self, lines: Iterator[str]) -> None:
        """Until no more lines come, or the person has had enough."""
        self._open()
        for line in lines:
            try:
                self._typed(line)
            except NotUnderstood as error:
                self._say(shown(str(error)))
            except Quit:
                return

    def _begin(self, at: int) -> None:
        self._at = at
        self.exercise: Exercise = begun(self._course.chapters[at].scenario, self._course.name)
        self._commands = Commands(self.exercise.table.view, self.exercise.people, self._charset, self._say)

    def _open(self) -> None:
        """What it is called, how the table stands, and what is to be done."""
        self._say("", heading(self._course, self._at), HINT)
        self._commands.show(self.exercise.table.asked)
        self._say("", *self.exercise.told)

    # what is typed

    def _typed(self, line: str) -> None:
        words = words_of(line)
        if not words:
            self._go_on()
            return
        if words[0].isascii() and words[0].isdecimal() and len(words) == 1:
            self._go(int(words[0][:9]) - 1)
            return
        verb = verb_of(words[0], dict.fromkeys((*self._commands.verbs, *_VERBS)))
        if verb in _VERBS:
            _VERBS[verb](self, words[1:])
        elif verb in TALK:
            self._commands.answer(verb, words[1:], self.exercise.table.asked)
        elif not self.exercise.done:
            self._do(verb, words[1:])
        else:
            self._say(_DONE)

    def _go_on(self) -> None:
        """An empty line: the next chapter, or once more what is to be done."""
        if self.exercise.done:
            self._next([])
        else:
            self._say(self.exercise.task)

    def _do(self, verb: str, words: list[str]) -> None:
        act = self._commands.act(verb, words)
        if act is None:
            return
        lines = self.exercise.table.told_lines
        before = len(lines)
        told = self.exercise.act(act)
        self._say(*(line.text for line in lines[before:]), *told)
        if self.exercise.done:
            self._course.done.add(self._course.chapters[self._at].key)
            last = self._at + 1 == len(self._course.chapters)
            self._say(_("That was the last one.") if last else _("Enter: the next one."))
        elif len(lines) > before:
            self._commands.ask(self.exercise.table.asked)

    def _next(self, words: list[str]) -> None:
        self._go(self._at + 1)

    def _back(self, words: list[str]) -> None:
        self._go(self._at - 1)

    def _again(self, words: list[str]) -> None:
        self._go(self._at)

    def _go(self, at: int) -> None:
        if not 0 <= at < len(self._course.chapters):
            raise NotUnderstood(_("They are numbered 1 to {most}.", most=len(self._course.chapters)))
        self._begin(at)
        self._open()

    def _hint(self, words: list[str]) -> None:
        self._say(_DONE if self.exercise.done else self.exercise.hint)

    def _solution(self, words: list[str]) -> None:
        if self.exercise.done:
            self._say(_DONE)
            return
        act, exercise = self.exercise.solution(), self.exercise
        command = self._commands.game.write(act, exercise.table.view, exercise.people)
        self._say(_("{act}: {command}", act=exercise.sentence(act), command=command))

    def _list(self, words: list[str]) -> None:
        self._say(*list_lines(self._course, self._charset))

    def _quit(self, words: list[str]) -> None:
        raise Quit


_VERBS: dict[str, _Do] = {
    "hint": LineLearning._hint,
    "solution": LineLearning._solution,
    "next": LineLearning._next,
    "back": LineLearning._back,
    "again": LineLearning._again,
    "list": LineLearning._list,
    "quit": LineLearning._quit,
}
