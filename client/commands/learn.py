"""`undermine learn`: guided turns, and puzzles with one solution."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from client.commands.ends import DONE, Stopped, WrongUsage
from client.i18n import _
from client.learn.course import LESSONS, PUZZLES, Chapter, Course, Done, added, chapters
from client.learn.words import list_lines
from client.lines.console import printer, typed_lines
from client.lines.learning import LineLearning
from client.profile.person import charset_of, coloured, given_name
from client.profile.profile import BadProfile, Profile


def main(arguments: argparse.Namespace) -> int:
    try:
        profile = Profile(arguments.profile)
        name = given_name(arguments, profile) or _("you")
    except BadProfile as error:
        raise Stopped(_("undermine learn: {why}", why=error)) from error
    course = Course(_chosen(arguments), Done(profile), name)
    charset = coloured(charset_of(ascii_only=arguments.ascii, in_words=arguments.words))
    say = printer(charset)
    if arguments.list:
        say(*list_lines(course))
        return DONE
    at = course.first() if arguments.number is None else arguments.number - 1
    if not 0 <= at < len(course.chapters):
        raise WrongUsage(_("they are numbered 1 to {most}", most=len(course.chapters)))
    LineLearning(course, at, charset, say).play(typed_lines())
    return DONE


def _chosen(arguments: argparse.Namespace) -> Sequence[Chapter]:
    match arguments.what:
        case "lessons":
            return chapters(LESSONS)
        case "puzzles":
            return chapters(PUZZLES)
        case file:
            return [added(Path(file))]
