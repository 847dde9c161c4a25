"""`undermine learn`: guided turns, and puzzles with one solution."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from client.commands.ends import DONE, WrongUsage
from client.commands.without_network import on_screen, person_as_is
from client.i18n import _
from client.learn.course import LESSONS, PUZZLES, Chapter, Course, Done, added, chapters
from client.learn.words import list_lines
from client.profile.person import Person, coloured, wants_lines
from client.visit.errand import Studying


def main(arguments: argparse.Namespace) -> int:
    person = person_as_is(arguments)
    course = Course(_chosen(arguments.what), Done(person.profile), person.name or _("you"))
    if arguments.list:
        print(*list_lines(course, person.charset), sep="\n")
        return DONE
    at = course.first() if arguments.number is None else arguments.number - 1
    if not 0 <= at < len(course.chapters):
        raise WrongUsage(_("they are numbered 1 to {most}", most=len(course.chapters)))
    return _in_lines(course, at, person) if wants_lines(arguments) else on_screen(person, Studying(course, at))


def _chosen(what: str) -> Sequence[Chapter]:
    return chapters(what) if what in {LESSONS, PUZZLES} else [added(Path(what))]


def _in_lines(course: Course, at: int, person: Person) -> int:
    from client.lines.console import printer, typed_lines  # noqa: PLC0415
    from client.lines.learning import LineLearning  # noqa: PLC0415

    charset = coloured(person.charset)
    LineLearning(course, at, charset, printer(charset)).play(typed_lines())
    return DONE
