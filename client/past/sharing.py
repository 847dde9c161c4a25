"""A game for others: its log, a page or a story, under a name that says what it is.

A page or a story is made as a reader without a key sees the game: what the player alone knew is in none of them.
"""

import re
from enum import Enum, unique
from pathlib import Path

from client.audit.files import ENDING
from client.exports.page import page
from client.exports.story import markdown
from client.net.drawer import Source
from client.past.games import Kept
from client.profile.placing import placed
from client.replay.opened import opened
from client.replay.table import ReplayedTable
from client.words.archive import SHORT
from client.words.ways_back import calendar_day

_LONGEST_RULES = 30


@unique
class Form(Enum):
    """By the ending of its file."""

    LOG = ENDING
    PAGE = ".html"
    STORY = ".md"


def form_of(target: Path) -> Form:
    """A log, unless the name says otherwise."""
    return next((form for form in Form if target.suffix.lower() == form.value), Form.LOG)


def name_for(kept: Kept, form: Form = Form.LOG) -> str:
    """The game, its rules, the day if it is known, and its number."""
    rules = re.sub("[^a-z0-9]+", "-", kept.game.rules if kept.game is not None else "")[:_LONGEST_RULES].strip("-")
    day = "" if kept.ended.source is Source.FILE else calendar_day(kept.ended.at)
    return "-".join(filter(None, ("undermine", rules, day, kept.table[:SHORT]))) + form.value


def share(kept: Kept, target: Path, form: Form) -> None:
    """`NoReplay` if there is nothing to show, `FileExistsError` or `OSError` if it cannot be written."""
    with placed(target) as file:
        file.write(kept.log.read_bytes() if form is Form.LOG else _written(kept.log, form).encode())


def _written(log: Path, form: Form) -> str:
    game = opened(log)
    table = ReplayedTable(game.recording(game.eyes_named("all") if game.lies_open else game.first_eyes()))
    table.go(table.last)
    return page(game, table) if form is Form.PAGE else markdown(game, table)
