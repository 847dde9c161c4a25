"""The story of a game as Markdown."""

import re
from collections.abc import Iterator
from itertools import pairwise

from client.i18n import _
from client.replay.opened import Opened
from client.replay.table import ReplayedTable
from client.replay.words import eyes_sentence, head_lines
from client.visit.told import ToldKind

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|])")
"""What would be a sign of Markdown."""


def markdown(game: Opened, table: ReplayedTable) -> str:
    """With a heading for each round; what players said stands apart."""
    return "\n".join(_lines(game, table)) + "\n"


def _lines(game: Opened, table: ReplayedTable) -> Iterator[str]:
    title, *head = head_lines(game)
    yield from (f"# {_plain(title)}", "")
    yield from (_plain(line) + "  " for line in (*head, eyes_sentence(table)))
    told, round_ = table.recording.chronicle.lines, 0
    moments = table.recording.moments
    for before, moment in pairwise(moments):
        if moment.lately.dealt > round_:
            round_ = moment.lately.dealt
            yield from ("", "## " + _("Round {number}", number=round_))
            yield ""
        for line in filter(lambda line: line.text, told[before.told : moment.told]):
            yield f"> {_plain(line.text)}\n" if line.kind is ToldKind.TALK else f"- {_plain(line.text)}"


def _plain(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)
